#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Print what a run of "meson test" came to, one test a line.

Each line holds, with tabs between them: pass, fail or skip; the test's name;
why, for a test that did not pass.
"""

import argparse
import json


def reason(record):
    """What the test said about it: a line that tells, or else its last one."""
    lines = [line.strip() for stream in ('stderr', 'stdout')
             for line in (record.get(stream) or '').splitlines() if line.strip()]
    telling = [line for line in lines if 'skip' in line.lower()]
    return (telling or lines or ['no reason given'])[-1].replace('\t', ' ')


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--require-hugepages', action='store_true',
                        help='a test of suite huge-tests that is skipped has failed')
    parser.add_argument('log', help='testlog.json of a build folder')
    args = parser.parse_args()

    with open(args.log, encoding='utf-8') as file:
        for record in map(json.loads, file):
            suites, _, name = record['name'].rpartition(' / ')
            if record['result'] in ('OK', 'EXPECTEDFAIL'):
                print(f'pass\t{name}\t')
            elif record['result'] != 'SKIP':
                print(f'fail\t{name}\t{record["result"]}, status {record["returncode"]}')
            elif args.require_hugepages and 'huge-tests' in suites:
                print(f'fail\t{name}\tskipped where hugepages are required: {reason(record)}')
            else:
                print(f'skip\t{name}\t{reason(record)}')


if __name__ == '__main__':
    main()
