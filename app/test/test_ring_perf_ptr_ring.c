/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <stdio.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>

#include <rte_mempool_mem_range.h>
#include <rte_ptr_ring.h>

#include "test_ring_perf_compress.h"
#include "test_ring_perf_outlined.h"

/*
 * The ring of compressed pointers, of each width: with 8 bytes nothing is
 * compressed, which tells what comes from the indexes alone.
 */

#define PTR_RING_FUNCS(form) \
static __rte_always_inline unsigned int \
ptr_ring_##form##_put(struct ring_perf_hand *hand, void * const *ptrs, \
		unsigned int n) \
{ \
	return FORM_##form(rte_ptr_ring_enqueue_bulk)(hand->ring, ptrs, n, NULL); \
} \
static __rte_always_inline unsigned int \
ptr_ring_##form##_get(struct ring_perf_hand *hand, void **ptrs, unsigned int n) \
{ \
	return FORM_##form(rte_ptr_ring_dequeue_bulk)(hand->ring, ptrs, n, NULL); \
}

PTR_RING_FUNCS(inlined)
PTR_RING_FUNCS(outlined)

RING_PERF_BOTH_LOOPS(ptr_ring)

static unsigned int
ptr_ring_left(const struct ring_perf_hand *hand)
{
	return rte_ptr_ring_count(hand->ring);
}

static void
ptr_ring_close(struct ring_perf_hand *hand)
{
	rte_ptr_ring_free(hand->ring);
}

static int
ptr_ring_open(struct ring_perf_hand *hand, enum ring_perf_sync sync,
		struct rte_mempool *pool, unsigned int width)
{
	struct rte_mempool_obj_layout layout;
	char name[RTE_PTR_RING_NAMESIZE];
	struct rte_ptr_codec codec;

	hand->pool = pool;
	RING_PERF_SET_LOOPS(hand, ptr_ring);
	hand->left = ptr_ring_left;
	if (rte_mempool_get_obj_layout(pool, &layout) != 0)
		return -EINVAL;
	if (rte_ptr_codec_init_objs(&codec, layout.first, layout.last,
			layout.stride, width) != 0) {
		printf("ring%u is left out: see the log\n", width * 8);
		return -ENOTSUP;
	}
	snprintf(name, sizeof(name), "rpc_ring%u_%u", width * 8, sync);
	hand->ring = rte_ptr_ring_create(name, RING_PERF_RING_PTRS,
			rte_socket_id(), ring_perf_sync_flags(sync), &codec);
	return hand->ring == NULL ? -rte_errno : 0;
}

#define RING_CASE(bits) \
static int \
ring##bits##_open(struct ring_perf_hand *hand, enum ring_perf_sync sync, \
		struct rte_mempool *pool) \
{ \
	return ptr_ring_open(hand, sync, pool, bits / 8); \
} \
static struct ring_perf_case ring##bits##_case = { \
	.name = "ring" #bits, \
	.open = ring##bits##_open, \
	.close = ptr_ring_close, \
}; \
REGISTER_RING_PERF_CASE(ring##bits##_case)

RING_CASE(64)
RING_CASE(32)
RING_CASE(16)
