#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

# Installs by apt what building and measuring need, or with --full what
# "devtools/test.sh --full" needs. Where nothing is missing it does nothing
# and needs neither network nor permission.

set -euo pipefail
# shellcheck source=devtools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

at_least()
{
	printf '%s\n' "$1" "$2" | sort --version-sort --check=quiet
}

has_meson()
{
	local version
	version=$(meson --version) && at_least 0.57.0 "$version"
}

has_c()
{
	echo '#include <stdio.h>' | gcc -E -x c -
}

has_cxx()
{
	echo '#include <cstdio>' | g++ -E -x c++ -
}

clang_sanitizes()
{
	local out
	out=$(mktemp) || return
	echo 'int main(void) { return 0; }' |
		clang -fsanitize=address,undefined -x c - -o "$out" &&
		rm "$out"
}

is_package()
{
	[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1")" = installed ]
}

# need PACKAGE COMMAND...: without success of the command the package is
# missing. So what is installed by other means than packages counts too.
need()
{
	local package=$1
	shift
	"$@" >/dev/null 2>&1 || missing+=("$package")
}

find_missing()
{
	missing=()
	need gcc command -v gcc
	need libc6-dev has_c
	need ninja-build command -v ninja
	need meson has_meson
	need pkg-config command -v pkg-config
	need libdpdk-dev pkg-config --exists 'libdpdk >= 22.11'
	need python3 command -v python3
	need python3-matplotlib python_with matplotlib
	[ "$full" = yes ] || return 0
	need git command -v git
	# the same is compiled in many folders
	need ccache command -v ccache
	need g++ has_cxx
	need clang command -v clang
	need libclang-rt-dev clang_sanitizes
	# that Debian's libdpdk asks for in static linking, and does not depend on
	need libsystemd-dev pkg-config --exists libsystemd
	need dpdk-dev command -v dpdk-test
	need python3-pyelftools python_with elftools
	need doxygen command -v doxygen
	need python3-sphinx python_with sphinx
	need python3-sphinx-rtd-theme python_with 'sphinx, sphinx_rtd_theme'
	# devtools/check.sh
	need clang-format command -v clang-format
	need clang-tidy command -v clang-tidy
	need cppcheck command -v cppcheck
	need codespell command -v codespell
	need reuse command -v reuse
	need shellcheck command -v shellcheck
	need pyflakes3 python_with pyflakes
	# devtools/package.sh: who builds packages needs packages
	for package in debhelper dpkg-dev fakeroot libdpdk-dev lintian meson; do
		need "$package" is_package "$package"
	done
	# other architectures, and what to run their programs with
	need qemu-user command -v qemu-aarch64
	for triplet in i686-linux-gnu aarch64-linux-gnu powerpc64le-linux-gnu; do
		need "gcc-$triplet" command -v "$triplet-gcc"
		need "g++-$triplet" command -v "$triplet-g++"
	done
}

case "$*" in
'') full=no ;;
--full) full=yes ;;
*) die "the only option is --full" ;;
esac

find_missing
[ ${#missing[@]} -gt 0 ] || exit 0

by_hand="apt-get install ${missing[*]}"
command -v apt-get >/dev/null ||
	die "no apt-get here (not Debian or Ubuntu?): install by hand what these Debian packages hold: ${missing[*]}"

as_root=()
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null ||
		die "packages are missing, and this is neither root nor is there sudo; as root run: $by_hand"
	sudo true ||
		die "packages are missing, and sudo does not let this user install them; as root run: $by_hand"
	as_root=(sudo)
fi

apt()
{
	"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
		-o DPkg::Lock::Timeout=120 -o Acquire::Retries=2 \
		-o Acquire::http::Timeout=30 -o Dpkg::Use-Pty=0 "$@" </dev/null
}

echo "Installing: ${missing[*]}"
# One source of many that can't be reached need not be one that counts.
apt update || echo "apt-get update failed: trying with the lists that are here"
apt install --no-install-recommends "${missing[@]}" ||
	die "apt-get could not install the packages: see above, check the network, and run again or by hand: $by_hand"

find_missing
[ ${#missing[@]} -eq 0 ] ||
	die "installed, but missing still or too old (Meson 0.57 and DPDK 22.11 at least, Debian 12 has them): ${missing[*]}"
