#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

# Whether all this stands beside DPDK 24.07, which has rte_ptr_compress.h, the
# memory range and the alignment of a mempool by itself: the installed DPDK is
# made to look like it. Called by test.sh.
# usage: devtools/test-newer-dpdk.sh CC CXX

set -euo pipefail
# shellcheck source=devtools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ $# -eq 2 ] || die "needs a C and a C++ compiler"
cc=$1
cxx=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

mkdir "$tmp/fake"
cat >"$tmp/fake/rte_build_config.h" <<'END'
#include_next <rte_build_config.h>
#undef RTE_VER_YEAR
#undef RTE_VER_MONTH
#undef RTE_VER_MINOR
#define RTE_VER_YEAR 24
#define RTE_VER_MONTH 7
#define RTE_VER_MINOR 0
END
cat >"$tmp/fake/rte_mempool.h" <<'END'
#include_next <rte_mempool.h>
#ifndef FAKE_MEMPOOL
#define FAKE_MEMPOOL
#include <stdbool.h>
#ifdef __cplusplus
extern "C" {
#endif
struct rte_mempool_mem_range_info { void *start; size_t length; bool is_contiguous; };
__rte_experimental
int rte_mempool_get_mem_range(const struct rte_mempool *mp,
	struct rte_mempool_mem_range_info *mem_range);
__rte_experimental
size_t rte_mempool_get_obj_alignment(const struct rte_mempool *mp);
#ifdef __cplusplus
}
#endif
#endif
END

# The fake folder goes before DPDK's, after ours, as applications have them.
read -ra dpdk <<<"$(pkg-config --cflags libdpdk)"
flags=(-I"$root/lib/ptr_compress" -I"$root/lib/mempool" -I"$tmp/fake" "${dpdk[@]}"
	-DALLOW_EXPERIMENTAL_API -Wall -Wextra -Werror
	-Wno-missing-field-initializers -Wno-address-of-packed-member)
[ -e "$(pkg-config --variable=includedir libdpdk)/rte_stdatomic.h" ] ||
	flags+=(-I"$root/compat/23.11-stdatomic")

echo "== the release is 24.07 for all that is compiled"
"$cc" "${flags[@]}" -fsyntax-only -x c - <<'END'
#include <rte_version.h>
#if RTE_VERSION < RTE_VERSION_NUM(24, 7, 0, 0)
#error
#endif
END

echo "== the headers, as C and C++"
cat >"$tmp/use.c" <<'END'
#include <rte_mempool_mem_range.h>
#include <rte_ptr_compress.h>

int
use(struct rte_mempool *mp, void **objs, uint32_t *values);

int
use(struct rte_mempool *mp, void **objs, uint32_t *values)
{
	struct rte_mempool_mem_range_info range;
	struct rte_mempool_obj_layout layout;

	rte_ptr_compress_32_shift(mp, objs, values, 32, 6);
	return rte_mempool_get_mem_range(mp, &range) +
		rte_mempool_get_obj_layout(mp, &layout) +
		(int)rte_mempool_get_obj_alignment(mp);
}
END
"$cc" "${flags[@]}" -std=gnu11 -fsyntax-only "$tmp/use.c"
"$cxx" "${flags[@]}" -fsyntax-only -x c++ "$tmp/use.c"

echo "== what the library defines"
"$cc" "${flags[@]}" -std=gnu11 -O2 -DRTE_LOG_DEFAULT_LOGTYPE=lib.mempool \
	-c "$root/lib/mempool/rte_mempool_mem_range.c" -o "$tmp/new.o"
defined=$(nm "$tmp/new.o" | awk '$2 == "T" && /rte_mempool_get/ { print $3 }')
[ "$defined" = rte_mempool_get_obj_layout ] || die "it defines: $defined"

echo "== without the check of the release it would be noticed"
mkdir "$tmp/unchecked"
sed 's/^#if RTE_VERSION < .*/#if 1/' "$root/lib/mempool/rte_mempool_mem_range.h" \
	>"$tmp/unchecked/rte_mempool_mem_range.h"
if "$cc" -I"$tmp/unchecked" "${flags[@]}" -fsyntax-only "$tmp/use.c" 2>/dev/null; then
	die "a second definition went unnoticed"
fi
