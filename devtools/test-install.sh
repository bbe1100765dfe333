#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

# Installs into a prefix of its own and uses what is there as an application
# does: by pkg-config alone. Called by test.sh.
# usage: devtools/test-install.sh FOLDER (made anew)

set -euo pipefail
# shellcheck source=devtools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ $# -eq 1 ] || die "needs one argument, a folder to work in"
work=$(realpath -m "$1")
prefix=$work/prefix
rm -rf "$work/prefix" "$work/app" "$work/newer-dpdk"
mkdir -p "$work/app" "$work/newer-dpdk"

CC=gcc configure "$work/build" -Dtests=false --prefix="$prefix" --libdir=lib
compile "$work/build"
meson install -C "$work/build" --no-rebuild

pkg=libdpdk-ptr-compress
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}

echo "== what is installed"
library=$prefix/lib/librte_mempool_range.so
for file in "$library" "${library%.so}.a" "$prefix/lib/pkgconfig/$pkg.pc"; do
	[ -e "$file" ] || die "$file is not installed"
done
for header in rte_ptr_compress.h rte_ptr_codec.h rte_ptr_ring.h rte_mempool_mem_range.h; do
	[ -n "$(find "$prefix/include" -name "$header")" ] ||
		die "$header is not installed"
done
driver=librte_mempool_ptr_ring
[ -e "$prefix/lib/$driver.a" ] || die "$driver.a is not installed"
# what is in the driver folder leads to the library folder
for folder in "$prefix"/lib "$prefix"/lib/dpdk/pmds-*; do
	for file in "$folder/$driver".so{,.0,.0.1}; do
		[ "$(realpath -e "$file")" = "$prefix/lib/$driver.so.0.1" ] ||
			die "$file is not installed"
	done
done
! LD_LIBRARY_PATH='' ldd "$folder/$driver.so" | grep -F 'not found' ||
	die "the driver does not find its libraries"
extra=$(find "$prefix" -name 'librte_ptr_compress.*' -o -name 'librte_mempool.*')
[ -z "$extra" ] || die "must not be installed: $extra"

echo "== what $library exports"
wanted="rte_mempool_get_obj_layout"
# since then the other two are DPDK's own
pkg-config --atleast-version=24.07 libdpdk ||
	wanted="rte_mempool_get_mem_range rte_mempool_get_obj_alignment $wanted"
exported=$("$(python_with elftools)" - "$library" <<-'END'
	import sys
	from elftools.elf.elffile import ELFFile

	with open(sys.argv[1], 'rb') as file:
	    symbols = ELFFile(file).get_section_by_name('.dynsym').iter_symbols()
	    print(*sorted(s.name for s in symbols if s['st_shndx'] != 'SHN_UNDEF'
	                  # the name of a version is a symbol too
	                  and s['st_shndx'] != 'SHN_ABS'))
END
)
[ "$exported" = "$wanted" ] || die "exported is '$exported' and not '$wanted'"

echo "== applications"
cat >"$work/app/app.c" <<'END'
#include <string.h>
#include <rte_eal.h>
#include <rte_mempool.h>
#include <rte_mempool_mem_range.h>
#include <rte_ptr_cache.h>
#include <rte_ptr_compress.h>
#include <rte_ptr_ring.h>

static int
through_cache(struct rte_mempool *mp, void **objs, unsigned int n,
		const struct rte_ptr_codec *codec)
{
	struct rte_ptr_cache *cache = rte_ptr_cache_create(32, SOCKET_ID_ANY, codec);
	int ret;

	if (cache == NULL)
		return -1;
	rte_ptr_cache_put_bulk(cache, mp, objs, n);
	ret = rte_ptr_cache_get_bulk(cache, mp, objs, n);
	rte_ptr_cache_free(cache);
	return ret;
}

static int
through_ring(struct rte_mempool *mp, void **objs, void **back, unsigned int n)
{
	struct rte_mempool_obj_layout layout;
	struct rte_ptr_codec codec;
	struct rte_ptr_ring *ring;
	int ret;

	if (rte_mempool_get_obj_layout(mp, &layout) != 0 ||
			rte_ptr_codec_init_objs(&codec, layout.first, layout.last,
				layout.stride, 0) != 0)
		return -1;
	ring = rte_ptr_ring_create("app", 64, SOCKET_ID_ANY,
			RING_F_SP_ENQ | RING_F_SC_DEQ, &codec);
	if (ring == NULL)
		return -1;
	ret = rte_ptr_ring_enqueue_bulk_checked(ring, objs, n, NULL) == n &&
			rte_ptr_ring_dequeue_burst(ring, back, n, NULL) == n &&
			memcmp(objs, back, n * sizeof(*objs)) == 0 ? 0 : -1;
	rte_ptr_ring_free(ring);
	return ret == 0 ? through_cache(mp, back, n, &codec) : ret;
}

int
main(int argc, char **argv)
{
	void *objs[8], *back[8];
	uint32_t compressed[8];
	struct rte_mempool_mem_range_info range;
	struct rte_mempool *mp;

	if (rte_eal_init(argc, argv) < 0)
		return 1;
	mp = rte_mempool_create("app", 63, 64, 0, 0, NULL, NULL, NULL, NULL, SOCKET_ID_ANY, 0);
	if (mp == NULL || rte_mempool_get_mem_range(mp, &range) != 0 ||
			rte_mempool_get_bulk(mp, objs, 8) != 0)
		return 2;
	rte_ptr_compress_32_shift(range.start, objs, compressed, 8, 3);
	rte_ptr_decompress_32_shift(range.start, compressed, back, 8, 3);
	if (memcmp(objs, back, sizeof(objs)) != 0)
		return 3;
	if (through_ring(mp, objs, back, 8) != 0)
		return 4;
	/* linked with, or loaded */
	mp = rte_mempool_create_empty("driver", 63, 64, 0, 0, SOCKET_ID_ANY, 0);
	if (mp == NULL || rte_mempool_set_ops_byname(mp, "ptr_ring", NULL) != 0 ||
			rte_mempool_populate_default(mp) != 63 ||
			rte_ptr_ring_lookup("M2_driver") != mp->pool_data)
		return 5;
	return 0;
}
END
cpu=$(taskset -cp $$)
cpu=${cpu##*: }
cpu=${cpu%%[-,]*}

# application NAME COMPILER LANGUAGE [--static]
application()
{
	local flags libs load=()

	read -ra flags <<<"$(pkg-config --cflags "${@:4}" "$pkg")"
	read -ra libs <<<"$(pkg-config --libs "${@:4}" "$pkg")"
	"$2" -x "$3" -O2 -Wall -Wextra -Werror "${flags[@]}" "$work/app/app.c" \
		-x none -o "$work/app/$1" "${libs[@]}"
	# preloaded, since EAL loads no drivers below folders like /tmp
	[ $# -eq 4 ] || load=(LD_PRELOAD="$folder/$driver.so")
	env LD_LIBRARY_PATH="$prefix/lib" "${load[@]}" "$work/app/$1" --no-huge --no-shconf --no-pci \
		-m 64 -l "$cpu"
	echo "$1 works"
}

application c-shared gcc c
application cxx-shared g++ c++
application c-static gcc c --static
application cxx-static g++ c++ --static
for app in c-shared cxx-shared; do
	readelf -d "$work/app/$app" | grep -q 'NEEDED.*librte_mempool_range' ||
		die "$app does not use the shared library"
done
for app in c-static cxx-static; do
	! readelf -d "$work/app/$app" | grep 'NEEDED.*librte_' ||
		die "$app is linked with the shared libraries above"
done

echo "== beside DPDK, packaged: where every program finds the driver by itself"
CC=gcc configure "$work/build-usr" -Dtests=false -Ddefault_library=shared \
	--prefix="$(pkg-config --variable=prefix libdpdk)" \
	--libdir="$(pkg-config --variable=libdir libdpdk)"
compile "$work/build-usr"
rm -rf "$work/destdir"
DESTDIR=$work/destdir meson install -C "$work/build-usr" --no-rebuild
read -ra flags <<<"$(pkg-config --cflags libdpdk)"
folder=$(printf '%s\n' '#include <rte_build_config.h>' RTE_EAL_PMD_PATH |
	gcc -E -P "${flags[@]}" - | tail -n 1 | tr -d '"')
file=$work/destdir$folder/$driver.so
[ "$(realpath -e "$file")" = "$work/destdir$(pkg-config --variable=libdir libdpdk)/$driver.so.0.1" ] ||
	die "$file is not installed"

echo "== our header comes before the one of a newer DPDK"
echo '#error "the header of DPDK"' >"$work/newer-dpdk/rte_ptr_compress.h"
for pc in libdpdk libdpdk-libs; do
	dir=$(pkg-config --variable=pcfiledir "$pc")
	sed "s|^Cflags:|Cflags: -I$work/newer-dpdk|" "$dir/$pc.pc" >"$work/newer-dpdk/$pc.pc"
done
export PKG_CONFIG_PATH=$work/newer-dpdk:$PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags libdpdk)"
! echo '#include <rte_ptr_compress.h>' |
	gcc -E -x c "${flags[@]}" - >/dev/null 2>&1 ||
	die "the stand-in for a newer DPDK does not stand in"
read -ra flags <<<"$(pkg-config --cflags "$pkg")"
echo '#include <rte_ptr_compress.h>' | gcc -fsyntax-only -x c "${flags[@]}" - ||
	die "DPDK's own rte_ptr_compress.h is found before ours"
