# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""Small stand-ins for DPDK source trees, for test-series.py.

Each has the files that the series touches, with the structure that they have
in DPDK 23.11 and 24.03 but none of their text. It builds: its libraries are
next to empty, and what they lack comes from the installed DPDK.
"""

import pathlib
import shutil

ROOT = pathlib.Path(__file__).resolve().parents[2]

# in two parts, as it says nothing about this file
SPDX = 'SPDX-License-' + 'Identifier: BSD-3-Clause'
HEAD = '# @SPDX@\n\n'
C_HEAD = '/* @SPDX@ */\n\n'

# name: what it depends on. EAL brings the installed DPDK along.
LIBRARIES = {
    'log': [], 'kvargs': ['log'], 'telemetry': ['log'], 'eal': ['log', 'kvargs', 'telemetry'],
    'ring': [], 'rcu': ['ring'], 'mempool': ['ring', 'telemetry'], 'mbuf': ['mempool'],
    'net': ['mbuf'], 'pci': [], 'cmdline': ['net'], 'power': ['ring'], 'rawdev': [],
    'graph': ['mbuf'],
}
REMARKS = {
    'kvargs': ' # eal depends on kvargs',
    'telemetry': ' # basic info querying',
    'eal': ' # everything depends on eal',
    'rcu': ' # rcu depends on ring',
    'pci': ' # core',
}
MSC_LIBRARIES = ['log', 'kvargs', 'telemetry', 'eal', 'ring', 'rcu', 'mempool', 'mbuf']

TOP = HEAD + '''\
project('DPDK', 'c',
        version: files('VERSION'),
        default_options: ['buildtype=release', 'default_library=static',
            'warning_level=2', 'c_std=gnu11'],
        meson_version: '>= 0.53.2')

cc = meson.get_compiler('c')
dpdk_conf = configuration_data()
dpdk_includes = []
dpdk_libraries = []
dpdk_static_libraries = []
dpdk_shared_lib_deps = []
dpdk_static_lib_deps = []
dpdk_chkinc_headers = []
dpdk_drivers = []
dpdk_libs_disabled = []
enabled_libs = []

subdir('config')
subdir('lib')
subdir('drivers')
subdir('buildtools/chkincs')
subdir('app')

configure_file(output: 'tree_build_config.h', configuration: dpdk_conf)
'''

OPTIONS = HEAD + '''\
option('check_includes', type: 'boolean', value: false)
option('disable_libs', type: 'string', value: '')
'''

CONFIG = HEAD + '''\
# stands for all of DPDK that this tree has not
installed_dpdk = dependency('libdpdk', include_type: 'system')
installed_headers = installed_dpdk.partial_dependency(compile_args: true, includes: true)
global_inc = include_directories('.', '..')

machine_args = []
warning_flags = [
    '-Wcast-qual', '-Wdeprecated', '-Wformat', '-Wformat-nonliteral', '-Wformat-security',
    '-Wmissing-declarations', '-Wmissing-prototypes', '-Wnested-externs',
    '-Wold-style-definition', '-Wpointer-arith', '-Wsign-compare', '-Wstrict-prototypes',
    '-Wundef', '-Wwrite-strings', '-Wno-address-of-packed-member', '-Wno-packed-not-aligned',
    '-Wno-missing-field-initializers',
]
add_project_arguments(cc.get_supported_arguments(warning_flags), language: 'c')
add_project_arguments('-D_GNU_SOURCE', '-include', 'tree_build_config.h', language: 'c')
'''

LOOP = '''
disable_libs = get_option('disable_libs').split(',')
default_cflags = machine_args
default_cflags += ['-DALLOW_EXPERIMENTAL_API']
default_cflags += ['-DALLOW_INTERNAL_API']

foreach l:libraries
    build = true
    reason = '<none>'
    name = l
    use_function_versioning = false
    annotate_locks = true
    sources = []
    headers = []
    indirect_headers = []
    driver_sdk_headers = []
    includes = []
    cflags = default_cflags
    objs = []
    deps = []
    ext_deps = []
    if dpdk_conf.has('RTE_LIB_EAL')
        deps += ['eal']
    endif

    if disable_libs.contains(l)
        build = false
        reason = 'by option'
    else
        subdir(l)
    endif

    shared_deps = ext_deps
    static_deps = ext_deps
    if build
        foreach d:deps
            if not is_variable('shared_rte_' + d)
                build = false
                reason = 'it needs ' + d
            else
                shared_deps += [get_variable('shared_rte_' + d)]
                static_deps += [get_variable('static_rte_' + d)]
            endif
        endforeach
    endif
    if not build
        dpdk_libs_disabled += name
        set_variable(name.underscorify() + '_disable_reason', reason)
        continue
    endif

    enabled_libs += name
    dpdk_conf.set('RTE_LIB_' + name.to_upper(), 1)
    install_headers(headers)
    install_headers(indirect_headers)
    dpdk_chkinc_headers += headers

    libname = 'rte_' + name
    includes += include_directories(l)
    dpdk_includes += include_directories(l)

    if use_function_versioning
        cflags += '-DRTE_USE_FUNCTION_VERSIONING'
    endif
    cflags += '-DRTE_LOG_DEFAULT_LOGTYPE=lib.' + l

    static_lib = static_library(libname,
            sources,
            objects: objs,
            c_args: cflags,
            dependencies: static_deps,
            include_directories: includes,
            install: true)
    static_dep = declare_dependency(
            include_directories: includes,
            dependencies: static_deps)

    sources = []
    objs += static_lib.extract_all_objects(recursive: false)
    version_map = '@0@/@1@/version.map'.format(meson.current_source_dir(), l)
    shared_lib = shared_library(libname,
            sources,
            objects: objs,
            c_args: cflags,
            dependencies: shared_deps,
            include_directories: includes,
            link_args: '-Wl,--version-script=' + version_map,
            link_depends: version_map,
            version: '24.0',
            soversion: '24',
            install: true)
    shared_dep = declare_dependency(link_with: shared_lib,
            include_directories: includes,
            dependencies: shared_deps)

    dpdk_libraries = [shared_lib] + dpdk_libraries
    dpdk_static_libraries = [static_lib] + dpdk_static_libraries
    set_variable('shared_rte_' + name, shared_dep)
    set_variable('static_rte_' + name, static_dep)
    dpdk_shared_lib_deps += shared_dep
    dpdk_static_lib_deps += static_dep
endforeach
'''

MEMPOOL = HEAD + '''\
sources = files(
        'mempool_trace_points.c',
        'rte_mempool.c',
        'rte_mempool_ops.c',
)
headers = files(
        'rte_mempool.h',
        'rte_mempool_trace_fp.h',
)
deps += ['ring', 'telemetry']
'''

MEMPOOL_MAP = {
    '23.11': '''\
DPDK_24 {
	global:

	tree_mempool;

	local: *;
};

EXPERIMENTAL {
	global:

	# added in 20.05
	__rte_mempool_trace_one;
	__rte_mempool_trace_two;
};

INTERNAL {
	global:

	# added in 21.11
	tree_mempool_internal;
};
''',
    '24.03': '''\
DPDK_24 {
	global:

	tree_mempool;

	local: *;
};

EXPERIMENTAL {
	global:

	# added in 20.05
	__rte_mempool_trace_one;
};
''',
}

DRIVERS = HEAD + '''\
subdirs = ['mempool']
foreach class:subdirs
    drivers = []
    std_deps = []
    subdir(class)
    foreach drv:drivers
        drv_path = join_paths(class, drv)
        build = true
        name = drv
        sources = []
        headers = []
        includes = [include_directories(drv_path)]
        cflags = ['-DALLOW_EXPERIMENTAL_API', '-DALLOW_INTERNAL_API']
        deps = []
        ext_deps = []
        deps += std_deps
        subdir(drv_path)

        shared_deps = ext_deps
        static_deps = ext_deps
        foreach d:deps
            if not is_variable('shared_rte_' + d)
                build = false
            else
                shared_deps += [get_variable('shared_rte_' + d)]
                static_deps += [get_variable('static_rte_' + d)]
            endif
        endforeach
        if not build
            continue
        endif
        lib_name = '_'.join(['rte', class, name])
        dpdk_conf.set('RTE_' + class.to_upper() + '_' + name.to_upper(), 1)
        cflags += '-DRTE_LOG_DEFAULT_LOGTYPE=' + '.'.join([class, name])
        install_headers(headers)
        static_lib = static_library(lib_name,
                sources,
                c_args: cflags,
                dependencies: static_deps,
                include_directories: includes,
                install: true)
        shared_lib = shared_library(lib_name,
                objects: static_lib.extract_all_objects(recursive: false),
                dependencies: shared_deps,
                include_directories: includes,
                version: '24.0',
                soversion: '24',
                install: true)
        dpdk_drivers += static_lib
        set_variable('shared_' + lib_name, declare_dependency(link_with: shared_lib,
                include_directories: includes, dependencies: shared_deps))
        set_variable('static_' + lib_name, declare_dependency(
                include_directories: includes, dependencies: static_deps))
    endforeach
endforeach
'''

MEMPOOL_DRIVERS = ['bucket', 'cnxk', 'octeontx', 'ring', 'stack']

CHKINCS = HEAD + '''\
if not get_option('check_includes')
    subdir_done()
endif
gen_c_file_for_header = find_program('gen_c_file_for_header.py')
gen_c_files = generator(gen_c_file_for_header, output: '@BASENAME@.c',
        arguments: ['@INPUT@', '@OUTPUT@'])
static_library('chkincs', gen_c_files.process(dpdk_chkinc_headers),
        c_args: '-DALLOW_EXPERIMENTAL_API',
        include_directories: dpdk_includes,
        dependencies: dpdk_static_lib_deps)
if add_languages('cpp', required: false, native: false)
    gen_cpp_files = generator(gen_c_file_for_header, output: '@BASENAME@.cpp',
            arguments: ['@INPUT@', '@OUTPUT@'])
    static_library('chkincs-cpp', gen_cpp_files.process(dpdk_chkinc_headers),
            cpp_args: ['-DALLOW_EXPERIMENTAL_API', '-include', 'tree_build_config.h'],
            include_directories: dpdk_includes,
            dependencies: dpdk_static_lib_deps)
endif
'''

GEN_HEADER_C = '''\
#!/usr/bin/env python3
# @SPDX@
import os
import sys

with open(sys.argv[2], 'w') as out:
    out.write('#include "%s"\\n' % os.path.abspath(sys.argv[1]))
'''

APP_TEST = HEAD + '''\
base_sources = files('commands.c', 'test.c')
packet_burst_generator_deps = ['net']

source_file_deps = {
    # what other files call
    'packet_burst_generator.c': packet_burst_generator_deps,
    'virtual_pmd.c': [],
    # the tests
    'test_alarm.c': [],
    'test_mempool.c': [],
    'test_mempool_perf.c': [],
    'test_power.c': ['power'],
    'test_ring.c': [],
    'test_ring_perf.c': [],
    'test_rwlock.c': [],
    'test_version.c': [],
}

sources = base_sources
test_deps = enabled_libs
deps = []
foreach f, f_deps:source_file_deps
    has_deps = true
    foreach d:f_deps
        if not is_variable(get_option('default_library') + '_rte_' + d)
            has_deps = false
        endif
    endforeach
    if has_deps
        sources += files(f)
        test_deps += f_deps
    endif
endforeach
foreach d:test_deps
    deps += get_variable(get_option('default_library') + '_rte_' + d)
endforeach

link_libs = []
if get_option('default_library') == 'static'
    link_libs = dpdk_static_libraries + dpdk_drivers
endif
executable('dpdk-test',
        sources,
        c_args: ['-DALLOW_EXPERIMENTAL_API', '-DALLOW_INTERNAL_API'],
        link_whole: link_libs,
        dependencies: [deps, installed_dpdk],
        install: true)
'''

COMMANDS = C_HEAD + '''\
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "test.h"

static struct test_commands_list commands_list =
	TAILQ_HEAD_INITIALIZER(commands_list);
static int status = EXIT_SUCCESS;

void
add_test_command(struct test_command *t)
{
	TAILQ_INSERT_TAIL(&commands_list, t, next);
}

int
commands_init(void)
{
	return 0;
}

int
command_valid(const char *cmd)
{
	struct test_command *t;

	TAILQ_FOREACH(t, &commands_list, next)
		if (strcmp(t->command, cmd) == 0)
			return 1;
	return 0;
}

void
list_tests(FILE *f)
{
	struct test_command *t;

	TAILQ_FOREACH(t, &commands_list, next)
		fprintf(f, "%s\\n", t->command);
}

void
print_unknown(const char *name)
{
	printf("no test is named %s\\n", name);
}

void
run_test(const char *name)
{
	struct test_command *t;

	TAILQ_FOREACH(t, &commands_list, next)
		if (strcmp(t->command, name) == 0 && t->callback() != TEST_SUCCESS)
			status = EXIT_FAILURE;
}

int
run_prompt(void)
{
	return -1;
}

int
tests_status(void)
{
	return status;
}
'''

RING_PERF = C_HEAD + '''\
#include <stdio.h>
#include <inttypes.h>

#include <rte_ring.h>
#include <rte_cycles.h>

#include "test.h"
#include "test_ring.h"

static int
test_ring_perf_esize(const int esize)
{
	if (esize == 0)
		return -1;
	return 0;
}

static int
test_ring_perf(void)
{
	/* pointers first */
	if (test_ring_perf_esize(-1) == -1)
		return -1;

	if (test_ring_perf_esize(16) == -1)
		return -1;

	return 0;
}

REGISTER_PERF_TEST(ring_perf_autotest, test_ring_perf);
'''

API_INDEX = '''\
Public headers
==============

- **device**:
  [dev](@ref rte_dev.h)

- **memory**:
  [mempool](@ref rte_mempool.h)

- **basic**:
  [approx fraction](@ref rte_approx.h),
  [config file](@ref rte_cfgfile.h),
  [key/value args](@ref rte_kvargs.h),
  [string](@ref rte_string_fns.h),
  [thread](@ref rte_thread.h)
'''

API_CONF = '''\
# @SPDX@

PROJECT_NAME            = DPDK
PROJECT_NUMBER          = @VERSION@
USE_MDFILE_AS_MAINPAGE  = @TOPDIR@/doc/api/doxy-api-index.md
INPUT                   = @TOPDIR@/doc/api/doxy-api-index.md \\
                          @TOPDIR@/lib/eal \\
                          @TOPDIR@/lib/mempool \\
                          @TOPDIR@/lib/power \\
                          @TOPDIR@/lib/rawdev \\
                          @TOPDIR@/lib/ring
INPUT                   += @API_EXAMPLES@
FILE_PATTERNS           = rte_*.h
PREDEFINED              = __DOXYGEN__ \\
                          __rte_cache_aligned=
OPTIMIZE_OUTPUT_FOR_C   = YES
ENABLE_PREPROCESSING    = YES
MACRO_EXPANSION         = YES
EXPAND_ONLY_PREDEF      = YES
EXTRACT_STATIC          = YES
HIDE_UNDOC_MEMBERS      = YES
HIDE_UNDOC_CLASSES      = YES
SORT_MEMBER_DOCS        = NO
OUTPUT_DIRECTORY        = @OUTPUT@
GENERATE_HTML           = YES
GENERATE_LATEX          = NO
HAVE_DOT                = NO
QUIET                   = YES
WARN_AS_ERROR           = @WARN_AS_ERROR@
'''

NOTES = '''\
.. @SPDX@

DPDK Release {release}
==================

.. **Read this.** A comment.

New Features
------------

.. New features go here, each as:

   * **Title in the past tense.**

     Text.
   =======================================================

* **Added something.**

  It is new.


Removed Items
-------------

.. A comment.


API Changes
-----------

.. A comment.
'''

MAINTAINERS = '''\
DPDK Maintainers
================

Descriptions of section entries are up here.

General Project Administration
------------------------------

Main Branch
M: Somebody <somebody@dpdk.example>
F: *

Core Libraries
--------------

Memory pool
M: Somebody <somebody@dpdk.example>
F: lib/mempool/
F: drivers/mempool/ring/
F: app/test/test_mempool*

Other libraries
---------------

Hashes
M: Somebody <somebody@dpdk.example>
F: lib/hash/

PCI
M: Somebody <somebody@dpdk.example>
F: lib/pci/

Power management
M: Somebody <somebody@dpdk.example>
F: lib/power/

Timers
M: Somebody <somebody@dpdk.example>
F: lib/timer/
'''

MAILMAP = '''\
Aaron Author <aaron@dpdk.example>
Ole Writer <ole@dpdk.example>
Sam Someone <sam@dpdk.example>
Thomas Third <thomas@dpdk.example>
Zoe Last <zoe@dpdk.example>
'''

TOCTREE = '''\
..  @SPDX@

{title}
{line}

.. toctree::
    :maxdepth: 1

{pages}
'''


def libraries(release):
    text = '\nlibraries = [\n'
    text += ''.join(f"        '{name}',{REMARKS.get(name, '')}\n" for name in LIBRARIES) + ']\n'
    if release == '24.03':
        text += '\nif meson.get_compiler(\'c\').get_id() == \'msvc\'\n    libraries = [\n'
        text += ''.join(f"            '{name}',{REMARKS.get(name, '')}\n"
                        for name in MSC_LIBRARIES)
        text += '    ]\nendif\n'
    return text


def pages(title, names):
    lines = '\n'.join('    ' + name for name in names)
    return TOCTREE.format(title=title, line='=' * len(title), pages=lines)


def make(folder, release):
    """Write the tree of a release to a folder."""
    tree = pathlib.Path(folder)
    doc = 'doc/guides'
    prog_guide = ['env_abstraction_layer', 'ring_lib', 'mempool_lib', 'graph_lib', 'build-sdk']
    files = {
        'VERSION': f'{release}.0\n',
        '.gitignore': '/build*\n',
        '.mailmap': MAILMAP,
        'MAINTAINERS': MAINTAINERS,
        'meson.build': TOP,
        'meson_options.txt': OPTIONS,
        'config/meson.build': CONFIG,
        'lib/meson.build': HEAD + '# core libraries first\n' + libraries(release) + LOOP,
        'drivers/meson.build': DRIVERS,
        'drivers/mempool/meson.build': HEAD + 'drivers = [\n' + ''.join(
            f"        '{name}',\n" for name in MEMPOOL_DRIVERS) + "]\n\nstd_deps = ['mempool']\n",
        'buildtools/chkincs/meson.build': CHKINCS,
        'buildtools/chkincs/gen_c_file_for_header.py': GEN_HEADER_C,
        'app/meson.build': HEAD + "subdir('test')\n",
        'app/test/meson.build': APP_TEST,
        'app/test/commands.c': COMMANDS,
        'app/test/test_ring.h': C_HEAD + '#define TREE_RING_H\n',
        'app/test/test_ring_perf.c': RING_PERF,
        'doc/api/doxy-api-index.md': API_INDEX,
        'doc/api/doxy-api.conf.in': API_CONF,
        f'{doc}/conf.py': "project = 'DPDK'\nmaster_doc = 'index'\n",
        f'{doc}/index.rst': pages('DPDK', ['prog_guide/index', 'mempool/index',
                                           'rel_notes/index']),
        f'{doc}/prog_guide/index.rst': pages('Guide', prog_guide),
        f'{doc}/mempool/index.rst': pages('Mempool Drivers', ['cnxk', 'octeontx', 'ring',
                                                              'stack']),
        f'{doc}/rel_notes/index.rst': pages('Release Notes', [
            f'release_{r.replace(".", "_")}' for r in (release, '23.07')]),
    }
    for name in prog_guide:
        files[f'{doc}/prog_guide/{name}.rst'] = f'{name}\n{"=" * len(name)}\n'
    for name in ['cnxk', 'octeontx', 'ring', 'stack']:
        files[f'{doc}/mempool/{name}.rst'] = f'{name}\n{"=" * len(name)}\n'
    for name in (release, '23.07'):
        files[f'{doc}/rel_notes/release_{name.replace(".", "_")}.rst'] = NOTES.format(release=name)
    for name, deps in LIBRARIES.items():
        files[f'lib/{name}/meson.build'] = HEAD + (
            f"sources = files('tree_{name}.c')\ndeps += {deps}\n")
        files[f'lib/{name}/tree_{name}.c'] = (
            C_HEAD + f'int tree_{name}(void);\nint tree_{name}(void) {{ return 0; }}\n')
        files[f'lib/{name}/version.map'] = 'DPDK_24 {\n\tlocal: *;\n};\n'
    files['lib/eal/meson.build'] += (
        "if not cc.has_header('rte_stdatomic.h', dependencies: installed_dpdk)\n"
        "    includes += include_directories('include')\n"
        'endif\n'
        'ext_deps += [installed_dpdk]\n')
    files['lib/mempool/meson.build'] = MEMPOOL
    files['lib/mempool/version.map'] = MEMPOOL_MAP[release]
    files['lib/mempool/mempool_trace_points.c'] = C_HEAD + (
        'int __rte_mempool_trace_one(void);\nint __rte_mempool_trace_one(void) { return 0; }\n')
    files['lib/mempool/rte_mempool.c'] = files.pop('lib/mempool/tree_mempool.c')
    files['lib/mempool/rte_mempool_ops.c'] = C_HEAD + '#include <rte_mempool.h>\n'
    for name in ('rte_mempool.h', 'rte_mempool_trace_fp.h'):
        files[f'lib/mempool/{name}'] = C_HEAD + f'#include_next <{name}>\n'
    for name in MEMPOOL_DRIVERS:
        files[f'drivers/mempool/{name}/meson.build'] = HEAD + f"sources = files('tree_{name}.c')\n"
        files[f'drivers/mempool/{name}/tree_{name}.c'] = (
            C_HEAD + f'int driver_{name}(void);\nint driver_{name}(void) {{ return 0; }}\n')
    for name in ('packet_burst_generator', 'virtual_pmd', 'test_alarm', 'test_mempool',
                 'test_mempool_perf', 'test_power', 'test_ring', 'test_rwlock', 'test_version'):
        files[f'app/test/{name}.c'] = C_HEAD + '#include "test.h"\n'

    for name, text in files.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace('@SPDX@', SPDX))
    (tree / 'buildtools/chkincs/gen_c_file_for_header.py').chmod(0o755)
    # The frame of our tests has the names of DPDK's, and what the installed
    # DPDK may lack is in EAL.
    for name in ('test.c', 'test.h', 'commands.h'):
        shutil.copy(ROOT / 'app/test' / name, tree / 'app/test')
    (tree / 'lib/eal/include').mkdir()
    for header in '23.11-stdatomic/rte_stdatomic.h', '23.03-telemetry/rte_telemetry.h':
        shutil.copy(ROOT / 'compat' / header, tree / 'lib/eal/include')
