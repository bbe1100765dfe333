#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Test perf-compare.py on made-up results: noise is not told, a change is."""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

COMPARE = pathlib.Path(__file__).with_name('perf-compare.py')
BURSTS = (8, 16, 32, 64, 128, 256)


def results(seed, runs=1, noise=0.015, drift=1.0, changed=None):
    """Lines of made-up runs. What (case, burst, cores) is in "changed" is that
    many times what it would be."""
    rng = random.Random(seed)
    lines = []
    for _ in range(runs):
        for cores in ('one core', 'two physical cores'):
            for case in ('raw', 'ptr32', 'ring32', 'ring16'):
                for burst in BURSTS:
                    value = (1 + 20 / burst) * drift * (1 + rng.uniform(-noise, noise) / 2)
                    value *= (changed or {}).get((case, burst, cores), 1)
                    lines.append({'test': 'ring_perf_autotest', 'case': case, 'cores': cores,
                                  'burst': burst, 'cycles_per_elem': value, 'spread': value * 0.03,
                                  'gain_pct': rng.uniform(-90, 90), 'cpu': 'made up',
                                  'dpdk': 'DPDK 22.11'})
    return lines


class Compare(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, lines):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(''.join(json.dumps(line) + '\n' for line in lines), encoding='utf-8')
        return path

    def compare(self, old, new):
        done = subprocess.run([sys.executable, '-B', COMPARE, self.write('old', old),
                               self.write('new', new)], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.stderr if done.returncode in (0, 1) and done.stdout else '', '')
        return done.returncode, done.stdout + done.stderr

    def rows(self, text):
        return [line for line in text.splitlines() if ' -> ' in line]

    def test_the_same(self):
        lines = results(1)
        code, text = self.compare(lines, lines)
        self.assertEqual((code, self.rows(text)), (0, []), text)

    def test_noise_is_not_told(self):
        for seed in range(20):
            code, text = self.compare(results(seed), results(seed + 100))
            self.assertEqual((code, self.rows(text)), (0, []), text)

    def test_five_per_cent_slower_is_told(self):
        for seed in range(20):
            key = ('ring32', BURSTS[seed % 6], 'two physical cores')
            code, text = self.compare(results(seed, 3), results(seed + 100, 3, changed={key: 1.05}))
            rows = self.rows(text)
            self.assertEqual((code, len(rows)), (1, 1), text)
            self.assertIn(f'case ring32, burst {key[1]}', rows[0])
            self.assertIn('two physical cores', text)
            self.assertRegex(rows[0], r'^ +-[3-6]\.')

    def test_five_per_cent_faster_is_told(self):
        key = ('raw', 8, 'one core')
        code, text = self.compare(results(1), results(2, changed={key: 0.95}))
        self.assertEqual((code, len(self.rows(text))), (0, 1), text)
        self.assertRegex(self.rows(text)[0], r'^ +\+[3-7]\.')

    def test_scatter_of_runs_hides_small_changes(self):
        def runs(factors):
            return [line for factor in factors
                    for line in results(1, changed={('raw', 8, 'one core'): factor})]
        code, text = self.compare(runs((0.94, 1, 1.06)), runs((0.99, 1.05, 1.11)))
        self.assertEqual((code, self.rows(text)), (0, []), text)

    def test_drift_is_told_once(self):
        key = ('ptr32', 64, 'one core')
        code, text = self.compare(results(1), results(2, drift=1.1, changed={key: 0.9}))
        self.assertEqual(code, 1, text)
        self.assertEqual(len(self.rows(text)), 1, text)
        self.assertEqual(text.count('about 9.'), 2, text)

    def test_another_state_is_not_compared(self):
        code, text = self.compare(results(1), results(2, drift=3))
        self.assertEqual((code, self.rows(text)), (1, []), text)
        self.assertIn('another state', text)

    def test_rates(self):
        def rates(value):
            return [{'test': 'pipeline', 'case': 'ring', 'burst': b, 'mpps': 10 * value,
                     'spread': 0, 'gain_pct': 10 * value, 'gain_spread': value} for b in BURSTS]
        code, text = self.compare(rates(1), rates(1.05))
        self.assertEqual((code, len(self.rows(text))), (0, 6), text)
        code, text = self.compare(rates(1), rates(0.95))
        self.assertEqual((code, len(self.rows(text))), (1, 6), text)

    def test_environment(self):
        new = [dict(line, cpu='another') for line in results(2)]
        _, text = self.compare(results(1), new)
        self.assertIn('Not the same cpu: made up, now another', text)

    def test_gone_and_added(self):
        new = results(2)
        new = new[:-1] + [dict(new[-1], burst=512)]
        _, text = self.compare(results(1), new)
        self.assertIn('1 figures that are no longer there, 1 new ones', text)

    def test_nothing_to_compare(self):
        for old, new in (([], []), (results(1), []), ([{'test': 'x'}], results(1)),
                         (results(1), [dict(line, test='other') for line in results(1)])):
            code, text = self.compare(old, new)
            self.assertEqual(code, 1)
            self.assertIn('no figure in common', text)

    def test_zero(self):
        old = [dict(line, cycles_per_elem=0) for line in results(1)]
        code, text = self.compare(old, results(1))
        self.assertEqual((code, self.rows(text)), (0, []), text)

    def test_broken_file(self):
        path = pathlib.Path(self.folder.name) / 'broken'
        path.write_text('{"test": "x", ', encoding='utf-8')
        for args in ((path, path), (path.with_name('none'), path)):
            done = subprocess.run([sys.executable, '-B', COMPARE, *args], capture_output=True,
                                  text=True, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertNotIn('Traceback', done.stderr)
            self.assertIn(str(args[0]), done.stderr)


if __name__ == '__main__':
    unittest.main()
