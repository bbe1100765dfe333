#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

set -euo pipefail
# shellcheck source=devtools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage()
{
	cat <<-'END'
		usage: devtools/fuzz.sh [options] [target...]

		Builds the fuzz targets with clang and runs each, or those named, for a
		while. Inputs that reach new code are kept and tried first the next time.

		  --seconds N   how long each runs (default: 600)
		  --build DIR   build folder (default: build-fuzz, in the repository)
		  -h, --help    this text
	END
}

build=$root/build-fuzz
seconds=600
targets=()
while [ $# -gt 0 ]; do
	case $1 in
	--seconds) has_value "$@"; seconds=$2; shift ;;
	--build) has_value "$@"; build=$(realpath -m "$2"); shift ;;
	-h | --help) usage; exit 0 ;;
	-*) die "unknown option $1; see --help" ;;
	*) targets+=("$1") ;;
	esac
	shift
done
[[ $seconds =~ ^[1-9][0-9]*$ ]] || die "--seconds takes a whole number"

CC=clang CXX=clang++ configure "$build" -Dfuzz=true -Db_lundef=false -Dbuildtype=debugoptimized
compile "$build"
if [ ${#targets[@]} -eq 0 ]; then
	for program in "$build"/app/fuzz/fuzz-*; do
		[ -f "$program" ] && targets+=("${program##*/fuzz-}")
	done
fi
for target in "${targets[@]}"; do
	[ -x "$build/app/fuzz/fuzz-$target" ] || die "there is no target $target"
	mkdir -p "$build/corpus/$target"
	echo "== $target, $seconds s; inputs that fail go to $build/corpus"
	"$build/app/fuzz/fuzz-$target" -max_total_time="$seconds" -max_len=4096 \
		-print_final_stats=1 -artifact_prefix="$build/corpus/$target-" \
		"$build/corpus/$target"
done
