/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include "test.h"
#include "test_heap_use.h"
#include "test_secondary.h"

#include <stdio.h>

#ifdef RTE_EXEC_ENV_WINDOWS
static int
test_mempool_mem_range(void)
{
	printf("mempool_mem_range not supported on Windows, skipping test\n");
	return TEST_SKIPPED;
}
#else

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_mbuf.h>
#include <rte_memory.h>
#include <rte_mempool.h>
#include <rte_mempool_mem_range.h>
#include <rte_memzone.h>
#include <rte_random.h>

/*
 * The answers are compared with a reference that goes another way: by the
 * iterators of the mempool, sorted, every pair of objects. Where a test lays
 * out the memory itself, also with what follows from that.
 */

#define POOL_NAME "mem_range_pool"
#define MAX_OBJS 4096
#define MAX_CHUNKS 1024
#define ARENA_LEN (2u << 20)

/* Set to the seed that a failed run printed to repeat that run. */
#define FIXED_SEED 0
#define NB_RANDOM_POOLS 300

/* What the running test case uses; ut_teardown() frees it. */
static struct rte_mempool *pool;
static char *arena;
static bool arena_is_registered;

/* The answers that check_pool() last found right. */
static struct rte_mempool_mem_range_info range;
static struct rte_mempool_obj_layout layout;

struct chunk {
	uintptr_t start;
	uintptr_t end;
};

/* What the iterators of the mempool say. */
static struct {
	uintptr_t obj[MAX_OBJS];
	struct chunk chunk[MAX_CHUNKS];
	unsigned int nb_objs;
	unsigned int nb_chunks;
} ref;

static void
ut_teardown(void)
{
	rte_mempool_free(pool);
	pool = NULL;
	if (arena == NULL)
		return;
	if (arena_is_registered)
		rte_extmem_unregister(arena, ARENA_LEN);
	arena_is_registered = false;
	munmap(arena, ARENA_LEN);
	arena = NULL;
}

static int
arena_map(void)
{
	void *p = mmap(NULL, ARENA_LEN, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	TEST_ASSERT(p != MAP_FAILED, "Cannot map memory: %s", strerror(errno));
	arena = p;
	return TEST_SUCCESS;
}

/* A mempool without memory. */
static int
pool_create_empty(unsigned int n, unsigned int elt_size, unsigned int flags)
{
	rte_mempool_free(pool);
	pool = rte_mempool_create_empty(POOL_NAME, n, elt_size, 0, 0, SOCKET_ID_ANY, flags);
	TEST_ASSERT_NOT_NULL(pool, "Cannot create mempool");
	TEST_ASSERT_SUCCESS(rte_mempool_set_ops_byname(pool, "ring_mp_mc", NULL),
			"Cannot set mempool ops");
	return TEST_SUCCESS;
}

/* A mempool in the memory and the layout that are DPDK's default. */
static int
pool_create(unsigned int n, unsigned int elt_size, unsigned int flags)
{
	rte_mempool_free(pool);
	pool = rte_mempool_create(POOL_NAME, n, elt_size, 0, 0, NULL, NULL, NULL, NULL,
			SOCKET_ID_ANY, flags);
	TEST_ASSERT_NOT_NULL(pool, "Cannot create mempool");
	return TEST_SUCCESS;
}

static uint32_t
obj_size(const struct rte_mempool *mp)
{
	return mp->header_size + mp->elt_size + mp->trailer_size;
}

static uint64_t
plain_gcd(uint64_t a, uint64_t b)
{
	return b == 0 ? a : plain_gcd(b, a % b);
}

static void
ref_add_obj(struct rte_mempool *mp, void *opaque, void *obj, unsigned int idx)
{
	RTE_SET_USED(mp);
	RTE_SET_USED(opaque);
	if (idx < MAX_OBJS)
		ref.obj[idx] = (uintptr_t)obj;
}

static void
ref_add_chunk(struct rte_mempool *mp, void *opaque, struct rte_mempool_memhdr *hdr,
		unsigned int idx)
{
	RTE_SET_USED(mp);
	RTE_SET_USED(opaque);
	if (idx >= MAX_CHUNKS)
		return;
	ref.chunk[idx].start = (uintptr_t)hdr->addr;
	ref.chunk[idx].end = (uintptr_t)hdr->addr + hdr->len;
}

static int
cmp_addr(const void *a, const void *b)
{
	uintptr_t x = *(const uintptr_t *)a;
	uintptr_t y = *(const uintptr_t *)b;

	return (x > y) - (x < y);
}

/* The start, first in the structure, orders the chunks. */
static int
cmp_chunk(const void *a, const void *b)
{
	return cmp_addr(a, b);
}

/* Compare all three answers with the reference. */
static int
check_pool(struct rte_mempool *mp)
{
	uint64_t stride = 0;
	uintptr_t first, last, start, end;
	unsigned int i, j;
	bool contiguous = true;
	size_t align;

	ref.nb_objs = rte_mempool_obj_iter(mp, ref_add_obj, NULL);
	ref.nb_chunks = rte_mempool_mem_iter(mp, ref_add_chunk, NULL);
	TEST_ASSERT(ref.nb_objs > 0 && ref.nb_objs <= MAX_OBJS,
			"%u objects", ref.nb_objs);
	TEST_ASSERT(ref.nb_chunks > 0 && ref.nb_chunks <= MAX_CHUNKS,
			"%u memory chunks", ref.nb_chunks);
	qsort(ref.obj, ref.nb_objs, sizeof(ref.obj[0]), cmp_addr);
	qsort(ref.chunk, ref.nb_chunks, sizeof(ref.chunk[0]), cmp_chunk);

	/* memory range */
	start = ref.chunk[0].start;
	end = ref.chunk[ref.nb_chunks - 1].end;
	for (i = 1; i < ref.nb_chunks; i++)
		if (ref.chunk[i].start != ref.chunk[i - 1].end)
			contiguous = false;

	memset(&range, 0xa5, sizeof(range));
	TEST_ASSERT_SUCCESS(rte_mempool_get_mem_range(mp, &range), "No memory range");
	TEST_ASSERT((uintptr_t)range.start == start, "Range starts at %p, not at %#" PRIxPTR,
			range.start, start);
	TEST_ASSERT(range.length == end - start, "Range has %zu bytes, not %zu",
			range.length, (size_t)(end - start));
	TEST_ASSERT(range.is_contiguous == contiguous, "Range said to be %scontiguous",
			contiguous ? "not " : "");

	/* layout */
	first = ref.obj[0];
	last = ref.obj[ref.nb_objs - 1];
	for (i = 0; i < ref.nb_objs; i++)
		for (j = i + 1; j < ref.nb_objs; j++)
			stride = plain_gcd(stride, ref.obj[j] - ref.obj[i]);
	if (ref.nb_objs == 1)
		stride = obj_size(mp);

	memset(&layout, 0xa5, sizeof(layout));
	TEST_ASSERT_SUCCESS(rte_mempool_get_obj_layout(mp, &layout), "No layout");
	TEST_ASSERT((uintptr_t)layout.first == first, "First object at %p, not at %#" PRIxPTR,
			layout.first, first);
	TEST_ASSERT((uintptr_t)layout.last == last, "Last object at %p, not at %#" PRIxPTR,
			layout.last, last);
	TEST_ASSERT(layout.stride == stride, "Stride %" PRIu64 ", not %" PRIu64,
			layout.stride, stride);
	TEST_ASSERT(layout.nb_slots == (last - first) / stride + 1, "%" PRIu64 " slots",
			layout.nb_slots);
	TEST_ASSERT(layout.nb_objs == ref.nb_objs, "%u objects, not %u",
			layout.nb_objs, ref.nb_objs);

	/* each object: aligned, on the lattice, and with all of it in the range */
	align = rte_mempool_get_obj_alignment(mp);
	TEST_ASSERT(align == (mp->flags & RTE_MEMPOOL_F_NO_CACHE_ALIGN ?
			sizeof(uint64_t) : RTE_MEMPOOL_ALIGN), "Alignment %zu", align);
	for (i = 0; i < ref.nb_objs; i++) {
		uintptr_t obj = ref.obj[i];

		TEST_ASSERT(obj % align == 0, "Object at %#" PRIxPTR " is not aligned to %zu",
				obj, align);
		TEST_ASSERT((obj - first) % layout.stride == 0 &&
				(obj - first) / layout.stride < layout.nb_slots,
				"Object at %#" PRIxPTR " is not on the lattice", obj);
		TEST_ASSERT(obj - mp->header_size >= start &&
				obj + mp->elt_size + mp->trailer_size <= end,
				"Object at %#" PRIxPTR " is not in the memory range", obj);
	}
	return TEST_SUCCESS;
}

/* Both structures must stay as they were, so errors are told by -EINVAL only. */
static int
check_no_answer(const struct rte_mempool *mp)
{
	struct rte_mempool_mem_range_info r, r_before;
	struct rte_mempool_obj_layout l, l_before;

	memset(&r_before, 0xa5, sizeof(r_before));
	memset(&l_before, 0xa5, sizeof(l_before));
	memcpy(&r, &r_before, sizeof(r));
	memcpy(&l, &l_before, sizeof(l));
	TEST_ASSERT_EQUAL(rte_mempool_get_mem_range(mp, &r), -EINVAL, "Memory range of nothing");
	TEST_ASSERT_EQUAL(rte_mempool_get_obj_layout(mp, &l), -EINVAL, "Layout of nothing");
	TEST_ASSERT(memcmp(&r, &r_before, sizeof(r)) == 0, "Range written on error");
	TEST_ASSERT(memcmp(&l, &l_before, sizeof(l)) == 0, "Layout written on error");
	return TEST_SUCCESS;
}

static int
test_null_arguments(void)
{
	if (check_no_answer(NULL) != TEST_SUCCESS)
		return TEST_FAILED;
	TEST_ASSERT_EQUAL(rte_mempool_get_obj_alignment(NULL), 0, "Alignment of NULL");

	TEST_ASSERT_SUCCESS(pool_create(10, 64, 0), "No pool");
	TEST_ASSERT_EQUAL(rte_mempool_get_mem_range(pool, NULL), -EINVAL, "Range to NULL");
	TEST_ASSERT_EQUAL(rte_mempool_get_obj_layout(pool, NULL), -EINVAL, "Layout to NULL");
	TEST_ASSERT_EQUAL(rte_mempool_get_mem_range(NULL, NULL), -EINVAL, "Range, NULL only");
	TEST_ASSERT_EQUAL(rte_mempool_get_obj_layout(NULL, NULL), -EINVAL, "Layout, NULL only");
	return TEST_SUCCESS;
}

/* Default memory, every flag that changes the layout. */
static int
test_default_pools(void)
{
	static const unsigned int flags[] = {
		0,
		RTE_MEMPOOL_F_NO_SPREAD,
		RTE_MEMPOOL_F_NO_CACHE_ALIGN,
		RTE_MEMPOOL_F_NO_IOVA_CONTIG,
		RTE_MEMPOOL_F_NO_CACHE_ALIGN | RTE_MEMPOOL_F_NO_IOVA_CONTIG,
		RTE_MEMPOOL_F_SP_PUT | RTE_MEMPOOL_F_SC_GET,
	};
	static const unsigned int elt_sizes[] = {
		1, 8, 24, 40, 64, 72, 100, 128, 1000, 2048, 4096, 5000,
	};
	unsigned int f, e;

	for (f = 0; f < RTE_DIM(flags); f++) {
		for (e = 0; e < RTE_DIM(elt_sizes); e++) {
			if (pool_create(300, elt_sizes[e], flags[f]) != TEST_SUCCESS ||
					check_pool(pool) != TEST_SUCCESS) {
				printf("element size %u, flags %#x\n", elt_sizes[e], flags[f]);
				return TEST_FAILED;
			}
			TEST_ASSERT_EQUAL(layout.nb_objs, 300, "%u objects", layout.nb_objs);
		}
	}
	return TEST_SUCCESS;
}

/* Without page limits, one chunk of memory is filled without gaps. */
static int
test_no_iova_contig(void)
{
	TEST_ASSERT_SUCCESS(pool_create(2500, 2304, RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
	if (pool->nb_mem_chunks != 1) {
		printf("Memory is in pieces, cannot check the full stride\n");
		return TEST_SKIPPED;
	}
	TEST_ASSERT(range.is_contiguous, "One chunk is not contiguous");
	TEST_ASSERT_EQUAL(layout.stride, obj_size(pool), "Stride %" PRIu64, layout.stride);
	TEST_ASSERT_EQUAL(layout.nb_slots, 2500, "%" PRIu64 " slots", layout.nb_slots);
	return TEST_SUCCESS;
}

static int
check_mbuf_pool(unsigned int n)
{
	rte_mempool_free(pool);
	pool = rte_pktmbuf_pool_create(POOL_NAME, n, 0, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
			SOCKET_ID_ANY);
	TEST_ASSERT_NOT_NULL(pool, "Cannot create mbuf pool");
	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer for %u mbufs", n);
	TEST_ASSERT_EQUAL(layout.nb_objs, n, "%u mbufs", layout.nb_objs);
	return TEST_SUCCESS;
}

/*
 * The default layout lets no object cross a page, so that several pages with
 * several objects each have gaps: the stride is a divisor of both the object
 * size and the page size. With --no-huge that is true of 4 KB pages.
 */
static int
check_no_page_crossed(size_t page)
{
	uint32_t size = obj_size(pool);
	unsigned int i;

	for (i = 0; i < ref.nb_objs; i++) {
		uintptr_t start = ref.obj[i] - pool->header_size;

		TEST_ASSERT(start / page == (start + size - 1) / page,
				"Object at %#" PRIxPTR " crosses a page", ref.obj[i]);
	}
	return TEST_SUCCESS;
}

static int
test_mbuf_pools(void)
{
	size_t page;

	if (check_mbuf_pool(1) != TEST_SUCCESS ||
			check_mbuf_pool(2) != TEST_SUCCESS ||
			check_mbuf_pool(300) != TEST_SUCCESS ||
			check_mbuf_pool(2500) != TEST_SUCCESS)
		return TEST_FAILED;

	page = pool->mz->hugepage_sz;
	TEST_ASSERT_SUCCESS(check_no_page_crossed(page), "Page crossed");
	/* 2500 mbufs start two pages of 2 MB, whatever is left in the first */
	if (rte_eal_has_hugepages() && page <= (2u << 20)) {
		TEST_ASSERT(plain_gcd(obj_size(pool), page) % layout.stride == 0 &&
				layout.stride < obj_size(pool),
				"Stride %" PRIu64 " with pages", layout.stride);
	}
	return TEST_SUCCESS;
}

/* The same on pages that are small in any case: those of --no-huge. */
static int
test_pages(void)
{
	size_t page;

	TEST_ASSERT_SUCCESS(pool_create(4000, 1000, 0), "No pool");
	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
	page = pool->mz->hugepage_sz;
	TEST_ASSERT_SUCCESS(check_no_page_crossed(page), "Page crossed");
	if (page > ARENA_LEN) {
		printf("Pages of %zu bytes, too large for this\n", page);
		return TEST_SKIPPED;
	}
	TEST_ASSERT(plain_gcd(obj_size(pool), page) % layout.stride == 0,
			"Stride %" PRIu64 ", pages of %zu", layout.stride, page);
	TEST_ASSERT(layout.stride < obj_size(pool), "Stride %" PRIu64, layout.stride);
	TEST_ASSERT(layout.nb_slots > layout.nb_objs, "%" PRIu64 " slots", layout.nb_slots);
	return TEST_SUCCESS;
}

static int
test_empty_pool(void)
{
	TEST_ASSERT_SUCCESS(pool_create_empty(100, 64, 0), "No pool");
	TEST_ASSERT_SUCCESS(check_no_answer(pool), "Empty pool");
	TEST_ASSERT_EQUAL(rte_mempool_get_obj_alignment(pool), RTE_MEMPOOL_ALIGN,
			"Alignment of an empty pool");

	TEST_ASSERT_SUCCESS(pool_create_empty(100, 64, RTE_MEMPOOL_F_NO_CACHE_ALIGN), "No pool");
	TEST_ASSERT_SUCCESS(check_no_answer(pool), "Empty pool");
	TEST_ASSERT_EQUAL(rte_mempool_get_obj_alignment(pool), sizeof(uint64_t),
			"Alignment of an empty pool");

	/* memory too small for an object is not taken */
	TEST_ASSERT_SUCCESS(arena_map(), "No memory");
	TEST_ASSERT_EQUAL(rte_mempool_populate_iova(pool, arena, RTE_BAD_IOVA, 40, NULL, NULL), 0,
			"Object in 40 bytes");
	TEST_ASSERT_SUCCESS(check_no_answer(pool), "Empty pool");
	return TEST_SUCCESS;
}

static int
test_one_object(void)
{
	static const unsigned int flags[] = {
		0, RTE_MEMPOOL_F_NO_CACHE_ALIGN, RTE_MEMPOOL_F_NO_IOVA_CONTIG,
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(flags); i++) {
		TEST_ASSERT_SUCCESS(pool_create(1, 200, flags[i]), "No pool");
		TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
		TEST_ASSERT(layout.first == layout.last, "First is not last");
		TEST_ASSERT_EQUAL(layout.stride, obj_size(pool), "Stride %" PRIu64, layout.stride);
		TEST_ASSERT_EQUAL(layout.nb_slots, 1, "%" PRIu64 " slots", layout.nb_slots);
		TEST_ASSERT_EQUAL(layout.nb_objs, 1, "%u objects", layout.nb_objs);
	}
	return TEST_SUCCESS;
}

/* Give the pool memory by hand. */
static int
populate(char *addr, size_t len, int nb_objs)
{
	int ret = rte_mempool_populate_iova(pool, addr, RTE_BAD_IOVA, len, NULL, NULL);

	TEST_ASSERT_EQUAL(ret, nb_objs, "Populated with %d objects, not %d", ret, nb_objs);
	return TEST_SUCCESS;
}

static int
test_partly_populated(void)
{
	size_t size;
	char *obj;

	TEST_ASSERT_SUCCESS(arena_map(), "No memory");
	TEST_ASSERT_SUCCESS(pool_create_empty(1000, 192, RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
	size = obj_size(pool);
	obj = arena + pool->header_size;

	/* the middle, */
	TEST_ASSERT_SUCCESS(populate(arena + 100 * size, 30 * size, 30), "Middle");
	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
	TEST_ASSERT(range.is_contiguous && range.start == arena + 100 * size &&
			range.length == 30 * size, "Range of the middle");
	TEST_ASSERT(layout.first == obj + 100 * size && layout.last == obj + 129 * size,
			"Objects of the middle");
	TEST_ASSERT_EQUAL(layout.stride, size, "Stride %" PRIu64, layout.stride);

	/* then below it, with a gap of a number of objects, */
	TEST_ASSERT_SUCCESS(populate(arena, 10 * size, 10), "Below");
	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
	TEST_ASSERT(!range.is_contiguous && range.start == arena &&
			range.length == 130 * size, "Range with a gap");
	TEST_ASSERT_EQUAL(layout.stride, size, "Stride %" PRIu64, layout.stride);
	TEST_ASSERT_EQUAL(layout.nb_slots, 130, "%" PRIu64 " slots", layout.nb_slots);
	TEST_ASSERT_EQUAL(layout.nb_objs, 40, "%u objects", layout.nb_objs);

	/* then above it, with a gap of a cache line more */
	TEST_ASSERT_SUCCESS(populate(arena + 200 * size + RTE_MEMPOOL_ALIGN, 10 * size, 10),
			"Above");
	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
	TEST_ASSERT(layout.last == obj + 209 * size + RTE_MEMPOOL_ALIGN, "Last object");
	TEST_ASSERT_EQUAL(layout.stride, plain_gcd(size, RTE_MEMPOOL_ALIGN),
			"Stride %" PRIu64, layout.stride);
	TEST_ASSERT_EQUAL(layout.nb_objs, 50, "%u objects", layout.nb_objs);
	TEST_ASSERT(pool->populated_size < pool->size, "Not partly populated");
	return TEST_SUCCESS;
}

/* Chunks from the highest address to the lowest, with gaps. */
static int
test_descending_chunks(void)
{
	const unsigned int nb = 4, per_chunk = 8;
	size_t size, step, extra;
	unsigned int i;

	TEST_ASSERT_SUCCESS(arena_map(), "No memory");
	for (extra = 0; extra <= 2 * RTE_MEMPOOL_ALIGN; extra += RTE_MEMPOOL_ALIGN) {
		TEST_ASSERT_SUCCESS(pool_create_empty(nb * per_chunk, 576,
				RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
		size = obj_size(pool);
		step = (per_chunk + 2) * size + extra;
		for (i = nb; i-- > 0;)
			TEST_ASSERT_SUCCESS(populate(arena + i * step, per_chunk * size,
					per_chunk), "Chunk %u", i);

		TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
		TEST_ASSERT(!range.is_contiguous, "Gaps not seen");
		TEST_ASSERT(range.start == arena, "Range start");
		TEST_ASSERT_EQUAL(range.length, (nb - 1) * step + per_chunk * size, "Range length");
		TEST_ASSERT_EQUAL(layout.stride, plain_gcd(size, extra),
				"Stride %" PRIu64, layout.stride);
		TEST_ASSERT_EQUAL(layout.nb_objs, nb * per_chunk, "%u objects", layout.nb_objs);
	}
	return TEST_SUCCESS;
}

/* Chunks that adjoin, in every order of four. */
static int
test_adjoining_chunks(void)
{
	const unsigned int nb = 4, per_chunk = 5;
	unsigned int order, i;
	size_t size;

	TEST_ASSERT_SUCCESS(arena_map(), "No memory");
	for (order = 0; order < 256; order++) {
		unsigned int seen = 0;

		for (i = 0; i < nb; i++)
			seen |= 1u << (order >> 2 * i & 3);
		if (seen != 0xf)
			continue; /* not a permutation */

		TEST_ASSERT_SUCCESS(pool_create_empty(nb * per_chunk, 320,
				RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
		size = obj_size(pool);
		for (i = 0; i < nb; i++) {
			unsigned int slice = order >> 2 * i & 3;

			TEST_ASSERT_SUCCESS(populate(arena + slice * per_chunk * size,
					per_chunk * size, per_chunk), "Chunk %u", slice);
			TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
		}
		TEST_ASSERT(range.is_contiguous, "Order %#x not contiguous", order);
		TEST_ASSERT(range.start == arena && range.length == nb * per_chunk * size,
				"Range in order %#x", order);
		TEST_ASSERT_EQUAL(layout.stride, size, "Stride %" PRIu64, layout.stride);
		TEST_ASSERT_EQUAL(layout.nb_slots, nb * per_chunk, "%" PRIu64 " slots",
				layout.nb_slots);
		TEST_ASSERT(layout.first == arena + pool->header_size, "First object");
	}
	return TEST_SUCCESS;
}

/* One byte missing between two chunks is a gap. */
static int
test_smallest_gap(void)
{
	size_t size;

	TEST_ASSERT_SUCCESS(arena_map(), "No memory");
	TEST_ASSERT_SUCCESS(pool_create_empty(100, 320, RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
	size = obj_size(pool);
	TEST_ASSERT_SUCCESS(populate(arena, 5 * size, 5), "Low");
	TEST_ASSERT_SUCCESS(populate(arena + 5 * size + 1, 5 * size, 4), "High");
	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
	TEST_ASSERT(!range.is_contiguous, "Gap of one byte not seen");
	TEST_ASSERT_EQUAL(range.length, 10 * size + 1, "Length");
	return TEST_SUCCESS;
}

/* Objects alone in their chunks, at distances that take Euclid the most steps. */
static int
test_scattered_objects(void)
{
	static const unsigned int lines[] = { 34, 0, 21, 89 };
	unsigned int i;

	TEST_ASSERT_SUCCESS(arena_map(), "No memory");
	TEST_ASSERT_SUCCESS(pool_create_empty(RTE_DIM(lines), 64,
			RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
	for (i = 0; i < RTE_DIM(lines); i++)
		TEST_ASSERT_SUCCESS(populate(arena + lines[i] * 3 * RTE_MEMPOOL_ALIGN,
				obj_size(pool), 1), "Object %u", i);

	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
	TEST_ASSERT(!range.is_contiguous, "Gaps not seen");
	TEST_ASSERT_EQUAL(layout.stride, 3 * RTE_MEMPOOL_ALIGN, "Stride %" PRIu64, layout.stride);
	TEST_ASSERT_EQUAL(layout.nb_slots, 90, "%" PRIu64 " slots", layout.nb_slots);
	return TEST_SUCCESS;
}

/* Memory that starts anywhere: the promised alignment holds all the same. */
static int
test_odd_address(void)
{
	static const unsigned int flags[] = {
		0,
		RTE_MEMPOOL_F_NO_CACHE_ALIGN,
		RTE_MEMPOOL_F_NO_IOVA_CONTIG,
		RTE_MEMPOOL_F_NO_CACHE_ALIGN | RTE_MEMPOOL_F_NO_IOVA_CONTIG,
	};
	const size_t len = 16384;
	unsigned int f, off;

	TEST_ASSERT_SUCCESS(arena_map(), "No memory");
	for (f = 0; f < RTE_DIM(flags); f++) {
		for (off = 0; off <= 2 * RTE_MEMPOOL_ALIGN; off++) {
			TEST_ASSERT_SUCCESS(pool_create_empty(100, 100, flags[f]), "No pool");
			TEST_ASSERT(rte_mempool_populate_iova(pool, arena + off, RTE_BAD_IOVA,
					len, NULL, NULL) > 10, "Not populated");
			TEST_ASSERT_SUCCESS(check_pool(pool), "Offset %u, flags %#x",
					off, flags[f]);
			TEST_ASSERT(range.is_contiguous && range.start == arena + off &&
					range.length == len, "Range at offset %u", off);
		}
	}
	return TEST_SUCCESS;
}

static int
test_external_memory(void)
{
	size_t page = sysconf(_SC_PAGESIZE);
	unsigned int flags;

	TEST_ASSERT_SUCCESS(arena_map(), "No memory");

	/* memory that EAL does not know */
	TEST_ASSERT_SUCCESS(pool_create_empty(1000, 200, RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
	TEST_ASSERT(rte_mempool_populate_virt(pool, arena, ARENA_LEN, page, NULL, NULL) > 0,
			"Not populated");
	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
	TEST_ASSERT_EQUAL(layout.nb_objs, 1000, "%u objects", layout.nb_objs);
	TEST_ASSERT_EQUAL(layout.stride, obj_size(pool), "Stride %" PRIu64, layout.stride);

	/* memory that EAL was told of */
	TEST_ASSERT_SUCCESS(rte_extmem_register(arena, ARENA_LEN, NULL, ARENA_LEN / page, page),
			"Cannot register external memory");
	arena_is_registered = true;
	for (flags = 0; flags <= RTE_MEMPOOL_F_NO_IOVA_CONTIG;
			flags += RTE_MEMPOOL_F_NO_IOVA_CONTIG) {
		TEST_ASSERT_SUCCESS(pool_create_empty(1000, 200, flags), "No pool");
		TEST_ASSERT(rte_mempool_populate_iova(pool, arena, RTE_BAD_IOVA, ARENA_LEN,
				NULL, NULL) > 0, "Not populated");
		TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
		TEST_ASSERT_EQUAL(layout.nb_objs, 1000, "%u objects", layout.nb_objs);
		TEST_ASSERT(range.start == arena && range.length == ARENA_LEN, "Range");
	}
	TEST_ASSERT_EQUAL(layout.stride, obj_size(pool), "Stride %" PRIu64, layout.stride);
	return TEST_SUCCESS;
}

/* The same name and the same memory, other objects. */
static int
test_made_anew(void)
{
	size_t size;

	TEST_ASSERT_SUCCESS(arena_map(), "No memory");
	TEST_ASSERT_SUCCESS(pool_create_empty(50, 64, RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
	size = obj_size(pool);
	TEST_ASSERT_SUCCESS(populate(arena, 50 * size, 50), "Small objects");
	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
	TEST_ASSERT_EQUAL(layout.stride, size, "Stride %" PRIu64, layout.stride);

	rte_mempool_free(pool);
	pool = NULL;
	TEST_ASSERT_NULL(rte_mempool_lookup(POOL_NAME), "Freed mempool still there");

	TEST_ASSERT_SUCCESS(pool_create_empty(20, 704, RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
	TEST_ASSERT(obj_size(pool) != size, "Objects of the same size");
	size = obj_size(pool);
	TEST_ASSERT_SUCCESS(populate(arena + ARENA_LEN / 2, 20 * size, 20), "Large objects");
	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
	TEST_ASSERT(range.start == arena + ARENA_LEN / 2, "Range");
	TEST_ASSERT_EQUAL(layout.stride, size, "Stride %" PRIu64, layout.stride);
	TEST_ASSERT_EQUAL(layout.nb_objs, 20, "%u objects", layout.nb_objs);
	return TEST_SUCCESS;
}

/* Objects in use are objects all the same. */
static int
test_objects_in_use(void)
{
	struct rte_mempool_obj_layout before;
	void *objs[100];

	TEST_ASSERT_SUCCESS(pool_create(RTE_DIM(objs), 128, 0), "No pool");
	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
	before = layout;
	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(pool, objs, RTE_DIM(objs)), "Cannot get objects");
	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
	rte_mempool_put_bulk(pool, objs, RTE_DIM(objs));
	TEST_ASSERT(layout.first == before.first && layout.last == before.last &&
			layout.stride == before.stride && layout.nb_objs == before.nb_objs,
			"Layout depends on use");
	return TEST_SUCCESS;
}

/* The same memory twice spoils the list of objects: no answer, no endless walk. */
static int
test_populated_twice(void)
{
	struct rte_mempool_obj_layout l, l_before;
	struct rte_mempool_objhdr *hdr;
	size_t size;
	int ret;

	memset(&l_before, 0xa5, sizeof(l_before));
	memcpy(&l, &l_before, sizeof(l));
	TEST_ASSERT_SUCCESS(arena_map(), "No memory");
	TEST_ASSERT_SUCCESS(pool_create_empty(100, 64, RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
	size = obj_size(pool);
	TEST_ASSERT_SUCCESS(populate(arena, 10 * size, 10), "Once");
	TEST_ASSERT_SUCCESS(populate(arena, 10 * size, 10), "Twice");
	TEST_ASSERT_EQUAL(rte_mempool_get_obj_layout(pool, &l), -EINVAL, "Twice the same memory");

	/* a list that runs in a circle */
	TEST_ASSERT_SUCCESS(pool_create_empty(100, 64, RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
	TEST_ASSERT_SUCCESS(populate(arena, 2 * size, 2), "Two objects");
	TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer");
	hdr = STAILQ_FIRST(&pool->elt_list);
	hdr = STAILQ_NEXT(hdr, next);
	STAILQ_NEXT(hdr, next) = hdr;
	ret = rte_mempool_get_obj_layout(pool, &l);
	STAILQ_NEXT(hdr, next) = NULL;
	TEST_ASSERT_EQUAL(ret, -EINVAL, "List in a circle");

	TEST_ASSERT(memcmp(&l, &l_before, sizeof(l)) == 0, "Layout written on error");
	return TEST_SUCCESS;
}

static uint32_t
random_up_to(uint32_t max)
{
	return rte_rand() % max + 1;
}

/* Slices of random sizes, with or without gaps, at any address, in any order. */
static int
check_random_pool(void)
{
	static const unsigned int all_flags[] = {
		RTE_MEMPOOL_F_NO_CACHE_ALIGN, RTE_MEMPOOL_F_NO_IOVA_CONTIG, RTE_MEMPOOL_F_NO_SPREAD,
	};
	struct chunk slices[12], tmp;
	unsigned int nb = random_up_to(RTE_DIM(slices));
	unsigned int i, j, flags = 0;
	uintptr_t addr = (uintptr_t)arena + random_up_to(200);
	uintptr_t start = UINTPTR_MAX, end = 0;
	int objs = 0, ret = 0;

	for (i = 0; i < RTE_DIM(all_flags); i++)
		if (rte_rand() & 1)
			flags |= all_flags[i];
	TEST_ASSERT_SUCCESS(pool_create_empty(random_up_to(500), random_up_to(1500), flags),
			"No pool");

	for (i = 0; i < nb; i++) {
		if (rte_rand() & 1)
			addr += random_up_to(rte_rand() & 1 ? 200 : 20000);
		slices[i].start = addr;
		addr += obj_size(pool) * random_up_to(20);
		if (rte_rand() & 1)
			addr += random_up_to(200);
		slices[i].end = addr;
	}
	TEST_ASSERT(addr <= (uintptr_t)arena + ARENA_LEN, "Test exceeds its memory");
	for (i = nb; i > 1; i--) {
		j = random_up_to(i) - 1;
		tmp = slices[j];
		slices[j] = slices[i - 1];
		slices[i - 1] = tmp;
	}

	for (i = 0; i < nb && ret != -ENOSPC; i++) {
		ret = rte_mempool_populate_iova(pool, (char *)slices[i].start, RTE_BAD_IOVA,
				slices[i].end - slices[i].start, NULL, NULL);
		TEST_ASSERT(ret >= 0 || ret == -ENOSPC, "Populate returned %d", ret);
		if (ret <= 0)
			continue; /* too small for an object, or the mempool is full */
		objs += ret;
		start = RTE_MIN(start, slices[i].start);
		end = RTE_MAX(end, slices[i].end);
		TEST_ASSERT_SUCCESS(check_pool(pool), "Wrong answer after slice %u", i);
		TEST_ASSERT((uintptr_t)range.start == start && range.length == end - start,
				"Range after slice %u", i);
		TEST_ASSERT_EQUAL((int)layout.nb_objs, objs, "%u objects", layout.nb_objs);
	}
	return objs > 0 ? TEST_SUCCESS : check_no_answer(pool);
}

static int
test_random_pools(void)
{
	uint64_t seed = FIXED_SEED != 0 ? FIXED_SEED : rte_rdtsc();
	unsigned int i;

	printf("seed %" PRIu64 "\n", seed);
	rte_srand(seed);
	TEST_ASSERT_SUCCESS(arena_map(), "No memory");
	for (i = 0; i < NB_RANDOM_POOLS; i++)
		TEST_ASSERT_SUCCESS(check_random_pool(), "Random mempool %u, seed %" PRIu64,
				i, seed);
	return TEST_SUCCESS;
}

/* Follows all test cases that must have freed what they took. */
static int
test_nothing_left(void)
{
	TEST_ASSERT_NULL(rte_mempool_lookup(POOL_NAME), "Mempool left behind");
	return test_heap_use_check_mark();
}

/* What the primary process found, for a secondary one to compare with. */
struct shared_answers {
	char name[RTE_MEMPOOL_NAMESIZE];
	struct rte_mempool_mem_range_info range;
	struct rte_mempool_obj_layout layout;
	size_t align;
};

#define SHARED_POOLS 3
#define SHARED_MZ "mem_range_answers"

static int
test_as_secondary(void)
{
	const struct rte_memzone *mz = rte_memzone_lookup(SHARED_MZ);
	const struct shared_answers *a;
	const struct rte_mempool *mp;
	unsigned int i;

	TEST_ASSERT_NOT_NULL(mz, "The primary process left no answers");
	for (i = 0, a = mz->addr; i < SHARED_POOLS; i++, a++) {
		mp = rte_mempool_lookup(a->name);
		TEST_ASSERT_NOT_NULL(mp, "No mempool %s", a->name);

		TEST_ASSERT_SUCCESS(rte_mempool_get_mem_range(mp, &range), "No memory range");
		TEST_ASSERT(range.start == a->range.start && range.length == a->range.length &&
				range.is_contiguous == a->range.is_contiguous,
				"Range of %s differs from the primary's", a->name);
		TEST_ASSERT_SUCCESS(rte_mempool_get_obj_layout(mp, &layout), "No layout");
		TEST_ASSERT(layout.first == a->layout.first && layout.last == a->layout.last &&
				layout.stride == a->layout.stride &&
				layout.nb_slots == a->layout.nb_slots &&
				layout.nb_objs == a->layout.nb_objs,
				"Layout of %s differs from the primary's", a->name);
		TEST_ASSERT_EQUAL(rte_mempool_get_obj_alignment(mp), a->align,
				"Alignment of %s differs from the primary's", a->name);
	}
	printf("secondary process: %u mempools as in the primary\n", i);
	return TEST_SUCCESS;
}

static int
share_answers(struct shared_answers *a, struct rte_mempool *mp)
{
	TEST_ASSERT_NOT_NULL(mp, "Cannot create mempool");
	TEST_ASSERT_SUCCESS(check_pool(mp), "Wrong answer");
	memcpy(a->name, mp->name, sizeof(a->name));
	a->range = range;
	a->layout = layout;
	a->align = rte_mempool_get_obj_alignment(mp);
	return TEST_SUCCESS;
}

/* A mempool in memory that the secondary has: three chunks, the highest first. */
static struct rte_mempool *
create_chunked(const char *name, const struct rte_memzone *mem)
{
	struct rte_mempool *mp = rte_mempool_create_empty(name, 1000, 100, 0, 0, SOCKET_ID_ANY,
			RTE_MEMPOOL_F_NO_IOVA_CONTIG | RTE_MEMPOOL_F_NO_CACHE_ALIGN);
	unsigned int i;

	if (mp == NULL || mem == NULL)
		return mp;
	rte_mempool_set_ops_byname(mp, "ring_mp_mc", NULL);
	for (i = 3; i-- > 0;)
		rte_mempool_populate_iova(mp, (char *)mem->addr + i * 4000 + 3, RTE_BAD_IOVA,
				3000, NULL, NULL);
	return mp;
}

static int
test_secondary_process(void)
{
	struct rte_mempool *mp[SHARED_POOLS] = { NULL };
	const struct rte_memzone *answers, *mem;
	int ret = TEST_SUCCESS;
	unsigned int i;

	if (!test_secondary_possible())
		return TEST_SKIPPED;

	answers = rte_memzone_reserve(SHARED_MZ, SHARED_POOLS * sizeof(struct shared_answers),
			SOCKET_ID_ANY, 0);
	mem = rte_memzone_reserve("mem_range_chunks", 12000, SOCKET_ID_ANY, 0);
	mp[0] = rte_pktmbuf_pool_create("mem_range_mbufs", 2500, 0, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
	mp[1] = create_chunked("mem_range_chunked", mem);
	mp[2] = rte_mempool_create("mem_range_one", 1, 200, 0, 0, NULL, NULL, NULL, NULL,
			SOCKET_ID_ANY, 0);
	if (answers == NULL || mem == NULL) {
		printf("Cannot reserve memzones\n");
		ret = TEST_FAILED;
	}
	for (i = 0; i < SHARED_POOLS && ret == TEST_SUCCESS; i++)
		ret = share_answers((struct shared_answers *)answers->addr + i, mp[i]);
	if (ret == TEST_SUCCESS)
		ret = test_secondary_run("mempool_mem_range_autotest");

	for (i = 0; i < SHARED_POOLS; i++)
		rte_mempool_free(mp[i]);
	rte_memzone_free(mem);
	rte_memzone_free(answers);
	TEST_ASSERT_NULL(rte_mempool_lookup("mem_range_mbufs"), "Mempool left behind");
	return ret;
}

static struct unit_test_suite mempool_mem_range_testsuite = {
	.suite_name = "mempool memory range test suite",
	.setup = test_heap_use_mark,
	.unit_test_cases = {
		TEST_CASE_ST(NULL, ut_teardown, test_null_arguments),
		TEST_CASE_ST(NULL, ut_teardown, test_default_pools),
		TEST_CASE_ST(NULL, ut_teardown, test_no_iova_contig),
		TEST_CASE_ST(NULL, ut_teardown, test_mbuf_pools),
		TEST_CASE_ST(NULL, ut_teardown, test_pages),
		TEST_CASE_ST(NULL, ut_teardown, test_empty_pool),
		TEST_CASE_ST(NULL, ut_teardown, test_one_object),
		TEST_CASE_ST(NULL, ut_teardown, test_partly_populated),
		TEST_CASE_ST(NULL, ut_teardown, test_descending_chunks),
		TEST_CASE_ST(NULL, ut_teardown, test_adjoining_chunks),
		TEST_CASE_ST(NULL, ut_teardown, test_smallest_gap),
		TEST_CASE_ST(NULL, ut_teardown, test_scattered_objects),
		TEST_CASE_ST(NULL, ut_teardown, test_odd_address),
		TEST_CASE_ST(NULL, ut_teardown, test_external_memory),
		TEST_CASE_ST(NULL, ut_teardown, test_made_anew),
		TEST_CASE_ST(NULL, ut_teardown, test_objects_in_use),
		TEST_CASE_ST(NULL, ut_teardown, test_populated_twice),
		TEST_CASE_ST(NULL, ut_teardown, test_random_pools),
		TEST_CASE(test_nothing_left),
		TEST_CASE(test_secondary_process),
		TEST_CASES_END()
	}
};

static int
test_mempool_mem_range(void)
{
	if (rte_eal_process_type() == RTE_PROC_SECONDARY)
		return test_as_secondary();
	return unit_test_suite_runner(&mempool_mem_range_testsuite);
}

#endif /* !RTE_EXEC_ENV_WINDOWS */

REGISTER_FAST_TEST(mempool_mem_range_autotest, true, true, test_mempool_mem_range);
