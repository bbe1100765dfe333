#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

# Whether check.sh sees what it is there to see: a fault of each kind, made in
# a copy of the repository. Called by test.sh.
# usage: devtools/test-check.sh FOLDER (made anew)

# shellcheck disable=SC2016 # what the faults hold is not for this shell
set -euo pipefail
# shellcheck source=devtools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ $# -eq 1 ] || die "needs one argument, a folder to work in"
work=$(realpath -m "$1")
copy=$work/copy
rm -rf "$work"
mkdir -p "$copy"
cd "$root"
git ls-files --cached --others --exclude-standard --deduplicate |
	while read -r file; do [ ! -e "$file" ] || echo "$file"; done |
	tar -c -f - -T - | tar -x -f - -C "$copy"
cd "$copy"
git init --quiet
git config user.name Tester
git config user.email tester@checks.example
git add --all
git commit --quiet --signoff --message="all: begin"
git tag base

check()
{
	devtools/check.sh --no-setup --since base --build "$work/build" "$@"
}

# What is in the copy has none of the faults. What the copy does not change,
# clang-tidy on all files among it, is for check.sh itself.
check || die "the copy does not pass"

faults=0
# fault CHECK WORDS COMMAND...: with what the command does, the check has to
# fail and to say the words
fault()
{
	local name=$1 words=$2 said

	shift 2
	"$@"
	if said=$(check "$name"); then
		die "$name does not see: $*"
	fi
	grep -qF -- "$words" <<<"$said" || die "$name does not say \"$words\" of $*, but: $said"
	git reset --quiet --hard base
	git clean --quiet -d --force
	faults=$((faults + 1))
	echo "$name: $words"
}

# put FILE SED_SCRIPT: it has to change the file
put()
{
	cp "$1" "$work/before"
	sed -i "$2" "$1"
	! cmp -s "$1" "$work/before" || die "sed '$2' does not change $1"
}

append()
{
	printf '%b' "$2" >>"$1"
}

# commit SUBJECT BODY [SIGNED]
log_of()
{
	echo '/* x */' >>lib/ptr_ring/rte_ptr_ring.c
	git commit --quiet --all --message="$1" --message="$2" \
		--message="Signed-off-by: ${3-Tester <tester@checks.example>}"
}

why="Because of this."
long=$(printf 'ptr_ring: %052d' 0)
fault commits "60 is the most" log_of "$long" "$why"
fault commits 'not "area: what"' log_of "mend the ring" "$why"
fault commits "upper case" log_of "ptr_ring: Mend it" "$why"
fault commits "full stop" log_of "ptr_ring: mend it." "$why"
fault commits "area" log_of "graph: mend it" "$why"
fault commits "75 is the most" log_of "ptr_ring: mend it" "$(printf 'word %.0s' {1..16})"
fault commits "no body" log_of "ptr_ring: mend it" ""
fault commits "Signed-off-by" log_of "ptr_ring: mend it" "$why" "Somebody Else <a@b>"

ring=lib/ptr_ring/rte_ptr_ring
fault text "has to say" put $ring.c '1s/.*/\/* licence: see elsewhere/'
fault text "has to say" put devtools/perf.sh '2d'
fault text "white space at the end" put $ring.c '20s/$/ /'
fault text "space before a tab" put $ring.c '/^\treturn/s/^/ /'
fault text "spaces instead of tabs" put $ring.c 's/^\treturn/        return/'
fault text "tab instead of spaces" put lib/meson.build 's/^    sources/\tsources/'
fault text "100 is the most" put $ring.c "/^#include/s/\$/ \/* $(printf '%0100d' 0) *\//"
fault text "no end of the last line" append README.md 'no newline'
fault text "empty line" append README.md '\n'

fault licence "no copyright and licensing" append devtools/unlicensed.sh 'true\n'
fault licence "GPL-2.0-only" put $ring.c '1s/BSD-3-Clause/GPL-2.0-only/'
fault spelling "rec""ieve" append README.md 'We rec''ieve it.\n'
fault maintainers "no section covers" append lib/stray.txt 'x\n'
fault maintainers "is no file" put MAINTAINERS 's|^F: lib/ptr_ring/|&\nF: lib/gone/|'
fault maintainers "has no maintainer" put MAINTAINERS '/^Test application/{n;d}'

fault style "no space between" put $ring.c 's/if (/if(/'
fault style "a space between" put $ring.c 's/memset(/memset (/'
fault style "has to be at the margin" put $ring.c '/^static uint32_t$/{N;s/\n/ /}'
fault style '"{" has to be at the margin' put $ring.c '/^slots_for/{N;s/\n{/ {/}'
fault style "the brace belongs to the end" put $ring.c '0,/) {$/s//)\n\t{/'
fault style "is indented wrongly" put $ring.c 's/^\treturn/\t\treturn/'
fault style "a line of its own" put $ring.c 's/^\treturn 0;/\tret = 0; return 0;/'

fault shell "SC2086" append devtools/perf.sh 'echo $build\n'
fault python "imported but unused" put devtools/plotting.py '0,/^import/s//import this\nimport/'
fault python "undefined name" append devtools/plotting.py 'unknown()\n'

function_with()
{
	append $ring.c "\nstatic int\nfaulty(int n)\n{\n\t$1\n}\n"
	append $ring.c "\nint faulty_caller(int n);\nint faulty_caller(int n) { return faulty(n); }\n"
}

fault cppcheck "arrayIndexOutOfBounds" function_with 'int a[4] = { 0 };\n\n\treturn a[4] + n;'
fault cppcheck "uninitvar" function_with 'int a;\n\n\treturn a + n;'
fault tidy "bugprone-" function_with 'if (n > 1)\n\t\treturn 1;\n\telse\n\t\treturn 1;'
fault tidy "clang-analyzer-" function_with 'int *p = NULL;\n\n\treturn n > 5 ? *p : 0;'

header=lib/ptr_compress/rte_ptr_codec.h
fault headers "does not name a type" put lib/mempool/rte_mempool_mem_range.h '/^#include/d'
fault headers "class" append $header 'static inline int in_cxx(int class) { return class; }\n'
fault docs "is not documented" put lib/ptr_ring/rte_ptr_ring.h \
	'/^rte_ptr_ring_count(/i rte_ptr_ring_undocumented(int n);\nint'
fault docs "param" put lib/mempool/rte_mempool_mem_range.h '0,/@param mp/s//@param mq/'
fault docs "Unknown target name" append doc/guides/prog_guide/ptr_ring_lib.rst '\n`no such title`_\n'

fault symbols "does not export rte_ptr_ring_gone" put lib/ptr_ring/version.map \
	's/rte_ptr_ring_free;/&\n\trte_ptr_ring_gone;/'
stray_symbol()
{
	put lib/meson.build "s/'-Wl,--version-script=' + version_map/'-Wl,--as-needed'/"
	append $ring.c '\nint rte_ptr_ring_stray(void);\n'
	append $ring.c 'int rte_ptr_ring_stray(void) { return 0; }\n'
}

fault symbols "rte_ptr_ring_stray, which is not in" stray_symbol
fault symbols "no __rte_experimental" put lib/ptr_ring/rte_ptr_ring.h '/^__rte_experimental/d'
stray_in_driver()
{
	put drivers/version.map 's/local:/global: stray; local:/'
	append drivers/mempool/ptr_ring/rte_mempool_ptr_ring.c \
		'\nint stray(void);\nint stray(void) { return 0; }\n'
}

fault symbols "drivers export nothing" stray_in_driver
symbol="int rte_ptr_codec_x(void);\n__rte_weak int rte_ptr_codec_x(void) { return 0; }"
fault symbols "of headers only" put $header "0,/^#ifdef __cplusplus/s//$symbol\n&/"

echo "$faults faults seen"
