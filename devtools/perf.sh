#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

set -euo pipefail
# shellcheck source=devtools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage()
{
	cat <<-'END'
		usage: devtools/perf.sh [options] [-- EAL options]

		Measures what pointer compression gains when pointers of a mempool go
		through an rte_ring from core to core. Installs what is missing, builds,
		runs ring_perf_autotest without hugepages, draws the plot.

		  --cores A,B   the CPUs to run on (default: two physical cores)
		  --simd BITS   widest vectors to use: 64, 128, 256 or 512
		                (default: EAL's own)
		  --build DIR   build folder (default: build, in the repository)
		  --out DIR     where JSON, PNG and SVG go (default: perf, in the build
		                folder)
		  -h, --help    this text
	END
}

build=$root/build
out=
cores=
simd=
while [ $# -gt 0 ]; do
	case $1 in
	--cores) has_value "$@"; cores=$2; shift ;;
	--simd) has_value "$@"; simd=$2; shift ;;
	--build) has_value "$@"; build=$(realpath -m "$2"); shift ;;
	--out) has_value "$@"; out=$(realpath -m "$2"); shift ;;
	-h | --help) usage; exit 0 ;;
	--) shift; break ;;
	*) die "unknown option $1; see --help" ;;
	esac
	shift
done
out=${out:-$build/perf}
case $simd in
'' | 64 | 128 | 256 | 512) ;;
*) die "--simd is one of 64, 128, 256, 512" ;;
esac

"$root/devtools/setup.sh"

if [ -z "$cores" ]; then
	cores=$(two_cores) ||
		die "the job needs two cores, and this process may use one only: run it on a machine with two, or widen the affinity (taskset, cpuset)"
fi

echo "Building in $build"
make_folder "$build"
log=$build/perf-setup.log
CC=${CC:-gcc} configure "$build" -Dbuildtype=release -Dtests=true >"$log" 2>&1 || {
	tail -n 20 "$log" >&2
	die "Meson failed: see above, and all of it in $log"
}
compile "$build"

mkdir -p "$out"
: >"$out/ring_perf.json"
echo "Measuring on cores $cores"
DPDK_TEST=ring_perf_autotest DPDK_TEST_PERF_JSON="$out/ring_perf.json" \
	"$build/app/test/dpdk-test" --no-huge --no-shconf --no-pci -m 1024 -l "$cores" \
	${simd:+--force-max-simd-bitwidth="$simd"} "$@" </dev/null ||
	die "ring_perf_autotest failed with status $?; its output is above"

"$(python_with matplotlib)" "$root/devtools/plot-ring-perf.py" \
	"$out/ring_perf.json" "$out/ring_perf"
