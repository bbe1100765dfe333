#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Draw what ring_perf_autotest measured, and print the gains as a table.

Reads the JSON lines that the test appends to the file DPDK_TEST_PERF_JSON
names, takes those that tell raw pointers from compressed ones, and writes
OUTPUT.png and OUTPUT.svg.
"""

import sys

import plotting
from plotting import plt

# In the order of the legend; the markers help in black and white.
CASES = {
    'raw': ('raw: pointers, 8 bytes', plotting.BLACK, 'o'),
    'ptr32': ('ptr32: offsets, 4 bytes', plotting.BLUE, 's'),
    'ptr16': ('ptr16: offsets, 2 bytes', plotting.VERMILION, '^'),
    'codec16': ('codec16: codec, 2 bytes', '#009E73', 'X'),
    'ring64': ('ring64: ring of 8-byte slots', plotting.PURPLE, 'v'),
    'ring32': ('ring32: ring of 4-byte slots', plotting.SKY, 'D'),
    'ring16': ('ring16: ring of 2-byte slots', plotting.ORANGE, 'P'),
}
SYNCS = {
    'sp_sc': 'single producer, single consumer',
    'mp_mc': 'multi producer, multi consumer',
    'hts': 'head/tail sync (HTS)',
}


def read(path):
    """The records as {(cores, sync): {case: {burst: record}}}, and one of them."""
    panels = {}
    record = None
    for record in plotting.records(path):
        if record['case'] not in CASES or record.get('sync') not in SYNCS:
            continue
        panel = panels.setdefault((record['cores'], record['sync']), {})
        panel.setdefault(record['case'], {})[record['burst']] = record
    cores = list(dict.fromkeys(cores for cores, _ in panels))
    order = [(c, s) for c in cores for s in SYNCS if (c, s) in panels]
    return {key: panels[key] for key in order}, record


def print_gains(panels):
    """The gain table, as text."""
    bursts = sorted({b for p in panels.values() for c in p.values() for b in c})
    print('\nGain over raw pointers, per cent of cycles per pointer')
    for cores in dict.fromkeys(cores for cores, _ in panels):
        print(f'{cores}, burst'.ljust(30) + ''.join(f'{b:8d}' for b in bursts))
        for (_, sync), panel in ((k, p) for k, p in panels.items() if k[0] == cores):
            for case in (c for c in CASES if c in panel and c != 'raw'):
                gains = (panel[case].get(b, {}).get('gain_pct') for b in bursts)
                print(f'  {sync:8}{case:20}'
                      + ''.join('       -' if g is None else f'{g:8.1f}' for g in gains))


def draw(panels, record):
    """One column a kind of ring: cycles above, gain below."""
    several_cores = len({cores for cores, _ in panels}) > 1
    fig, axes = plt.subplots(2, len(panels), squeeze=False, sharex=True, sharey='row',
                             figsize=(1.5 + 3.9 * len(panels), 7.2))
    for (cycles, gain), ((cores, sync), panel) in zip(axes.T, panels.items()):
        for case, (label, colour, marker) in CASES.items():
            points = sorted(panel.get(case, {}).items())
            if not points:
                continue
            style = {'color': colour, 'marker': marker, 'markersize': 5}
            bursts = [burst for burst, _ in points]
            median = [r['cycles_per_elem'] for _, r in points]
            half = [(r.get('spread') or 0) / 2 for _, r in points]
            cycles.errorbar(bursts, median, yerr=half, capsize=3, label=label, **style)
            gains = [(b, r['gain_pct']) for b, r in points if r.get('gain_pct') is not None]
            if gains:
                gain.plot(*zip(*gains), **style)
        cycles.set_title(SYNCS[sync] + (f'\n{cores}' if several_cores else ''), fontsize=11)
        gain.axhline(0, color='#000000', linewidth=1)
        gain.set_xscale('log', base=2)
        ticks = sorted({b for p in panels.values() for c in p.values() for b in c})
        gain.set_xticks(ticks, [str(b) for b in ticks])
        gain.set_xlabel('burst size (pointers)')
        for axis in (cycles, gain):
            plotting.clear(axis)
    plotting.cycles_axis(axes[0][0], [r['cycles_per_elem'] for p in panels.values()
                                      for c in p.values() for r in c.values()])
    axes[0][0].set_ylabel('TSC cycles per pointer')
    axes[1][0].set_ylabel('gain over raw pointers (%)')

    cores = '' if several_cores else f', {next(iter(panels))[0]}'
    fig.suptitle(f'Pointers of a mempool through a ring{cores}', fontsize=14)
    plotting.legend(fig, axes[0], 0.95, 4)
    lines = plotting.caption(fig, record, 'Medians, average of both sides of the ring; error bars '
                             'are as long as the quartiles are apart.', 48 * len(panels))
    fig.tight_layout(rect=(0, 0.02 + 0.022 * lines, 1, 0.895))
    return fig


def main():
    args = plotting.arguments(__doc__)

    panels, record = read(args.json)
    if not panels:
        sys.exit(f'{args.json} has no record of pointers through a ring: was only one core usable?')
    fig = draw(panels, record)
    plotting.save(fig, args.output)
    print_gains(panels)
    plotting.print_files(args.json, args.output)


if __name__ == '__main__':
    main()
