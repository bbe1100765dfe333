#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

set -euo pipefail
# shellcheck source=devtools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# The jobs: option | results | script that draws or prints them, or - |
# seconds | cores | function with its arguments. A job appends JSON lines to
# the file of its results. To add a job, add a line, and a line to the help.
jobs=(
	"ring     | ring_perf         | plot-ring-perf.py | 10  | 2 | autotest"
	"kernels  | ptr_compress_perf | plot-kernels.py   | 20  | 1 | autotest"
	"codec    | ptr_codec_perf    | -                 | 10  | 1 | autotest"
	"mempool  | mempool_ptr_perf  | plot-mempool.py   | 25  | 2 | autotest"
	"rearm    | mbuf_rearm_perf   | plot-rearm.py     | 15  | 2 | autotest"
	"pipeline | ptr_pipeline      | plot-pipeline.py  | 130 | 2 | pipeline"
	"lto      | lto               | plot-lto.py       | 90  | 2 | compare_lto"
)

usage()
{
	cat <<-'END'
		usage: devtools/perf.sh [JOB] [options] [-- EAL options]
		       devtools/perf.sh --compare OLD.json NEW.json

		Measures what pointer compression gains. Installs what is missing, builds,
		measures, draws a plot. Runs without hugepages where nothing else is said.

		JOB is one of these; without any, --ring:
		  --ring        pointers of a mempool through a ring from core to core:
		                runs ring_perf_autotest
		  --kernels     what each kernel costs by itself, beside plain C and
		                memcpy(): runs ptr_compress_perf_autotest
		  --codec       the same on a lattice, checked and unchecked: runs
		                ptr_codec_perf_autotest
		  --mempool     mempools: their driver and their caches, stock and
		                compressed: runs mempool_ptr_perf_autotest
		  --rearm       what it costs to set the fields of mbufs aligned or not,
		                and forwarding between null ports: runs
		                mbuf_rearm_perf_autotest
		  --pipeline    the throughput of IP forwarding in a pipeline: runs
		                dpdk-test-ptr-pipeline; about two minutes. With hugepages
		                where there are 64 free ones of 2 MB
		  --lto         what it costs to call functions and not inline them, and
		                what link-time optimisation wins back: builds with it and
		                without, runs the tests of both in turn, prints a table
		  --all         all of them, and one HTML page with everything

		  --runs N      run a job so many times; plots and page show the run in
		                the middle (default: 1)
		  --cores A,B   the CPUs to run on (default: two physical cores; one CPU
		                will do for --kernels and --codec)
		  --simd BITS   widest vectors to use: 64, 128, 256 or 512
		                (default: EAL's own)
		  --build DIR   build folder (default: build, in the repository); that
		                with link-time optimisation is DIR-lto
		  --out DIR     where JSON, PNG, SVG and HTML go (default: perf, in the
		                build folder)
		  --compare     say what changed between two files of results beyond
		                noise; all.json of --all holds those of all jobs
		  -h, --help    this text
	END
}

# How often --lto runs each of its builds.
lto_runs=4

wanted=ring
runs=1
build=$root/build
out=
cores=
simd=
while [ $# -gt 0 ]; do
	case $1 in
	--cores) has_value "$@"; cores=$2; shift ;;
	--simd) has_value "$@"; simd=$2; shift ;;
	--runs) has_value "$@"; runs=$2; shift ;;
	--build) has_value "$@"; build=$(realpath -m "$2"); shift ;;
	--out) has_value "$@"; out=$(realpath -m "$2"); shift ;;
	--all) wanted=all ;;
	--compare)
		[ $# -eq 3 ] || die "--compare takes two files of results, and nothing else"
		exec python3 -B "$root/devtools/perf-compare.py" "$2" "$3"
		;;
	-h | --help) usage; exit 0 ;;
	--) shift; break ;;
	*)
		wanted=${1#--}
		if [[ $1 != --* ]] || ! grep -q "^$wanted *|" < <(printf '%s\n' "${jobs[@]}"); then
			die "unknown option $1; see --help"
		fi
		;;
	esac
	shift
done
out=${out:-$build/perf}
case $simd in
'' | 64 | 128 | 256 | 512) ;;
*) die "--simd is one of 64, 128, 256, 512" ;;
esac
[[ $runs =~ ^[1-9][0-9]*$ ]] || die "--runs takes a whole number"
eal=(${simd:+--force-max-simd-bitwidth="$simd"} "$@")

"$root/devtools/setup.sh"

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

# Runs the tests $2 of the build folder $1, with results in the file $3.
measure()
{
	DPDK_TEST=$2 DPDK_TEST_PERF_JSON=$3 "$1/app/test/dpdk-test" \
		--no-huge --no-shconf --no-pci -m 1024 ${cores:+-l "$cores"} \
		"${eal[@]}" </dev/null
}

# The test of that name.
autotest()
{
	measure "$build" "$1_autotest" "$out/$1.json" ||
		die "$1_autotest failed with status $?; its output is above"
}

pipeline()
{
	local options=("${eal[@]}")

	"$root/buildtools/with-hugepages.sh" 64 true 2>/dev/null ||
		options+=(--no-huge -m 512)
	"$root/devtools/perf-pipeline.py" "$build/app/test-ptr-pipeline/dpdk-test-ptr-pipeline" \
		"$out/$1.json" --cores "$cores" --driver "$build/drivers/librte_mempool_ptr_ring.so" \
		-- "${options[@]}" || die "the pipeline failed; its output is above"
}

# What happens to the machine meanwhile so happens to both builds.
compare_lto()
{
	local plain=() optimised=() run kind folder json log

	mkdir -p "$out/inlining"
	build_in "$build-lto" -Db_lto=true
	for ((run = 1; run <= lto_runs; run++)); do
		for kind in plain lto; do
			folder=$build
			json=$out/inlining/$kind-$run.json
			log=${json%.json}.log
			[ $kind = plain ] || folder=$build-lto
			echo "Run $run of $lto_runs in $folder"
			: >"$json"
			measure "$folder" ring_perf_autotest,ptr_compress_perf_autotest \
				"$json" >"$log" 2>&1 || {
				tail -n 20 "$log" >&2
				die "a test failed: see above, and all of it in $log"
			}
			[ $kind = plain ] && plain+=("$json") || optimised+=("$json")
		done
	done
	python3 -B "$root/devtools/report-lto.py" --plain "${plain[@]}" \
		--lto "${optimised[@]}" --output "$out/$1.json"
}

# The fields of a job, without the spaces around them.
fields_of()
{
	IFS=' |' read -r option results script seconds nb_cores command <<<"$1"
}

# Of the jobs that are wanted, in the table's order.
chosen=()
needed=0
nb_needed=1
for job in "${jobs[@]}"; do
	fields_of "$job"
	[ "$wanted" = all ] || [ "$wanted" = "$option" ] || continue
	chosen+=("$job")
	needed=$((needed + seconds * runs))
	[ "$nb_cores" -le "$nb_needed" ] || nb_needed=$nb_cores
done

if [ -z "$cores" ]; then
	cores=$(two_cores) || [ "$nb_needed" = 1 ] ||
		die "the job needs two cores, and this process may use one only: run it on a machine with two, or widen the affinity (taskset, cpuset)"
fi

build_in "$build"
mkdir -p "$out"
echo "Measuring on ${cores:+cores }${cores:-the one core there is}"
for i in "${!chosen[@]}"; do
	fields_of "${chosen[$i]}"
	: >"$out/$results.json"
	for ((run = 1; run <= runs; run++)); do
		if [ $((${#chosen[@]} * runs)) -gt 1 ]; then
			printf '\n[%d/%d] %s, run %d of %d; about %d:%02d left\n' $((i + 1)) \
				${#chosen[@]} "$option" "$run" "$runs" $((needed / 60)) $((needed % 60))
		fi
		$command "$results"
		needed=$((needed - seconds))
	done
	[ "$script" = - ] ||
		"$(python_with matplotlib)" -B "$root/devtools/$script" "$out/$results.json" "$out/$results"
done

if [ "$wanted" = all ]; then
	for job in "${jobs[@]}"; do
		fields_of "$job"
		cat "$out/$results.json"
	done >"$out/.all" && mv "$out/.all" "$out/all.json"
	python3 -B "$root/devtools/perf-report.py" "$out" "$out/report.html"
fi
