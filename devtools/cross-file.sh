#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

# Prepares a folder for builds for another architecture: Debian's packages of
# DPDK for it, unpacked there and not installed, and a cross file for Meson,
# FOLDER/COMPILER.ini. Programs are static, and run under qemu-user where this
# machine can't run them. With MARCH they are built for that instead of what
# the package says, and the cross file is FOLDER/COMPILER-MARCH.ini.
# usage: devtools/cross-file.sh FOLDER i386|arm64|ppc64el gcc|clang [MARCH]

set -euo pipefail
shopt -s extglob
# shellcheck source=devtools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ $# -eq 3 ] || [ $# -eq 4 ] ||
	die "needs a folder, an architecture, a compiler, and maybe what to build for"
work=$(realpath -m "$1")
arch=$2
compiler=$3
march=${4:-}
name=$compiler${march:+-$march}

case $arch in
i386) triplet=i686-linux-gnu multiarch=i386-linux-gnu family=x86 emulator= ;;
arm64) triplet=aarch64-linux-gnu family=aarch64 emulator=qemu-aarch64 ;;
ppc64el) triplet=powerpc64le-linux-gnu family=ppc64 emulator=qemu-ppc64le ;;
*) die "unknown architecture $arch" ;;
esac
multiarch=${multiarch:-$triplet}
# what libdpdk-dev needs for programs that are static altogether
packages=(libdpdk-dev libnuma-dev libbsd-dev libmd-dev)
lib=$work/root/usr/lib/$multiarch
include=$work/root/usr/include

# The system's own lists and architectures stay as they are.
apt_for_arch()
{
	apt-get -q -o APT::Architecture="$arch" -o APT::Architectures::="$arch" \
		-o Dir::State::Lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" \
		-o Dir::State::status=/dev/null -o APT::Sandbox::User="$(id -un)" \
		-o Acquire::Retries=2 -o Acquire::http::Timeout=30 "$@"
}

if ! [ -e "$work/unpacked" ]; then
	rm -rf "$work/root" "$work/apt" "$work/debs"
	mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/debs"
	# one source of many that can't be read need not be one that counts
	apt_for_arch update || echo "apt-get update failed: going on with the lists there are"
	(cd "$work/debs" && apt_for_arch download "${packages[@]}")
	for deb in "$work"/debs/*.deb; do
		dpkg -x "$deb" "$work/root"
	done
	rm -rf "$work/apt" "$work/debs"
	touch "$work/unpacked"
fi

# A libdpdk.pc with no more than the tests need: the one in the package asks
# for the libraries that all drivers of DPDK need.
mkdir -p "$work/$name"
flags=$(sed -n 's/^Cflags:.*-include rte_config.h//p' "$lib/pkgconfig/libdpdk-libs.pc")
[ -z "$march" ] || flags="${flags/-march=+([^ ])/} -march=$march"
version=$(sed -n 's/^Version: //p' "$lib/pkgconfig/libdpdk.pc")
cat >"$work/$name/libdpdk.pc" <<END
Name: libdpdk
Description: DPDK for $arch, what the tests need of it
Version: $version
Cflags: -I$include/dpdk -I$include/$multiarch/dpdk -include rte_config.h $flags
Libs: -Wl,--whole-archive -L$lib -l:librte_mempool_ring.a -l:librte_cmdline.a -l:librte_ethdev.a -l:librte_meter.a -l:librte_mbuf.a -l:librte_mempool.a -l:librte_ring.a -l:librte_net.a -l:librte_eal.a -l:librte_telemetry.a -l:librte_kvargs.a -Wl,--no-whole-archive -lnuma -lbsd -lmd -lm -ldl -latomic -pthread
END
cat >"$work/$name/pkg-config" <<END
#!/bin/sh
PKG_CONFIG_LIBDIR=$work/$name exec pkg-config "\$@"
END
chmod +x "$work/$name/pkg-config"

case $compiler in
gcc) c="'$triplet-gcc'" cpp="'$triplet-g++'" ;;
clang) c="'clang', '--target=$triplet'" cpp="'clang++', '--target=$triplet'" ;;
*) die "unknown compiler $compiler" ;;
esac
# shellcheck disable=SC2016 # quotes for Meson, not for the shell
cat >"$work/$name.ini" <<END
[binaries]
c = [$c]
cpp = [$cpp]
ar = '$triplet-ar'
strip = '$triplet-strip'
pkgconfig = '$work/$name/pkg-config'
${emulator:+exe_wrapper = ['$emulator']}

[built-in options]
c_link_args = ['-static']
cpp_link_args = ['-static']

[properties]
needs_exe_wrapper = $([ -n "$emulator" ] && echo true || echo false)

[host_machine]
system = 'linux'
cpu_family = '$family'
cpu = '$family'
endian = 'little'
END
