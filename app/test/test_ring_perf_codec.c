/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>

#include <rte_mempool_mem_range.h>
#include <rte_ptr_codec.h>

#include "test_ring_perf_compress.h"
#include "test_ring_perf_hand.h"

/*
 * 16 bits a pointer by the codec, for an mbuf pool that is too large for 16-bit
 * shifts: without gaps, the number of an mbuf takes no more.
 */

#define POOL_SIZE 16383

#define CODEC_FUNCS(form) \
static __rte_always_inline void \
codec16_##form##_pack(struct ring_perf_hand *hand, void * const *ptrs, \
		void *mem, unsigned int n) \
{ \
	FORM_##form(rte_ptr_codec_compress_16)(hand->ctx, ptrs, mem, n); \
} \
static __rte_always_inline void \
codec16_##form##_unpack(struct ring_perf_hand *hand, const void *mem, \
		void **ptrs, unsigned int n) \
{ \
	FORM_##form(rte_ptr_codec_decompress_16)(hand->ctx, mem, ptrs, n); \
}

CODEC_FUNCS(inlined)
CODEC_FUNCS(outlined)

RING_PERF_BY_RTE_RING(codec16, 2)
RING_PERF_ZC_LOOPS(codec16)
RING_PERF_COPY_LOOPS(codec16)

/* One pool for all modes, made by the first that opens. */
static struct rte_mempool *large_pool;
static unsigned int pool_users;

static int
pool_get(void)
{
	if (pool_users == 0)
		large_pool = rte_mempool_create("ring_perf_large", POOL_SIZE,
			sizeof(struct rte_mbuf) + RTE_MBUF_DEFAULT_BUF_SIZE, 0,
			sizeof(struct rte_pktmbuf_pool_private),
			rte_pktmbuf_pool_init, NULL, rte_pktmbuf_init, NULL,
			rte_socket_id(), RTE_MEMPOOL_F_NO_IOVA_CONTIG |
			RTE_MEMPOOL_F_NO_SPREAD);
	if (large_pool == NULL) {
		printf("codec16 is left out: no pool of %u mbufs (%s)\n",
			POOL_SIZE, rte_strerror(rte_errno));
		return -ENOTSUP;
	}
	pool_users++;
	return 0;
}

static void
codec16_close(struct ring_perf_hand *hand)
{
	ring_perf_rte_ring_close(hand);
	free(hand->ctx);
	if (hand->pool != NULL && --pool_users == 0)
		rte_mempool_free(large_pool);
}

static int
codec16_open(struct ring_perf_hand *hand, enum ring_perf_sync sync,
		struct rte_mempool *pool)
{
	struct rte_mempool_obj_layout layout;
	struct rte_ptr_codec *codec;
	int ret;

	RTE_SET_USED(pool);
	if (ring_perf_sync_zero_copy(sync))
		RING_PERF_SET_LOOPS(hand, codec16_zc);
	else
		RING_PERF_SET_LOOPS(hand, codec16_copy);
	ret = pool_get();
	if (ret != 0)
		return ret;
	hand->pool = large_pool;
	hand->ctx = codec = malloc(sizeof(*codec));
	if (codec == NULL)
		return -ENOMEM;
	if (rte_mempool_get_obj_layout(large_pool, &layout) != 0)
		return -EINVAL;
	if (rte_ptr_codec_init_objs(codec, layout.first, layout.last,
			layout.stride, 2) != 0) {
		printf("codec16 is left out: the pool has gaps\n");
		return -ENOTSUP;
	}
	if (sync == 0)
		printf("codec16: %u mbufs in %zu bytes, one every %" PRIu64 " bytes\n",
			layout.nb_objs,
			(size_t)RTE_PTR_DIFF(layout.last, layout.first),
			layout.stride);
	return ring_perf_rte_ring_open(hand, "codec16", sync, 2);
}

static struct ring_perf_case codec16_case = {
	.name = "codec16",
	.open = codec16_open,
	.close = codec16_close,
};

REGISTER_RING_PERF_CASE(codec16_case)
