#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Draw what perf-pipeline.py measured, and print throughput as a table.

Reads its JSON lines, and writes OUTPUT.png and OUTPUT.svg.
"""

import argparse
import sys

import plotting
from plotting import plt

# In the order of the legend; the markers help in black and white.
CASES = {
    'raw': ('raw pointers, stock mempool driver', plotting.BLACK, 'o'),
    'ring': ('compressed ring', plotting.BLUE, 's'),
    'ring_driver': ('compressed ring and mempool driver', plotting.VERMILION, '^'),
}


def read(path):
    """The records as {length: {case: {burst: record}}}, and the last of them."""
    panels = {}
    record = None
    for record in plotting.records(path):
        if record['case'] in CASES:
            panel = panels.setdefault(record['length'], {})
            panel.setdefault(record['case'], {})[record['burst']] = record
    return dict(sorted(panels.items())), record


def print_table(panels):
    """Throughput and gain, as text."""
    print('\nMillion packets a second, and gain over raw pointers in per cent')
    for length, panel in panels.items():
        bursts = sorted(panel['raw'])
        print(f'{length} bytes, burst'.ljust(24) + ''.join(f'{b:>17}' for b in bursts))
        for case in (c for c in CASES if c in panel):
            line = f'  {case}'.ljust(24)
            for record in (panel[case][b] for b in bursts):
                gain = record.get('gain_pct')
                line += f'{record["mpps"]:8.2f}' + (' ' * 9 if gain is None else f' {gain:+7.1f}%')
            print(line.rstrip())


def draw(panels, record):
    """One column a length: throughput above, gain below."""
    fig, axes = plt.subplots(2, len(panels), squeeze=False, sharex=True, sharey='row',
                             figsize=(1.5 + 3.9 * len(panels), 7.2))
    for (rate, gain), (length, panel) in zip(axes.T, panels.items()):
        for case, (label, colour, marker) in CASES.items():
            points = sorted(panel.get(case, {}).items())
            if not points:
                continue
            style = {'color': colour, 'marker': marker, 'markersize': 5, 'capsize': 3}
            bursts = [burst for burst, _ in points]
            rate.errorbar(bursts, [r['mpps'] for _, r in points],
                          yerr=[r['spread'] / 2 for _, r in points], label=label, **style)
            if case != 'raw':
                gain.errorbar(bursts, [r['gain_pct'] for _, r in points],
                              yerr=[r['gain_spread'] / 2 for _, r in points], **style)
        rate.set_title(f'{length} bytes', fontsize=11)
        rate.set_ylim(bottom=0)
        gain.axhline(0, color='#000000', linewidth=1)
        gain.set_xscale('log', base=2)
        ticks = sorted(panel['raw'])
        gain.set_xticks(ticks, [str(b) for b in ticks])
        gain.set_xlabel('burst size (packets)')
        for axis in (rate, gain):
            plotting.clear(axis)
    axes[0][0].set_ylabel('million packets a second')
    axes[1][0].set_ylabel('gain over raw pointers (%)')

    fig.suptitle('IP packets through a pipeline of two cores', fontsize=14)
    plotting.legend(fig, axes[0], 0.95, 3)
    pages = 'hugepages' if record['hugepages'] else 'no hugepages'
    lines = plotting.caption(fig, record, f'Ports of net_null, {pages}, ring of '
                             f'{record["ring_size"]}, {record["mbufs"]} mbufs. Medians of all '
                             'rounds; gain from round to round; error bars are as long as the '
                             'quartiles are apart.', 48 * len(panels))
    fig.tight_layout(rect=(0, 0.02 + 0.022 * lines, 1, 0.9))
    return fig


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('json', help='file of JSON lines')
    parser.add_argument('output', help='name of the plot, without .png or .svg')
    args = parser.parse_args()

    panels, record = read(args.json)
    if not panels:
        sys.exit(f'{args.json} has no record of the pipeline')
    fig = draw(panels, record)
    plotting.save(fig, args.output)
    print_table(panels)
    plotting.print_files(args.json, args.output)


if __name__ == '__main__':
    main()
