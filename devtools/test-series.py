#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Test export-series.py on small trees that are like DPDK 23.11 and 24.03.

What the tool has to refuse it refuses, and leaves no trace. Each patch
applies by git am, and with what is there by then the tree builds, its new
fast tests pass, and its guides have no warnings.
"""

import argparse
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / 'devtools/series'))
sys.dont_write_bytecode = True

import table
import trees

TOOL = ROOT / 'devtools/export-series.py'
BRANCH = 'ptr-compress-v1'
AUTHOR = 'Series Tester <series@tester.example>'

# git as nobody has configured it, apart from who it is
ENV = dict(os.environ, GIT_CONFIG_GLOBAL='/dev/null', GIT_CONFIG_SYSTEM='/dev/null')
for variable in [name for name in ENV if re.match(r'GIT_(AUTHOR|COMMITTER|DIR|INDEX)', name)]:
    del ENV[variable]
FIXED = {f'GIT_{who}_{what}': value for who in ('AUTHOR', 'COMMITTER') for what, value in
         (('NAME', 'Base'), ('EMAIL', 'base@dpdk.example'), ('DATE', '1700000000 +0000'))}


class Failed(Exception):
    """A test that failed."""


def run(*args, cwd=None, env=None, ok=True):
    """The output of a command, which has to succeed, or with ok=False to fail."""
    done = subprocess.run([str(arg) for arg in args], cwd=cwd, env=env or ENV, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          stdin=subprocess.DEVNULL)
    if ok is not None and (done.returncode == 0) != ok:
        raise Failed(f'{" ".join(map(str, args))}: status {done.returncode}\n'
                     + done.stdout[-8000:])
    return done.stdout


def git(tree, *args, env=None, ok=True):
    return run('git', '-C', tree, *args, env=env, ok=ok)


def make_tree(folder, release):
    shutil.rmtree(folder, ignore_errors=True)
    trees.make(folder, release)
    git(folder, 'init', '--quiet', '--initial-branch=main')
    git(folder, 'config', 'user.name', AUTHOR.split(' <')[0])
    git(folder, 'config', 'user.email', AUTHOR.split('<')[1].rstrip('>'))
    git(folder, 'add', '--all')
    git(folder, 'commit', '--quiet', '--message=base', env=ENV | FIXED)
    git(folder, 'tag', 'base')
    return folder


def contents(folder):
    return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}


# Lines that each of them has to be there once: the file, the line, and a
# line that it comes after where it is looked for.
ANCHORS = [
    ('lib/meson.build', "        'eal', # everything depends on eal", 'libraries = ['),
    ('lib/meson.build', "        'mempool',", 'libraries = ['),
    ('lib/meson.build', '    dpdk_includes += include_directories(l)', ''),
    ('lib/mempool/meson.build', 'sources = files(', ''),
    ('lib/mempool/meson.build', 'headers = files(', ''),
    ('lib/mempool/version.map', 'EXPERIMENTAL {\n\tglobal:', ''),
    ('app/test/meson.build', 'source_file_deps = {', ''),
    ('app/test/test_ring_perf.c', 'test_ring_perf(void)', ''),
    ('doc/api/doxy-api-index.md', '  [key/value args](@ref rte_kvargs.h),', ''),
    ('doc/api/doxy-api.conf.in', '@TOPDIR@/lib/power \\', ''),
    ('doc/guides/prog_guide/index.rst', '    graph_lib', ''),
    ('doc/guides/rel_notes/release_{}.rst', 'New Features\n------------', ''),
    ('MAINTAINERS', 'Power management', ''),
]


def refused(tree, words, *options, env=None, output=None):
    """The tool has to refuse, with all of the words in what it says."""
    output = output or tree.parent / 'never'
    before = git(tree, 'for-each-ref'), git(tree, 'status', '--porcelain')
    said = run(TOOL, tree, '--output', output, *options, env=env, ok=None)
    if not said.endswith('Nothing was changed.\n'):
        raise Failed('not refused: ' + git(tree, 'diff', 'base') + said)
    for word in words:
        if word not in said:
            raise Failed(f'"{word}" is not in what it says: {said}')
    if 'Traceback' in said:
        raise Failed(said)
    if (git(tree, 'for-each-ref'), git(tree, 'status', '--porcelain')) != before or \
            output.exists():
        raise Failed('it refused, but has left something: ' + said)


def change(tree, path, old, new):
    file = tree / path
    text = file.read_text()
    if old not in text:
        raise Failed(f'{path}: "{old}" is not there')
    file.write_text(text.replace(old, new, 1))
    git(tree, 'commit', '--quiet', '--all', '--message=broken')


def test_refusals(work, release):
    tree = make_tree(work / 'refusals', release)
    base = git(tree, 'rev-parse', 'HEAD').strip()

    def again():
        git(tree, 'reset', '--quiet', '--hard', base)
        git(tree, 'clean', '--quiet', '-d', '--force')

    (tree / 'stray').write_text('')
    refused(tree, ['is not clean', 'stray'])
    again()
    (tree / 'VERSION').write_text('\n')
    refused(tree, ['is not clean', 'VERSION'])
    again()
    for version in '22.11.3', '24.07.0-rc1', '24.07.0', 'nonsense':
        change(tree, 'VERSION', f'{release}.0', version)
        refused(tree, ['VERSION', version, '23.11', '24.03'])
        again()
    git(tree, 'rm', '--quiet', 'VERSION')
    git(tree, 'commit', '--quiet', '--message=broken')
    refused(tree, ['VERSION'])
    again()

    for path, line, after in ANCHORS:
        path = path.format(release.replace('.', '_'))
        line_of = line.split('\n', maxsplit=1)[0].strip()
        change(tree, path, line, line.replace(line_of, 'x'))
        refused(tree, [path, line_of])
        again()
        # twice where it is looked for
        text = (tree / path).read_text()
        start = text.index(after)
        end = text.index(line, start) + len(line)
        new = text[:end] + '\n' + line + text[end:]
        (tree / path).write_text(new)
        git(tree, 'commit', '--quiet', '--all', '--message=broken')
        refused(tree, [path, line_of])
        again()
    for word in 'return 0;', '#include "test':
        text = (tree / 'app/test/test_ring_perf.c').read_text()
        (tree / 'app/test/test_ring_perf.c').write_text(text.replace(word, 'x'))
        git(tree, 'commit', '--quiet', '--all', '--message=broken')
        refused(tree, ['app/test/test_ring_perf.c', word])
        again()
    for path in ('lib/meson.build', 'lib/mempool/version.map', 'MAINTAINERS', '.mailmap',
                 'doc/guides/prog_guide/index.rst'):
        git(tree, 'rm', '--quiet', path)
        git(tree, 'commit', '--quiet', '--message=broken')
        refused(tree, [path])
        again()
    # the other list of libraries is none to take instead
    change(tree, 'lib/meson.build', "        'mempool',", "        'no_mempool',")
    refused(tree, ['lib/meson.build', "'mempool',"])
    again()

    for path, old, new in (
            ('lib/meson.build', "        'eal', # everything depends on eal\n",
             "        'eal', # everything depends on eal\n        'ptr_compress',\n"),
            ('MAINTAINERS', 'Power management', 'Pointer Compression\nF: x\n\nPower management'),
            ('lib/mempool/version.map', '\t__rte_mempool_trace_one;',
             '\t__rte_mempool_trace_one;\n\trte_mempool_get_mem_range;'),
            ('app/test/meson.build', "    'test_mempool.c': [],\n",
             "    'test_mempool.c': [],\n    'test_mempool_mem_range.c': ['mempool'],\n")):
        change(tree, path, old, new)
        refused(tree, [path, 'applied'])
        again()

    refused(tree, ['changes-v2.txt'], '--version', '2')
    refused(tree, ['no gains'], '--perf', '/dev/null')
    (tree / 'sub').mkdir()
    run(TOOL, tree / 'sub', '--output', work / 'never', ok=False)
    again()
    git(tree, 'branch', BRANCH)
    refused(tree, [BRANCH, '--version'])
    git(tree, 'branch', '--quiet', '-D', BRANCH)
    for name in 'user.name', 'user.email':
        value = git(tree, 'config', name).strip()
        git(tree, 'config', '--unset', name)
        refused(tree, [name, 'Signed-off-by'])
        git(tree, 'config', name, value)
    no_git = work / 'no-git'
    shutil.rmtree(no_git, ignore_errors=True)
    trees.make(no_git, release)
    run(TOOL, no_git, '--output', work / 'never', ok=False,
        env=ENV | {'GIT_CEILING_DIRECTORIES': str(work)})

    # applied, and then once more
    run(TOOL, tree, '--output', work / 'once')
    git(tree, 'merge', '--quiet', '--ff-only', BRANCH)
    refused(tree, ['applied'], '--version', '1')


def test_same(work, release):
    """Twice makes the same, wherever and whenever. The folder of the patches."""
    made = []
    for name in 'one', 'two':
        tree = make_tree(work / name, release)
        head = git(tree, 'rev-parse', 'HEAD')
        output = work / f'patches-{name}'
        shutil.rmtree(output, ignore_errors=True)
        if name == 'two':
            # what users configure must not show
            for option in ('diff.noprefix=true', 'diff.algorithm=patience', 'core.abbrev=30',
                           'format.signature=x', 'format.thread=true', 'format.cc=x@y'):
                git(tree, 'config', *option.split('='))
        run(TOOL, tree, '--check', '--output', output)
        made.append(contents(output))
        run(TOOL, tree, '--check', '--output', output)
        made.append(contents(output))
        if git(tree, 'rev-parse', 'HEAD') != head or git(tree, 'status', '--porcelain'):
            raise Failed('the tree is not as it was')
    if any(other != made[0] for other in made):
        raise Failed('two runs differ')
    names = sorted(made[0])
    if names[0] != 'v1-0000-cover-letter.patch' or len(names) != len(table.PATCHES) + 1:
        raise Failed(f'unexpected files: {names}')
    letter = made[0][names[0]].decode()
    for word in 'ring16', 'gcc', 'bits at most':
        if word not in letter:
            raise Failed(f'no "{word}" in the cover letter')
    if '***' in letter or re.search(r'\{\w+\}', letter):
        raise Failed('the cover letter is not filled in')
    return work / 'patches-one'


def test_whole(tree):
    """What has arrived is what this repository has, byte for byte, but for plots."""
    new = git(tree, 'diff', '--name-only', '--diff-filter=A', 'main', BRANCH).splitlines()
    for path in new:
        theirs = subprocess.run(['git', '-C', tree, 'show', f'{BRANCH}:{path}'],
                                capture_output=True, check=True).stdout
        ours = (ROOT / path).read_bytes()
        if path.endswith('.rst'):
            ours = re.sub(table.PLOTS.encode(), b'', ours)
        if path.endswith('version.map'):
            theirs, ours = (re.sub(rb'added in .*', b'', text) for text in (theirs, ours))
        if theirs != ours:
            raise Failed(f'{path} is not as in this repository')
    for folder in ('lib/ptr_compress', 'lib/ptr_ring'):
        if not any(path.startswith(folder) for path in new):
            raise Failed(f'nothing of {folder}')


def fast_tests(tree):
    sources = glob.glob(f'{tree}/app/test/test_*.c')
    lines = run(sys.executable, ROOT / 'buildtools/get-test-suites.py', *sources).splitlines()
    # suite, name, whether it runs without hugepages, whether under ASan
    return {words[1] for words in map(str.split, lines)
            if words[0] == 'fast-tests' and words[2] == 'true'}


def build(tree, folder, *options, compiler='gcc'):
    folder = tree / folder
    shutil.rmtree(folder, ignore_errors=True)
    env = ENV | {'CC': compiler, 'CXX': {'gcc': 'g++', 'clang': 'clang++'}[compiler]}
    run('meson', 'setup', folder, tree, '-Dwerror=true', *options, env=env)
    build_again(folder)
    return folder


def build_again(folder):
    """What has changed, after the build files if they have."""
    run('ninja', '-C', folder, '-j', len(os.sched_getaffinity(0)))


def run_test(folder, name):
    run(folder / 'app/test/dpdk-test', '--no-huge', '--no-shconf', '--no-pci', '-m', '1024',
        env=ENV | {'DPDK_TEST': name})


def sphinx(tree):
    for python in sys.executable, '/usr/bin/python3':
        if subprocess.run([python, '-c', 'import sphinx'], check=False,
                          capture_output=True).returncode == 0:
            run(python, '-m', 'sphinx', '-q', '-E', '-n', '-W', '--keep-going', '-b', 'dummy',
                tree / 'doc/guides', tree / 'build-guides')
            return
    raise Failed('no Python here has Sphinx')


def doxygen(tree):
    text = (tree / 'doc/api/doxy-api.conf.in').read_text()
    for name, value in (('VERSION', '1'), ('TOPDIR', tree), ('API_EXAMPLES', ''),
                        ('OUTPUT', tree / 'build-api'), ('WARN_AS_ERROR', 'FAIL_ON_WARNINGS')):
        text = text.replace(f'@{name}@', str(value))
    (tree / 'build-api').mkdir(exist_ok=True)
    (tree / 'build-api/conf').write_text(text)
    # of headers that this tree lacks there is nothing to refer to
    index = tree / 'build-api/index.md'
    lines = (tree / 'doc/api/doxy-api-index.md').read_text().splitlines(True)
    index.write_text(''.join(line for line in lines if '@ref' not in line or
                             re.search('ptr_|mem_range', line)))
    (tree / 'build-api/conf').write_text(text.replace(
        str(tree / 'doc/api/doxy-api-index.md'), str(index)))
    run('doxygen', tree / 'build-api/conf')


def test_patches(work, release):
    patches = test_same(work, release)
    test_whole(work / 'one')
    tree = make_tree(work / 'am', release)
    folder = build(tree, 'build')
    tests = fast_tests(tree)
    passed = []
    for number, patch in enumerate(sorted(patches.iterdir())[1:], 1):
        if 'warning' in git(tree, 'am', '--whitespace=error', patch):
            raise Failed(f'{patch.name}: git am warns')
        check = run(sys.executable, ROOT / 'devtools/check-maintainers.py', '-C', tree, ok=None)
        new = git(tree, 'diff', '--name-only', '--diff-filter=A', 'HEAD~').splitlines()
        faults = [line for line in check.splitlines() if line.startswith(
            (f'section "{table.MAINTAINED}"', *(f'{path}: ' for path in new)))]
        if faults:
            raise Failed(f'{patch.name}: MAINTAINERS: {faults}')
        build_again(folder)
        new = sorted(fast_tests(tree) - tests)
        for name in new:
            run_test(folder, name)
        tests |= set(new)
        passed += new
        sphinx(tree)
        print(f'{release}: patch {number} builds' + ''.join(f', {name} passes' for name in new),
              flush=True)
    for name in 'mempool_mem_range', 'ptr_compress', 'ptr_codec', 'ptr_ring', \
            'mempool_ptr_ring':
        if name + '_autotest' not in passed:
            raise Failed(f'{name}_autotest has not run')
    if git(tree, 'rev-parse', 'HEAD^{tree}') != git(work / 'one', 'rev-parse', BRANCH + '^{tree}'):
        raise Failed('the patches and the branch differ')
    doxygen(tree)
    return tree


def test_builds(tree, release):
    """The whole series, built in other ways."""
    build(tree, 'build-includes', '-Dcheck_includes=true')
    folder = build(tree, 'build-shared', '-Ddefault_library=shared', compiler='clang')
    if glob.glob(f'{folder}/**/librte_ptr_compress*', recursive=True):
        raise Failed('there is a library of headers only')
    run_test(folder, 'ptr_ring_autotest')
    for libraries in 'ptr_compress', 'ptr_ring':
        folder = build(tree, 'build-disabled', '-Ddisable_libs=' + libraries)
        run_test(folder, 'mempool_mem_range_autotest')
        run_test(folder, 'ring_perf_autotest' if libraries == 'ptr_compress' else
                 'ptr_codec_autotest')
    print(f'{release}: as shared libraries, by clang, and with libraries disabled', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder', help='to work in, made anew')
    parser.add_argument('--release', choices=table.RELEASES, action='append',
                        help='only that one')
    args = parser.parse_args()
    for release in args.release or table.RELEASES:
        work = pathlib.Path(args.folder).resolve() / release
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        try:
            test_refusals(work, release)
            print(f'{release}: refuses what it must', flush=True)
            test_builds(test_patches(work, release), release)
        except Failed as failure:
            sys.exit(f'{release}: {failure}')


if __name__ == '__main__':
    main()
