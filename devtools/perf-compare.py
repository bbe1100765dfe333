#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Say what changed between two measurements beyond noise.

Reads two files of JSON lines as devtools/perf.sh writes them. Several runs may
be in one file, one after the other: then how far they are apart is known, and
smaller changes can be told from it.

Machines run faster on one day than on another. What all figures of a kind have
in common is told once, as their drift, and taken out of the changes. Exits with
1 when something became slower beyond noise, else with 0.
"""

import argparse
import math
import statistics
import sys

import perf_records

# Below so many per cent nothing is told: code that is placed elsewhere in the
# program moves figures that much.
FLOOR = 3.0
# Of fewer figures of a kind, the drift is not known.
ENOUGH_FOR_DRIFT = 8
# With more drift than this the machine is another one, or in another state: how
# long a cache line takes from core to core changes some figures, not others.
COMPARABLE = 25.0
# What figures of a kind share, beside the test and the unit.
KIND = ('what', 'cores', 'memory')


def noise(old, new):
    """Per cent that two figures may differ by without meaning anything."""
    # the medians of samples scatter far less than the samples
    samples = math.hypot(old.spread, new.spread) / 8
    runs = max(old.scatter, new.scatter)
    return max(FLOOR, samples, runs)


def ratio(old, new):
    """How much better the new figure is: 2 is twice as good."""
    value = new.median / old.median
    return value if new.more_is_better else 1 / value


def kind(key, figure):
    """Figures that the state of the machine moves alike."""
    fields = dict(key)
    return ', '.join([fields.get('test', '?')] + [fields[f] for f in KIND if f in fields]
                     + [figure.name])


def changes(old, new):
    """{kind: (drift, [(change in per cent, identity, old, new)], figures compared)}"""
    ratios = {}
    for key, figure in new.items():
        before = old.get(key)
        if before is None or before.name != figure.name or not before.median or not figure.median:
            continue
        ratios.setdefault(kind(key, figure), []).append((key, ratio(before, figure)))
    found = {}
    for name, of_kind in ratios.items():
        drift = (statistics.median(r for _, r in of_kind)
                 if len(of_kind) >= ENOUGH_FOR_DRIFT else 1.0)
        rows = []
        for key, value in of_kind:
            change = 100 * (value / drift - 1)
            if abs(change) > noise(old[key], new[key]):
                rows.append((change, key, old[key], new[key]))
        found[name] = (100 * (drift - 1), sorted(rows, key=lambda row: row[0]), len(of_kind))
    return found


def describe(key):
    """An identity in words."""
    return ', '.join(f'{field} {value}' for field, value in key
                     if field != 'test' and field not in KIND)


def print_environment(old, new):
    """What else than the code is not the same."""
    for field in perf_records.ENVIRONMENT:
        before, after = (', '.join(map(str, e.get(field, ['-']))) for e in (old, new))
        if before != after:
            print(f'Not the same {field}: {before}, now {after}')


def print_drift(drift):
    """What figures of a kind have in common; returns whether they can be compared."""
    if abs(drift) > FLOOR:
        print(f'  all of them are about {abs(drift):.1f} % {"better" if drift > 0 else "worse"}: '
              'the machine, or what they have in common; taken out below')
    if abs(drift) > COMPARABLE:
        print('  Not compared: that is another machine, or another state of it (see the latency '
              'that ring_perf_autotest prints). Measure both again, in turns')
        return False
    return True


def print_changes(found):
    """All of it; returns whether something became slower."""
    slower = False
    for name, (drift, rows, compared) in found.items():
        print(f'\n{name}: {compared} figures, {len(rows)} changed beyond noise')
        slower = slower or drift < -FLOOR
        if not print_drift(drift):
            continue
        for change, key, before, after in rows:
            slower = slower or change < 0
            print(f'  {change:+7.1f} %  {before.median:10.4g} -> {after.median:<10.4g}'
                  f'{describe(key)}')
    return slower


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('old', help='file of JSON lines')
    parser.add_argument('new', help='file of JSON lines')
    args = parser.parse_args()

    old_records, new_records = perf_records.read(args.old), perf_records.read(args.new)
    old, new = perf_records.figures(old_records), perf_records.figures(new_records)
    if not old.keys() & new.keys():
        sys.exit('The files have no figure in common')
    print_environment(perf_records.environment(old_records),
                      perf_records.environment(new_records))
    slower = print_changes(changes(old, new))
    if all(len(figure.values) == 1 for figure in new.values()):
        print('\nOne run only: how far runs are apart on this machine is not known, and some of '
              'this may be\nnoise. Several runs in each file tell (devtools/perf.sh --runs 5).')
    gone, added = len(old.keys() - new.keys()), len(new.keys() - old.keys())
    if gone or added:
        print(f'\nNot compared: {gone} figures that are no longer there, {added} new ones')
    print('\nBetter is positive.' if not slower else '\nBetter is positive. Something is slower.')
    sys.exit(1 if slower else 0)


if __name__ == '__main__':
    try:
        main()
    except BrokenPipeError:
        sys.exit(1)
