/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>

#include "test.h"
#include "test_heap_use.h"
#include "test_mempool_ptr_ring.h"

/*
 * The code of doc/guides/mempool/ptr_ring.rst. What stands between the marks
 * is shown there.
 */

#define NB_PKTS 1023
#define BURST 32

/* Packets in a mempool of this driver. 8< */
static struct rte_mempool *
packet_pool_create(unsigned int nb_pkts, int socket)
{
	return rte_pktmbuf_pool_create_by_ops("packets", nb_pkts, 256, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, socket, "ptr_ring");
}
/* >8 End of packets in a mempool of this driver. */

/* Whether this process has the driver at the place of the primary. 8< */
static bool
has_driver(const struct rte_mempool *mp)
{
	return strcmp(rte_mempool_get_ops(mp->ops_index)->name, "ptr_ring") == 0;
}
/* >8 End of whether this process has the driver at the place of the primary. */

static struct rte_mempool *packets, *stock;

static void
ut_teardown(void)
{
	rte_mempool_free(packets);
	rte_mempool_free(stock);
	packets = stock = NULL;
}

static int
test_packet_pool(void)
{
	struct rte_mbuf *pkts[BURST];

	packets = packet_pool_create(NB_PKTS, SOCKET_ID_ANY);
	TEST_ASSERT_NOT_NULL(packets, "No mempool");
	TEST_ASSERT_SUCCESS(rte_pktmbuf_alloc_bulk(packets, pkts, BURST), "No mbufs");
	rte_pktmbuf_free_bulk(pkts, BURST);
	TEST_ASSERT_EQUAL(rte_mempool_avail_count(packets), NB_PKTS, "Not all back");
	TEST_ASSERT(has_driver(packets), "Another driver");

	stock = mpr_create("mpr_guide", NB_PKTS, 64, 0, 0, MPR_STOCK_OPS);
	TEST_ASSERT_NOT_NULL(stock, "No mempool of the stock driver");
	TEST_ASSERT(!has_driver(stock), "This driver");

	ut_teardown();
	return test_heap_use_check_mark();
}

static struct unit_test_suite mempool_ptr_ring_guide_suite = {
	.suite_name = "code of the guide to the mempool driver",
	.unit_test_cases = {
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_packet_pool),
		TEST_CASES_END()
	}
};

static int
test_mempool_ptr_ring_guide(void)
{
	return unit_test_suite_runner(&mempool_ptr_ring_guide_suite);
}

REGISTER_FAST_TEST(mempool_ptr_ring_guide_autotest, true, true,
		test_mempool_ptr_ring_guide);
