#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Check commit logs against DPDK's rules, as CONTRIBUTING.md has them.

Prints what is wrong, one line each; the status is 0 if nothing is.
"""

import argparse
import re
import subprocess
import sys

SUBJECT_MAX = 60
BODY_MAX = 75
TAG = re.compile(r'[A-Z][A-Za-z]+(-[a-z]+)*(-by)?: \S')
SUBJECT = re.compile(r'([a-z0-9_-]+(?:/[a-z0-9_-]+)?): (\S.*)$')


def git(folder, *args):
    return subprocess.run(['git', '-C', folder, *args], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def wrong_in_subject(subject, paths):
    if len(subject) > SUBJECT_MAX:
        yield f'the subject has {len(subject)} characters, {SUBJECT_MAX} is the most'
    match = SUBJECT.match(subject)
    if not match:
        yield 'the subject is not "area: what"'
        return
    area, what = match.groups()
    if what[0].isupper():
        yield 'upper case after the colon'
    if what.endswith('.'):
        yield 'a full stop at the end of the subject'
    # test/ring_perf is about app/test and a file whose name begins so
    for word in area.split('/'):
        if not any(re.search(rf'(^|[/_.])(rte_)?{word}', path) for path in paths):
            yield f'no changed file is named after "{word}" of the area'


def wrong_in_body(body, author):
    lines = body.splitlines()
    text = [line for line in lines if line.strip() and not TAG.match(line)]
    if not text:
        yield 'no body that says why'
    for line in text:
        # what has no space cannot be wrapped
        if len(line) > BODY_MAX and ' ' in line.strip():
            yield f'a line of {len(line)} columns, {BODY_MAX} is the most: {line}'
    if f'Signed-off-by: {author}' not in lines:
        yield f'no "Signed-off-by: {author}"'


def check(folder, commit):
    author, subject, body = git(folder, 'show', '--no-patch', '--format=%an <%ae>%n%s%n%b',
                                commit).split('\n', 2)
    paths = git(folder, 'diff-tree', '--no-commit-id', '--name-only', '-r', '--root',
                commit).splitlines()
    return [f'{commit[:12]} {subject}: {wrong}' for wrong in
            [*wrong_in_subject(subject, paths), *wrong_in_body(body, author)]]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-C', dest='folder', default='.', help='the git repository')
    parser.add_argument('range', help='the commits, as git log takes them')
    args = parser.parse_args()
    commits = git(args.folder, 'rev-list', '--no-merges', '--reverse', args.range).split()
    wrong = [line for commit in commits for line in check(args.folder, commit)]
    print('\n'.join(wrong + [f'{len(commits)} commits, {len(wrong)} faults']))
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
