#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

# What the scripts of this folder share. To be sourced.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

die()
{
	echo "${0##*/}: $*" >&2
	exit 1
}

# For an option that takes a value: has_value "$@"
has_value()
{
	[ $# -ge 2 ] || die "$1 needs a value; see --help"
}

# Makes the folder $1, where this user has to be able to write.
make_folder()
{
	if ! mkdir -p "$1" || ! [ -w "$1" ]; then
		die "can't write to $1 (made by another user, or by sudo?): remove it, or choose another with --build"
	fi
}

# Prints the nearest folder, $1 itself or above it, where anyone may write: EAL
# loads no drivers below. Fails if there is none.
open_folder()
{
	local folder

	folder=$(realpath "$1")
	while [ -z "$(find "$folder" -maxdepth 0 -perm -o+w)" ]; do
		[ "$folder" != / ] || return
		folder=$(dirname "$folder")
	done
	echo "$folder"
}

# Prints a python3 that can import the module $1: the first in PATH need not
# be the one that the distribution's modules are installed for.
python_with()
{
	local python

	for python in python3 /usr/bin/python3; do
		if "$python" -c "import $1" >/dev/null 2>&1; then
			echo "$python"
			return
		fi
	done
	return 1
}

# Configures the build folder $1 with the Meson options that follow. One that
# is there is used again; where Meson can't make sense of it (the sources have
# moved, a run was cut short, another Meson made it), from scratch. That leaves
# in place what others keep there, which "meson setup --wipe" does not.
# A folder stays with the compiler that it was made with.
configure()
{
	local build=$1
	shift

	make_folder "$build/meson-private"
	if [ -e "$build/meson-private/coredata.dat" ]; then
		meson setup --reconfigure "$@" "$build" "$root" && return
		echo "That failed. Once more from scratch, should $build be stale"
	fi
	rm -rf "$build"/{meson-private,meson-info,build.ninja,.ninja_deps,.ninja_log}
	meson setup "$@" "$build" "$root"
}

# Builds the folder $1, with one job a CPU that this process may use.
compile()
{
	ninja -C "$1" -j "$(nproc)"
}

# Prints the two CPUs, as A,B, on which hand-over between cores is best
# measured: two physical cores of one package, without the package's first
# one, which serves most interrupts, where there is a choice. Two hyperthreads
# when there is no more than that; fails with a single CPU.
two_cores()
{
	python3 - <<-'END'
		import os
		import sys

		def topology(cpu, name):
		    path = f'/sys/devices/system/cpu/cpu{cpu}/topology/{name}'
		    try:
		        with open(path) as file:
		            return file.read().strip()
		    except OSError:
		        return ''

		cpus = sorted(os.sched_getaffinity(0))
		packages = {}
		for cpu in cpus:
		    cores = packages.setdefault(topology(cpu, 'physical_package_id'), {})
		    cores.setdefault(topology(cpu, 'core_id') or cpu, cpu)
		cores = list(max(packages.values(), key=len).values())
		if len(cores) < 2:
		    cores = cpus
		if len(cores) < 2:
		    sys.exit(1)
		print('%d,%d' % tuple(cores[1:3] if len(cores) > 2 else cores))
	END
}
