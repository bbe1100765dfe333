/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include "test.h"
#include "test_perf_report.h"
#include "test_ring_perf_compress.h"

/*
 * The test of this name is in a DPDK tree already. Here it is only what its
 * parts are called from, as they are called there.
 */
static int
test_ring_perf(void)
{
	perf_report_header("ring_perf_autotest");

	if (test_ring_perf_compress() != TEST_SUCCESS)
		return TEST_FAILED;

	return 0;
}

REGISTER_PERF_TEST(ring_perf_autotest, test_ring_perf);
