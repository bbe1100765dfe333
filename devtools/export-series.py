#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Make the patch series for a DPDK tree.

DPDK_TREE is a clean git checkout of DPDK 23.11 or 24.03, which stays as it
is. It gets a branch ptr-compress-v<N> with one commit a patch, and OUTPUT the
patches and the cover letter as files. devtools/series holds what the patches
consist of. Signed off by the user that git's configuration names.
"""

import argparse
import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
SERIES = ROOT / 'devtools/series'
sys.path.insert(0, str(SERIES))
sys.dont_write_bytecode = True

import perf_records
import table


class Refused(Exception):
    """Why there is no series."""


class Tree:
    """The DPDK tree: what is committed there, and git commands in it."""

    def __init__(self, path):
        self.path = path
        self.env = dict(os.environ)

    def git(self, *args, stdin=None):
        done = subprocess.run(['git', '-C', self.path, *args], input=stdin, env=self.env,
                              capture_output=True, check=False)
        if done.returncode != 0:
            raise Refused(f'git {args[0]} in {self.path}: {done.stderr.decode().strip()}')
        return done.stdout.decode()

    def config(self, name):
        done = subprocess.run(['git', '-C', self.path, 'config', name],
                              capture_output=True, check=False, text=True)
        if not done.stdout.strip():
            raise Refused(f'{name} is not set in git: it is needed for Signed-off-by. '
                          f'Set it with: git config --global {name} ...')
        return done.stdout.strip()

    def files(self):
        """Modes of all files."""
        lines = self.git('ls-tree', '-r', '-z', 'HEAD').split('\0')
        return {line.split('\t')[1]: line.split()[0] for line in lines if line}

    def read(self, path):
        return self.git('cat-file', 'blob', 'HEAD:' + path)


def release_of(tree, base):
    if base != 'auto':
        return base
    version = tree.read('VERSION').strip() if 'VERSION' in tree.files() else ''
    match = re.match(r'(\d\d\.\d\d)\.\d+$', version)
    if not match or match[1] not in table.RELEASES:
        raise Refused(f'{tree.path}: VERSION says {version or "nothing"}, which is no release '
                      f'that the series goes onto: {", ".join(table.RELEASES)}')
    return match[1]


def indented(text, like):
    """The lines of text, with the indentation that a line has."""
    indent = like[:len(like) - len(like.lstrip())]
    return [line if re.match(r'\n|#if|#endif', line) else indent + line
            for line in text.splitlines(True)]


def find(lines, where, path, anchor, last=False):
    """Number of the line that is the anchor, of the numbers in where."""
    found = [i for i in where if lines[i].strip() == anchor
             or anchor.endswith('*') and lines[i].startswith(anchor[:-1])]
    if not found:
        raise Refused(f'{path}: no line "{anchor}"')
    if len(found) > 1 and not last:
        raise Refused(f'{path}: "{anchor}" is ambiguous, it is on the lines '
                      + ', '.join(str(i + 1) for i in found))
    return found[-1]


class Series:
    """The files of the tree as the patches change them, all in memory."""

    def __init__(self, tree, release):
        self.tree = tree
        self.release = release
        self.modes = tree.files()
        self.now = {}           # contents after the patches so far
        self.ours = {}          # files of this repository, and the patch of each
        self.done = []          # names of the patches so far

    def text(self, path):
        if path not in self.now:
            if path not in self.modes:
                raise Refused(f'{path}: there is no such file in {self.tree.path}')
            self.now[path] = self.tree.read(path)
        return self.now[path]

    @staticmethod
    def scope(lines, path, first, last, which='only'):
        """The numbers of the lines between two lines, the last one unindented."""
        if which == 'first':
            start = next((i for i, line in enumerate(lines) if line.strip() == first), None)
        else:
            start = find(lines, range(len(lines)), path, first)
        if start is None:
            raise Refused(f'{path}: no line "{first}"')
        for end in range(start + 1, len(lines)):
            if lines[end].rstrip() == last:
                return range(start + 1, end)
        raise Refused(f'{path}: no line "{last}" after "{first}"')

    def edit(self, path, how, anchor, text, within=None):
        lines = self.text(path).splitlines(True)
        where = self.scope(lines, path, *within) if within else range(len(lines))
        added = [line.strip() for line in text.splitlines() if line.strip()]
        present = [lines[i].strip() for i in where]
        if any(present[i:i + len(added)] == added for i in range(len(present))):
            raise Refused(f'{path}: "{added[0]}" is there already: is the series applied?')
        if how == 'sorted':
            at, like = self.sorted_place(lines, where, path, text)
        elif how == 'at end':
            at, like = where.stop, ''
        else:
            at = find(lines, where, path, anchor, how.endswith(' last'))
            like = lines[at]
            at += how.startswith('after')
        lines[at:at] = indented(text, like)
        self.now[path] = ''.join(lines)

    @staticmethod
    def sorted_place(lines, where, path, text):
        """After the greatest of the lesser lines, of those of the same kind."""
        def kind(line):
            return 'a' if line[:1].isalnum() else line[:1]

        def key(line):
            return line.strip().casefold()

        new = text.strip()
        same = [i for i in where if lines[i].strip() and kind(lines[i].strip()) == kind(new)]
        if not same:
            raise Refused(f'{path}: nothing that "{new}" could be sorted into')
        lesser = [i for i in same if key(lines[i]) < key(new)]
        if not lesser:
            return same[0], lines[same[0]]
        best = max(lesser, key=lambda i: (key(lines[i]), i))
        return best + 1, lines[best]

    def add_symbols(self, path):
        """The symbols of our version.map to the experimental ones of theirs."""
        symbols = re.findall(r'^\t(rte_\w+;)$', (ROOT / path).read_text(), re.M)
        text = self.text(path)
        count = len(re.findall(r'^EXPERIMENTAL \{\n\tglobal:$', text, re.M))
        if count != 1:
            raise Refused(f'{path}: "EXPERIMENTAL {{ global:" is there {count} times, not once')
        # up to the last of the symbols
        end = re.search(r'\nEXPERIMENTAL \{\n\tglobal:\n(?:\n|\t#.*\n|\t\w+;\n)*?'
                        r'(?=\n?\tlocal:|\n?\};)', text)
        if not end:
            raise Refused(f'{path}: no end of "EXPERIMENTAL {{ global:"')
        for symbol in symbols:
            if re.search(rf'^\t{symbol}$', text, re.M):
                raise Refused(f'{path}: {symbol} is there already: is the series applied?')
        new = f'\n\t# added in {self.release}\n' + ''.join(f'\t{s}\n' for s in symbols)
        self.now[path] = text[:end.end()] + new + text[end.end():]

    def add_notes(self, notes):
        path = table.RELEASES[self.release]['notes']
        text = self.text(path)
        found = list(re.finditer(r'^New Features\n-+\n', text, re.M))
        if len(found) != 1:
            raise Refused(f'{path}: the title "New Features" is there {len(found)} times, '
                          'not once')
        if notes in text:
            raise Refused(f'{path}: the notes are there already: is the series applied?')
        after = re.search(r'\n[^\n]+\n-{4,}\n', text[found[0].end():])
        end = found[0].end() + after.start() + 1 if after else len(text)
        section = text[:end].rstrip('\n')
        rest = text[len(section):]
        self.now[path] = section + '\n\n' + notes + (rest[1:] if after else '')

    def add_maintained(self, lines):
        text = ''.join(f'F: {line}\n' for line in lines)
        titles = self.text('MAINTAINERS').splitlines()
        if any(patch.get('covers') for patch in table.PATCHES if patch['name'] in self.done):
            self.edit('MAINTAINERS', 'at end', '', text, (table.MAINTAINED, ''))
            return
        if table.MAINTAINED in titles:
            raise Refused(f'MAINTAINERS: "{table.MAINTAINED}" is there already: '
                          'is the series applied?')
        who = re.search(rf'^{table.MAINTAINED}\n((?:M: .*\n)+)',
                        (ROOT / 'MAINTAINERS').read_text(), re.M)[1]
        self.edit('MAINTAINERS', 'before', 'Power management',
                  f'{table.MAINTAINED}\n{who}{text}\n')

    def copy(self, path, patch):
        """Our file, as far as the patches up to this one have it."""
        text = (ROOT / path).read_text()
        if path.endswith('version.map'):
            text = re.sub(r'# added in \d\d\.\d\d', f'# added in {self.release}', text)
        if path.endswith('.rst'):
            text = re.sub(table.PLOTS, '', text)
        for later, regex in table.LATER.get(path, []):
            if not re.search(regex, text):
                raise Refused(f'{path} of this repository: nothing matches {regex}, '
                              f'which patch "{later}" adds')
            if later not in self.done + [patch['name']]:
                text = re.sub(regex, '', text)
        return text

    def apply(self, patch, mailmap):
        """What the patch changes: contents of files."""
        before = dict(self.now)
        for pattern in patch.get('files', []):
            found = sorted(ROOT.glob(pattern))
            if not found:
                raise Refused(f'{pattern}: no such file in this repository')
            for path in (str(p.relative_to(ROOT)) for p in found):
                if path in self.ours:
                    continue
                if path in self.modes:
                    raise Refused(f'{path}: is there already: is the series applied?')
                self.ours[path] = patch['name']
                if fnmatch.fnmatch(path, 'app/test/test_*.c'):
                    self.edit('app/test/meson.build', 'sorted', '', test_row(path),
                              table.TEST_DEPS)
        for path in self.ours:
            self.now[path] = self.copy(path, patch)
        for edit in patch.get('edits', []):
            self.edit(*edit)
        for path in patch.get('symbols', []):
            self.add_symbols(path)
        if mailmap:
            self.add_author(mailmap)
        if patch.get('covers'):
            self.add_maintained(patch['covers'])
        notes = SERIES / f'{patch["name"]}-notes.txt'
        if notes.exists():
            self.add_notes(without_comments(notes))
        self.done.append(patch['name'])
        return {path: text for path, text in self.now.items() if text != before.get(path)}

    def add_author(self, author):
        # who has several addresses is on one line with all of them
        if not any(line.startswith(author) for line in self.text('.mailmap').splitlines()):
            self.edit('.mailmap', 'sorted', '', author + '\n')

    def check_includes(self):
        """Nothing that is there includes what is not."""
        names = {os.path.basename(path) for path in all_files()}
        here = {os.path.basename(path) for path in self.ours}
        for path in self.ours:
            for name in re.findall(r'#include ["<](\S+)[">]', self.now[path]):
                if name in names - here:
                    raise Refused(f'{path}: patch "{self.ours[path]}" has it with an include of '
                                  f'{name}, which comes later')


def all_files():
    """The files of this repository that some patch adds."""
    return [str(path.relative_to(ROOT)) for patch in table.PATCHES
            for pattern in patch.get('files', []) for path in ROOT.glob(pattern)]


def check_all_taken():
    """Each file of the repository goes into a patch or is known to stay."""
    taken = set(all_files())
    folders = ('app/test', 'drivers', 'lib', 'doc/guides/mempool', 'doc/guides/prog_guide')
    for folder in folders:
        for path in sorted((ROOT / folder).rglob('*')):
            name = str(path.relative_to(ROOT))
            if path.is_file() and name not in taken and '__pycache__' not in name and \
                    not any(fnmatch.fnmatchcase(name, p) for p in table.NOT_IN_TREE):
                raise Refused(f'{name}: neither in a patch nor in NOT_IN_TREE of '
                              'devtools/series/table.py')


def test_row(path):
    """The line of source_file_deps for a test, from ours."""
    name = os.path.basename(path)
    row = re.search(rf"^ *('{re.escape(name)}': \[.*\],)$",
                    (ROOT / 'app/test/meson.build').read_text(), re.M)
    if not row:
        raise Refused(f'{path}: app/test/meson.build of this repository has no such test')
    return row[1] + '\n'


def without_comments(path):
    text = path.read_text()
    return re.sub(r'^#.*\n', '', text, flags=re.M).strip() + '\n'


def figures(path):
    """The cover letter's table and machine, from results of ring_perf_autotest."""
    gains = {}
    record = None
    for record in perf_records.merged(perf_records.read(path)):
        if ('gain_pct' in record and record.get('inlined', True)
                and record.get('sync') in ('sp_sc', 'mp_mc')):
            key = record['sync'], record['case']
            gains.setdefault(key, {})[record['burst']] = record['gain_pct']
            cores = record['cores']
    if not gains:
        raise Refused(f'{path}: holds no gains of ring_perf_autotest')
    bursts = sorted(set.union(*map(set, gains.values())))
    lines = ['sync   case     ' + ''.join(f'{burst:6}' for burst in bursts)]
    for (sync, case), row in gains.items():
        lines.append(f'{sync:7}{case:9}' + ''.join(
            f'{row[b]:6.0f}' if b in row else '     -' for b in bursts))
    machine = [f'CPU:      {record["cpu"]}, {cores}',
               f'DPDK:     {record["dpdk"].removeprefix("DPDK ")}',
               f'compiler: {record["flags"]}',
               f'vectors:  {record["simd_limit"]} bits at most']
    return {'gains': '\n'.join('  ' + line for line in lines),
            'machine': '\n'.join('  ' + line for line in machine)}


def cover_letter(perf, version):
    text = without_comments(SERIES / 'cover-letter.txt').format(**figures(perf))
    for number in range(version, 1, -1):
        changes = SERIES / f'changes-v{number}.txt'
        if not changes.exists():
            raise Refused(f'{changes.relative_to(ROOT)}: is missing, what changed in v{number}')
        text += f'\nv{number}:\n{without_comments(changes)}'
    return text


def commit(tree, base, patch, changed, modes, signed):
    """Commit a patch on top of base, without a checkout. The new commit."""
    with tempfile.TemporaryDirectory() as folder:
        tree.env['GIT_INDEX_FILE'] = os.path.join(folder, 'index')
        tree.git('read-tree', base)
        for path, text in sorted(changed.items()):
            blob = tree.git('hash-object', '-w', '--stdin', stdin=text.encode()).strip()
            tree.git('update-index', '--add', '--cacheinfo',
                     f'{modes.get(path, "100644")},{blob},{path}')
        top = tree.git('write-tree').strip()
        del tree.env['GIT_INDEX_FILE']
    message = without_comments(SERIES / f'{patch["name"]}.txt')
    message += f'\nSigned-off-by: {signed}\n'
    return tree.git('commit-tree', top, '-p', base, stdin=message.encode()).strip()


def write_patches(tree, base, head, version, letter, output):
    subject, body = letter.split('\n', 1)
    with tempfile.TemporaryDirectory() as folder:
        # all that the user's configuration might decide is said here
        tree.git('-c', 'diff.noprefix=false', '-c', 'diff.mnemonicPrefix=false',
                 '-c', 'diff.orderFile=/dev/null', '-c', 'core.abbrev=12',
                 '-c', 'format.useAutoBase=false',
                 '-c', 'format.coverFromDescription=default',
                 'format-patch', '--quiet', '--cover-letter', f'--reroll-count={version}',
                 '--no-signature', '--no-renames', '--no-attach', '--no-thread',
                 '--no-add-header', '--no-to', '--no-cc', '--no-notes', '--no-from',
                 '--no-ext-diff',
                 '--diff-algorithm=histogram', '--unified=3', '--subject-prefix=PATCH',
                 '--numbered', '--suffix=.patch', f'--base={base}',
                 f'--output-directory={folder}', f'{base}..{head}')
        files = sorted(pathlib.Path(folder).iterdir())
        text = files[0].read_text()
        text = text.replace('*** SUBJECT HERE ***', subject)
        text = text.replace('*** BLURB HERE ***', body.strip())
        files[0].write_text(text)
        os.makedirs(output, exist_ok=True)
        for old in pathlib.Path(output).glob(f'v{version}-[0-9][0-9][0-9][0-9]-*.patch'):
            old.unlink()
        for file in files:
            (pathlib.Path(output) / file.name).write_bytes(file.read_bytes())
    return [file.name for file in files]


def export(args):
    tree = Tree(args.tree)
    if not os.path.isdir(args.tree):
        raise Refused(f'{args.tree}: no such folder')
    if tree.git('rev-parse', '--show-prefix').strip():
        raise Refused(f'{args.tree}: is no git checkout, but a folder in one')
    dirty = tree.git('status', '--porcelain').splitlines()
    if dirty:
        raise Refused(f'{args.tree}: is not clean: {", ".join(dirty[:5])}'
                      + (', ...' if len(dirty) > 5 else ''))
    release = release_of(tree, args.base)
    signed = f'{tree.config("user.name")} <{tree.config("user.email")}>'
    check_all_taken()
    letter = cover_letter(args.perf, args.version)

    series = Series(tree, release)
    changes = []
    for patch in table.PATCHES:
        changes.append(series.apply(patch, signed if not changes else None))
        series.check_includes()

    base = tree.git('rev-parse', 'HEAD').strip()
    date = tree.git('show', '--no-patch', '--format=%ct', base).strip() + ' +0000'
    name, email = signed.rstrip('>').split(' <')
    for who in 'AUTHOR', 'COMMITTER':
        tree.env |= {f'GIT_{who}_NAME': name, f'GIT_{who}_EMAIL': email,
                     f'GIT_{who}_DATE': date}
    head = base
    for patch, changed in zip(table.PATCHES, changes):
        head = commit(tree, head, patch, changed, series.modes, signed)

    if args.check:
        check = subprocess.run([sys.executable, ROOT / 'devtools/check-commits.py',
                                '-C', args.tree, f'{base}..{head}'], check=False)
        if check.returncode != 0:
            raise Refused('the commit logs do not pass, see above')
    branch = f'ptr-compress-v{args.version}'
    there = tree.git('for-each-ref', '--format=%(objectname)', f'refs/heads/{branch}').strip()
    if there not in ('', head):
        raise Refused(f'{args.tree}: branch {branch} is there with something else: '
                      'remove it, or choose another --version')
    names = write_patches(tree, base, head, args.version, letter, args.output)
    tree.git('update-ref', f'refs/heads/{branch}', head)
    for name in names:
        print(os.path.join(args.output, name))
    print(f'{len(names) - 1} patches for DPDK {release}, branch {branch}')


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('tree', metavar='DPDK_TREE')
    parser.add_argument('--base', default='auto', choices=['auto', *table.RELEASES],
                        help='release that the tree is of (default: what its VERSION says)')
    parser.add_argument('--output', default='series', metavar='DIR',
                        help='folder for the patches (default: series)')
    parser.add_argument('--version', type=int, default=1, metavar='N',
                        help='version of the series (default: 1)')
    parser.add_argument('--perf', default=SERIES / 'ring_perf.json', metavar='FILE',
                        help="results of devtools/perf.sh for the cover letter (default: "
                        'those in devtools/series)')
    parser.add_argument('--check', action='store_true',
                        help='check the commit logs first')
    args = parser.parse_args()
    args.tree = os.path.realpath(args.tree)
    if args.version < 1:
        parser.error('--version starts at 1')
    try:
        export(args)
    except (Refused, OSError, ValueError) as error:
        print(f'{parser.prog}: {error}', file=sys.stderr)
        print('Nothing was changed.', file=sys.stderr)
        sys.exit(1)


if __name__ == '__main__':
    main()
