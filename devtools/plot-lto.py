#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Draw what it costs to call functions instead of inlining them.

Reads the JSON lines that devtools/report-lto.py made, and writes OUTPUT.png
and OUTPUT.svg: on the left single elements through an rte_ring on one core,
then over the burst size how many cycles more a burst takes by calls than
inlined, without (solid) and with (dashed) link-time optimisation: bulk through
an rte_ring on one core, pointers of a mempool between two cores, and kernels.
"""

import sys

import plotting
from plotting import plt

# The bars: label, of which build, whether inlined there, colour.
FORMS = (
    ('inlined', False, True, plotting.BLUE),
    ('called', False, False, plotting.VERMILION),
    ('called, built with LTO', True, False, plotting.ORANGE),
)
SINGLE = 'rte_ring, one core'
LARGEST = 256  # burst that is drawn
# The panels with lines: what, its title, and the cases with their colours.
PANELS = (
    (SINGLE, 'rte_ring on one core, bulk', {
        'bulk, 8 bytes, sp_sc': plotting.BLACK,
        'bulk, 8 bytes, mp_mc': plotting.GREY,
        'bulk, 16 bytes, sp_sc': plotting.SKY,
        'bulk, 16 bytes, mp_mc': plotting.BLUE,
    }),
    ('pointers of a mempool, two physical cores', 'Pointers between two cores, sp_sc', {
        'raw_bulk, sp_sc': plotting.BLACK,
        'ptr32, sp_sc': plotting.SKY,
        'ring32, sp_sc': plotting.VERMILION,
        'ring16, sp_sc': plotting.ORANGE,
    }),
    ('kernels, tables in L1', 'Kernels alone', {
        'compress16': plotting.BLACK,
        'compress32': plotting.VERMILION,
        'decompress16': plotting.SKY,
        'decompress32': plotting.GREEN,
    }),
)


def read(path):
    """The records as {(what, case): {(lto, inlined): {burst: record}}}, and one
    of the build without link-time optimisation."""
    rows = {}
    plain = None
    for record in plotting.records(path, outlined=True):
        if record.get('test') == 'lto':
            forms = rows.setdefault((record['what'], record['case']), {})
            forms.setdefault((record['lto'], record['inlined']), {})[record['burst']] = record
            plain = plain if record['lto'] else record
    return rows, plain


def draw_single(axis, rows):
    """Bars in groups, one group a case."""
    cases = {case: forms for (what, case), forms in rows.items()
             if what == SINGLE and case.startswith('single')}
    width = 0.8 / len(FORMS)
    for i, (label, lto, inlined, colour) in enumerate(FORMS):
        records = [forms[lto, inlined][1] for forms in cases.values()]
        axis.bar([at + (i - 1) * width for at in range(len(records))],
                 [r['cycles_per_elem'] for r in records], width, color=colour, label=label,
                 yerr=[r['spread'] / 2 for r in records], capsize=2)
    axis.set_xticks(range(len(cases)), [case.replace('single, ', '').replace(', ', '\n')
                                        for case in cases])
    axis.set_ylim(top=1.3 * axis.get_ylim()[1])
    axis.set_ylabel('TSC cycles per element')
    axis.set_title('rte_ring on one core, single', fontsize=11)
    axis.legend(frameon=False, fontsize=9, loc='upper left', ncol=3)
    plotting.clear(axis)
    axis.grid(False, axis='x')


def draw_extra(axis, title, what, cases, rows):
    """Lines over the burst size."""
    for case, colour in cases.items():
        for lto, style in ((False, '-'), (True, '--')):
            records = rows.get((what, case), {}).get((lto, False), {})
            points = sorted(item for item in records.items() if item[0] <= LARGEST)
            axis.plot([burst for burst, _ in points], [r['extra_cycles'] for _, r in points],
                      style, color=colour, marker='o', markersize=4,
                      label=None if lto else case.replace(', sp_sc', '')
                      if what.startswith('pointers') else case)
    axis.axhline(0, color='#888888', linewidth=1)
    axis.set_xscale('log', base=2)
    axis.xaxis.set_major_formatter('{x:g}')
    axis.set_xlabel('burst')
    axis.set_ylabel('cycles more a burst than inlined')
    axis.set_title(title, fontsize=11)
    axis.legend(frameon=False, fontsize=9)
    plotting.clear(axis)


def main():
    args = plotting.arguments(__doc__)

    rows, record = read(args.json)
    if not rows:
        sys.exit(f'{args.json} has no record of devtools/report-lto.py')
    fig, axes = plt.subplots(2, 2, figsize=(11, 8.6))
    draw_single(axes[0][0], rows)
    for axis, (what, title, cases) in zip(axes.flat[1:], PANELS):
        draw_extra(axis, title, what, cases, rows)
    lines = plotting.caption(fig, record, 'Medians of all runs. Solid: without link-time '
                             'optimisation; dashed: with it. Below zero: faster than inlined '
                             'without.', 150)
    fig.tight_layout(rect=(0, 0.02 + 0.02 * lines, 1, 1))
    plotting.save(fig, args.output)
    plotting.print_files(args.json, args.output)


if __name__ == '__main__':
    main()
