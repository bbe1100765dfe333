/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdio.h>

#include <rte_errno.h>
#include <rte_memory.h>

#include <rte_mempool_mem_range.h>

#include "test_ptr_cache.h"

#define MAGIC 0x0b1ec700

const char * const ptr_cache_drivers[PTR_CACHE_DRIVERS] = {
	"ring_mp_mc", "stack", "ptr_ring",
};

void
ptr_cache_object_init(struct rte_mempool *mp, void *arg, void *obj, unsigned int i)
{
	struct ptr_cache_object *o = obj;

	RTE_SET_USED(mp);
	RTE_SET_USED(arg);
	RTE_SET_USED(i);
	o->magic = MAGIC;
	o->out = 0;
}

struct rte_mempool *
ptr_cache_pool_create(const char *name, const char *driver, unsigned int n,
		unsigned int cache_size, bool *missing)
{
	struct rte_mempool *mp;

	*missing = false;
	/* 3 cache lines with the header: no power of two */
	mp = rte_mempool_create_empty(name, n, 100, cache_size, 0,
			SOCKET_ID_ANY, RTE_MEMPOOL_F_NO_IOVA_CONTIG |
			RTE_MEMPOOL_F_NO_SPREAD);
	if (mp == NULL) {
		printf("No mempool: %s\n", rte_strerror(rte_errno));
		return NULL;
	}
	if (rte_mempool_set_ops_byname(mp, driver, NULL) != 0) {
		*missing = true;
		rte_mempool_free(mp);
		return NULL;
	}
	if (rte_mempool_populate_default(mp) < 0) {
		printf("No memory for a mempool: %s\n", rte_strerror(rte_errno));
		rte_mempool_free(mp);
		return NULL;
	}
	rte_mempool_obj_iter(mp, ptr_cache_object_init, NULL);
	return mp;
}

int
ptr_cache_codec_init(struct rte_ptr_codec *codec, struct rte_mempool *mp,
		unsigned int width)
{
	struct rte_mempool_obj_layout layout;
	int ret;

	ret = rte_mempool_get_obj_layout(mp, &layout);
	return ret != 0 ? ret : rte_ptr_codec_init_objs(codec, layout.first,
			layout.last, layout.stride, width);
}

static bool
mark(const struct rte_mempool *mp, void * const *objs, unsigned int n,
		uint32_t out)
{
	struct ptr_cache_object *o;
	unsigned int i;

	for (i = 0; i < n; i++) {
		o = objs[i];
		if (rte_mempool_from_obj(o) != mp || o->magic != MAGIC) {
			printf("Number %u of %u is no object\n", i, n);
			return false;
		}
		/* relaxed: what carries it from thread to thread is under test */
		if (rte_atomic_exchange_explicit(&o->out, out,
				rte_memory_order_relaxed) == out) {
			printf("Number %u of %u %s\n", i, n, out ?
				"is somebody's already" : "is nobody's");
			return false;
		}
	}
	return true;
}

bool
ptr_cache_take(const struct rte_mempool *mp, void * const *objs,
		unsigned int n)
{
	return mark(mp, objs, n, 1);
}

bool
ptr_cache_give(const struct rte_mempool *mp, void * const *objs,
		unsigned int n)
{
	return mark(mp, objs, n, 0);
}
