#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Check that MAINTAINERS covers every file, and that each of its lines counts.

Prints what is wrong, one line each; the status is 0 if nothing is.
"""

import argparse
import pathlib
import re
import subprocess
import sys


def to_regex(pattern):
    """A folder ends with a slash and covers all below, * stops at a slash."""
    regex = re.escape(pattern).replace(r'\*', '[^/]*')
    return re.compile(regex + ('.*' if pattern.endswith('/') else '') + r'\Z')


def sections(text):
    """Yield title, M lines, F lines and X lines of each section."""
    for block in re.split(r'\n\s*\n', text):
        lines = block.splitlines()
        found = {kind: [line[3:].strip() for line in lines if line.startswith(kind + ': ')]
                 for kind in 'MFX'}
        if found['F']:
            yield lines[0], found['M'], found['F'], found['X']


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-C', dest='folder', default='.', help='the git repository')
    args = parser.parse_args()
    files = subprocess.run(['git', '-C', args.folder, 'ls-files', '--cached', '--others',
                            '--exclude-standard'],
                           check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()
    files = [name for name in files if (pathlib.Path(args.folder) / name).exists()]
    covered = set()
    wrong = []
    for title, people, names, excepted in sections(
            (pathlib.Path(args.folder) / 'MAINTAINERS').read_text(encoding='utf-8')):
        if not people:
            wrong.append(f'section "{title}" has no maintainer')
        for name in people:
            if not re.match(r'[^<>]+ <[^<>@ ]+@[^<>@ ]+>$', name):
                wrong.append(f'section "{title}": "{name}" is not "Name <address>"')
        less = [to_regex(name) for name in excepted]
        for name in names + excepted:
            hits = [file for file in files if to_regex(name).match(file)]
            if not hits:
                wrong.append(f'section "{title}": {name} is no file')
            if name in names:
                covered.update(file for file in hits if not any(x.match(file) for x in less))
    wrong += [f'{name}: no section covers it' for name in files if name not in covered]
    print('\n'.join(wrong + [f'{len(files)} files, {len(wrong)} faults']))
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
