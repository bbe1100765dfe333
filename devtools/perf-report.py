#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Put all that was measured on one page.

Reads the JSON lines and the plots (SVG) that devtools/perf.sh left in a folder
and writes one HTML file that needs no other: to be attached to a mail, or to be
opened by a browser.
"""

import argparse
import base64
import datetime
import html
import pathlib
import platform
import sys

import perf_records

# File names without suffix, in the order of the page; others follow.
SECTIONS = {
    'ring_perf': ('Pointers through a ring', 'Pointers of a mempool from one core to another, as '
                  'they are and compressed. Cycles are of the time stamp counter, averaged over '
                  'both sides; the gain is what is saved against the faster form of raw pointers.'),
    'mempool_ptr_perf': ('Mempools and their caches', 'Objects taken from a mempool and given '
                         'back: stock ring driver and compressed driver, default cache and '
                         'compressed cache.'),
    'ptr_pipeline': ('A pipeline', 'Packets a second through receive core, ring, worker '
                     'core: pointers handed over as they are and compressed.'),
    'lto': ('Inlined or not', 'The same operations as inline functions, as calls, and as calls '
            'that the linker may inline.'),
    'mbuf_rearm_perf': ('Natural alignment of mbuf fields', 'Cycles per packet, with the fields '
                        'that reception sets written in one aligned store, in a misaligned one, '
                        'and one by one.'),
    'ptr_compress_perf': ('Kernels', 'Arrays of pointers compressed and decompressed by each '
                          'kernel that this CPU can run, beside plain C and memcpy().'),
    'ptr_codec_perf': ('Codec', 'The same on a lattice, checked and unchecked.'),
}

# What runs along the columns of a table: the first that the records have.
COLUMNS = ('burst', 'n', 'length', 'n_put', 'n_put_bulk')

STYLE = '''
body { font: 16px/1.5 sans-serif; color: #222; max-width: 70rem; margin: 2rem auto;
       padding: 0 1rem; }
h1, h2 { line-height: 1.2; }
h2 { margin-top: 3rem; border-bottom: 1px solid #ccc; }
img { width: 100%; min-width: 44rem; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.85rem; margin: 0.5rem 0 1.5rem; }
caption { text-align: left; font-weight: bold; padding: 0.3rem 0; }
th, td { padding: 0.15rem 0.6rem; text-align: right; border-bottom: 1px solid #e4e4e4;
         white-space: nowrap; }
th:first-child { text-align: left; font-weight: normal; }
thead th { border-bottom: 1px solid #888; font-weight: bold; }
td small { color: #666; }
.better { color: #00694d; }
.worse { color: #b03a00; }
dt { float: left; clear: left; width: 11rem; color: #666; }
dd { margin-left: 11rem; }
summary { cursor: pointer; color: #0060a0; }
'''


def escape(text):
    return html.escape(str(text))


def number(value):
    return f'{value:.3g}' if abs(value) < 1000 else f'{value:.0f}'


def gain_cell(record):
    """Gain or change, if the record tells one."""
    for field, value in record.items():
        if field.endswith('_pct') and value is not None:
            kind = 'better' if value > 0 else 'worse'
            return f' <small class="{kind}">{value:+.0f}&nbsp;%</small>'
    return ''


def cell(record, name):
    if record is None:
        return '<td></td>'
    return f'<td>{number(record[name])}{gain_cell(record)}</td>'


def table(title, name, rows, columns, axis):
    """rows: {label: {column: record}}"""
    head = ''.join(f'<th>{escape(c)}</th>' for c in columns)
    lines = [f'<div class="wide"><table><caption>{escape(title)}</caption>',
             f'<thead><tr><th>{escape(name)}, by {escape(axis)}</th>{head}</tr></thead><tbody>']
    for label, cells in rows.items():
        lines.append(f'<tr><th>{escape(label)}</th>'
                     + ''.join(cell(cells.get(c), name) for c in columns) + '</tr>')
    lines.append('</tbody></table></div>')
    return '\n'.join(lines)


def tables(records):
    """One table for all that differs in what runs along columns and rows only."""
    found = {}
    for record in records:
        name = perf_records.figure_name(record)
        if name is None:
            continue
        key = dict(perf_records.identity(record))
        axis = next((a for a in COLUMNS if a in key), None)
        column = key.pop(axis) if axis else ''
        title = ', '.join(str(key.pop(f)) for f in ('test', 'what', 'cores', 'memory', 'alignment',
                                                    'sync', 'latency_sync') if f in key)
        label = ', '.join(str(v) if isinstance(v, str) else f'{f} {v}' for f, v in key.items())
        rows, columns = found.setdefault((title, name, axis or ''), ({}, []))
        rows.setdefault(label, {})[column] = record
        if column not in columns:
            columns.append(column)
    return [table(title, name, rows, sorted(columns, key=lambda c: (isinstance(c, str), c)), axis)
            for (title, name, axis), (rows, columns) in found.items()]


def image(path, title):
    data = base64.b64encode(path.read_bytes()).decode()
    return (f'<div class="wide"><img alt="{escape(title)}" '
            f'src="data:image/svg+xml;base64,{data}"></div>')


def section(folder, stem, records):
    title, text = SECTIONS.get(stem, (stem, ''))
    parts = [f'<h2 id="{escape(stem)}">{escape(title)}</h2>', f'<p>{escape(text)}</p>']
    parts += [image(path, title) for path in sorted(folder.glob(f'{stem}*.svg'))]
    all_tables = tables(records)
    if all_tables:
        parts += ['<details><summary>All figures</summary>', *all_tables, '</details>']
    return '\n'.join(parts)


def machine(records):
    """What it was measured with, and when."""
    lines = [('written', datetime.datetime.now().astimezone().strftime('%Y-%m-%d %H:%M %Z')),
             ('system', f'{platform.system()} {platform.release()}, {platform.machine()}')]
    names = {'simd_limit': 'SIMD limit of EAL', 'simd_bits': 'SIMD width, bits',
             'flags': 'built by', 'cpu': 'CPU', 'dpdk': 'DPDK'}
    for field, values in perf_records.environment(records).items():
        lines.append((names.get(field, field), '; '.join(map(str, values))))
    return '<dl>' + ''.join(f'<dt>{escape(k)}</dt><dd>{escape(v)}</dd>' for k, v in lines) + '</dl>'


def page(folder):
    paths = {path.stem: path for path in sorted(folder.glob('*.json'))
             if path.stem != 'all'}
    stems = [s for s in SECTIONS if s in paths] + [s for s in paths if s not in SECTIONS]
    found = {stem: perf_records.merged(perf_records.read(paths[stem])) for stem in stems}
    found = {stem: records for stem, records in found.items() if records}
    if not found:
        sys.exit(f'{folder} has no records: run devtools/perf.sh --all')
    title = 'Pointer compression for DPDK: measurements'
    links = ''.join(f'<li><a href="#{escape(s)}">{escape(SECTIONS.get(s, (s,))[0])}</a></li>'
                    for s in found)
    return '\n'.join([
        '<!DOCTYPE html>', '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<title>{title}</title><style>{STYLE}</style></head><body>', f'<h1>{title}</h1>',
        machine([r for records in found.values() for r in records]),
        '<p>All figures are medians. Where there is a figure with per cent beside it, that is '
        'what is gained (+) or lost (-) against the uncompressed form of the same.</p>',
        f'<ul>{links}</ul>',
        *(section(folder, stem, records) for stem, records in found.items()),
        '</body></html>', ''])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder', type=pathlib.Path, help='where the JSON and SVG files are')
    parser.add_argument('output', type=pathlib.Path, help='name of the HTML file')
    args = parser.parse_args()

    text = page(args.folder)
    args.output.write_text(text, encoding='utf-8')
    print(f'\nReport: {args.output}')


if __name__ == '__main__':
    main()
