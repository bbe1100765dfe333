#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Find the tests that test sources register.

Usage: get-test-suites.py SOURCE...

Prints one line a test: its suite, its name, and for a fast test whether it
runs without hugepages and whether it runs under AddressSanitizer. A test of
plain REGISTER_TEST_COMMAND belongs to no suite.
"""

import re
import sys

COMMENT = re.compile(r'/\*.*?\*/', re.DOTALL)
REGISTER = re.compile(
    r'^[ \t]*REGISTER_(FAST|PERF|DRIVER|STRESS)_TEST\s*\(([^)]*)\)', re.MULTILINE)

def tests_of(path):
    """Yield the words that are to be printed for each test of a file."""
    with open(path, encoding='utf-8') as source:
        text = COMMENT.sub(' ', source.read())
    for kind, args in REGISTER.findall(text):
        args = [arg.strip() for arg in args.split(',')]
        name, flags = args[0], args[1:-1]
        expected = 2 if kind == 'FAST' else 0
        if len(args) != expected + 2 or not set(flags) <= {'true', 'false'}:
            sys.exit(f'{path}: cannot make sense of the registration of {name}')
        yield [f'{kind.lower()}-tests', name] + flags


def main():
    """Print the tests of all sources."""
    files = {}
    for path in sys.argv[1:]:
        for words in tests_of(path):
            name = words[1]
            if name in files:
                sys.exit(f'{path}: {name} is registered in {files[name]} as well')
            files[name] = path
            print(*words)


if __name__ == '__main__':
    main()
