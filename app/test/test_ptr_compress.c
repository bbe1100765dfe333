/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_random.h>
#include <rte_ring.h>
#include <rte_ring_elem.h>

#include <rte_mempool_mem_range.h>
#include <rte_ptr_compress.h>

#include "test.h"
#include "test_fenced_mem.h"
#include "test_ptr_compress.h"

/* past two vectors of any width, plus one of a wide one for good measure */
#define MAX_N 200
#define GUARD 64
#define GUARD_BYTE 0xa5

/*
 * The definition of a compressed value, written down once more and apart from
 * the library's own reference.
 */
static uint64_t
plain_compress(uintptr_t base, uintptr_t ptr, unsigned int shift,
		unsigned int bits)
{
	uint64_t distance = (uintptr_t)(ptr - base);
	uint64_t value = 0;
	unsigned int i;

	for (i = 0; i < bits && shift + i < 64; i++)
		if (distance & (UINT64_C(1) << (shift + i)))
			value |= UINT64_C(1) << i;
	return value;
}

static uintptr_t
plain_decompress(uintptr_t base, uint64_t value, unsigned int shift)
{
	uint64_t distance = value;
	unsigned int i;

	for (i = 0; i < shift; i++)
		distance += distance;
	return base + (uintptr_t)distance;
}

/* A table somewhere in memory, with what must stay as it is on both sides. */
struct guarded {
	uint8_t mem[GUARD + MAX_N * sizeof(uint64_t) + 64 + GUARD] __rte_aligned(64);
	uint8_t *start;
	size_t len;
};

static void *
guarded_place(struct guarded *g, size_t offset, size_t len)
{
	memset(g->mem, GUARD_BYTE, sizeof(g->mem));
	g->start = g->mem + GUARD + offset;
	g->len = len;
	return g->start;
}

static bool
guarded_intact(const struct guarded *g)
{
	const uint8_t *p;

	for (p = g->mem; p < g->mem + sizeof(g->mem); p++)
		if ((p < g->start || p >= g->start + g->len) && *p != GUARD_BYTE)
			return false;
	return true;
}

static uint64_t
value_get(const void *table, unsigned int i, unsigned int bits)
{
	return bits == 16 ? ((const uint16_t *)table)[i] :
			((const uint32_t *)table)[i];
}

static void
value_set(void *table, unsigned int i, unsigned int bits, uint64_t value)
{
	if (bits == 16)
		((uint16_t *)table)[i] = (uint16_t)value;
	else
		((uint32_t *)table)[i] = (uint32_t)value;
}

static void
kernel_compress(const struct ptr_kernels *k, unsigned int bits, void *base,
		void * const *src, void *dest, size_t n, uint8_t shift)
{
	if (bits == 16)
		k->compress16(base, src, dest, n, shift);
	else
		k->compress32(base, src, dest, n, shift);
}

static void
kernel_decompress(const struct ptr_kernels *k, unsigned int bits, void *base,
		const void *src, void **dest, size_t n, uint8_t shift)
{
	if (bits == 16)
		k->decompress16(base, src, dest, n, shift);
	else
		k->decompress32(base, src, dest, n, shift);
}

/*
 * A pointer of some kind: within reach mostly, else below the base, just past
 * the range, all ones, NULL, or anything. Where out-of-range pointers trip an
 * assertion, there are none.
 */
static uintptr_t
some_ptr(uintptr_t base, unsigned int shift, unsigned int bits)
{
	uint64_t reach = shift + bits >= 64 ? UINT64_MAX :
			(UINT64_C(1) << (shift + bits)) - 1;
	uint64_t within = rte_rand() & reach;

#ifndef RTE_ENABLE_ASSERT
	switch (rte_rand_max(8)) {
	case 0:
		return base - (uintptr_t)rte_rand_max(1 << 20);
	case 1:
		return base + (uintptr_t)(reach + 1 + rte_rand_max(1 << 20));
	case 2:
		return UINTPTR_MAX;
	case 3:
		return 0;
	case 4:
		return (uintptr_t)rte_rand();
	case 5:
		return base + (uintptr_t)reach;
	}
#endif
	return base + (uintptr_t)within;
}

static uintptr_t
some_base(void)
{
	switch (rte_rand_max(6)) {
	case 0:
		return 0;
	case 1:
		return UINTPTR_MAX;
	case 2:
		return (uintptr_t)1 << (sizeof(void *) * 8 - 1);
	case 3:
		return UINTPTR_MAX - (uintptr_t)rte_rand_max(1 << 30);
	case 4: /* where Linux maps things */
		return (uintptr_t)(UINT64_C(0x100000000000) +
				(rte_rand_max(1 << 20) << 12));
	default:
		return (uintptr_t)rte_rand();
	}
}

/* One call of compress and one of decompress, at given places in memory. */
static int
check_once(const struct ptr_kernels *k, unsigned int bits, unsigned int n,
		unsigned int shift, size_t ptr_offset, size_t value_offset)
{
	static struct guarded ptr_mem, value_mem;
	const size_t value_size = bits / 8;
	const uintptr_t base = some_base();
	uintptr_t expect_ptr;
	uint64_t expect;
	unsigned int i;
	void **ptrs;
	void *values;

	ptrs = guarded_place(&ptr_mem, ptr_offset, n * sizeof(*ptrs));
	values = guarded_place(&value_mem, value_offset, n * value_size);
	for (i = 0; i < n; i++)
		ptrs[i] = (void *)some_ptr(base, shift, bits);

	kernel_compress(k, bits, (void *)base, ptrs, values, n, shift);
	for (i = 0; i < n; i++) {
		expect = plain_compress(base, (uintptr_t)ptrs[i], shift, bits);
		TEST_ASSERT_EQUAL(value_get(values, i, bits), expect,
			"%s, %u bits: %p - %#"PRIxPTR" >> %u is %#"PRIx64", not %#"PRIx64" (%u of %u, offsets %zu, %zu)",
			k->name, bits, ptrs[i], base, shift, expect,
			value_get(values, i, bits), i, n, ptr_offset,
			value_offset);
	}
	TEST_ASSERT(guarded_intact(&value_mem),
		"%s, %u bits: compress of %u wrote outside its table",
		k->name, bits, n);
	TEST_ASSERT(guarded_intact(&ptr_mem),
		"%s, %u bits: compress of %u wrote into its source",
		k->name, bits, n);

	/* not the values just made: any value has to decompress right */
	ptrs = guarded_place(&ptr_mem, ptr_offset, n * sizeof(*ptrs));
	values = guarded_place(&value_mem, value_offset, n * value_size);
	for (i = 0; i < n; i++)
		value_set(values, i, bits, i % 5 == 0 ? UINT64_MAX : rte_rand());

	kernel_decompress(k, bits, (void *)base, values, ptrs, n, shift);
	for (i = 0; i < n; i++) {
		expect_ptr = plain_decompress(base, value_get(values, i, bits),
				shift);
		TEST_ASSERT_EQUAL((uintptr_t)ptrs[i], expect_ptr,
			"%s, %u bits: %#"PRIxPTR" + (%#"PRIx64" << %u) is %#"PRIxPTR", not %p (%u of %u, offsets %zu, %zu)",
			k->name, bits, base, value_get(values, i, bits), shift,
			expect_ptr, ptrs[i], i, n, ptr_offset, value_offset);
	}
	TEST_ASSERT(guarded_intact(&ptr_mem),
		"%s, %u bits: decompress of %u wrote outside its table",
		k->name, bits, n);
	TEST_ASSERT(guarded_intact(&value_mem),
		"%s, %u bits: decompress of %u wrote into its source",
		k->name, bits, n);
	return TEST_SUCCESS;
}

/* Call a check for each kernel that runs here and each width. */
static int
for_each_kernel(int (*check)(const struct ptr_kernels *k, unsigned int bits))
{
	const struct ptr_kernels *k;
	unsigned int i;

	for (i = 0; (k = ptr_kernels_get(i)) != NULL; i++) {
		if (!k->usable()) {
			printf("%s: skipped, not on this CPU\n", k->name);
			continue;
		}
		if (check(k, 16) != TEST_SUCCESS || check(k, 32) != TEST_SUCCESS)
			return TEST_FAILED;
	}
	return TEST_SUCCESS;
}

static int
check_all_n_and_shifts(const struct ptr_kernels *k, unsigned int bits)
{
	unsigned int n, shift;

	for (n = 0; n <= MAX_N; n++)
		for (shift = 0; shift < 64; shift++)
			if (check_once(k, bits, n, shift, 0, 0) != TEST_SUCCESS)
				return TEST_FAILED;
	return TEST_SUCCESS;
}

static int
test_all_n_and_shifts(void)
{
	return for_each_kernel(check_all_n_and_shifts);
}

static int
check_all_alignments(const struct ptr_kernels *k, unsigned int bits)
{
	size_t ptr_offset, value_offset;
	unsigned int n;

	/* a prime step through n reaches each at some alignment every time */
	for (ptr_offset = 0; ptr_offset < 64; ptr_offset += sizeof(void *))
		for (value_offset = 0; value_offset < 64; value_offset += bits / 8)
			for (n = rte_rand_max(7); n <= MAX_N; n += 7)
				if (check_once(k, bits, n, rte_rand_max(64),
						ptr_offset, value_offset) !=
						TEST_SUCCESS)
					return TEST_FAILED;
	return TEST_SUCCESS;
}

static int
test_all_alignments(void)
{
	return for_each_kernel(check_all_alignments);
}

/* Tables that begin right after, or end right before, an unmapped page. */
static int
check_no_access_outside(const struct ptr_kernels *k, unsigned int bits)
{
	const size_t page = sysconf(_SC_PAGESIZE);
	const size_t value_size = bits / 8;
	uint8_t *ptr_mem = fenced_alloc(page);
	uint8_t *value_mem = fenced_alloc(page);
	unsigned int n, i;
	void **ptrs;
	void *values;
	bool at_end;

	TEST_ASSERT(ptr_mem != NULL && value_mem != NULL, "no memory");
	for (n = 0; n <= MAX_N; n++) {
		for (i = 0; i < 4; i++) {
			at_end = i & 1;
			ptrs = (void **)(ptr_mem + (at_end ?
				page - n * sizeof(*ptrs) : 0));
			at_end = i & 2;
			values = value_mem + (at_end ? page - n * value_size : 0);
			/* a fault here is the failure */
			memset(ptrs, 0, n * sizeof(*ptrs));
			kernel_compress(k, bits, NULL, ptrs, values, n, 6);
			kernel_decompress(k, bits, NULL, values, ptrs, n, 6);
		}
	}
	fenced_free(ptr_mem, page);
	fenced_free(value_mem, page);
	return TEST_SUCCESS;
}

static int
test_no_access_outside(void)
{
	return for_each_kernel(check_no_access_outside);
}

/* Large tables: what the loop over full vectors does, seldom reached above. */
static int
check_large(const struct ptr_kernels *k, unsigned int bits)
{
	const unsigned int n = 100003;
	void **ptrs = calloc(n, sizeof(*ptrs));
	void **back = calloc(n, sizeof(*back));
	void *values = calloc(n, bits / 8);
	const unsigned int shift = 7;
	const uintptr_t base = 0x1000000;
	unsigned int i;
	int ret = TEST_FAILED;

	if (ptrs == NULL || back == NULL || values == NULL)
		goto out;
	for (i = 0; i < n; i++)
		ptrs[i] = (void *)(base + ((uintptr_t)(rte_rand() &
				RTE_LEN2MASK(RTE_MIN(bits, 24U), uint64_t)) << shift));
	kernel_compress(k, bits, (void *)base, ptrs, values, n, shift);
	kernel_decompress(k, bits, (void *)base, values, back, n, shift);
	for (i = 0; i < n; i++)
		if (value_get(values, i, bits) != plain_compress(base,
				(uintptr_t)ptrs[i], shift, bits) ||
				back[i] != ptrs[i])
			break;
	if (i == n)
		ret = TEST_SUCCESS;
	else
		printf("%s, %u bits: %p came back as %p (%u of %u)\n", k->name,
			bits, ptrs[i], back[i], i, n);
out:
	free(ptrs);
	free(back);
	free(values);
	return ret;
}

static int
test_large(void)
{
	return for_each_kernel(check_large);
}

/* What compression needs to know of a pool, as applications work it out. */
struct pool_range {
	void *base;
	size_t length;
	size_t align;
	uint8_t shift;
};

static int
pool_range_get(const struct rte_mempool *mp, struct pool_range *pr)
{
	struct rte_mempool_mem_range_info range;

	if (rte_mempool_get_mem_range(mp, &range) != 0)
		return -1;
	pr->align = rte_mempool_get_obj_alignment(mp);
	pr->shift = RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT(pr->align);
	/* memory given by hand need not start on such a boundary */
	pr->base = RTE_PTR_ALIGN_FLOOR(range.start, pr->align);
	pr->length = range.length + RTE_PTR_DIFF(range.start, pr->base);
	return 0;
}

/*
 * All objects of a pool, in its own order, there and back. With base and shift
 * as an application gets them, nothing may be lost.
 */
static int
check_pool(struct rte_mempool *mp, unsigned int bits)
{
	const unsigned int n = rte_mempool_avail_count(mp);
	void **objs = calloc(n, sizeof(*objs));
	void **back = calloc(n, sizeof(*back));
	void *values = calloc(n, bits / 8);
	struct pool_range pr;
	int ret = TEST_FAILED;
	bool can;

	if (objs == NULL || back == NULL || values == NULL ||
			rte_mempool_get_bulk(mp, objs, n) != 0)
		goto out;
	if (pool_range_get(mp, &pr) != 0)
		goto put;

	can = bits == 16 ?
		RTE_PTR_COMPRESS_CAN_COMPRESS_16_SHIFT(pr.length, pr.align) :
		RTE_PTR_COMPRESS_CAN_COMPRESS_32_SHIFT(pr.length, pr.align);
	printf("%s: %u objects in %zu bytes, shift %u, %u bits: %s\n", mp->name,
		n, pr.length, pr.shift, bits, can ? "fits" : "does not fit");
	if (!can) {
		ret = TEST_SUCCESS;
		goto put;
	}

	if (bits == 16) {
		rte_ptr_compress_16_shift(pr.base, objs, values, n, pr.shift);
		rte_ptr_decompress_16_shift(pr.base, values, back, n, pr.shift);
	} else {
		rte_ptr_compress_32_shift(pr.base, objs, values, n, pr.shift);
		rte_ptr_decompress_32_shift(pr.base, values, back, n, pr.shift);
	}
	if (memcmp(objs, back, n * sizeof(*objs)) == 0)
		ret = TEST_SUCCESS;
	else
		printf("%s: not all pointers came back\n", mp->name);
put:
	rte_mempool_put_bulk(mp, objs, n);
out:
	free(objs);
	free(back);
	free(values);
	return ret;
}

static int
test_mempools(void)
{
	static const struct {
		unsigned int n, elt_size, flags;
		bool mbufs;
	} shapes[] = {
		{ 1, 64, 0, false },
		{ 1000, 8, 0, false },
		{ 1000, 8, RTE_MEMPOOL_F_NO_CACHE_ALIGN, false },
		{ 5000, 100, RTE_MEMPOOL_F_NO_CACHE_ALIGN, false },
		{ 5000, 100, RTE_MEMPOOL_F_NO_IOVA_CONTIG, false },
		{ 1023, RTE_MBUF_DEFAULT_BUF_SIZE, 0, true },
		{ 8191, RTE_MBUF_DEFAULT_BUF_SIZE, 0, true },
	};
	struct rte_mempool *mp;
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(shapes); i++) {
		if (shapes[i].mbufs)
			mp = rte_pktmbuf_pool_create("ptr_compress",
				shapes[i].n, 0, 0, shapes[i].elt_size,
				SOCKET_ID_ANY);
		else
			mp = rte_mempool_create("ptr_compress", shapes[i].n,
				shapes[i].elt_size, 0, 0, NULL, NULL, NULL,
				NULL, SOCKET_ID_ANY, shapes[i].flags);
		TEST_ASSERT_NOT_NULL(mp, "no pool of %u objects of %u bytes: %s",
			shapes[i].n, shapes[i].elt_size, rte_strerror(rte_errno));
		ret = check_pool(mp, 16) | check_pool(mp, 32);
		rte_mempool_free(mp);
		TEST_ASSERT_SUCCESS(ret, "pool of %u objects of %u bytes",
			shapes[i].n, shapes[i].elt_size);
	}
	return TEST_SUCCESS;
}

/* Memory from elsewhere, which starts and ends at any address. */
static int
test_memory_by_hand(void)
{
	static char memory[64 * 1024];
	struct rte_mempool *mp;
	unsigned int odd;
	int ret = TEST_SUCCESS;

	for (odd = 0; odd < RTE_MEMPOOL_ALIGN && ret == TEST_SUCCESS; odd += 7) {
		mp = rte_mempool_create_empty("ptr_compress", 100, 128, 0, 0,
				SOCKET_ID_ANY, 0);
		TEST_ASSERT_NOT_NULL(mp, "no pool: %s", rte_strerror(rte_errno));
		if (rte_mempool_populate_iova(mp, memory + odd, RTE_BAD_IOVA,
				sizeof(memory) - 2 * odd, NULL, NULL) <= 0)
			ret = TEST_FAILED;
		else
			ret = check_pool(mp, 16) | check_pool(mp, 32);
		rte_mempool_free(mp);
	}
	return ret;
}

/* From one end of a ring to the other, as applications use it. */
static int
test_through_ring(void)
{
	enum { N = 64 };
	void *objs[N], *back[N];
	uint32_t values[N], taken[N];
	struct rte_mempool *mp;
	struct rte_ring *r;
	unsigned int i, sent = 0, got = 0;
	struct pool_range pr;
	int ret = TEST_FAILED;

	mp = rte_mempool_create("ptr_compress", N, 256, 0, 0, NULL, NULL, NULL,
			NULL, SOCKET_ID_ANY, 0);
	r = rte_ring_create_elem("ptr_compress", sizeof(uint32_t), 2 * N,
			SOCKET_ID_ANY, RING_F_SP_ENQ | RING_F_SC_DEQ);
	if (mp == NULL || r == NULL || pool_range_get(mp, &pr) != 0)
		goto out;
	if (rte_mempool_get_bulk(mp, objs, N) != 0)
		goto out;

	for (i = 0; i < 1000; i++) {
		rte_ptr_compress_32_shift(pr.base, objs, values, N, pr.shift);
		sent = rte_ring_enqueue_bulk_elem(r, values, sizeof(*values), N, NULL);
		got = rte_ring_dequeue_bulk_elem(r, taken, sizeof(*taken), N, NULL);
		rte_ptr_decompress_32_shift(pr.base, taken, back, N, pr.shift);
		if (sent != N || got != N || memcmp(objs, back, sizeof(objs)) != 0)
			break;
	}
	if (i == 1000)
		ret = TEST_SUCCESS;
	rte_mempool_put_bulk(mp, objs, N);
out:
	rte_ring_free(r);
	rte_mempool_free(mp);
	return ret;
}

static struct unit_test_suite ptr_compress_suite = {
	.suite_name = "pointer compression",
	.unit_test_cases = {
		TEST_CASE(test_ptr_compress_macros),
		TEST_CASE(test_all_n_and_shifts),
		TEST_CASE(test_all_alignments),
		TEST_CASE(test_no_access_outside),
		TEST_CASE(test_large),
		TEST_CASE(test_ptr_compress_level),
		TEST_CASE(test_ptr_compress_assert),
		TEST_CASE(test_mempools),
		TEST_CASE(test_memory_by_hand),
		TEST_CASE(test_through_ring),
		TEST_CASES_END()
	}
};

static int
test_ptr_compress(void)
{
	return unit_test_suite_runner(&ptr_compress_suite);
}

REGISTER_FAST_TEST(ptr_compress_autotest, true, true, test_ptr_compress);
