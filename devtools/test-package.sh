#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

# Builds the Debian packages, installs them into a root of their own and uses
# what is there: an application, Debian's own dpdk-test with the driver, the
# tools. Called by test.sh.
# usage: devtools/test-package.sh FOLDER (made anew)

set -euo pipefail
# shellcheck source=devtools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ $# -eq 1 ] || die "needs one argument, a folder to work in"
work=$(realpath -m "$1")
root_dir=$work/root
admin=$root_dir/var/lib/dpkg
rm -rf "$work"
mkdir -p "$work/old" "$admin"

"$root/devtools/package.sh" --out "$work/packages"
version=$(cat "$root/VERSION")
arch=$(dpkg --print-architecture)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
libdir=$root_dir/usr/lib/$triplet

names=(dpdk-ptr-compress-tools libdpdk-ptr-compress-dev librte-mempool-ptr-ring0
	librte-mempool-range0 librte-ptr-ring0)
debs=()
for name in "${names[@]}"; do
	debs+=("$work/packages/${name}_${version}_$arch.deb")
done

field()
{
	dpkg-deb --field "$work/packages/$1_${version}_$arch.deb" "$2"
}

echo "== names and dependencies"
built=$(find "$work/packages" -name '*.deb' ! -name '*-dbgsym_*' | sort)
[ "$built" = "$(printf '%s\n' "${debs[@]}")" ] || die "packages are: $built"
for name in librte-mempool-range librte-mempool-ptr-ring librte-ptr-ring; do
	[ "$(field "${name}0" Provides)" = "$name (= $version)" ] ||
		die "$name is provided by none"
done
# the driver folder, and all of DPDK that is called, is of one ABI
[[ $(field librte-mempool-ptr-ring0 Depends) =~ librte-eal[0-9]+ ]] ||
	die "the driver fits any DPDK"
# experimental: good for one version of the ABI
[[ $(field librte-mempool-ptr-ring0 Depends) = *'librte-ptr-ring0 (<< '* ]] ||
	die "the driver fits any version of the ring"

for deb in "${debs[@]}"; do
	dpkg-deb --fsys-tarfile "$deb" | tar -t | sed -n 's|^\.\(/.*[^/]\)$|\1|p'
done >"$work/files"

# As dpkg does on a machine, with the packages that this one has: their versions
# have to do, and no file may be one of theirs. As any user, and nothing outside
# of the folder is touched. A package that brings a script would fail, for want
# of a shell in that root: none has to.
in_root()
{
	fakeroot dpkg --root="$root_dir" --force-not-root \
		--log="$work/dpkg.log" "$@"
}

# What is there beside dpkg's own notes
in_use()
{
	find "$root_dir" -mindepth 1 ! -path "$root_dir/var*" | sort
}

# Packages are the same as those that are built, but of an older version, with
# a file that is in the newer one no more.
older()
{
	local name folder

	for name in "${names[@]}"; do
		folder=$work/old/$name
		dpkg-deb --raw-extract "$work/packages/${name}_${version}_$arch.deb" "$folder"
		sed -i "/^Version:/s/\$/~old/; s/(= $version)/(= $version~old)/g" \
			"$folder/DEBIAN/control"
		echo old >"$folder/usr/share/doc/$name/OLD"
		dpkg-deb --root-owner-group --build "$folder" "$work/old/$name.deb"
	done
}

echo "== installed over an older version"
mkdir "$admin/info" "$admin/updates"
find /var/lib/dpkg/info -name '*.list' -exec cp -t "$admin/info" {} +
cp /var/lib/dpkg/arch "$admin" 2>/dev/null || true
# of these packages, some may be installed here: as if none was
mine=$(IFS='|'; echo "${names[*]}")
for name in "${names[@]}"; do
	rm -f "$admin/info/$name"[.:]*
done
awk -v RS= -v ORS='\n\n' -v mine="^Package: ($mine)\n" '$0 !~ mine' \
	/var/lib/dpkg/status >"$admin/status"
older
in_root --install "$work"/old/*.deb
[ "$(in_use | grep -c '/OLD$')" -eq ${#names[@]} ] || die "the older version is not there"
in_root --install "${debs[@]}"
! in_use | grep '/OLD$' || die "left over from the older version"
while read -r file; do
	[ -e "$root_dir$file" ] || die "$file is not there, or leads nowhere"
done <"$work/files"
bad=$(in_root --verify "${names[@]}")
[ -z "$bad" ] || die "other than what was built: $bad"

echo "== an application"
cat >"$work/app.c" <<'END'
#include <string.h>

#include <rte_eal.h>
#include <rte_mbuf.h>
#include <rte_mempool_mem_range.h>
#include <rte_ptr_ring.h>

#define BURST 32

int
main(int argc, char **argv)
{
	struct rte_mbuf *sent[BURST], *received[BURST];
	struct rte_mempool_obj_layout layout;
	struct rte_ptr_codec codec;
	struct rte_ptr_ring *ring;
	struct rte_mempool *pool;

	if (rte_eal_init(argc, argv) < 0)
		return 1;
	pool = rte_pktmbuf_pool_create("pool", 255, 0, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
			SOCKET_ID_ANY);
	if (pool == NULL || strcmp(rte_mempool_get_ops(pool->ops_index)->name, "ptr_ring") != 0)
		return 2;
	if (rte_mempool_get_obj_layout(pool, &layout) != 0 ||
			rte_ptr_codec_init_objs(&codec, layout.first, layout.last,
				layout.stride, 0) != 0)
		return 3;
	ring = rte_ptr_ring_create("ring", 64, SOCKET_ID_ANY, RING_F_SP_ENQ | RING_F_SC_DEQ,
			&codec);
	if (ring == NULL || rte_pktmbuf_alloc_bulk(pool, sent, BURST) != 0)
		return 4;
	if (rte_ptr_ring_enqueue_burst(ring, (void **)sent, BURST, NULL) != BURST ||
			rte_ptr_ring_dequeue_burst(ring, (void **)received, BURST, NULL) != BURST ||
			memcmp(sent, received, sizeof(sent)) != 0)
		return 5;
	return 0;
}
END
# DPDK's own headers are not in that root
mkdir -p "$root_dir/usr/include/$triplet"
for folder in dpdk "$triplet/dpdk"; do
	[ ! -d "/usr/include/$folder" ] ||
		ln -s "/usr/include/$folder" "$root_dir/usr/include/$folder"
done
pkg()
{
	PKG_CONFIG_SYSROOT_DIR=$root_dir pkg-config \
		--with-path="$libdir/pkgconfig" "$@" libdpdk-ptr-compress
}
eal=(--no-huge --no-pci --no-shconf -m 1024 --mbuf-pool-ops-name=ptr_ring)

# application NAME [--static]
application()
{
	local flags libs

	read -ra flags <<<"$(pkg --cflags "${@:2}")"
	read -ra libs <<<"$(pkg --libs "${@:2}")"
	gcc -O2 -Wall -Wextra -Werror "${flags[@]}" "$work/app.c" -o "$work/$1" "${libs[@]}"
}

export LD_LIBRARY_PATH=$libdir
application app-shared
readelf -d "$work/app-shared" | grep -q 'NEEDED.*librte_ptr_ring\.so\.0' ||
	die "the application does not use the shared library"
application app-static --static
! readelf -d "$work/app-static" | grep 'NEEDED.*librte_' ||
	die "the static application is linked with the shared libraries above"
"$work/app-static" "${eal[@]}"
echo "the static application works"

echo "== the tools"
for program in "$root_dir"/usr/bin/*; do
	name=${program##*/}
	[ -e "$root_dir/usr/share/man/man1/$name.1.gz" ] || die "no manual page of $name"
done
"$root_dir/usr/bin/dpdk-test-ptr-compress" --no-huge --no-pci --no-shconf -m 1024 \
	mempool_mem_range_autotest ptr_ring_guide_autotest

skipped=
if folder=$(open_folder "$root_dir"); then
	skipped="EAL loads no drivers below $folder, where anyone may write: not tried"
else
	echo "== the driver"
	driver=$(echo "$libdir"/dpdk/pmds-*/librte_mempool_ptr_ring.so)
	! ldd "$driver" | grep -F 'not found' || die "the driver does not find its libraries"
	"$work/app-shared" "${eal[@]}" -d "$driver"
	echo "the application with the driver works"
	DPDK_TEST=mbuf_autotest dpdk-test "${eal[@]}" -d "$driver" </dev/null \
		>"$work/dpdk-test.log" 2>&1 ||
		die "DPDK's own dpdk-test fails with the driver: see $work/dpdk-test.log"
	# it dumps a mempool
	grep -a -m 1 'ops_name: <ptr_ring>' "$work/dpdk-test.log" ||
		die "DPDK's own dpdk-test did not use the driver: see $work/dpdk-test.log"
fi

echo "== removed"
find "$root_dir/usr/include" -type l -delete
find "$root_dir/usr/include" -type d -empty -delete
in_root --purge "${names[@]}"
left=$(in_use; find "$admin/info" | grep -E "/($mine)[.:]" || true)
[ -z "$left" ] || die "left behind: $left"
! grep -E "^Package: ($mine)\$" "$admin/status" || die "dpkg still knows them"

[ -z "$skipped" ] || { echo "$skipped"; exit 77; }
