/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_PTR_CACHE_H
#define TEST_PTR_CACHE_H

/*
 * Mempools for the tests of caches, whose objects know whether they are out,
 * and the other files of ptr_cache_autotest.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_mempool.h>
#include <rte_stdatomic.h>

#include <rte_ptr_codec.h>

/* What is at the start of each object. */
struct ptr_cache_object {
	RTE_ATOMIC(uint32_t) out; /* 1 while somebody has it, else 0 */
	uint32_t magic;
};

/* Drivers that caches are tried over. */
#define PTR_CACHE_DRIVERS 3

extern const char * const ptr_cache_drivers[PTR_CACHE_DRIVERS];

/*
 * A mempool of n objects over a driver, with caches of its own of so many
 * objects; NULL if there is none. "missing" tells whether it is the driver
 * that is missing.
 */
struct rte_mempool *
ptr_cache_pool_create(const char *name, const char *driver, unsigned int n,
		unsigned int cache_size, bool *missing);

/* For rte_mempool_obj_iter(): none is out. The other arguments are of no use. */
void
ptr_cache_object_init(struct rte_mempool *mp, void *arg, void *obj,
		unsigned int i);

/* The codec of a mempool, of a width or if that is 0 of the least. */
int
ptr_cache_codec_init(struct rte_ptr_codec *codec, struct rte_mempool *mp,
		unsigned int width);

/*
 * Objects that were got, or are to be put: marks them. False, after saying
 * why, when one is no object of the mempool, or was out already or is not.
 */
bool
ptr_cache_take(const struct rte_mempool *mp, void * const *objs,
		unsigned int n);

bool
ptr_cache_give(const struct rte_mempool *mp, void * const *objs,
		unsigned int n);

/* test_ptr_cache_hostile.c */
int
test_ptr_cache_hostile(void);

/* test_ptr_cache_threads.c */
int
test_ptr_cache_threads(void);

#endif /* TEST_PTR_CACHE_H */
