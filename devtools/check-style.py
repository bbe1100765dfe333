#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Check the style of C files against what clang-format makes of them.

What DPDK leaves to the author is not compared: where a statement goes on in
the next line and how far that is indented, comments at the end of a line, and
macros. Prints what differs, one line each; the status is 0 if nothing does.
"""

import re
import subprocess
import sys

TOKEN = re.compile(r'''(?P<comment>/\*.*?\*/|//[^\n]*)
    |(?P<directive>^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
    |(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<char>'(?:[^'\\\n]|\\.)*')
    |(?P<word>\w+)|(?P<sign>[^\w\s])''', re.X | re.S | re.M)

TYPES = 'int', 'void', 'bool', 'char'


class Token:
    """A token, the white space before it, and where it is."""

    def __init__(self, match, text, before):
        self.kind = match.lastgroup
        self.text = match[0]
        self.gap = text[before:match.start()]
        self.line = text.count('\n', 0, match.start()) + 1
        # the indentation of a token that begins a line, else None
        self.indent = self.gap.rpartition('\n')[2] if '\n' in self.gap or before == 0 else None


def tokens(text):
    found = []
    before = 0
    for match in TOKEN.finditer(text):
        # a comment may stand anywhere, and does not count
        if match.lastgroup != 'comment':
            found.append(Token(match, text, before))
            before = match.end()
        elif '\n' in text[before:match.start()]:
            before = text.rindex('\n', 0, match.start())
        else:
            before = match.end()
    return found


def faults(ours, theirs):
    """Yield line and what is wrong with it."""
    last = None
    depth = 0   # of parentheses, as in for (;;)
    for our, their in zip(ours, theirs):
        if 'directive' not in (our.kind, last and last.kind):
            if (our.indent is None) and (their.indent is None):
                # with or without a space: "%" PRIu64, * const, for (;; ),
                # MACRO(a, ), typedef int (function)(void)
                either = {our.kind, last.kind} == {'string', 'word'} or \
                    last.text + our.text in ('*const', ';)', ',)') or \
                    last.text in TYPES and our.text == '('
                if bool(our.gap) != bool(their.gap) and not either:
                    yield our.line, (f'{"a" if our.gap else "no"} space between '
                                     f'"{last.text}" and "{our.text}"')
            elif their.indent == '' and our.indent != '':
                yield our.line, f'"{our.text}" has to be at the margin'
            elif our.text == '{' and last.text == ')' and \
                    (our.indent is None) != (their.indent is None):
                yield our.line, 'the brace belongs to the ' + (
                    'end of the line' if their.indent is None else 'next line')
            elif our.indent is not None and their.indent is not None and \
                    last and last.text in ';{}' and our.indent != their.indent:
                yield our.line, f'"{our.text}" is indented wrongly'
            elif last and last.text == ';' and our.indent is None and \
                    their.indent is not None and not depth:
                yield our.line, f'"{our.text}" belongs to a line of its own'
        depth += {'(': 1, ')': -1}.get(our.text, 0)
        last = our


def main():
    count = 0
    for path in sys.argv[1:]:
        with open(path, encoding='utf-8') as file:
            text = file.read()
        formatted = subprocess.run(['clang-format', '--style=file', path], check=True, text=True,
                                   stdout=subprocess.PIPE).stdout
        ours, theirs = tokens(text), tokens(formatted)
        wrong = list(faults(ours, theirs))
        if [t.text for t in ours if t.kind != 'directive'] != \
                [t.text for t in theirs if t.kind != 'directive']:
            wrong.append((1, 'clang-format makes other code of it'))
        count += len(wrong)
        for line, what in wrong:
            print(f'{path}:{line}: {what}')
    print(f'{len(sys.argv) - 1} files, {count} faults')
    sys.exit(bool(count))


if __name__ == '__main__':
    main()
