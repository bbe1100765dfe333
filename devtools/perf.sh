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
		through a ring from core to core. Installs what is missing, builds,
		runs ring_perf_autotest without hugepages, draws the plot.

		  --kernels     instead of that, what each kernel costs by itself, beside
		                plain C and memcpy(): runs ptr_compress_perf_autotest
		  --cores A,B   the CPUs to run on (default: two physical cores; one CPU
		                will do for --kernels)
		  --simd BITS   widest vectors to use: 64, 128, 256 or 512
		                (default: EAL's own)
		  --build DIR   build folder (default: build, in the repository)
		  --out DIR     where JSON, PNG and SVG go (default: perf, in the build
		                folder)
		  -h, --help    this text
	END
}

test=ring_perf
plot='plot-ring-perf.py'
build=$root/build
out=
cores=
simd=
while [ $# -gt 0 ]; do
	case $1 in
	--kernels) test=ptr_compress_perf; plot='plot-kernels.py' ;;
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
	cores=$(two_cores) || [ $test != ring_perf ] ||
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
: >"$out/$test.json"
echo "Measuring on ${cores:+cores }${cores:-the one core there is}"
DPDK_TEST=${test}_autotest DPDK_TEST_PERF_JSON="$out/$test.json" \
	"$build/app/test/dpdk-test" --no-huge --no-shconf --no-pci -m 1024 ${cores:+-l "$cores"} \
	${simd:+--force-max-simd-bitwidth="$simd"} "$@" </dev/null ||
	die "${test}_autotest failed with status $?; its output is above"

"$(python_with matplotlib)" -B "$root/devtools/$plot" "$out/$test.json" "$out/$test"
