#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Look at dpdk-test from outside: exit status, output, prompt, suites.

Usage: test_cli.py SELFTEST GET-TEST-SUITES WITH-HUGEPAGES [unittest options]

SELFTEST is dpdk-test with tests of known results (selftest.c).
"""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

if len(sys.argv) < 4:
    sys.exit(__doc__)
PROGRAM, GET_TEST_SUITES, WITH_HUGEPAGES = map(os.path.abspath, sys.argv[1:4])
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'selftest.c')
PREFIX = f'dpdk-test-cli-{os.getpid()}'
# EAL leaves its folders behind
RUNTIME = tempfile.TemporaryDirectory()
EAL = ['--no-pci', '--no-huge', '-m', '64', f'--file-prefix={PREFIX}']
TIMEOUT = 60

NAMES = [
    'pass_autotest', 'fail_autotest', 'objects_autotest', 'skip_perf_autotest',
    'process_autotest', 'assertions_autotest', 'passing_suite_autotest',
    'failing_suite_autotest', 'skipped_suite_autotest',
    'failing_setup_suite_autotest', 'skipping_setup_suite_autotest',
]


def environment(dpdk_test=None, **others):
    """Make an environment with this DPDK_TEST, or none."""
    env = {k: v for k, v in os.environ.items()
           if k not in ('DPDK_TEST', 'RTE_TEST_RECURSIVE')}
    env['TERM'] = 'vt100'
    env['RUNTIME_DIRECTORY'] = RUNTIME.name
    if dpdk_test is not None:
        env['DPDK_TEST'] = dpdk_test
    env.update(others)
    return env


def run(*args, eal=None, dpdk_test=None, stdin='', **others):
    """Run the program to its end."""
    return subprocess.run(
        [PROGRAM] + (EAL if eal is None else eal) + list(args),
        input=stdin, env=environment(dpdk_test, **others), timeout=TIMEOUT,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
        check=False)


def results(done):
    """List what the program said of each test: (result, name)."""
    return re.findall(r'^Test (\w+): (\w+) \(\d+\.\d{3} s\)$', done.stdout, re.M)


def tearDownModule():
    """Remove what EAL left."""
    RUNTIME.cleanup()


class Batch(unittest.TestCase):
    """Tests that are named beforehand."""

    def check(self, done, status, *expected):
        """Compare the exit status and what ran."""
        self.assertEqual((done.returncode, results(done)), (status, list(expected)),
                         done.stdout + done.stderr)

    def test_status(self):
        for name, status, result in (
                ('pass_autotest', 0, 'OK'),
                ('fail_autotest', 1, 'Failed'),
                ('skip_perf_autotest', 77, 'Skipped')):
            with self.subTest(name):
                self.check(run(dpdk_test=name), status, (result, name))
                self.check(run(name), status, (result, name))
                self.check(run('--', name), status, (result, name))

    def test_assertion_says_what_failed(self):
        self.assertRegex(run('fail_autotest').stdout,
                         r'test_fail\(\) line \d+: .*on purpose: 42')

    def test_several(self):
        done = run(dpdk_test='skip_perf_autotest,pass_autotest')
        self.check(done, 0, ('Skipped', 'skip_perf_autotest'), ('OK', 'pass_autotest'))
        self.assertIn('2 tests: 1 passed, 0 failed, 1 skipped\n', done.stdout)
        done = run('fail_autotest', 'pass_autotest,skip_perf_autotest')
        self.check(done, 1, ('Failed', 'fail_autotest'), ('OK', 'pass_autotest'),
                   ('Skipped', 'skip_perf_autotest'))
        self.assertIn('3 tests: 1 passed, 1 failed, 1 skipped\n', done.stdout)

    def test_spaces_and_empty_names(self):
        self.check(run(dpdk_test=' pass_autotest , ,skip_perf_autotest,\n'), 0,
                   ('OK', 'pass_autotest'), ('Skipped', 'skip_perf_autotest'))

    def test_a_name_twice_runs_twice(self):
        self.check(run(dpdk_test='skip_perf_autotest,skip_perf_autotest'), 77,
                   ('Skipped', 'skip_perf_autotest'), ('Skipped', 'skip_perf_autotest'))

    def test_arguments_come_before_the_environment(self):
        self.check(run('skip_perf_autotest', dpdk_test='fail_autotest'), 77,
                   ('Skipped', 'skip_perf_autotest'))

    def test_empty_environment_is_none(self):
        for value in ('', ' , '):
            with self.subTest(value):
                self.check(run(dpdk_test=value, stdin='pass_autotest\n'), 0,
                           ('OK', 'pass_autotest'))

    def test_unknown(self):
        for name, near in (
                ('pas_autotest', 'pass_autotest, passing_suite_autotest'),
                ('paxs_autotest', 'pass_autotest, passing_suite_autotest'),
                ('skip_prf_autotest', 'skip_perf_autotest'),
                ('skip_perf_autotets', 'skip_perf_autotest'),
                ('objects', 'objects_autotest'),
                ('failing', 'failing_suite_autotest, failing_setup_suite_autotest')):
            with self.subTest(name):
                done = run(dpdk_test=name)
                self.check(done, 1)
                self.assertIn(f"Unknown test: '{name}'; did you mean: {near}?\n", done.stderr)

    def test_unknown_and_nothing_near(self):
        done = run('xyzzy')
        self.check(done, 1)
        self.assertIn("Unknown test: 'xyzzy'; 'list' prints", done.stderr)

    def test_one_unknown_stops_all(self):
        done = run(dpdk_test='pass_autotest,xyzzy,plugh')
        self.check(done, 1)
        self.assertIn("'xyzzy'", done.stderr)
        self.assertIn("'plugh'", done.stderr)

    def test_very_long_name(self):
        name = 'x' * 100000
        for done in (run(name), run(dpdk_test=name), run(stdin=name + '\n')):
            self.check(done, 1)
            self.assertIn("Unknown test: 'xxx", done.stderr)
            self.assertLess(len(done.stderr), 10000)

    def test_process_type(self):
        self.assertIn('process type: primary\n', run('process_autotest').stdout)

    def test_recursive_call_without_a_part(self):
        done = run('pass_autotest', RTE_TEST_RECURSIVE='no_such_part')
        self.check(done, 1)
        self.assertIn("'no_such_part'", done.stderr)


class Suites(unittest.TestCase):
    """The runner of unit test suites."""

    def check(self, name, status, summary):
        """Run the test of this name and compare its suite's summary."""
        done = run(name)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertRegex(done.stdout, f'(?m)^Test suite {summary}$')
        return done.stdout

    def test_assertions(self):
        done = run('assertions_autotest')
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_passing(self):
        out = self.check('passing_suite_autotest', 0,
                         'passing: 10 cases: 6 passed, 0 failed, 3 skipped, 1 unsupported')
        # the suite's own, and two cases'
        self.assertEqual(out.count('setup ran'), 3)
        self.assertEqual(out.count('teardown ran'), 3)
        self.assertIn('data: first', out)
        self.assertIn('data: second', out)
        for number, name, result in (
                (1, 'test_pass', 'succeeded'), (2, 'a name of its own', 'succeeded'),
                (5, 'print_data', 'succeeded'), (7, 'test_skip', 'skipped'),
                (8, 'test_unsupported', 'unsupported'), (9, 'test_fail', 'skipped')):
            self.assertIn(f'case {number}: {name} {result}\n', out)

    def test_failing(self):
        out = self.check('failing_suite_autotest', 1,
                         'failing: 3 cases: 1 passed, 2 failed, 0 skipped, 0 unsupported')
        self.assertEqual(out.count('teardown ran'), 1)

    def test_skipped(self):
        self.check('skipped_suite_autotest', 77,
                   'skipped: 2 cases: 0 passed, 0 failed, 2 skipped, 0 unsupported')

    def test_failing_setup(self):
        self.check('failing_setup_suite_autotest', 1,
                   'failing setup: 1 cases: 0 passed, 1 failed, 0 skipped, 0 unsupported')

    def test_skipping_setup(self):
        self.check('skipping_setup_suite_autotest', 77,
                   'skipping setup: 1 cases: 0 passed, 0 failed, 1 skipped, 0 unsupported')


class Listing(unittest.TestCase):
    """What is told without running tests."""

    def test_list(self):
        for args, eal in ((['list'], []), (['--', 'list'], []), (['--', 'list'], EAL),
                          (['list'], EAL)):
            with self.subTest(args=args, eal=eal):
                done = run(*args, eal=eal)
                self.assertEqual((done.returncode, done.stdout.split()), (0, NAMES))

    def test_list_needs_no_eal(self):
        self.assertEqual(run('list', eal=[]).stderr, '')

    def test_help(self):
        for args in ('-h',), ('--help',):
            with self.subTest(args):
                done = run(*args, eal=[])
                self.assertEqual(done.returncode, 0)
                self.assertIn('--file-prefix', done.stdout)
                self.assertIn('DPDK_TEST=', done.stdout)
        for args in ('help',), ('--', '-h'), ('--', '--help'):
            with self.subTest(args):
                done = run(*args, eal=[])
                self.assertEqual((done.returncode, done.stderr), (0, ''))
                self.assertIn('DPDK_TEST=', done.stdout)

    def test_eal_failure(self):
        for eal, advice in (
                (['--no-such-option'], '--help'),
                (['--proc-type=secondary', f'--file-prefix={PREFIX}-none'], 'primary')):
            with self.subTest(eal):
                done = run('pass_autotest', eal=eal)
                self.assertEqual(done.returncode, 1)
                self.assertIn('cannot initialize EAL: ', done.stderr)
                self.assertIn(advice, done.stderr.splitlines()[-1])


class Pipe(unittest.TestCase):
    """Commands that nobody types."""

    def check(self, stdin, status, *expected):
        """Feed the commands; compare exit status and what ran."""
        done = run(stdin=stdin)
        self.assertEqual((done.returncode, results(done)), (status, list(expected)),
                         done.stdout + done.stderr)
        self.assertNotIn('\033', done.stdout)
        return done

    def test_end_of_input(self):
        self.check('', 0)

    def test_tests(self):
        self.check('pass_autotest\n', 0, ('OK', 'pass_autotest'))
        self.check('fail_autotest\npass_autotest\n', 1,
                   ('Failed', 'fail_autotest'), ('OK', 'pass_autotest'))
        self.check('\n# a comment\nskip_perf_autotest\n', 77, ('Skipped', 'skip_perf_autotest'))

    def test_last_line_without_newline(self):
        self.check('skip_perf_autotest\npass_autotest', 0,
                   ('Skipped', 'skip_perf_autotest'), ('OK', 'pass_autotest'))

    def test_quit(self):
        self.check('pass_autotest\nquit\nfail_autotest\n', 0, ('OK', 'pass_autotest'))

    def test_unknown(self):
        done = self.check('skip 1 2\npass_autotest\n', 1, ('OK', 'pass_autotest'))
        self.assertIn("Unknown test: 'skip'; did you mean: skip_perf_autotest, ", done.stderr)

    def test_bad_arguments(self):
        done = self.check('pass_autotest twice\n', 1)
        self.assertIn("Bad arguments: 'pass_autotest twice'\n", done.stderr)

    def test_dumps(self):
        done = self.check(
            'objects_autotest\ndump_ring selftest_r\ndump_mempool selftest_mp\n'
            'dump_ptr_ring selftest_pr\n', 0,
            ('OK', 'objects_autotest'))
        self.assertIn('ring <selftest_r>', done.stdout)
        self.assertIn('ptr_ring <selftest_pr>', done.stdout)
        self.assertIn('mempool <selftest_mp>', done.stdout)
        done = self.check('dump_ring none_such\n', 1)
        self.assertIn("dump_ring: there is none named 'none_such'\n", done.stderr)
        done = self.check('dump_ptr_ring none_such\n', 1)
        self.assertIn("dump_ptr_ring: there is none named 'none_such'\n", done.stderr)
        done = self.check('dump_mempool none_such\n', 1)
        self.assertIn("dump_mempool: there is none named 'none_such'\n", done.stderr)

    def test_all_commands_of_the_help(self):
        out = self.check('help\n', 0).stdout
        commands = re.findall(r'^  (\w+) ', out, re.M)
        for name in ('help', 'list', 'dump_ring', 'dump_ptr_ring', 'dump_mempool', 'quit'):
            self.assertIn(name, commands)
        out = self.check('\n'.join(['objects_autotest'] + commands) + '\n', 0,
                         ('OK', 'objects_autotest')).stdout
        self.assertIn('sizeof(struct rte_ring) = ', out)
        parts = re.split(r'^RTE>>(\w+)\n', out, flags=re.M)[1:]
        silent = [name for name, text in zip(parts[::2], parts[1::2]) if not text]
        self.assertEqual(silent, ['quit'])

    def test_closed_streams(self):
        """EAL's files must not take the numbers of the standard streams."""
        command = [PROGRAM] + EAL
        shell = '"$@" <&-; echo $?; DPDK_TEST=pass_autotest "$@" <&- >&- 2>&-; echo $?'
        done = subprocess.run(
            ['sh', '-c', shell, 'sh'] + command, env=environment(), timeout=TIMEOUT,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
            check=False)
        self.assertEqual(done.stdout, '0\n0\n', done.stderr)


class Prompt(unittest.TestCase):
    """Commands that somebody types."""

    def setUp(self):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execve(PROGRAM, [PROGRAM] + EAL, environment())
        self.addCleanup(os.close, self.terminal)
        self.addCleanup(self.stop)
        self.expect('RTE>>')
        # the terminal's mode is set only after the first prompt
        self.type('\n', 'RTE>>')

    def stop(self):
        """End a program that a failed check left behind."""
        if self.pid is not None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)

    def expect(self, text):
        """Read until this text appears; return all that was read."""
        out = ''
        end = time.monotonic() + TIMEOUT
        while text not in out:
            readable = select.select([self.terminal], [], [], end - time.monotonic())[0]
            self.assertTrue(readable, f'no {text!r} in {out!r}')
            try:
                out += os.read(self.terminal, 4096).decode()
            except OSError:
                self.fail(f'no {text!r} in {out!r}')
        return out

    def type(self, keys, text):
        """Type keys; return the output up to this text."""
        os.write(self.terminal, keys.encode())
        return self.expect(text)

    def leave(self, keys):
        """Type keys that end the program; return its exit status."""
        os.write(self.terminal, keys.encode())
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            # a terminal that nobody reads blocks who writes
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    os.read(self.terminal, 4096)
                except OSError:
                    pass
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid != 0:
                self.pid = None
                self.assertTrue(os.WIFEXITED(status), status)
                return os.WEXITSTATUS(status)
        return self.fail('the program does not end')

    def test_completion(self):
        self.assertIn('Test OK: pass_autotest', self.type('pass_\t\n', ' s)'))
        self.assertEqual(self.leave('qu\t\n'), 0)

    def test_completion_of_several(self):
        # nothing is common beyond what is typed, so the choices
        out = self.type('failing_s\t', 'RTE>>')
        self.assertIn('failing_suite_autotest', out)
        self.assertIn('failing_setup_suite_autotest', out)
        self.assertNotIn('pass_autotest', out)
        # what takes any word is no choice
        self.assertNotIn('[RETURN]', out)
        self.type('ui\t\n', 'Test Failed: failing_suite_autotest')

    def test_commands(self):
        self.type('help\n', 'leave, as the end of input does')
        self.type('list\n', NAMES[-1] + '\r\n')
        self.type('objects_autotest\n', 'Test OK: objects_autotest')
        self.type('dump_ring\n', 'ring <selftest_r>')
        self.type('dump_ring selftest_r\n', 'ring <selftest_r>')
        self.type('dump_mempool selftest_mp\n', 'mempool <selftest_mp>')
        self.type('dump_ring none_such\n', "none named 'none_such'")
        self.assertEqual(self.leave('quit\n'), 0)

    def test_failure_and_status(self):
        self.type('fail_autotest\n', 'Test Failed: fail_autotest')
        self.type('pass_autotest\n', 'Test OK: pass_autotest')
        self.assertEqual(self.leave('quit\n'), 1)

    def test_unknown_is_a_message_only(self):
        self.type('skp_perf_autotest 1 2\n', 'did you mean: skip_perf_autotest?')
        self.type('pass_autotest\n', 'Test OK: pass_autotest')
        self.assertEqual(self.leave('quit\n'), 0)

    def test_all_skipped(self):
        self.type('skip_perf_autotest\n', 'Test Skipped: skip_perf_autotest')
        self.assertEqual(self.leave('quit\n'), 77)

    def test_end_of_input(self):
        self.assertEqual(self.leave('\004'), 0)


class BuildTools(unittest.TestCase):
    """The tools that make the suites."""

    def get(self, text):
        """Run get-test-suites on a source of this text."""
        with tempfile.NamedTemporaryFile('w', suffix='.c') as source:
            source.write(text)
            source.flush()
            return self.get_file(source.name)

    @staticmethod
    def get_file(*paths):
        """Run get-test-suites on sources."""
        return subprocess.run(
            [sys.executable, GET_TEST_SUITES] + list(paths), timeout=TIMEOUT,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
            check=False)

    def test_suites(self):
        done = self.get_file(SOURCE)
        self.assertEqual((done.returncode, done.stdout.splitlines()), (0, [
            'fast-tests pass_autotest true true',
            'fast-tests fail_autotest true false',
            'fast-tests objects_autotest false true',
            'perf-tests skip_perf_autotest',
            'driver-tests process_autotest',
            'stress-tests assertions_autotest',
        ]), done.stderr)

    def test_several_lines_and_comments(self):
        done = self.get('/* REGISTER_PERF_TEST(a, a); */\n'
                        'REGISTER_FAST_TEST(b,\n\ttrue, /* why */\n\tfalse, b);\n')
        self.assertEqual((done.returncode, done.stdout), (0, 'fast-tests b true false\n'))

    def test_what_makes_no_sense(self):
        for text in ('REGISTER_FAST_TEST(a, a);', 'REGISTER_FAST_TEST(a, 1, true, a);',
                     'REGISTER_PERF_TEST(a, true, true, a);',
                     'REGISTER_PERF_TEST(a, a);\nREGISTER_PERF_TEST(a, a);'):
            with self.subTest(text):
                done = self.get(text)
                self.assertNotEqual(done.returncode, 0, done.stdout)
                self.assertRegex(done.stderr, r'\ba\b')

    def test_with_hugepages(self):
        def with_hugepages(pages):
            return subprocess.run(
                [WITH_HUGEPAGES, pages, 'sh', '-c', 'exit 3'], timeout=TIMEOUT,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                universal_newlines=True, check=False)

        done = with_hugepages('1000000000')
        self.assertEqual(done.returncode, 77)
        self.assertRegex(done.stderr, r'\ASkipped: \d+ free hugepages .*\n\Z')
        # 77 again where the machine has no hugetlbfs
        self.assertIn(with_hugepages('0').returncode, (3, 77))


class Secondary(unittest.TestCase):
    """A second process of the same program, which hugepages are needed for."""

    def test_secondary(self):
        pages = subprocess.run(
            [WITH_HUGEPAGES, '8', 'true'], timeout=TIMEOUT,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
            check=False)
        if pages.returncode == 77:
            self.skipTest(pages.stderr.strip())

        eal = ['--no-pci', f'--file-prefix={PREFIX}-mp']
        if 'ASAN_OPTIONS' in os.environ:
            # Both have to map memory at one address. What EAL takes by itself
            # is the sanitizer's, and any other may be in use in the second.
            eal.append('--base-virtaddr=0x200000000000')
        with subprocess.Popen(
                [PROGRAM, *eal], env=environment(), stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                universal_newlines=True) as primary:
            timer = threading.Timer(TIMEOUT, primary.kill)
            timer.start()
            self.addCleanup(timer.cancel)
            primary.stdin.write('process_autotest\n')
            primary.stdin.flush()
            out = ''
            for line in primary.stdout:
                out += line
                if line.startswith('Test OK'):
                    break
            done = run(eal=[*eal, '--proc-type=secondary'],
                       dpdk_test='process_autotest')
            primary.communicate('quit\n', TIMEOUT)
        self.assertIn('process type: primary\n', out)
        self.assertIn('process type: secondary\n', done.stdout, done.stderr)
        self.assertEqual((done.returncode, primary.returncode), (0, 0))


if __name__ == '__main__':
    del sys.argv[1:4]
    unittest.main()
