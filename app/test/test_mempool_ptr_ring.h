/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_MEMPOOL_PTR_RING_H
#define TEST_MEMPOOL_PTR_RING_H

/*
 * What the files of mempool_ptr_ring_autotest share: mempools of the driver,
 * and the files themselves.
 */

#include <stdint.h>
#include <stdio.h>

#include <rte_mempool.h>

#include <rte_ptr_ring.h>

#define MPR_OPS "ptr_ring"
#define MPR_STOCK_OPS "ring_mp_mc"

/* Elements are that large at least. */
struct mpr_obj {
	uint64_t index; /* in the mempool's list of objects */
	uint64_t mark;
};

/* A mempool without memory; ops may be those of another driver. */
struct rte_mempool *
mpr_create_empty(const char *name, unsigned int n, unsigned int elt_size,
		unsigned int cache_size, unsigned int flags, const char *ops);

/* The same with memory, the objects numbered. */
struct rte_mempool *
mpr_create(const char *name, unsigned int n, unsigned int elt_size,
		unsigned int cache_size, unsigned int flags, const char *ops);

/* Number the objects. */
void
mpr_number(struct rte_mempool *mp);

/* The ring of a mempool of the driver, NULL as long as it has no memory. */
static inline struct rte_ptr_ring *
mpr_ring(const struct rte_mempool *mp)
{
	return mp->pool_data;
}

/* Number of objects that are in a mempool itself, not in its caches. */
static inline unsigned int
mpr_count(const struct rte_mempool *mp)
{
	return rte_mempool_get_ops(mp->ops_index)->get_count(mp);
}

/* Bytes of an object with header and trailer. */
static inline size_t
mpr_full_size(const struct rte_mempool *mp)
{
	return (size_t)mp->header_size + mp->elt_size + mp->trailer_size;
}

/*
 * All objects that a mempool was populated with are in it, each once: takes
 * them all and puts them back, in their order.
 */
int
mpr_account(struct rte_mempool *mp);

/* Memory from the system: at an address if that is not NULL and can be. */
void *
mpr_map(void *addr, size_t len);

void
mpr_unmap(void *addr, size_t len);

/* From now on lines of the log are kept. */
int
mpr_log_start(void);

/* No longer; how many lines there were with that in it. */
unsigned int
mpr_log_stop(const char *part);

/* test_mempool_ptr_ring_populate.c */
int
test_mempool_ptr_ring_populate(void);

/* test_mempool_ptr_ring_setup.c; in a secondary process its part of it */
int
test_mempool_ptr_ring_setup(void);

#endif /* TEST_MEMPOOL_PTR_RING_H */
