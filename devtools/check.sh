#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

set -euo pipefail
# shellcheck source=devtools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# The checks: name | function with its arguments. Those that need no build
# come first.
checks=(
	"commits     | commits"
	"text        | by_python devtools/check-text.py files"
	"licence     | licence"
	"spelling    | spelling"
	"maintainers | by_python devtools/check-maintainers.py"
	"style       | by_python devtools/check-style.py c_files"
	"shell       | shell"
	"python      | python_lint"
	"cppcheck    | cpp_check"
	"headers     | built buildtools/chkincs"
	"docs        | built doc"
	"symbols     | symbols"
	"tidy        | tidy"
)

usage()
{
	cat <<-'END'
		usage: devtools/check.sh [options] [CHECK...]

		Checks what a reviewer would look for before reading: all of it, or the
		named checks. The status is 0 if nothing is found.

		  --since REV   text, spelling, style, shell, python, tidy: look only at
		                files that differ from that commit
		  --build DIR   build folder (default: build-check, in the repository)
		  --no-setup    do not look for missing packages first
		  -h, --help    this text

	END
	printf 'Checks: %s\n' "$(printf '%s ' "${checks[@]%%|*}" | tr -s ' ')"
}

# Prints the files of the repository that match: those of git, committed or
# not, and not removed.
all_files()
{
	git ls-files --cached --others --exclude-standard --deduplicate "$@" |
		while read -r file; do
			[ ! -e "$file" ] || echo "$file"
		done
}

# Of these, what is to be looked at.
files()
{
	if [ -n "$since" ]; then
		grep -xFf <(git diff --name-only "$since"; git ls-files --others) <(all_files "$@") ||
			true
	else
		all_files "$@"
	fi
}

c_files()
{
	files '*.c' '*.h'
}

by_python()
{
	local args=()

	[ -z "${2-}" ] || mapfile -t args < <("$2")
	python3 -B "$1" "${args[@]}"
}

# Since there is this check: before, a few subjects were too long.
commits()
{
	local first

	first=$(git log --diff-filter=A --format=%H -- devtools/check-commits.py | tail -n 1)
	[ -n "$first" ] || { echo "none is committed yet"; return; }
	python3 -B devtools/check-commits.py "$first..HEAD"
}

# With the folder of licences where reuse looks for it; ours is named as DPDK's.
licence()
{
	local status=0 copy

	copy=$(mktemp -d)
	all_files | tar -c -f - -T - | tar -x -f - -C "$copy"
	mkdir "$copy/LICENSES"
	mv "$copy/license/bsd-3-clause.txt" "$copy/LICENSES/BSD-3-Clause.txt"
	reuse --root "$copy" --no-multiprocessing lint >"$copy.log" || status=$?
	[ $status -eq 0 ] || cat "$copy.log"
	rm -rf "$copy" "$copy.log"
	return $status
}

spelling()
{
	files | sed '/\.json$/d' | xargs -r codespell
}

shell()
{
	files '*.sh' .ci/run | xargs -r shellcheck --external-sources
}

python_lint()
{
	files '*.py' | xargs -r "$(python_with pyflakes)" -m pyflakes
}

# Its severities that are about bugs; style is the matter of check-style.py.
cpp_check()
{
	cppcheck -j "$(nproc)" --quiet --error-exitcode=1 --std=c11 --inline-suppr \
		--enable=warning,performance,portability \
		--suppressions-list=devtools/cppcheck-suppressions.txt \
		-D__x86_64__ -DRTE_ARCH_X86 -DRTE_ARCH_X86_64 -DRTE_ARCH_64 -D__LP64__ \
		--include=devtools/cppcheck.h \
		-I lib/mempool -I lib/ptr_compress -I lib/ptr_ring app drivers lib 2>&1 | tee "$out"
	[ ! -s "$out" ]
}

configured()
{
	CC=gcc CXX=g++ configure "$build" -Dcheck_includes=true -Denable_docs=true -Dwerror=true
}

# Build what is below a folder.
built()
{
	local targets

	configured
	targets=$(ninja -C "$build" -t targets all | sed -n "s|^\($1/[^:]*\): .*|\1|p" |
		grep -v '\.p/')
	[ -n "$targets" ]
	# shellcheck disable=SC2086 # a list
	ninja -C "$build" -j "$(nproc)" $targets
}

symbols()
{
	built lib
	[ ! -d drivers ] || built drivers
	"$(python_with elftools)" -B devtools/check-symbols.py "$build"
}

tidy()
{
	configured
	files 'lib/*.c' 'drivers/*.c' 'app/test*.c' |
		xargs -r -P "$(nproc)" -n 2 clang-tidy -p "$build" --quiet \
			--extra-arg=-Wno-unknown-warning-option
}

build=$root/build-check
setup=yes
since=
wanted=()
while [ $# -gt 0 ]; do
	case $1 in
	--since) has_value "$@"; since=$2; shift ;;
	--build) has_value "$@"; build=$(realpath -m "$2"); shift ;;
	--no-setup) setup=no ;;
	-h | --help) usage; exit 0 ;;
	-*) die "unknown option $1; see --help" ;;
	*) wanted+=("$1") ;;
	esac
	shift
done
[ "$setup" = no ] || "$root/devtools/setup.sh" --full
cd "$root"

log=$(mktemp)
out=$(mktemp)
trap 'rm -f "$log" "$out"' EXIT
failed=()
ran=()
for check in "${checks[@]}"; do
	name=$(xargs <<<"${check%%|*}")
	[ ${#wanted[@]} -eq 0 ] || [[ " ${wanted[*]} " = *" $name "* ]] || continue
	ran+=("$name")
	started=$SECONDS
	result=ok
	# not as a condition, which would take "set -e" from the function
	set +e
	# shellcheck disable=SC2086 # a command line: split it
	(set -e; ${check#*|}) >"$log" 2>&1
	status=$?
	set -e
	if [ $status -ne 0 ]; then
		result=FAILED
		failed+=("$name")
	fi
	printf '%-12s %-7s %4d s\n' "$name" "$result" $((SECONDS - started))
	[ "$result" = ok ] || tail -n 60 "$log" | sed 's/^/    | /'
done
for name in "${wanted[@]}"; do
	[[ " ${ran[*]} " = *" $name "* ]] || die "there is no check $name; see --help"
done
echo "${#ran[@]} checks, ${#failed[@]} failed${failed[*]:+: ${failed[*]}}"
[ ${#failed[@]} -eq 0 ]
