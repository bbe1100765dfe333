/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_MEMPOOL_PTR_PERF_H
#define TEST_MEMPOOL_PTR_PERF_H

/*
 * What the files of mempool_ptr_perf_autotest share: a mempool of the stock
 * driver and one of ours, and how they may be used.
 */

#include <stdbool.h>

#include <rte_branch_prediction.h>
#include <rte_mempool.h>

#include <rte_ptr_cache.h>
#include <rte_ptr_codec.h>

#define MPP_TEST "mempool_ptr_perf_autotest"
#define MPP_CACHE_SIZE RTE_MEMPOOL_CACHE_MAX_SIZE

enum mpp_driver { MPP_STOCK, MPP_OURS, MPP_DRIVERS };

struct mpp_pool {
	const char *name; /* of the driver */
	struct rte_mempool *mp;
	/* for 2 and 4 bytes, of width 0 where there is none */
	struct rte_ptr_codec codec16, codec32;
};

extern struct mpp_pool mpp_pools[MPP_DRIVERS];

/* default: that of the mempool; user: one of rte_mempool_cache_create() */
enum mpp_cache {
	MPP_CACHE_DEFAULT,
	MPP_CACHE_USER,
	MPP_CACHE_NONE,
	MPP_CACHE_16,
	MPP_CACHE_32,
	MPP_CACHES
};

extern const char * const mpp_cache_names[MPP_CACHES];

static inline bool
mpp_is_compressed(enum mpp_cache cache)
{
	return cache == MPP_CACHE_16 || cache == MPP_CACHE_32;
}

/* Whether a mempool can have such a cache: 2 bytes may be too few. */
static inline bool
mpp_is_possible(enum mpp_driver driver, enum mpp_cache cache)
{
	return cache != MPP_CACHE_16 || mpp_pools[driver].codec16.width == 2;
}

/* How many rounds to measure, max at most; 1 for all to be run, not for the figures. */
unsigned int
mpp_rounds(unsigned int usual, unsigned int max);

/*
 * A way to get objects and put them back. Which kind it is has to be known to
 * the compiler: the code is that of applications.
 */
struct mpp_user {
	struct rte_mempool *mp;
	struct rte_mempool_cache *cache; /* NULL for none */
	struct rte_ptr_cache *ptr_cache;
	enum mpp_cache kind;
	void *pad;
};

/*
 * Make an lcore, or a thread in its place, a user of a mempool; its default
 * cache is that of the lcore. Each time caches are at another place: where they
 * share sets of a CPU's cache with the table of objects, they are slow. Returns
 * 0, or -1 when there is no memory.
 */
int
mpp_user_open(struct mpp_user *u, enum mpp_driver driver, enum mpp_cache cache,
		unsigned int lcore);

/* All objects of its cache go back. */
void
mpp_user_close(struct mpp_user *u);

static __rte_always_inline int
mpp_get(const struct mpp_user *u, bool compressed, void **objs, unsigned int n)
{
	return compressed ? rte_ptr_cache_get_bulk(u->ptr_cache, u->mp, objs, n) :
		rte_mempool_generic_get(u->mp, objs, n, u->cache);
}

static __rte_always_inline void
mpp_put(const struct mpp_user *u, bool compressed, void **objs, unsigned int n)
{
	if (compressed)
		rte_ptr_cache_put_bulk(u->ptr_cache, u->mp, objs, n);
	else
		rte_mempool_generic_put(u->mp, objs, n, u->cache);
}

/* test_mempool_ptr_perf_matrix.c: on cores of their own */
int
test_mempool_ptr_perf_matrix(void);

/* test_mempool_ptr_perf_work.c: beside data of an application */
int
test_mempool_ptr_perf_work(void);

/* test_mempool_ptr_perf_pair.c: got on one core, put on another */
int
test_mempool_ptr_perf_pair(void);

#endif /* TEST_MEMPOOL_PTR_PERF_H */
