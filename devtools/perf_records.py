# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""What the records of performance tests are made of.

A record is a line of JSON: what was measured (all that is not listed here),
one figure, what follows from it, and on what machine by what program.
"""

import json
import statistics
import sys

# The figures, and whether more of it is better.
FIGURES = {
    'cycles_per_elem': False,
    'cycles_per_ptr': False,
    'cycles_per_packet': False,
    'cycles_per_obj': False,
    'latency_cycles': False,
    'mpps': True,
}

# What a figure was measured with: a change of it is told, not compared.
ENVIRONMENT = ('cpu', 'dpdk', 'compiler', 'flags', 'simd_limit', 'simd_bits')


def is_derived(field):
    """Whether a field follows from others, or says how far samples scatter and
    how many there are."""
    return (field in ('mean', 'extra_cycles', 'runs') or field.endswith(('spread', '_pct'))
            or field.startswith('ratio_'))


class Figure:
    """One figure, of one run or of several."""

    def __init__(self, name):
        self.name = name
        self.more_is_better = FIGURES[name]
        self.values = []
        self.spreads = []

    @property
    def median(self):
        return statistics.median(self.values)

    @property
    def spread(self):
        """How far the middle half of the samples is apart, per cent."""
        return 100 * statistics.median(self.spreads) / self.median if self.median else 0.0

    @property
    def scatter(self):
        """How far runs are apart, per cent; 0 with a single one."""
        if not self.median:
            return 0.0
        return 100 * (max(self.values) - min(self.values)) / self.median


def read(path):
    """The records of a file of JSON lines."""
    try:
        with open(path, encoding='utf-8') as file:
            return [json.loads(line) for line in file if line.strip()]
    except OSError as error:
        sys.exit(f'{path}: {error.strerror}')
    except ValueError as error:
        sys.exit(f'{path} has a line that is no record (was the disk full?): {error}')


def identity(record):
    """What a record is about, as ((field, value), ...)."""
    return tuple((field, value) for field, value in record.items()
                 if field not in FIGURES and field not in ENVIRONMENT and not is_derived(field))


def figure_name(record):
    """The name of a record's figure, or None."""
    return next((n for n in FIGURES if isinstance(record.get(n), (int, float))), None)


def merged(records):
    """Of several runs, the record whose figure is in the middle of them."""
    groups = {}
    for record in records:
        groups.setdefault(identity(record), []).append(record)
    found = []
    for group in groups.values():
        name = figure_name(group[0])
        if name is not None:
            group = sorted(group, key=lambda record: record.get(name) or 0)
        found.append(group[(len(group) - 1) // 2])
    return found


def figures(records):
    """All figures of records: {identity: Figure}."""
    found = {}
    for record in records:
        name = figure_name(record)
        if name is None:
            continue
        figure = found.setdefault(identity(record), Figure(name))
        figure.values.append(record[name])
        figure.spreads.append(record.get('spread') or 0)
    return found


def environment(records):
    """What records were measured with: {field: [value, ...]}."""
    found = {}
    for record in records:
        for field in ENVIRONMENT:
            if field in record and record[field] not in found.setdefault(field, []):
                found[field].append(record[field])
    return found
