/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_RING_PERF_COMPRESS_H
#define TEST_RING_PERF_COMPRESS_H

/*
 * The compression part of ring_perf_autotest: raw against compressed pointers
 * between two cores. Returns TEST_SUCCESS, also where there is only one core
 * to run on and nothing is measured, or TEST_FAILED.
 */
int
test_ring_perf_compress(void);

#endif /* TEST_RING_PERF_COMPRESS_H */
