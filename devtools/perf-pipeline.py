#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Measure what compressed pointers gain in dpdk-test-ptr-pipeline.

Runs it over a port of net_null with raw pointers, with the compressed ring,
and with the compressed mempool driver as well, one after the other, again and
again: what disturbs the machine for a while so disturbs all of them. Appends
medians to a file as JSON lines. Options after "--" are EAL's.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

LENGTHS = (64, 512, 1518)
BURSTS = (8, 16, 32, 64)
# what is copied from the records of the application
KEYS = ('width', 'mempool_ops', 'ring_size', 'mbufs', 'hugepages', 'simd_bits', 'cpu', 'dpdk',
        'compiler', 'flags', 'simd_limit')


def quartiles_apart(values):
    """Distance between the first and the third quartile."""
    if len(values) < 2:
        return 0
    first, _, third = statistics.quantiles(values, n=4, method='inclusive')
    return third - first


def run(args, case, length, burst):
    """One run. Its record."""
    hand_over, driver = case
    with tempfile.TemporaryDirectory() as folder:
        routes = os.path.join(folder, 'routes')
        with open(routes, 'w', encoding='utf-8') as file:
            file.write('198.18.0.0/15 0\n')
        results = os.path.join(folder, 'json')
        command = [args.program, '--no-pci', '--no-shconf', '-l', args.cores,
                   f'--vdev=net_null0,size={length}'] + args.eal
        if driver:
            command += ['-d', driver, '--mbuf-pool-ops-name=ptr_ring']
        command += ['--', '--fill', '--routes', routes, '--json', results, '--hand-over', hand_over,
                    '--burst', str(burst), '--run-time', str(args.seconds)]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, universal_newlines=True, check=False)
        if done.returncode != 0:
            sys.exit(f'{" ".join(command)}\nfailed with status {done.returncode}:\n{done.stdout}')
        with open(results, encoding='utf-8') as file:
            record = [json.loads(line) for line in file][-1]
    if record['dropped'] != 0:
        sys.exit(f'{" ".join(command)}\ndropped {record["dropped"]} packets:\n{done.stdout}')
    return record


def report(file, case, length, burst, records, raw):
    """Append the medians of one kind of run, beside those of raw pointers."""
    mpps = [r['mpps'] for r in records]
    result = {'test': 'ptr_pipeline', 'what': 'throughput', 'case': case, 'length': length,
              'burst': burst, 'mpps': statistics.median(mpps), 'spread': quartiles_apart(mpps)}
    if case != 'raw':
        # from round to round, since the machine may be another in each
        gains = [100 * (r['mpps'] / base['mpps'] - 1) for r, base in zip(records, raw)]
        result['gain_pct'] = statistics.median(gains)
        result['gain_spread'] = quartiles_apart(gains)
    # of the looks at the ring, how many found it full or empty
    for key, bursts in (('ring_full', 'bursts_put'), ('ring_empty', 'bursts_taken')):
        result[key + '_pct'] = statistics.median(
            100 * r[key] / max(1, r[key] + r[bursts]) for r in records)
    result.update((key, records[0][key]) for key in KEYS)
    file.write(json.dumps(result) + '\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program', help='dpdk-test-ptr-pipeline')
    parser.add_argument('json', help='file of JSON lines to append to')
    parser.add_argument('--cores', required=True, help='the two CPUs, as A,B')
    parser.add_argument('--driver', help='the compressed mempool driver, a shared library')
    parser.add_argument('--lengths', default=','.join(map(str, LENGTHS)))
    parser.add_argument('--bursts', default=','.join(map(str, BURSTS)))
    parser.add_argument('--rounds', type=int, default=7)
    parser.add_argument('--seconds', type=float, default=0.2, help='time of a run')
    # what follows "--" is for EAL
    end = sys.argv.index('--') if '--' in sys.argv else len(sys.argv)
    args = parser.parse_args(sys.argv[1:end])
    args.eal = sys.argv[end + 1:]

    cases = {'raw': ('raw', None), 'ring': ('compressed', None)}
    if args.driver:
        cases['ring_driver'] = ('compressed', args.driver)
    kinds = [(length, burst) for length in map(int, args.lengths.split(','))
             for burst in map(int, args.bursts.split(','))]
    records = {(case, kind): [] for kind in kinds for case in cases}
    for i in range(args.rounds):
        for kind in kinds:
            # none always follows the same other
            names = list(cases)
            for case in names[i % len(names):] + names[:i % len(names)]:
                records[case, kind].append(run(args, cases[case], *kind))
        print(f'pipeline: {100 * (i + 1) // args.rounds}%', file=sys.stderr)
    with open(args.json, 'a', encoding='utf-8') as file:
        for kind in kinds:
            for case in cases:
                report(file, case, *kind, records[case, kind], records['raw', kind])


if __name__ == '__main__':
    main()
