#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Draw what mbuf_rearm_perf_autotest measured.

Reads the JSON lines that the test appends to the file DPDK_TEST_PERF_JSON
names, and writes OUTPUT.png and OUTPUT.svg: on the left what it costs to set
the fields of rearm_data in several ways, then cycles per packet of forwarding
over the length of packets, a panel for one core and for each pair.
"""

import sys

import plotting
from plotting import plt

# In the order of the legend.
STORES = {
    'aligned': plotting.BLUE,
    'misaligned': plotting.SKY,
    'across a cache line': plotting.ORANGE,
    'separate fields': plotting.VERMILION,
}
HANDS = {
    'raw': ('raw: rte_ring', plotting.BLACK, 'o'),
    'compressed': ('compressed pointer ring', plotting.VERMILION, '^'),
}


def read(path):
    """The stores as {memory: {store: record}}, forwarding as {cores:
    {hand_over: {length: record}}}, and one of the records."""
    stores, forward = {}, {}
    record = None
    for record in plotting.records(path):
        if record.get('what') == 'rearm':
            stores.setdefault(record['memory'], {})[record['store']] = record
        elif record.get('what') == 'forward':
            hands = forward.setdefault(record['cores'], {})
            hands.setdefault(record['hand_over'], {})[record['length']] = record
    return stores, forward, record


def draw_stores(axis, stores):
    """Bars in groups, one group a place of the mbufs."""
    width = 0.8 / len(STORES)
    for i, (store, colour) in enumerate(STORES.items()):
        points = [(at, r[store]) for at, r in enumerate(stores.values()) if store in r]
        axis.bar([at + (i - (len(STORES) - 1) / 2) * width for at, _ in points],
                 [r['cycles_per_packet'] for _, r in points], width,
                 yerr=[r['spread'] / 2 for _, r in points], capsize=2, color=colour, label=store)
    axis.set_xticks(range(len(stores)), [f'mbufs in {m}' if m == 'L1' else f'mbufs {m}'
                                         for m in stores])
    axis.set_ylabel('TSC cycles per packet')
    axis.set_title('Setting rearm_data in a receive loop', fontsize=11)
    axis.legend(frameon=False, fontsize=9)
    plotting.clear(axis)
    axis.grid(False, axis='x')


def draw_forward(axis, cores, hands):
    """Lines over the length, with the spread."""
    for hand, (label, colour, marker) in HANDS.items():
        points = sorted(hands.get(hand, {}).items())
        axis.errorbar([length for length, _ in points],
                      [r['cycles_per_packet'] for _, r in points],
                      yerr=[r['spread'] / 2 for _, r in points], capsize=3, label=label,
                      color=colour, marker=marker, markersize=5)
    axis.set_ylim(bottom=0)
    axis.set_xlabel('length of packets (bytes)')
    axis.set_ylabel('TSC cycles per packet')
    axis.set_title(f'Forwarding between null ports,\n{cores}', fontsize=11)
    axis.legend(frameon=False, fontsize=9)
    plotting.clear(axis)


def share(record):
    """The spread in per cent of the median."""
    return 100 * record['spread'] / record['cycles_per_packet']


def print_summary(stores, forward):
    """The figures as text: median, and spread as a share of it."""
    print('\nCycles per packet: median, and in per cent of it the spread')
    for memory, records in stores.items():
        for store, r in records.items():
            print(f'  {memory:12}{store:22}{r["cycles_per_packet"]:9.2f}'
                  f'{share(r):7.1f}')
    for cores, hands in forward.items():
        lengths = sorted({length for h in hands.values() for length in h})
        print(f'Forwarding, {cores}, length'.ljust(42) + ''.join(f'{n:14d}' for n in lengths))
        for hand, records in hands.items():
            cells = ''
            for length in lengths:
                r = records.get(length)
                cells += (f'{r["cycles_per_packet"]:8.1f}{share(r):6.1f}'
                          if r else f'{"-":>14}')
            print(f'  {hand:40}{cells}')


def main():
    args = plotting.arguments(__doc__)

    stores, forward, record = read(args.json)
    if not stores:
        sys.exit(f'{args.json} has no record of mbuf_rearm_perf_autotest')
    fig, axes = plt.subplots(1, 1 + len(forward), squeeze=False,
                             figsize=(1.5 + 4.6 * (1 + len(forward)), 4.8))
    draw_stores(axes[0][0], stores)
    for axis, (cores, hands) in zip(axes[0][1:], forward.items()):
        draw_forward(axis, cores, hands)
    lines = plotting.caption(fig, record, 'Medians; error bars are as long as the quartiles are '
                             'apart.', 60 * (1 + len(forward)))
    fig.tight_layout(rect=(0, 0.03 + 0.033 * lines, 1, 1))
    plotting.save(fig, args.output)
    print_summary(stores, forward)
    plotting.print_files(args.json, args.output)


if __name__ == '__main__':
    main()
