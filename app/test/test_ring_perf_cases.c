/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>

#include <rte_mempool_mem_range.h>
#include <rte_ptr_compress.h>

#include "test_ring_perf_compress.h"
#include "test_ring_perf_hand.h"

/*
 * Raw pointers, in the two forms that rte_ring has for them, and pointers
 * compressed by shifts. Which raw form is faster depends on burst and kind of
 * ring; the gain of the others is what they save against the faster one.
 */

/* What compression by shifts needs to know of a pool. */
struct shift_ctx {
	void *base;
	uint8_t shift;
};

#define RAW_FUNCS(form) \
static __rte_always_inline void \
raw_##form##_pack(struct ring_perf_hand *hand, void * const *ptrs, void *mem, \
		unsigned int n) \
{ \
	RTE_SET_USED(hand); \
	memcpy(mem, ptrs, n * sizeof(*ptrs)); \
} \
static __rte_always_inline void \
raw_##form##_unpack(struct ring_perf_hand *hand, const void *mem, void **ptrs, \
		unsigned int n) \
{ \
	RTE_SET_USED(hand); \
	memcpy(ptrs, mem, n * sizeof(*ptrs)); \
} \
static __rte_always_inline unsigned int \
raw_bulk_##form##_put(struct ring_perf_hand *hand, void * const *ptrs, \
		unsigned int n) \
{ \
	return FORM_##form(rte_ring_enqueue_bulk)(hand->ring, ptrs, n, NULL); \
} \
static __rte_always_inline unsigned int \
raw_bulk_##form##_get(struct ring_perf_hand *hand, void **ptrs, unsigned int n) \
{ \
	return FORM_##form(rte_ring_dequeue_bulk)(hand->ring, ptrs, n, NULL); \
}

#define SHIFT_FUNCS(form, bits) \
static __rte_always_inline void \
ptr##bits##_##form##_pack(struct ring_perf_hand *hand, void * const *ptrs, \
		void *mem, unsigned int n) \
{ \
	const struct shift_ctx *ctx = hand->ctx; \
\
	FORM_##form(rte_ptr_compress_##bits##_shift)(ctx->base, ptrs, mem, n, \
			ctx->shift); \
} \
static __rte_always_inline void \
ptr##bits##_##form##_unpack(struct ring_perf_hand *hand, const void *mem, \
		void **ptrs, unsigned int n) \
{ \
	const struct shift_ctx *ctx = hand->ctx; \
\
	FORM_##form(rte_ptr_decompress_##bits##_shift)(ctx->base, mem, ptrs, n, \
			ctx->shift); \
}

RAW_FUNCS(inlined)
RAW_FUNCS(outlined)
SHIFT_FUNCS(inlined, 32)
SHIFT_FUNCS(outlined, 32)
SHIFT_FUNCS(inlined, 16)
SHIFT_FUNCS(outlined, 16)

RING_PERF_BY_RTE_RING(raw, 0)
RING_PERF_ZC_LOOPS(raw)
RING_PERF_BOTH_LOOPS(raw_bulk)
RING_PERF_BY_RTE_RING(ptr32, 1)
RING_PERF_ZC_LOOPS(ptr32)
RING_PERF_COPY_LOOPS(ptr32)
RING_PERF_BY_RTE_RING(ptr16, 2)
RING_PERF_ZC_LOOPS(ptr16)
RING_PERF_COPY_LOOPS(ptr16)

static int
raw_zc_open(struct ring_perf_hand *hand, enum ring_perf_sync sync,
		struct rte_mempool *pool)
{
	if (!ring_perf_sync_zero_copy(sync))
		return -ENOTSUP;
	hand->pool = pool;
	RING_PERF_SET_LOOPS(hand, raw_zc);
	return ring_perf_rte_ring_open(hand, "raw_zc", sync, 0);
}

static int
raw_bulk_open(struct ring_perf_hand *hand, enum ring_perf_sync sync,
		struct rte_mempool *pool)
{
	hand->pool = pool;
	RING_PERF_SET_LOOPS(hand, raw_bulk);
	return ring_perf_rte_ring_open(hand, "raw_bulk", sync, 0);
}

static int
shift_open(struct ring_perf_hand *hand, enum ring_perf_sync sync,
		struct rte_mempool *pool, unsigned int bits)
{
	const size_t align = rte_mempool_get_obj_alignment(pool);
	struct rte_mempool_mem_range_info range;
	struct shift_ctx *ctx;

	if (rte_mempool_get_mem_range(pool, &range) != 0)
		return -EINVAL;
	ctx = calloc(1, sizeof(*ctx));
	if (ctx == NULL)
		return -ENOMEM;
	ctx->base = RTE_PTR_ALIGN_FLOOR(range.start, align);
	ctx->shift = RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT(align);
	hand->ctx = ctx;
	hand->pool = pool;

	range.length += RTE_PTR_DIFF(range.start, ctx->base);
	if (bits == 16 ? !RTE_PTR_COMPRESS_CAN_COMPRESS_16_SHIFT(range.length, align) :
			!RTE_PTR_COMPRESS_CAN_COMPRESS_32_SHIFT(range.length, align)) {
		printf("ptr%u is left out: %zu bytes of memory, aligned to %zu, are too much for %u bits\n",
			bits, range.length, align, bits);
		return -ENOTSUP;
	}
	return ring_perf_rte_ring_open(hand, bits == 16 ? "ptr16" : "ptr32",
			sync, 32 / bits);
}

static void
shift_close(struct ring_perf_hand *hand)
{
	ring_perf_rte_ring_close(hand);
	free(hand->ctx);
}

static int
ptr32_open(struct ring_perf_hand *hand, enum ring_perf_sync sync,
		struct rte_mempool *pool)
{
	if (ring_perf_sync_zero_copy(sync))
		RING_PERF_SET_LOOPS(hand, ptr32_zc);
	else
		RING_PERF_SET_LOOPS(hand, ptr32_copy);
	return shift_open(hand, sync, pool, 32);
}

static int
ptr16_open(struct ring_perf_hand *hand, enum ring_perf_sync sync,
		struct rte_mempool *pool)
{
	if (ring_perf_sync_zero_copy(sync))
		RING_PERF_SET_LOOPS(hand, ptr16_zc);
	else
		RING_PERF_SET_LOOPS(hand, ptr16_copy);
	return shift_open(hand, sync, pool, 16);
}

static struct ring_perf_case cases[] = {
	{ .name = "raw_zc", .raw = true, .open = raw_zc_open,
		.close = ring_perf_rte_ring_close },
	{ .name = "raw_bulk", .raw = true, .open = raw_bulk_open,
		.close = ring_perf_rte_ring_close },
	{ .name = "ptr32", .open = ptr32_open, .close = shift_close },
	{ .name = "ptr16", .open = ptr16_open, .close = shift_close },
};

/* Before the cases of other files, which register with the usual priority. */
RTE_INIT_PRIO(ring_perf_cases_register, CLASS)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(cases); i++)
		ring_perf_case_register(&cases[i]);
}
