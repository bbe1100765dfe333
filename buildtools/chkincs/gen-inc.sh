#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors
#
# Write a source file that includes one header, twice, nothing before it, and
# after it one of DPDK's that ours must not have changed the meaning of.
# Usage: gen-inc.sh HEADER SOURCE

header=$(basename "$1")
printf '#include <%s>\n#include <%s>\n#include <rte_atomic.h>\n' "$header" "$header" > "$2"
