#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Check what the libraries of a build folder export against the version maps.

Each library exports what its version.map says, and that is marked as
experimental in a header. Drivers export nothing. Nor does the library of
headers only: there is no such library, and no object of another has a symbol
of it.
"""

import pathlib
import re
import sys

from elftools.elf.elffile import ELFFile

ROOT = pathlib.Path(__file__).resolve().parents[1]
OF_HEADERS = re.compile(r'(rte_ptr_(de)?compress|rte_ptr_codec|__rte_ptr_(?!cache|ring))')


def defined(path, section):
    """Names of the symbols that others can use."""
    with open(path, 'rb') as file:
        table = ELFFile(file).get_section_by_name(section)
        return {symbol.name for symbol in (table.iter_symbols() if table else [])
                if symbol['st_info']['bind'] != 'STB_LOCAL'
                # of another library, or the name of a version
                and symbol['st_shndx'] not in ('SHN_UNDEF', 'SHN_ABS')}


def main():
    if len(sys.argv) != 2:
        sys.exit(f'usage: {sys.argv[0]} BUILD_FOLDER')
    build = pathlib.Path(sys.argv[1])
    names = dict(re.findall(r"^    '(\w+)': '(\w+)',$", (ROOT / 'lib/meson.build').read_text(),
                            re.M))
    wrong = []
    maps = sorted(ROOT.glob('lib/*/version.map'))
    libraries = {path.name: path for path in build.glob('lib/librte_*.so')}
    for version_map in maps:
        folder = version_map.parent
        name = f'librte_{names.get(folder.name, folder.name)}.so'
        symbols = set(re.findall(r'^\t(\w+);$', version_map.read_text(), re.M))
        if name not in libraries:
            wrong.append(f'{name}: is not built')
            continue
        exported = defined(libraries.pop(name), '.dynsym')
        wrong += [f'{name}: exports {symbol}, which is not in {folder.name}/version.map'
                  for symbol in sorted(exported - symbols)]
        wrong += [f'{name}: does not export {symbol} of {folder.name}/version.map'
                  for symbol in sorted(symbols - exported)]
        headers = '\n'.join(path.read_text() for path in folder.glob('*.h'))
        wrong += [f'{symbol}: no __rte_experimental before it in a header'
                  for symbol in sorted(symbols)
                  if not re.search(rf'^__rte_experimental\n[\w *]+\n?{symbol}\(', headers, re.M)]
    wrong += [f'{name}: there is no version.map for it' for name in libraries]
    for path in sorted(build.glob('drivers/librte_*.so')):
        wrong += [f'{path.name}: exports {symbol}, and drivers export nothing'
                  for symbol in sorted(defined(path, '.dynsym'))]
    for path in sorted(build.glob('**/librte_*.so.*.p/**/*.o')) + \
            sorted(build.glob('**/librte_*.a.p/**/*.o')):
        wrong += [f'{path.name}: has {symbol}, of headers only'
                  for symbol in sorted(defined(path, '.symtab')) if OF_HEADERS.match(symbol)]
    print('\n'.join(wrong + [f'{len(maps)} version maps, {len(wrong)} faults']))
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
