#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

set -euo pipefail
# shellcheck source=devtools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# The steps: name | seconds at most | function with its arguments.
# A function fails by its status, and 77 means skipped, the last line of its
# output saying why. To add a step, add a line, and a function if need be.
steps=(
	"gcc, release          | 900 | unit_tests release gcc"
	"gcc, ASan and UBSan   | 900 | sanitized_tests gcc"
)
full_steps=(
	"comparing results     | 120 | comparing"
	"docs                  | 600 | build_in docs gcc -Denable_docs=true"
	"stock programs        | 600 | stock_programs"
	"review checks         | 600 | review_checks"
	"faults found by them  | 600 | faults_found"
	"patch series 23.11    | 900 | series 23.11"
	"patch series 24.03    | 900 | series 24.03"
	"installed library     | 600 | installed"
	"Debian packages       | 600 | packaged"
	"clang, release        | 900 | unit_tests clang clang"
	"clang, ASan and UBSan | 900 | sanitized_tests clang"
	"pipeline, long        | 900 | long_pipeline"
	"gcc, static libraries | 900 | unit_tests static gcc -Ddefault_library=static"
	"gcc, AVX2 inlined     | 600 | inlined avx2 -mavx2"
	"gcc, AVX-512 inlined  | 600 | inlined avx512 ['-mavx2','-mavx512f','-mavx512bw','-mavx512vl']"
	"gcc, assertions       | 600 | asserted"
	"gcc, each header      | 600 | headers gcc"
	"clang, each header    | 600 | headers clang"
	"older x86 CPUs        | 600 | older_cpus"
	"i386                  | 600 | other_arch i386 gcc"
	"arm64, gcc            | 900 | other_arch arm64 gcc"
	"arm64, clang          | 900 | other_arch arm64 clang"
	"arm64 with SVE        | 900 | scalable_vectors"
	"ppc64el               | 900 | other_arch ppc64el gcc"
	"fuzzing               | 300 | fuzz 20"
	"newer DPDK            | 300 | newer_dpdk"
	"fresh clone in /tmp   | 900 | fresh_clone"
)

usage()
{
	cat <<-'END'
		usage: devtools/test.sh [options]

		Runs the fast tests as released and under the sanitizers. Installs what
		is missing. The last line counts the tests; the status is 0 if none failed.

		  --full                also clang, static libraries, the installed
		                        library, a fresh clone
		  --released-only       not under the sanitizers
		  --require-hugepages   a test skipped for want of hugepages has failed
		  --minutes N           stop what is not done by then, as failed
		  --build DIR           build folder (default: build, in the repository);
		                        other builds and the logs go to DIR-test
		  -h, --help            this text
	END
}

# The build folder of a name: the released build is the one perf.sh uses.
folder_of()
{
	if [ "$1" = release ]; then
		echo "$build"
	else
		echo "$build-test/$1"
	fi
}

# Build in a folder of that name with a compiler, gcc or clang, and Meson
# options. Its C++ compiler is g++ or clang++.
build_in()
{
	local folder

	folder=$(folder_of "$1")
	CC=$2 CXX=$([ "$2" = gcc ] && echo g++ || echo "$2++") configure "$folder" "${@:3}"
	compile "$folder"
}

# The same, and run the fast tests; each counts as a test of its own.
unit_tests()
{
	local folder log require=() suites=(--suite fast-tests) status=0

	build_in "$@"
	folder=$(folder_of "$1")
	log=$folder/meson-logs/testlog.json
	rm -f "$log"
	[ "${huge_suite:-yes}" = no ] || suites+=(--suite huge-tests)
	# shellcheck disable=SC2086 # a list of names
	meson test -C "$folder" --no-rebuild --print-errorlogs "${suites[@]}" ${tests:-} ||
		status=$?
	[ -s "$log" ] || { echo "no test was run"; return 1; }
	[ "$require_hugepages" = no ] || require=(--require-hugepages)
	python3 "$root/devtools/meson-results.py" "${require[@]}" "$log" >>"$results"
	return "$status"
}

# What the sanitizers find ends the program, and where it was is told.
strict_sanitizers()
{
	export ASAN_OPTIONS=abort_on_error=1:detect_stack_use_after_return=1
	export UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1:print_stacktrace=1
}

# Clang's runtime is part of the program only, so that a library that calls
# it can't be linked without undefined symbols.
sanitized_tests()
{
	local lundef=true

	[ "$1" = gcc ] || lundef=false
	strict_sanitizers
	unit_tests "sanitized-$1" "$1" -Dbuildtype=debugoptimized \
		-Db_sanitize=address,undefined -Db_lundef="$lundef"
}

# Each public header compiles alone, as C and as C++, and nothing warns.
headers()
{
	build_in "headers-$1" "$1" -Dcheck_includes=true -Dwerror=true
}

# With kernels inlined that most builds call, the tests that use kernels most.
inlined()
{
	grep -qw "$1" <<<"$(sed 's/avx512f/avx512/' /proc/cpuinfo)" || {
		echo "this CPU has no $1"
		return 77
	}
	huge_suite=no tests='ptr_compress_autotest ptr_codec_autotest ptr_ring_autotest' \
		unit_tests "inlined-$1" gcc "-Dc_args=$2"
}

# The pipeline under both compilers' sanitizers, stopped at many moments.
long_pipeline()
{
	local name

	strict_sanitizers
	for name in sanitized-gcc sanitized-clang; do
		python3 "$root/devtools/test-pipeline.py" \
			"$(folder_of $name)/app/test-ptr-pipeline/dpdk-test-ptr-pipeline" --long
	done
}

asserted()
{
	huge_suite=no unit_tests assert gcc -Dc_args=-DRTE_ENABLE_ASSERT
}

# The released build on CPUs that lack AVX-512, and AVX2 as well.
older_cpus()
{
	local cpu test

	[ "$(uname -m)" = x86_64 ] || {
		echo "this machine is no x86-64"
		return 77
	}
	build_in release gcc -Dbuildtype=release
	for cpu in Haswell Nehalem; do
		for test in ptr_compress_autotest ptr_codec_autotest; do
			DPDK_TEST=$test qemu-x86_64 -cpu "$cpu" "$build/app/test/dpdk-test" \
				--no-huge --no-shconf --no-pci -m 1024
		done
	done
}

# Build for another architecture, each header on its own as well, and run the
# fast tests: other_arch ARCHITECTURE COMPILER [MARCH]
other_arch()
{
	local packages=$build-test/packages-$1 name=$2${3:+-$3}

	"$root/devtools/cross-file.sh" "$packages" "$@"
	huge_suite=no unit_tests "$1-$name" "$2" --cross-file "$packages/$name.ini" \
		-Ddefault_library=static -Dwerror=true -Dcheck_includes=true
}

# Vectors of 256 bits, and of others, from 128 bits, where NEON is taken, to
# 2048 bits, in the tests that use kernels most.
scalable_vectors()
{
	local bytes

	QEMU_CPU=max,sve-default-vector-length=32 \
		other_arch arm64 gcc armv8-a+crc+sve
	for bytes in 16 64 256; do
		QEMU_CPU=max,sve-default-vector-length=$bytes \
			tests='ptr_compress_autotest ptr_codec_autotest' \
			other_arch arm64 gcc armv8-a+crc+sve
	done
}

comparing()
{
	"$root/devtools/test-perf-compare.py"
}

fuzz()
{
	"$root/devtools/fuzz.sh" --build "$build-test/fuzz" --seconds "$1"
}

# Beside a DPDK that has part of this by itself.
newer_dpdk()
{
	"$root/devtools/test-newer-dpdk.sh" gcc g++
	"$root/devtools/test-newer-dpdk.sh" clang clang++
}

# Programs of DPDK's own, with the mempool driver of the released build.
stock_programs()
{
	build_in release gcc -Dbuildtype=release
	"$root/devtools/test-stock-programs.sh" "$build"
}

review_checks()
{
	"$root/devtools/check.sh" --no-setup --build "$build-test/check"
}

faults_found()
{
	"$root/devtools/test-check.sh" "$build-test/faults"
}

# Exported onto trees that are like that release of DPDK.
series()
{
	"$root/devtools/test-series.py" --release "$1" "$build-test/series"
}

installed()
{
	"$root/devtools/test-install.sh" "$build-test/install"
}

packaged()
{
	"$root/devtools/test-package.sh" "$build-test/package"
}

# The main job and the released build's tests from a fresh clone, below a
# world-writable folder, where EAL refuses to load drivers, and started in
# another folder. The sanitizers would find there what they find here.
fresh_clone()
{
	local clone

	git -C "$root" rev-parse --quiet --verify HEAD || {
		echo "$root is not a git clone with a commit"
		return 77
	}
	clone=$(mktemp -d /tmp/dpdk-ptr-compress.XXXXXX)
	# shellcheck disable=SC2064 # the name is of now
	trap "rm -rf '$clone'" EXIT
	git clone --quiet "$root" "$clone/repo"
	cd /
	"$clone/repo/devtools/test.sh" --released-only
	two_cores || {
		echo "the main job needs two cores"
		return 77
	}
	"$clone/repo/devtools/perf.sh" --out "$clone/perf"
	ls -l "$clone/perf/ring_perf.json" "$clone/perf/ring_perf.png" \
		"$clone/perf/ring_perf.svg"
}

build=$root/build
full=no
require_hugepages=no
minutes=1000
while [ $# -gt 0 ]; do
	case $1 in
	--full) full=yes ;;
	--released-only) unset 'steps[1]' ;;
	--require-hugepages) require_hugepages=yes ;;
	--minutes) has_value "$@"; minutes=$2; shift ;;
	--build) has_value "$@"; build=$(realpath -m "$2"); shift ;;
	# how this script starts itself for one step, to be able to stop it
	--step) results=$2; "${@:3}"; exit ;;
	-h | --help) usage; exit 0 ;;
	*) die "unknown option $1; see --help" ;;
	esac
	shift
done
[[ $minutes =~ ^[1-9][0-9]*$ ]] || die "--minutes takes a whole number"

if [ "$full" = yes ]; then
	"$root/devtools/setup.sh" --full
	steps+=("${full_steps[@]}")
else
	"$root/devtools/setup.sh"
fi

logs=$build-test/logs
results=$logs/results
make_folder "$logs"
passed=0 failed=0 skipped=0
not_passed=()

# count pass|fail|skip STEP TEST WHY
count()
{
	case $1 in
	pass) passed=$((passed + 1)) ;;
	fail) failed=$((failed + 1)); not_passed+=("failed: $2${3:+, $3}: $4") ;;
	skip) skipped=$((skipped + 1)); not_passed+=("skipped: $2${3:+, $3}: $4") ;;
	esac
}

# Run the command line $3 as the step named $1, for $2 seconds at most.
run_step()
{
	local name=$1 limit=$2 log started=$SECONDS left status=0
	local before=("$passed" "$failed" "$skipped") result test why
	local options=(--build "$build")

	[ "$require_hugepages" = no ] || options+=(--require-hugepages)
	log=$logs/$(tr -cs 'a-z0-9\n' - <<<"${name,,}").log
	left=$((minutes * 60 - SECONDS))
	[ "$limit" -le "$left" ] || limit=$left
	printf '%-24s' "$name"
	: >"$results"
	if [ "$limit" -gt 0 ]; then
		# In the background, so that a signal to this script ends it too.
		# shellcheck disable=SC2086 # a command line: split it
		timeout --kill-after=20 "$limit" "$0" "${options[@]}" \
			--step "$results" $3 >"$log" 2>&1 </dev/null &
		child=$!
		wait "$child" || status=$?
		child=
		case $status in
		124 | 137) echo "stopped after $limit s" >>"$log" ;;
		esac
	else
		echo "not started: no time left" >"$log"
		status=124
	fi

	while IFS=$'\t' read -r result test why; do
		count "$result" "$name" "$test" "$why"
	done <"$results"
	# A step that tells of no test of its own is one itself.
	if [ "$status" -ne 0 ] && [ "$status" -ne 77 ]; then
		[ "$failed" -gt "${before[1]}" ] ||
			count fail "$name" "" "status $status, see $log"
	elif [ ! -s "$results" ]; then
		if [ "$status" -eq 0 ]; then
			count pass "$name" "" ""
		else
			count skip "$name" "" "$(tail -n 1 "$log")"
		fi
	fi

	result=ok
	[ "$skipped" -eq "${before[2]}" ] || [ "$passed" -gt "${before[0]}" ] || result=skipped
	[ "$failed" -eq "${before[1]}" ] || result=FAILED
	printf '%-8s %2d passed, %d failed, %d skipped %5d s, total %d:%02d\n' "$result" \
		$((passed - before[0])) $((failed - before[1])) $((skipped - before[2])) \
		$((SECONDS - started)) $((SECONDS / 60)) $((SECONDS % 60))
	if [ "$result" = FAILED ]; then
		tail -n 40 "$log" | sed 's/^/    | /'
		echo "    All of it: $log"
	fi
}

child=
trap '[ -z "$child" ] || kill "$child"; exit 130' INT TERM
for step in "${steps[@]}"; do
	IFS='|' read -r name limit command <<<"$step"
	run_step "$(xargs <<<"$name")" "${limit// /}" "$command"
done

[ ${#not_passed[@]} -eq 0 ] || printf '%s\n' "${not_passed[@]}"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
