#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

# Run a program that needs hugepages, or skip it (status 77) with a line that
# says what to do: with-hugepages.sh PAGES PROGRAM [ARG...]

skip()
{
	echo "Skipped: $*" >&2
	exit 77
}

if [ $# -lt 2 ]; then
	echo "Usage: ${0##*/} PAGES PROGRAM [ARG...]" >&2
	exit 2
fi
pages=$1
shift

# The sum over the NUMA nodes. No file, no pages of this size.
free=$(cat /sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages 2>/dev/null)
[ "${free:-0}" -ge "$pages" ] ||
	skip "${free:-0} free hugepages of 2 MB where $pages are needed." \
		"As root: dpdk-hugepages.py --setup $((pages * 2))M"

# A mount without pagesize is for the default size, which need not be 2 MB.
default=$(sed -n 's/^Hugepagesize: *\([0-9]*\) kB$/\1/p' /proc/meminfo)
mount=$(awk -v default="$default" '
	$3 == "hugetlbfs" && ($4 ~ /(^|,)pagesize=2M(,|$)/ ||
			($4 !~ /(^|,)pagesize=/ && default == 2048)) {
		print $2
		exit
	}' /proc/mounts)
[ -n "$mount" ] ||
	skip "no hugetlbfs with pages of 2 MB is mounted." \
		"As root: mount -t hugetlbfs -o pagesize=2M none /dev/hugepages"
[ -w "$mount" ] ||
	skip "$mount is not writable for $(id -un). Run as root, or as root:" \
		"chown $(id -un) $mount"

exec "$@"
