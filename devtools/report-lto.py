#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Print what it costs to call functions instead of inlining them.

Reads the JSON lines of ring_perf_autotest and ptr_compress_perf_autotest, of
several runs of a build without link-time optimisation and of one with it, and
prints one table: cycles inlined, and not inlined without and with link-time
optimisation, and how many cycles more a burst takes. FILE gets a JSON line
for each of these.

On one core a burst is one call of enqueue and one of dequeue, and what it takes
more is what the two calls cost. Between cores, cycles are averaged over both
sides. For a kernel a burst is one call. Medians over all runs of the medians of
each; the spread is that of the runs, from the least to the most.
"""

import argparse
import json
import statistics
import sys

import perf_records

PLAIN, LTO = False, True
# What stands in the columns: of which build, and whether inlined there.
COLUMNS = {
    'inlined': (PLAIN, True),
    'not_inlined': (PLAIN, False),
    'lto_inlined': (LTO, True),
    'lto_not_inlined': (LTO, False),
}


def row_of(record):
    """What a record is about: title of the table, name of the row, burst. None
    if it says nothing about inlining."""
    if 'inlined' not in record or record.get('what') == 'latency':
        return None
    if 'op' in record:
        if record['alignment'] != 'aligned' or record['memory'] != 'L1':
            return None
        return 'kernels, tables in L1', record['op'], record['n']
    name = record['case']
    if name == 'raw':
        return None
    if 'elem_size' in record:
        name += f', {record["elem_size"]:.0f} bytes'
        title = f'rte_ring, {record["cores"]}'
    else:
        title = f'pointers of a mempool, {record["cores"]}'
    return title, f'{name}, {record["sync"]}', record['burst']


def read(paths):
    """{(title, name, burst): {column: [record of each run]}}"""
    rows = {}
    for lto, files in paths.items():
        for path in files:
            for record in perf_records.read(path):
                row = row_of(record)
                if row is None:
                    continue
                column = next(name for name, form in COLUMNS.items()
                              if form == (lto, record['inlined']))
                rows.setdefault(row, {}).setdefault(column, []).append(record)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--plain', nargs='+', required=True, metavar='JSON',
                        help='results without link-time optimisation')
    parser.add_argument('--lto', nargs='+', required=True, metavar='JSON',
                        help='results with it')
    parser.add_argument('--output', required=True, metavar='FILE',
                        help='file of JSON lines to write')
    args = parser.parse_args()

    rows = read({PLAIN: args.plain, LTO: args.lto})
    if not rows:
        sys.exit('no record says whether functions were inlined')
    tables = list(dict.fromkeys(table for table, *_ in rows))
    names = list(dict.fromkeys(name for _, name, _ in rows))
    title = None
    record = next(iter(next(iter(rows.values())).values()))[0]
    print(f'{record["cpu"]} | {record["dpdk"]} | {record["flags"]}')
    with open(args.output, 'w', encoding='utf-8') as output:
        order = sorted(rows, key=lambda row: (tables.index(row[0]), names.index(row[1]), row[2]))
        for table, name, burst in order:
            records = rows[table, name, burst]
            if set(records) != set(COLUMNS):
                continue
            figure = perf_records.figure_name(records['inlined'][0])
            cycles = {column: [r[figure] for r in records[column]] for column in COLUMNS}
            if table != title:
                title = table
                print(f'\n{title}: cycles an element, and how many more a burst takes')
                print(f'  {"":32}{"burst":>6}{"inlined":>9}{"not inlined":>19}'
                      f'{"inlined, LTO":>19}{"not inlined, LTO":>19}')
            each = 1 if name.startswith('empty') else burst
            medians = {column: statistics.median(cycles[column]) for column in COLUMNS}
            extra = {column: (medians[column] - medians['inlined']) * each for column in COLUMNS}
            print(f'  {name:32}{burst:6.0f}{medians["inlined"]:9.2f}'
                  + ''.join(f'{medians[c]:10.2f}{extra[c]:+9.1f}'
                            for c in COLUMNS if c != 'inlined'))
            for column, (lto, inlined) in COLUMNS.items():
                line = {'test': 'lto', 'what': table, 'case': name, 'burst': burst,
                        'inlined': inlined, 'lto': lto,
                        figure: round(medians[column], 4),
                        'spread': round(max(cycles[column]) - min(cycles[column]), 4),
                        'extra_cycles': round(extra[column], 3), 'runs': len(cycles[column])}
                line.update((key, records[column][0][key]) for key in perf_records.ENVIRONMENT
                            if key in records[column][0])
                output.write(json.dumps(line) + '\n')
    print(f'\nJSON: {args.output}')


if __name__ == '__main__':
    main()
