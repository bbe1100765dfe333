#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Draw what ptr_compress_perf_autotest measured, and print its ratios in brief.

Reads the JSON lines that the test appends to the file DPDK_TEST_PERF_JSON
names, takes those of aligned tables, and writes OUTPUT.png and OUTPUT.svg.
"""

import sys

import plotting
from plotting import plt

OPS = {
    'compress16': 'compress16: 8 to 2 bytes',
    'compress32': 'compress32: 8 to 4 bytes',
    'decompress16': 'decompress16: 2 to 8 bytes',
    'decompress32': 'decompress32: 4 to 8 bytes',
}
# One row of panels each.
MEMORIES = {
    'L1': 'tables in L1',
    'beyond L2': 'tables beyond L2',
}
# In the order of the legend. What applications get is a broad band below the
# line of the kernel that is taken for them.
LEVELS = {
    'public': {'color': plotting.YELLOW, 'linewidth': 8, 'solid_capstyle': 'round', 'zorder': 1.5,
               'label': 'public: what applications get'},
    'scalar': {'color': plotting.BLACK, 'marker': 'o'},
    'sse4': {'color': plotting.ORANGE, 'marker': 's'},
    'neon': {'color': plotting.GREEN, 'marker': 's'},
    'avx2': {'color': plotting.SKY, 'marker': '^'},
    'avx512_256': {'color': plotting.BLUE, 'marker': 'v'},
    'avx512': {'color': plotting.VERMILION, 'marker': 'D'},
    'sve': {'color': plotting.PURPLE, 'marker': 'D'},
    'memcpy': {'color': plotting.GREY, 'linestyle': '--', 'label': 'memcpy of the pointers'},
}


def read(path):
    """The records as {(memory, op): {level: {n: record}}}, and one of them."""
    panels = {}
    last = None
    for record in plotting.records(path):
        if (record.get('op') not in OPS or record['level'] not in LEVELS
                or record['memory'] not in MEMORIES or record['alignment'] != 'aligned'):
            continue
        panel = panels.setdefault((record['memory'], record['op']), {})
        panel.setdefault(record['level'], {})[record['n']] = record
        last = record
    return panels, last


def n_ticks(axis, sizes):
    """Powers of two below the axis. Others, which are close to one, are a line
    further down and to the left."""
    axis.set_xscale('log', base=2)
    powers = [n for n in sizes if n & (n - 1) == 0]
    others = [n for n in sizes if n not in powers]
    axis.set_xticks(powers, [str(n) for n in powers])
    axis.set_xticks(others, [str(n) for n in others], minor=True, ha='right', color=plotting.GREY)
    axis.tick_params(axis='x', which='minor', pad=14, length=6)


def draw(panels, record):
    """One column an operation, one row a place of the tables."""
    ops = [op for op in OPS if any(key[1] == op for key in panels)]
    memories = [memory for memory in MEMORIES if any(key[0] == memory for key in panels)]
    sizes = sorted({n for p in panels.values() for level in p.values() for n in level})
    fig, axes = plt.subplots(len(memories), len(ops), squeeze=False, sharex=True, sharey='row',
                             figsize=(1.2 + 3.9 * len(ops), 1.6 + 3.9 * len(memories)))
    for row, memory in zip(axes, memories):
        for axis, op in zip(row, ops):
            for level, style in LEVELS.items():
                points = sorted(panels.get((memory, op), {}).get(level, {}).items())
                if points:
                    axis.plot([n for n, _ in points], [r['cycles_per_ptr'] for _, r in points],
                              **{'label': level, 'markersize': 4.5, 'linewidth': 1.5, **style})
            axis.set_title(f'{OPS[op]}, {MEMORIES[memory]}', fontsize=10.5)
            n_ticks(axis, sizes)
            axis.tick_params(axis='x', which='both', labelbottom=True)
            plotting.clear(axis)
        plotting.cycles_axis(row[0], [r['cycles_per_ptr'] for key, p in panels.items()
                                      if key[0] == memory for level in p.values()
                                      for r in level.values()])
        row[0].set_ylabel('TSC cycles per pointer')
    for axis in axes[-1]:
        axis.set_xlabel('n (pointers in a call)')

    fig.suptitle('Kernels of pointer compression', fontsize=14)
    height = fig.get_figheight()
    plotting.legend(fig, axes.flat, 1 - 0.42 / height, 8)
    lines = plotting.caption(fig, record, 'Medians; aligned tables. The SIMD width is that of the '
                             'public functions; all other lines are one kernel each.',
                             48 * len(ops))
    fig.tight_layout(rect=(0, (0.15 + 0.16 * lines) / height, 1, 1 - 0.4 / height))
    return fig


def print_summary(panels):
    """The ratios that count, as text."""
    columns = (
        ('n 7 and 31', 'ratio_to_scalar', min, lambda n: n in (7, 31)),
        ('n >= 32', 'ratio_to_scalar', min, lambda n: n >= 32),
        ('n >= 64', 'ratio_to_memcpy', max, lambda n: n >= 64),
    )
    short = {op: op.replace('ompress', '').replace('dec', 'd') for op in OPS}
    blank = ' ' * 10

    print('\nAligned tables in L1. Of compress and decompress (c, d) to and from 16 and 32 bits:')
    print(f'{blank}  {"least speed, in that of scalar":<48}  most time, in memcpy\'s')
    print(blank + ''.join(f'  {title:<23}' for title, *_ in columns).rstrip())
    print(blank + ('  ' + ''.join(f'{name:>5} ' for name in short.values()))[:-1] * len(columns))
    for level in LEVELS:
        cells = ''
        for _, ratio, worst, counts in columns:
            cells += ' '
            for op in OPS:
                points = panels.get(('L1', op), {}).get(level, {})
                ratios = [r[ratio] for n, r in points.items() if counts(n) and r[ratio]]
                cells += f' {worst(ratios):5.2f}' if ratios else '     -'
        if cells.strip(' -'):
            print(f'{level:<10}{cells}')


def main():
    args = plotting.arguments(__doc__)

    panels, record = read(args.json)
    if not panels:
        sys.exit(f'{args.json} has no record of the kernels')
    plotting.save(draw(panels, record), args.output)
    print_summary(panels)
    plotting.print_files(args.json, args.output)


if __name__ == '__main__':
    main()
