#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors
#
# Write a source file that includes one header, twice, and nothing before it.
# Usage: gen-inc.sh HEADER SOURCE

header=$(basename "$1")
printf '#include <%s>\n#include <%s>\n' "$header" "$header" > "$2"
