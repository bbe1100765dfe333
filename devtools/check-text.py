#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Check the text of files: first lines, white space, length of lines.

Prints what is wrong, one line each; the status is 0 if nothing is.
"""

import re
import sys

# in two parts, as this is not the licence of a text file
LICENSE = 'SPDX-License-' + 'Identifier: BSD-3-Clause'
COPYRIGHT = 'Copyright(c) 2026 The DPDK pointer compression authors'
NO_FIRST_LINES = re.compile(r'(VERSION|\.reuse/.*|license/.*\.txt|.*\.(json|png|svg)|'
                            r'debian/(changelog|copyright|source/format))$')
COLUMNS = 100
# of these a line may be a sentence, a row of a table or a record
ANY_LENGTH = re.compile(r'(license/.*|debian/changelog|devtools/cross-file\.sh|'
                        r'.*\.(rst|json|svg))$')
TABS = re.compile(r'(.*\.([ch]|map)|\.ci/run)$')
NO_TABS = re.compile(r'.*meson.*')


def faults(path, text):
    lines = text.split('\n')
    if not NO_FIRST_LINES.match(path):
        first = 1 if lines[0].startswith('#!') else 0
        if LICENSE not in lines[first]:
            yield first + 1, f'has to say "{LICENSE}"'
        elif COPYRIGHT not in lines[first + 1]:
            yield first + 2, f'has to say "{COPYRIGHT}"'
    if text and not text.endswith('\n'):
        yield len(lines), 'no end of the last line'
    if text.endswith('\n\n'):
        yield len(lines) - 1, 'an empty line at the end'
    for number, line in enumerate(lines, 1):
        if line != line.rstrip():
            yield number, 'white space at the end'
        if ' \t' in line:
            yield number, 'a space before a tab'
        if TABS.match(path) and line.startswith(' ' * 8):
            yield number, 'spaces instead of tabs'
        if NO_TABS.match(path) and line.startswith('\t'):
            yield number, 'a tab instead of spaces'
        # messages stay in one piece, to be found
        if len(line.expandtabs(8)) > COLUMNS and '"' not in line and \
                not ANY_LENGTH.match(path):
            yield number, f'{len(line.expandtabs(8))} columns, {COLUMNS} is the most'


def main():
    count = 0
    for path in sys.argv[1:]:
        with open(path, 'rb') as file:
            data = file.read()
        if b'\0' in data:
            continue
        for line, what in faults(path, data.decode()):
            print(f'{path}:{line}: {what}')
            count += 1
    print(f'{len(sys.argv) - 1} files, {count} faults')
    sys.exit(bool(count))


if __name__ == '__main__':
    main()
