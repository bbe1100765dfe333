# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""What the plots of performance tests share."""

import argparse
import textwrap

import matplotlib
import perf_records
matplotlib.use('Agg')
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import LogLocator, NullLocator  # noqa: E402

# Colours of Okabe and Ito, told apart by people with any kind of colour vision.
BLACK = '#000000'
ORANGE = '#E69F00'
SKY = '#56B4E9'
GREEN = '#009E73'
YELLOW = '#F0E442'
BLUE = '#0072B2'
VERMILION = '#D55E00'
PURPLE = '#CC79A7'
GREY = '#666666'


def arguments(doc):
    """The arguments of a plot's command line, whose help text is doc."""
    parser = argparse.ArgumentParser(description=doc,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('json', help='file of JSON lines')
    parser.add_argument('output', help='name of the plot, without .png or .svg')
    return parser.parse_args()


def records(path, outlined=False):
    """The records of a file of JSON lines, of several runs the one in the
    middle; by default without those that were measured outlined."""
    return [record for record in perf_records.merged(perf_records.read(path))
            if outlined or record.get('inlined', True)]


def clear(axis):
    """A light grid below the lines, and no frame."""
    axis.grid(True, color='#dddddd')
    axis.set_axisbelow(True)
    axis.spines[['top', 'right']].set_visible(False)


def cycles_axis(axis, cycles):
    """The y axis for these cycles, by logarithm: equal gains are equal
    distances. The spread of a point may leave the panel."""
    axis.set_yscale('log')
    axis.set_ylim(min(cycles) / 1.4, max(cycles) * 1.4)
    narrow = max(cycles) < 6 * min(cycles)
    axis.yaxis.set_major_locator(LogLocator(subs=(1, 2, 3, 5, 7) if narrow else (1, 2, 5)))
    axis.yaxis.set_major_formatter('{x:g}')
    axis.yaxis.set_minor_locator(NullLocator())


def legend(fig, axes, top, columns):
    """One legend for all axes, centred below top, in rows of so many columns."""
    handles = {}
    for axis in axes:
        handles.update((label, h) for h, label in zip(*axis.get_legend_handles_labels()))
    fig.legend(handles.values(), handles.keys(), ncol=min(len(handles), columns), frameon=False,
               loc='upper center', bbox_to_anchor=(0.5, top))


def caption(fig, record, note, columns):
    """Below the figure, what was measured on what, and a note, in lines of so
    many characters. Returns how many lines."""
    width = f'SIMD width {record["simd_bits"]} bits' if record.get('simd_bits') else 'scalar'
    if record.get('simd_limit'):
        width += f' (EAL limit {record["simd_limit"]})'
    built = record['flags']
    if record['compiler'] not in built:
        built = f'{record["compiler"]} {built}'
    lines = [wrapped
             for line in (f'{record["cpu"]} | {record["dpdk"]} | {width} | {built}', note)
             for wrapped in textwrap.wrap(line, columns)]
    fig.text(0.5, 0.012, '\n'.join(lines), ha='center', va='bottom', fontsize=8.5, color='#444444')
    return len(lines)


def save(fig, output):
    """Write OUTPUT.png and OUTPUT.svg."""
    for suffix in ('png', 'svg'):
        fig.savefig(f'{output}.{suffix}', dpi=150)
    plt.close(fig)


def print_files(json_file, output):
    """Say where everything is."""
    print(f'\nJSON: {json_file}\nPNG:  {output}.png\nSVG:  {output}.svg')
