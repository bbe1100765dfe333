/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>

#include <rte_mempool_mem_range.h>
#include <rte_ptr_ring.h>

#include "test.h"
#include "test_mempool_ptr_perf.h"
#include "test_perf_report.h"

/*
 * Mempool performance: the stock driver against that of compressed pointers,
 * and caches of DPDK against compressed ones. Mempools of as many objects as
 * mbufs of a busy port, in memory that is larger than any L2 cache.
 *
 * With MEMPOOL_PTR_PERF_ROUNDS in the environment so many rounds are measured,
 * instead of as many as figures take that are worth something.
 */

#define POOL_SIZE 60000
#define ROUNDS_ENV "MEMPOOL_PTR_PERF_ROUNDS"

struct mpp_pool mpp_pools[MPP_DRIVERS] = {
	[MPP_STOCK] = { .name = "stock" },
	[MPP_OURS] = { .name = "ptr_ring" },
};

const char * const mpp_cache_names[MPP_CACHES] = {
	[MPP_CACHE_DEFAULT] = "default",
	[MPP_CACHE_USER] = "user",
	[MPP_CACHE_NONE] = "none",
	[MPP_CACHE_16] = "cache16",
	[MPP_CACHE_32] = "cache32",
};

int
mpp_user_open(struct mpp_user *u, enum mpp_driver driver, enum mpp_cache cache,
		unsigned int lcore)
{
	const struct mpp_pool *pool = &mpp_pools[driver];
	static unsigned int opened;

	memset(u, 0, sizeof(*u));
	u->mp = pool->mp;
	u->kind = cache;
	/* in steps of a cache line, up to a small page */
	u->pad = rte_malloc(NULL, (1 + opened++ * 11 % 61) * RTE_CACHE_LINE_SIZE, 0);
	switch (cache) {
	case MPP_CACHE_NONE:
		return 0;
	case MPP_CACHE_DEFAULT:
		u->cache = rte_mempool_default_cache(u->mp, lcore);
		break;
	case MPP_CACHE_USER:
		u->cache = rte_mempool_cache_create(MPP_CACHE_SIZE, rte_socket_id());
		break;
	default:
		u->ptr_cache = rte_ptr_cache_create(MPP_CACHE_SIZE, rte_socket_id(),
			cache == MPP_CACHE_16 ? &pool->codec16 : &pool->codec32);
	}
	return u->cache == NULL && u->ptr_cache == NULL ? -1 : 0;
}

void
mpp_user_close(struct mpp_user *u)
{
	if (u->cache != NULL)
		rte_mempool_cache_flush(u->cache, u->mp);
	if (u->kind == MPP_CACHE_USER)
		rte_mempool_cache_free(u->cache);
	rte_ptr_cache_free(u->ptr_cache);
	rte_free(u->pad);
	memset(u, 0, sizeof(*u));
}

unsigned int
mpp_rounds(unsigned int usual, unsigned int max)
{
	const char *rounds = getenv(ROUNDS_ENV);

	return rounds == NULL || atoi(rounds) <= 0 ? usual :
		RTE_MIN((unsigned int)atoi(rounds), max);
}

static int
pool_make(struct mpp_pool *p, const char *ops)
{
	struct rte_mempool_obj_layout layout;
	char name[RTE_MEMPOOL_NAMESIZE];

	snprintf(name, sizeof(name), "mpp_%s", p->name);
	p->mp = rte_mempool_create_empty(name, POOL_SIZE, sizeof(struct rte_mbuf) +
			RTE_MBUF_DEFAULT_BUF_SIZE, MPP_CACHE_SIZE, 0,
			rte_socket_id(), 0);
	if (p->mp == NULL || rte_mempool_set_ops_byname(p->mp, ops, NULL) != 0 ||
			rte_mempool_populate_default(p->mp) < 0) {
		printf("No mempool of driver %s: %s\n", ops, rte_strerror(rte_errno));
		return -1;
	}
	if (rte_mempool_get_obj_layout(p->mp, &layout) != 0)
		return -1;
	printf("%-8s %u objects, one every %" PRIu64 " bytes\n", p->name,
		layout.nb_objs, layout.stride);
	if (rte_ptr_codec_init_objs(&p->codec16, layout.first, layout.last,
			layout.stride, 2) != 0)
		printf("%-8s no 2 bytes an object: this mempool has gaps\n", p->name);
	return rte_ptr_codec_init_objs(&p->codec32, layout.first, layout.last,
			layout.stride, 4);
}

/* How much memory all this is about. */
static void
print_footprints(void)
{
	const struct rte_mempool *ours = mpp_pools[MPP_OURS].mp;
	const unsigned int slots = rte_align32pow2(POOL_SIZE + 1);
	const unsigned int width = ((const struct rte_ptr_ring *)ours->pool_data)->codec.width;
	const unsigned int room = MPP_CACHE_SIZE + MPP_CACHE_SIZE / 2;
	unsigned int w;

	printf("\nBytes of the ring: %zu stock, %zu ptr_ring (%.2f and %.2f an object)\n",
		slots * sizeof(void *), (size_t)slots * width,
		(double)(slots * sizeof(void *)) / POOL_SIZE,
		(double)slots * width / POOL_SIZE);
	printf("Bytes of a cache of %u objects: %zu in use of %zu of DPDK's", MPP_CACHE_SIZE,
		offsetof(struct rte_mempool_cache, objs) + room * sizeof(void *),
		sizeof(struct rte_mempool_cache));
	for (w = 4; w >= 2; w /= 2)
		printf(", %zu compressed to %u", sizeof(struct rte_ptr_cache) +
			(size_t)room * w, w);
	printf("\n");
}

/* Nothing was lost. */
static int
check_all_there(void)
{
	enum mpp_driver driver;

	for (driver = 0; driver < MPP_DRIVERS; driver++)
		TEST_ASSERT_EQUAL(rte_mempool_avail_count(mpp_pools[driver].mp),
			POOL_SIZE, "%s: %u objects of %u are there",
			mpp_pools[driver].name,
			rte_mempool_avail_count(mpp_pools[driver].mp), POOL_SIZE);
	return TEST_SUCCESS;
}

static int
run_all(void)
{
	if (pool_make(&mpp_pools[MPP_STOCK], "ring_mp_mc") != 0 ||
			pool_make(&mpp_pools[MPP_OURS], "ptr_ring") != 0)
		return TEST_FAILED;
	print_footprints();
	if (test_mempool_ptr_perf_pair() != TEST_SUCCESS ||
			test_mempool_ptr_perf_work() != TEST_SUCCESS ||
			test_mempool_ptr_perf_matrix() != TEST_SUCCESS ||
			check_all_there() != TEST_SUCCESS)
		return TEST_FAILED;
	return perf_json_failed() ? TEST_FAILED : TEST_SUCCESS;
}

static int
test_mempool_ptr_perf(void)
{
	enum mpp_driver driver;
	int ret;

	perf_report_header(MPP_TEST);
	ret = run_all();
	for (driver = 0; driver < MPP_DRIVERS; driver++) {
		rte_mempool_free(mpp_pools[driver].mp);
		mpp_pools[driver].mp = NULL;
	}
	return ret;
}

REGISTER_PERF_TEST(mempool_ptr_perf_autotest, test_mempool_ptr_perf);
