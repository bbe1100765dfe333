#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Draw what mempool_ptr_perf_autotest measured: a heat map of changes, and gains.

Reads the JSON lines that the test appends to the file DPDK_TEST_PERF_JSON
names, and writes OUTPUT.png and OUTPUT.svg: for one lcore, how the rate of each
cell of the matrix changes; for two, what is saved where one gets and the other
puts.
"""

import sys

import plotting
from plotting import plt

# (driver, cache) of what is compared, and with what: one row of panels each.
COMPARISONS = (
    (('ptr_ring', 'default'), ('stock', 'default'), 'driver ptr_ring, DPDK\'s caches'),
    (('ptr_ring', 'none'), ('stock', 'none'), 'driver ptr_ring, no caches'),
    (('stock', 'cache16'), ('stock', 'user'), 'stock driver, compressed caches'),
    (('ptr_ring', 'cache16'), ('stock', 'user'), 'driver ptr_ring, compressed caches'),
)
# (driver, cache, ring) in the order of the legend.
PAIRS = {
    ('ptr_ring', 'default', 'raw'): ('driver alone', plotting.BLUE, 's'),
    ('stock', 'default', 'ring32'): ('ring32 alone', plotting.SKY, 'D'),
    ('stock', 'default', 'ring16'): ('ring16 alone', plotting.ORANGE, 'P'),
    ('ptr_ring', 'default', 'ring32'): ('driver and ring32', plotting.GREEN, 'v'),
    ('ptr_ring', 'default', 'ring16'): ('driver and ring16', plotting.VERMILION, '^'),
    ('ptr_ring', 'cache16', 'ring16'): ('driver, ring16, compressed caches',
                                        plotting.PURPLE, 'X'),
}
# Changes beyond are drawn as this.
LIMIT = 60


def read(path):
    """The matrix of one lcore as {(driver, cache): {(keep, get, put): cycles}},
    the pairs as {(driver, cache, ring): {burst: gain}}, and a record."""
    matrix, pairs = {}, {}
    record = None
    for record in plotting.records(path):
        if record['case'] == 'matrix' and record['cores'] == '1 lcore':
            way = matrix.setdefault((record['driver'], record['cache']), {})
            cell = (record['n_keep'], record['n_get'], record['n_put'])
            way[cell] = record['cycles_per_obj']
        elif record['case'] == 'pair' and 'gain_pct' in record:
            way = pairs.setdefault((record['driver'], record['cache'], record['ring']), {})
            way[record['burst']] = record['gain_pct']
    return matrix, pairs, record


def changes_of(matrix, way, base):
    """The change of the rate of each cell, in per cent."""
    return {cell: 100 * (matrix[base][cell] / cycles - 1)
            for cell, cycles in matrix[way].items()}


def heat_map(axis, changes, keep):
    """One panel: gets from above, puts from the left."""
    gets = sorted({g for k, g, _ in changes if k == keep})
    puts = sorted({p for k, _, p in changes if k == keep})
    rows = [[changes[keep, g, p] for p in puts] for g in gets]
    image = axis.imshow(rows, cmap='RdBu', vmin=-LIMIT, vmax=LIMIT, aspect='auto')
    for y, row in enumerate(rows):
        for x, change in enumerate(row):
            axis.text(x, y, f'{change:.0f}', ha='center', va='center', fontsize=7,
                      color='white' if abs(change) > 0.65 * LIMIT else 'black')
    axis.set_xticks(range(len(puts)), [str(p) for p in puts], fontsize=8)
    axis.set_yticks(range(len(gets)), [str(g) for g in gets], fontsize=8)
    axis.tick_params(length=0)
    return image


def draw(matrix, pairs, record):
    """One row a comparison, one column a number of kept objects; below, pairs."""
    rows = [(changes_of(matrix, way, base), title) for way, base, title in COMPARISONS
            if way in matrix and base in matrix]
    keeps = sorted({cell[0] for changes, _ in rows for cell in changes})
    height = 2.7 * len(rows) + (3.6 if pairs else 0) + 1.7
    fig = plt.figure(figsize=(13.5, height))
    ratios = [1] * len(rows) + ([1.25] if pairs else [])
    grid = fig.add_gridspec(len(ratios), len(keeps), height_ratios=ratios, left=0.06, right=0.93,
                            top=1 - 0.75 / height, bottom=1.25 / height, hspace=0.5, wspace=0.16)
    image = None
    for row, (changes, title) in enumerate(rows):
        for column, keep in enumerate(keeps):
            axis = fig.add_subplot(grid[row, column])
            image = heat_map(axis, changes, keep)
            axis.set_title(f'{title}\n{keep} kept', fontsize=8.5)
            if column == 0:
                axis.set_ylabel('got at a time', fontsize=8.5)
            axis.set_xlabel('put at a time', fontsize=8.5, labelpad=1)
    bar = fig.add_axes([0.945, 0.55, 0.012, 0.3])
    fig.colorbar(image, cax=bar, label='change of the rate (%)')
    if pairs:
        axis = fig.add_subplot(grid[len(rows), :])
        for way, (label, colour, marker) in PAIRS.items():
            points = sorted(pairs.get(way, {}).items())
            if points:
                axis.plot(*zip(*points), label=label, color=colour, marker=marker)
        axis.axhline(0, color='#000000', linewidth=1)
        axis.set_xscale('log', base=2)
        bursts = sorted({b for way in PAIRS for b in pairs.get(way, {})})
        axis.set_xticks(bursts, [str(b) for b in bursts])
        axis.set_title('Got on one core, handed over, put on another', fontsize=10)
        axis.set_xlabel('burst (objects)')
        axis.set_ylabel('cycles saved (%)')
        axis.set_ylim(bottom=axis.get_ylim()[0] - 20)  # for the legend
        axis.legend(ncol=3, frameon=False, fontsize=8, loc='lower center')
        plotting.clear(axis)
    fig.suptitle('Mempools: against the stock driver and DPDK\'s caches, one lcore', fontsize=14,
                 y=1 - 0.15 / height)
    plotting.caption(fig, record, 'Medians. A cell is the change of the rate in per cent; '
                     f'colours end at {LIMIT}.', 190)
    return fig


def print_summary(matrix):
    """Each comparison in a line."""
    print('\nChange of the rate in per cent, one lcore')
    for way, base, title in COMPARISONS:
        if way not in matrix or base not in matrix:
            continue
        changes = changes_of(matrix, way, base)
        values = sorted(changes.values())
        large = [c for (_, g, p), c in changes.items() if g >= 32 and p >= 32]
        print(f'  {title:36} {values[0]:4.0f} to {values[-1]:3.0f}, median '
              f'{values[len(values) // 2]:3.0f}; {sum(c < -5 for c in values):3} of '
              f'{len(values)} below -5; 32 and more: {sum(c >= 10 for c in large)} of '
              f'{len(large)} gain 10')


def main():
    args = plotting.arguments(__doc__)

    matrix, pairs, record = read(args.json)
    if not matrix:
        sys.exit(f'{args.json} has no record of mempools')
    plotting.save(draw(matrix, pairs, record), args.output)
    print_summary(matrix)
    plotting.print_files(args.json, args.output)


if __name__ == '__main__':
    main()
