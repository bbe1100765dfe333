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
		  --rearm       instead of that, what it costs to set the fields of mbufs
		                aligned or not, and forwarding between null ports: runs
		                mbuf_rearm_perf_autotest
		  --lto         instead of that, what it costs to call functions and not
		                inline them, and what link-time optimisation wins back:
		                builds with it and without, runs ring_perf_autotest and
		                ptr_compress_perf_autotest of both in turn, prints a table
		  --cores A,B   the CPUs to run on (default: two physical cores; one CPU
		                will do for --kernels)
		  --simd BITS   widest vectors to use: 64, 128, 256 or 512
		                (default: EAL's own)
		  --build DIR   build folder (default: build, in the repository); that
		                with link-time optimisation is DIR-lto
		  --out DIR     where JSON, PNG and SVG go (default: perf, in the build
		                folder)
		  -h, --help    this text
	END
}

# How often --lto runs each of its builds.
runs=4

test=ring_perf
lto=no
plot='plot-ring-perf.py'
build=$root/build
out=
cores=
simd=
while [ $# -gt 0 ]; do
	case $1 in
	--kernels) test=ptr_compress_perf; plot='plot-kernels.py' ;;
	--rearm) test=mbuf_rearm_perf; plot='plot-rearm.py' ;;
	--lto) lto=yes ;;
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

# Builds the folder $1 with the Meson options that follow.
build_in()
{
	local log=$1/perf-setup.log

	echo "Building in $1"
	make_folder "$1"
	CC=${CC:-gcc} configure "$1" -Dbuildtype=release -Dtests=true "${@:2}" >"$log" 2>&1 || {
		tail -n 20 "$log" >&2
		die "Meson failed: see above, and all of it in $log"
	}
	compile "$1"
}

# Runs the tests $2 of the build folder $1, with results in the file $3 and the
# EAL options that follow.
measure()
{
	: >"$3"
	DPDK_TEST=$2 DPDK_TEST_PERF_JSON=$3 "$1/app/test/dpdk-test" \
		--no-huge --no-shconf --no-pci -m 1024 ${cores:+-l "$cores"} \
		${simd:+--force-max-simd-bitwidth="$simd"} "${@:4}" </dev/null
}

# What happens to the machine meanwhile so happens to both builds.
compare_lto()
{
	local plain=() optimised=() run kind folder json log

	build_in "$build-lto" -Db_lto=true
	for ((run = 1; run <= runs; run++)); do
		for kind in plain lto; do
			folder=$build
			json=$out/inlining-$kind-$run.json
			log=${json%.json}.log
			[ $kind = plain ] || folder=$build-lto
			echo "Run $run of $runs in $folder"
			measure "$folder" ring_perf_autotest,ptr_compress_perf_autotest \
				"$json" "$@" >"$log" 2>&1 || {
				tail -n 20 "$log" >&2
				die "a test failed: see above, and all of it in $log"
			}
			[ $kind = plain ] && plain+=("$json") || optimised+=("$json")
		done
	done
	"$(python_with matplotlib)" -B "$root/devtools/report-lto.py" --plain "${plain[@]}" \
		--lto "${optimised[@]}" --output "$out/lto.json"
}

build_in "$build"
mkdir -p "$out"
echo "Measuring on ${cores:+cores }${cores:-the one core there is}"
if [ $lto = yes ]; then
	compare_lto "$@"
	exit
fi
measure "$build" "${test}_autotest" "$out/$test.json" "$@" ||
	die "${test}_autotest failed with status $?; its output is above"

"$(python_with matplotlib)" -B "$root/devtools/$plot" "$out/$test.json" "$out/$test"
