/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <rte_ptr_compress.h>

#include "test_ring_perf_outlined.h"

OUTLINED_KERNELS(OUTLINED_DEFINE)
