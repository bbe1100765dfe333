#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Copyright(c) 2026 The DPDK pointer compression authors

# Called by "meson install": links from DPDK's driver folder to a driver in the
# library folder, by the names that DPDK's drivers have there:
# symlink-driver.sh FOLDER LIBRARY-FOLDER LIBRARY SO-VERSION

set -eu
folder=${DESTDIR:-}$1
library=$3
short=${library%%.so*}.so

mkdir -p "$folder"
# relative, so that both can be moved together
ln -sf "$(realpath -ms --relative-to="$1" "$2/$library")" "$folder/$library"
ln -sf "$library" "$folder/$short.$4"
ln -sf "$short.$4" "$folder/$short"
echo "Driver $short: linked from $folder"
