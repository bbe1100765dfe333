# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

"""What the patch series consists of: data only, for export-series.py.

The message of a patch is in NAME.txt, its entry in the release notes, if it
has one, in NAME-notes.txt, both beside this file.
"""

# All that differs between the releases that the series goes onto.
RELEASES = {
    '23.11': {'notes': 'doc/guides/rel_notes/release_23_11.rst'},
    '24.03': {'notes': 'doc/guides/rel_notes/release_24_03.rst'},
}

# There may be a second list, of a compiler that builds a few libraries only.
LIBRARIES = ('libraries = [', ']', 'first')
TEST_DEPS = ('source_file_deps = {', '}')
MAINTAINED = 'Pointer Compression'

HEADERS_ONLY = '''\
# A library without sources is its headers: nothing to build or link.
if sources.length() == 0
    shared_dep = declare_dependency(include_directories: includes,
            dependencies: shared_deps)
    static_dep = declare_dependency(include_directories: includes,
            dependencies: static_deps)
    dpdk_shared_lib_deps += shared_dep
    dpdk_static_lib_deps += static_dep
    set_variable('shared_rte_' + name, shared_dep)
    set_variable('static_rte_' + name, static_dep)
    continue
endif
'''

RING_PERF_CALL = '''\
#ifdef RTE_LIB_PTR_COMPRESS
if (test_ring_perf_compress() != TEST_SUCCESS)
	return TEST_FAILED;
#endif

'''

# In the order of the series. Each patch has
#   name      of its text files
#   files     of this repository that it adds as they are, as patterns; each
#             test_*.c brings its line of source_file_deps with it, with the
#             libraries that app/test/meson.build names here
#   covers    lines that it adds to MAINTAINERS
#   edits     (file, how, anchor, text[, (first line, last line) to search in]):
#             'after' or 'before' the only line that is the anchor, but for
#             its indentation, which the text gets too; an anchor with a * at
#             its end is how the line begins. 'after last' and 'before last'
#             take the last of several. 'sorted' needs no anchor.
#   symbols   version.map files that get the symbols of ours
PATCHES = [
    {
        'name': 'headers-only',
        'edits': [
            ('lib/meson.build', 'after', 'dpdk_includes += include_directories(l)',
             '\n' + HEADERS_ONLY),
        ],
    },
    {
        'name': 'mempool',
        'files': [
            'lib/mempool/rte_mempool_mem_range.*',
            'app/test/test_mempool_mem_range.c',
            'app/test/test_heap_use.*',
            'app/test/test_secondary.*',
        ],
        'covers': [
            'lib/mempool/rte_mempool_mem_range.*',
            'app/test/test_mempool_mem_range.c',
            'app/test/test_heap_use.*',
            'app/test/test_secondary.*',
        ],
        'edits': [
            ('lib/mempool/meson.build', 'sorted', '', "'rte_mempool_mem_range.c',\n",
             ('sources = files(', ')')),
            ('lib/mempool/meson.build', 'sorted', '', "'rte_mempool_mem_range.h',\n",
             ('headers = files(', ')')),
            ('doc/api/doxy-api-index.md', 'after', '[key/value args](@ref rte_kvargs.h),',
             '[memory of a mempool](@ref rte_mempool_mem_range.h),\n'),
        ],
        'symbols': ['lib/mempool/version.map'],
    },
    {
        'name': 'library',
        'files': [
            'lib/ptr_compress/meson.build',
            'lib/ptr_compress/rte_ptr_codec_core.h',
            'lib/ptr_compress/rte_ptr_compress.h',
            'lib/ptr_compress/rte_ptr_compress_scalar.h',
        ],
        'covers': ['lib/ptr_compress/'],
        'edits': [
            ('lib/meson.build', 'after', "'eal', # everything depends on eal",
             "'ptr_compress',\n", LIBRARIES),
            ('doc/api/doxy-api-index.md', 'after', '[key/value args](@ref rte_kvargs.h),',
             '[pointer compression](@ref rte_ptr_compress.h),\n'),
            ('doc/api/doxy-api.conf.in', 'after', '@TOPDIR@/lib/power \\',
             '@TOPDIR@/lib/ptr_compress \\\n'),
        ],
    },
    {
        'name': 'kernels',
        'files': [
            'lib/ptr_compress/rte_ptr_compress_level.h',
            'lib/ptr_compress/rte_ptr_compress_neon.h',
            'lib/ptr_compress/rte_ptr_compress_ops.h',
            'lib/ptr_compress/rte_ptr_compress_sve.h',
            'lib/ptr_compress/rte_ptr_compress_vec_template.h',
            'lib/ptr_compress/rte_ptr_compress_x86.h',
        ],
    },
    {
        'name': 'ring-perf',
        'files': [
            'app/test/test_lcore_pair.*',
            'app/test/test_perf_report.*',
            'app/test/test_ring_perf_calls.c',
            'app/test/test_ring_perf_cases.c',
            'app/test/test_ring_perf_compress.*',
            'app/test/test_ring_perf_hand.h',
            'app/test/test_ring_perf_outlined.*',
            'app/test/test_ring_perf_outlined_compress.c',
        ],
        'covers': [
            'app/test/test_lcore_pair.*',
            'app/test/test_perf_report.*',
            'app/test/test_ring_perf_*',
        ],
        'edits': [
            ('app/test/test_ring_perf.c', 'after last', '#include "test*',
             '#include "test_ring_perf_compress.h"\n'),
            ('app/test/test_ring_perf.c', 'before last', 'return 0;', RING_PERF_CALL,
             ('test_ring_perf(void)', '}')),
        ],
    },
    {
        'name': 'guide',
        'files': [
            'app/test/test_ptr_compress_guide.c',
            'doc/guides/prog_guide/ptr_compress_lib.rst',
        ],
        'covers': [
            'app/test/test_ptr_compress*',
            'doc/guides/prog_guide/ptr_compress_lib.rst',
        ],
        'edits': [
            ('doc/guides/prog_guide/index.rst', 'after', 'graph_lib',
             'ptr_compress_lib\n'),
        ],
    },
    {
        'name': 'unit-test',
        'files': [
            'app/test/test_fenced_mem.*',
            'app/test/test_ptr_compress.*',
            'app/test/test_ptr_compress_assert.c',
            'app/test/test_ptr_compress_kernels.c',
            'app/test/test_ptr_compress_level.c',
            'app/test/test_ptr_compress_macros.c',
            'app/test/test_ptr_compress_perf.c',
            'app/test/test_ptr_compress_usable.h',
        ],
        'covers': ['app/test/test_fenced_mem.*'],
    },
    {
        'name': 'codec',
        'files': [
            'lib/ptr_compress/rte_ptr_codec.h',
            'app/test/test_ptr_codec*',
            'app/test/test_ring_perf_codec.c',
            'app/test/test_ring_perf_outlined_codec.c',
        ],
        'covers': ['app/test/test_ptr_codec*'],
        'edits': [
            ('doc/api/doxy-api-index.md', 'after',
             '[pointer compression](@ref rte_ptr_compress.h),',
             '[pointer codec](@ref rte_ptr_codec.h),\n'),
        ],
    },
    {
        'name': 'ring',
        'files': [
            'lib/ptr_ring/meson.build',
            'lib/ptr_ring/rte_ptr_ring.*',
            'lib/ptr_ring/version.map',
            'app/test/test_plain_threads.*',
            'app/test/test_ptr_ring*',
            'app/test/test_ring_perf_outlined_ptr_ring.c',
            'app/test/test_ring_perf_ptr_ring.c',
            'app/test/test_telemetry.*',
            'doc/guides/prog_guide/ptr_ring_lib.rst',
        ],
        'covers': [
            'lib/ptr_ring/',
            'app/test/test_plain_threads.*',
            'app/test/test_ptr_ring*',
            'app/test/test_telemetry.*',
            'doc/guides/prog_guide/ptr_ring_lib.rst',
        ],
        'edits': [
            ('lib/meson.build', 'after', "'mempool',", "'ptr_ring',\n", LIBRARIES),
            ('doc/api/doxy-api-index.md', 'after',
             '[pointer codec](@ref rte_ptr_codec.h),',
             '[compressed pointer ring](@ref rte_ptr_ring.h),\n'),
            ('doc/api/doxy-api.conf.in', 'after', '@TOPDIR@/lib/ptr_compress \\',
             '@TOPDIR@/lib/ptr_ring \\\n'),
            ('doc/guides/prog_guide/index.rst', 'after', 'ptr_compress_lib',
             'ptr_ring_lib\n'),
        ],
    },
    {
        'name': 'driver',
        'files': [
            'drivers/mempool/ptr_ring/*',
            'app/test/test_mempool_ptr_ring*',
            'app/test/test_ptr_migration_guide.c',
            'doc/guides/mempool/ptr_ring.rst',
            'doc/guides/prog_guide/ptr_compress_migration.rst',
            'doc/guides/prog_guide/ptr_compress_troubleshooting.rst',
        ],
        'covers': [
            'drivers/mempool/ptr_ring/',
            'app/test/test_mempool_ptr_ring*',
            'app/test/test_ptr_migration_guide.c',
            'doc/guides/mempool/ptr_ring.rst',
            'doc/guides/prog_guide/ptr_compress_migration.rst',
            'doc/guides/prog_guide/ptr_compress_troubleshooting.rst',
        ],
        'edits': [
            ('drivers/mempool/meson.build', 'sorted', '', "'ptr_ring',\n",
             ('drivers = [', ']')),
            ('doc/guides/mempool/index.rst', 'before', 'ring', 'ptr_ring\n'),
            ('doc/guides/prog_guide/index.rst', 'after', 'ptr_ring_lib',
             'ptr_compress_migration\nptr_compress_troubleshooting\n'),
        ],
    },
    {
        'name': 'cache',
        'files': [
            'lib/ptr_ring/rte_ptr_cache.*',
            'app/test/test_ptr_cache*',
            'doc/guides/prog_guide/ptr_cache_lib.rst',
        ],
        'covers': [
            'app/test/test_ptr_cache*',
            'doc/guides/prog_guide/ptr_cache_lib.rst',
        ],
        'edits': [
            ('doc/api/doxy-api-index.md', 'after',
             '[compressed pointer ring](@ref rte_ptr_ring.h),',
             '[compressed mempool cache](@ref rte_ptr_cache.h),\n'),
            ('doc/guides/prog_guide/index.rst', 'after', 'ptr_ring_lib',
             'ptr_cache_lib\n'),
        ],
    },
    {
        'name': 'mempool-perf',
        'files': ['app/test/test_mempool_ptr_perf*'],
        'covers': ['app/test/test_mempool_ptr_perf*'],
    },
    {
        'name': 'mbuf-rearm',
        'files': ['app/test/test_mbuf_rearm*'],
        'covers': ['app/test/test_mbuf_rearm*'],
    },
]

# Parts of a file above that a later patch adds: each is all that a regular
# expression matches. With the last of these patches the file is whole.
LATER = {
    'lib/ptr_compress/meson.build': [
        ('kernels', r"        'rte_ptr_compress_(level|neon|ops|sve|vec_template|x86)\.h',\n"),
        ('codec', r"'rte_ptr_codec\.h', "),
    ],
    'lib/ptr_compress/rte_ptr_compress.h': [
        ('kernels', r'(?s) \*\n \* They take the widest vectors.*?(?= \*/)'),
        ('kernels', r'(?s)#if defined\(RTE_ARCH_X86_64\).*?#endif\n'),
    ],
    'lib/ptr_ring/meson.build': [
        ('cache', r"'rte_ptr_cache\.[ch]', "),
        ('cache', r"'mempool', "),
    ],
    'lib/ptr_ring/version.map': [
        ('cache', r'\t(__)?rte_ptr_cache_\w+;\n'),
    ],
    'doc/guides/prog_guide/ptr_compress_lib.rst': [
        ('codec', r'(?s)An application normally uses `The Codec`_.*?\n\n'),
        ('codec', r'(?s)The Codec\n---------\n.*?(?=The Compressed Value\n-----)'),
        ('codec', r', ``codec16``'),
        ('codec', r'   \| ``codec16``.*\n.*\n'),
        ('ring', r'A ring that compresses by itself.*\nThis section.*\n\n'),
    ],
}

# What stays in this repository of a guide: plots of one machine.
PLOTS = r'(?m)^\.\. figure:: \.\./\.\./perf/.*\n(?:(?:   .*)?\n)*'

# Below the folders that the series is made of, what stays in this repository:
# what it builds with and what DPDK has already.
NOT_IN_TREE = [
    '*/meson.build',
    'app/fuzz/*',
    'app/test/commands.*',
    'app/test/plugin/*',
    'app/test/selftest/*',
    'app/test/test.*',
    'app/test/test_ring_perf.c',
    'drivers/version.map',
    'doc/guides/*/index.rst',
    'lib/mempool/version.map',
    'lib/meson.build',
]
