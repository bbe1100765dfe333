#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

set -euo pipefail
# shellcheck source=devtools/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage()
{
	cat <<-'END'
		usage: devtools/package.sh [options]

		Builds Debian packages, source and binary, of the files that git knows
		here, committed or not, and lets lintian check them. Needs what
		"devtools/setup.sh --full" installs. Runs no tests: that is for
		devtools/test.sh.

		  --out DIR    where they go (default: build-package, in the repository);
		               those of an earlier build are removed
		  -h, --help   this text
	END
}

out=$root/build-package
while [ $# -gt 0 ]; do
	case $1 in
	--out) has_value "$@"; out=$(realpath -m "$2"); shift ;;
	-h | --help) usage; exit 0 ;;
	*) die "unknown option $1; see --help" ;;
	esac
	shift
done

cd "$root"
version=$(cat VERSION)
packaged=$(dpkg-parsechangelog --show-field Version)
[ "$packaged" = "$version" ] ||
	die "debian/changelog is about $packaged and VERSION says $version: add an entry for $version"
git rev-parse --git-dir >/dev/null ||
	die "this is no git repository: run dpkg-buildpackage in it, in a copy of its own"
make_folder "$out"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
copy=$scratch/dpdk-ptr-compress-$version
mkdir "$copy"
git ls-files -z --cached --others --exclude-standard --deduplicate |
	tar -c --ignore-failed-read --null --verbatim-files-from -T - | tar -x -C "$copy"

cd "$copy"
DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" dpkg-buildpackage --unsigned-source \
	--unsigned-changes --build=full

# Debian's own rules, on distributions made from it as well
lintian --profile debian --fail-on error,warning --tag-display-limit 0 \
	"$scratch"/*.changes

cd "$scratch"
find "$out" -maxdepth 1 -type f -regextype egrep \
	-regex '.*/((lib)?dpdk-ptr-compress|librte-(mempool-range|(mempool-)?ptr-ring)).*' -delete
find . -maxdepth 1 -type f -exec mv -t "$out" {} +
echo "Packages, in $out:"
ls "$out"
