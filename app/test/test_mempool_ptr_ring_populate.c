/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_mbuf.h>
#include <rte_mbuf_pool_ops.h>
#include <rte_memory.h>
#include <rte_mempool.h>
#include <rte_memzone.h>
#include <rte_random.h>

#include "test.h"
#include "test_heap_use.h"
#include "test_mempool_ptr_ring.h"

/*
 * How memory comes to a mempool of the driver: in all forms that there are,
 * much of it or little, in any order, too far away, or not at all.
 */

#define NAME "mpr_populate"
#define ELT_SIZE 128
#define MB ((size_t)1 << 20)
#define GB ((uintptr_t)1 << 30)

static struct rte_mempool *pool;

/* Memory of the system that a case mapped. */
static struct {
	char *addr;
	size_t len;
} mapped[4];

static void
ut_teardown(void)
{
	unsigned int i;

	rte_mempool_free(pool);
	pool = NULL;
	for (i = 0; i < RTE_DIM(mapped); i++) {
		mpr_unmap(mapped[i].addr, mapped[i].len);
		mapped[i].addr = NULL;
	}
}

static char *
map(void *addr, size_t len)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(mapped); i++) {
		if (mapped[i].addr == NULL) {
			mapped[i].addr = mpr_map(addr, len);
			mapped[i].len = len;
			return mapped[i].addr;
		}
	}
	return NULL;
}

/* A mempool whose objects fill a chunk, wherever pages end in it. */
static struct rte_mempool *
create_for_chunks(unsigned int n)
{
	return mpr_create_empty(NAME, n, ELT_SIZE, 0, RTE_MEMPOOL_F_NO_IOVA_CONTIG,
			MPR_OPS);
}

/* What to look at in an object's place, and how many are not right. */
struct place {
	size_t pg_sz;
	unsigned int wrong;
};

static void
check_place(struct rte_mempool *mp, void *arg, void *obj, unsigned int i)
{
	const struct rte_mempool_objhdr *hdr = rte_mempool_get_header(obj);
	const uintptr_t start = (uintptr_t)obj - mp->header_size;
	const uintptr_t end = start + mpr_full_size(mp);
	const struct rte_mempool_memhdr *mem;
	struct place *place = arg;

	STAILQ_FOREACH(mem, &mp->mem_list, next)
		if (start >= (uintptr_t)mem->addr && end <= (uintptr_t)mem->addr + mem->len)
			break;
	if (mem == NULL)
		printf("object %u is in no memory of the mempool\n", i);
	else if (hdr->iova != (mem->iova == RTE_BAD_IOVA ? RTE_BAD_IOVA :
			mem->iova + ((uintptr_t)obj - (uintptr_t)mem->addr)))
		printf("object %u has a wrong IO address\n", i);
	else if (place->pg_sz != 0 && end - start <= place->pg_sz &&
			start / place->pg_sz != (end - 1) / place->pg_sz)
		printf("object %u crosses a page\n", i);
	else if (!rte_ptr_codec_covers(&mpr_ring(mp)->codec, obj))
		printf("object %u is not on the lattice\n", i);
	else
		return;
	place->wrong++;
}

static int
compare_addresses(const void *a, const void *b)
{
	const uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;

	return x < y ? -1 : x > y;
}

static void
store_address(struct rte_mempool *mp __rte_unused, void *addresses, void *obj,
		unsigned int i)
{
	((uintptr_t *)addresses)[i] = (uintptr_t)obj;
}

/* All objects are where they should, none upon another, and all are there. */
static int
check_pool(struct rte_mempool *mp)
{
	const struct rte_ptr_codec *codec = &mpr_ring(mp)->codec;
	uintptr_t *addresses, span;
	struct place place = { 0 };
	unsigned int i, close = 0;

	TEST_ASSERT_SUCCESS(rte_mempool_get_page_size(mp, &place.pg_sz), "Page size");
	rte_mempool_obj_iter(mp, check_place, &place);
	TEST_ASSERT(place.wrong == 0, "%u of %u objects are wrong", place.wrong,
		mp->populated_size);

	addresses = calloc(mp->populated_size, sizeof(*addresses));
	TEST_ASSERT_NOT_NULL(addresses, "Out of memory");
	rte_mempool_obj_iter(mp, store_address, addresses);
	qsort(addresses, mp->populated_size, sizeof(*addresses), compare_addresses);
	for (i = 1; i < mp->populated_size; i++)
		close += addresses[i] - addresses[i - 1] < mpr_full_size(mp);
	/* no point below or above: others' memory is there */
	span = addresses[mp->populated_size - 1] - addresses[0];
	i = addresses[0] == (uintptr_t)codec->base && codec->last == span;
	free(addresses);
	TEST_ASSERT(close == 0, "%u objects upon others", close);
	TEST_ASSERT(i == 1, "The lattice begins or ends beyond the objects");
	mpr_number(mp);
	return mpr_account(mp);
}

static int
check_width(struct rte_mempool *mp, unsigned int width)
{
	TEST_ASSERT_EQUAL(mpr_ring(mp)->codec.width, width,
		"%u bytes for %u objects: %"PRIu64" points at %"PRIu32,
		mpr_ring(mp)->codec.width, mp->size, mpr_ring(mp)->codec.count,
		mpr_ring(mp)->codec.stride);
	return TEST_SUCCESS;
}

static int
check_end(void)
{
	if (pool != NULL && check_pool(pool) != TEST_SUCCESS)
		return TEST_FAILED;
	ut_teardown();
	return test_heap_use_check_mark();
}

/* All objects, on the lattice that they should have, with all their memory. */
static int
check_default(unsigned int n, unsigned int elt_size, unsigned int flags)
{
	const struct rte_ptr_codec *codec;
	size_t pg_sz, full;

	pool = mpr_create(NAME, n, elt_size, 0, flags, MPR_OPS);
	TEST_ASSERT_NOT_NULL(pool, "No pool");
	codec = &mpr_ring(pool)->codec;
	full = mpr_full_size(pool);
	TEST_ASSERT_SUCCESS(rte_mempool_get_page_size(pool, &pg_sz), "Page size");
	/* a single object leaves it open */
	TEST_ASSERT(n == 1 || codec->stride % (pg_sz == 0 || full <= pg_sz / 2 ? full : pg_sz) == 0,
		"%zu bytes at a stride of %"PRIu32, full, codec->stride);
	/* by far fewer than 2^16 points, wherever pages end */
	if (n <= 4000 && pool->nb_mem_chunks == 1)
		TEST_ASSERT_SUCCESS(check_width(pool, 2), "Width");
	return check_end();
}

static int
test_default(void)
{
	static const unsigned int flags[] = {
		0, RTE_MEMPOOL_F_NO_IOVA_CONTIG, RTE_MEMPOOL_F_NO_CACHE_ALIGN,
		RTE_MEMPOOL_F_NO_SPREAD | RTE_MEMPOOL_F_NO_CACHE_ALIGN |
			RTE_MEMPOOL_F_NO_IOVA_CONTIG,
	};
	/*
	 * Objects that fill a page with others, alone, and more than a page; with
	 * headers of 24 and 64 bytes some fill half of a page, or all of it.
	 */
	static const unsigned int sizes[] = { 16, 24, 64, 200, 1000, 1280, 1920, 1984,
		2024, 2048, 2304, 3000, 3968, 4032, 4072, 4096, 9344 };
	static const unsigned int counts[] = { 1, 2, 3, 63, 1000 };
	unsigned int i, j, k;

	for (i = 0; i < RTE_DIM(flags); i++)
		for (j = 0; j < RTE_DIM(sizes); j++)
			for (k = 0; k < RTE_DIM(counts); k++)
				if (check_default(counts[k], sizes[j], flags[i]) !=
						TEST_SUCCESS) {
					printf("%u of %u bytes, flags %#x\n",
						counts[k], sizes[j], flags[i]);
					return TEST_FAILED;
				}
	for (i = 0; i < 300; i++) {
		j = 16 + (unsigned int)rte_rand_max(rte_rand() & 1 ? 300 : 5000);
		k = 1 + (unsigned int)rte_rand_max(3000);
		if (check_default(k, j, flags[rte_rand_max(RTE_DIM(flags))]) !=
				TEST_SUCCESS) {
			printf("%u of %u bytes\n", k, j);
			return TEST_FAILED;
		}
	}
	return TEST_SUCCESS;
}

/* 2 bytes for 65,536 objects, and not for one more. */
static int
test_width(void)
{
	static const struct {
		unsigned int n;
		unsigned int width;
	} pools[] = { { 1, 2 }, { 65535, 2 }, { 65536, 2 }, { 65537, 4 }, { 100000, 4 } };
	unsigned int i;

	for (i = 0; i < RTE_DIM(pools); i++) {
		/* full size a power of two: no gaps where a page ends */
		pool = mpr_create(NAME, pools[i].n, 64, 0, RTE_MEMPOOL_F_NO_SPREAD,
				MPR_OPS);
		TEST_ASSERT_NOT_NULL(pool, "No pool of %u", pools[i].n);
		if (pool->nb_mem_chunks == 1 || pools[i].width == 4)
			TEST_ASSERT_SUCCESS(check_width(pool, pools[i].width), "Width");
		if (check_end() != TEST_SUCCESS)
			return TEST_FAILED;
	}
	return TEST_SUCCESS;
}

#define MBUFS 60000

/* 60,000 mbufs, in pages of 2 MB each of which comes on its own. */
static int
test_mbufs_in_pages(void)
{
	const size_t page = 2 * MB, pages = 130;
	struct rte_pktmbuf_pool_private priv = {
		.mbuf_data_room_size = RTE_MBUF_DEFAULT_BUF_SIZE,
	};
	unsigned int i, j, swap, order[130];
	char *mem;

	pool = rte_mempool_create_empty(NAME, MBUFS, sizeof(struct rte_mbuf) +
			RTE_MBUF_DEFAULT_BUF_SIZE, 0, sizeof(priv), SOCKET_ID_ANY, 0);
	mem = map(NULL, (pages + 1) * page);
	TEST_ASSERT(pool != NULL && mem != NULL, "No memory");
	TEST_ASSERT_SUCCESS(rte_mempool_set_ops_byname(pool, MPR_OPS, NULL), "No ops");
	rte_pktmbuf_pool_init(pool, &priv);
	mem = RTE_PTR_ALIGN_CEIL(mem, page);
	/* the first 72 of them, or what it takes, in any order */
	for (i = 0; i < pages; i++)
		order[i] = i;
	for (i = 0; i < 72; i++) {
		j = (unsigned int)rte_rand_max(72);
		swap = order[i];
		order[i] = order[j];
		order[j] = swap;
	}
	for (i = 0; i < pages && pool->populated_size < MBUFS; i++)
		TEST_ASSERT(rte_mempool_populate_iova(pool, mem + order[i] * page,
			RTE_BAD_IOVA, page, NULL, NULL) > 0, "Page %u", i);
	TEST_ASSERT_EQUAL(pool->populated_size, MBUFS, "%u mbufs", pool->populated_size);
	TEST_ASSERT_SUCCESS(check_width(pool, 2), "Width");
	return check_end();
}

static int
test_mbufs(void)
{
	pool = rte_pktmbuf_pool_create_by_ops(NAME, MBUFS, 0, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY, MPR_OPS);
	if (pool == NULL) {
		printf("No memory for %u mbufs\n", MBUFS);
		return TEST_SKIPPED;
	}
	printf("%u mbufs in %u chunks\n", MBUFS, pool->nb_mem_chunks);
	if (pool->mz != NULL && pool->nb_mem_chunks < 200)
		TEST_ASSERT_SUCCESS(check_width(pool, 2), "Width");
	return check_end();
}

static int
test_anon(void)
{
	static const unsigned int flags[] = { 0, RTE_MEMPOOL_F_NO_IOVA_CONTIG };
	static const unsigned int sizes[] = { 64, 200, 1000, 1800, 2304, 3840, 9344 };
	unsigned int i, j, n;

	for (i = 0; i < RTE_DIM(flags); i++) {
		for (j = 0; j < RTE_DIM(sizes); j++) {
			/* physical pages side by side are a matter of luck */
			if (rte_eal_iova_mode() == RTE_IOVA_PA && flags[i] == 0 &&
					rte_mempool_calc_obj_size(sizes[j], 0, NULL) > 4096)
				continue;
			n = 1 + (unsigned int)rte_rand_max(2000);
			pool = mpr_create_empty(NAME, n, sizes[j], 0, flags[i], MPR_OPS);
			TEST_ASSERT_NOT_NULL(pool, "No pool");
			TEST_ASSERT_EQUAL(rte_mempool_populate_anon(pool), (int)n,
				"%u of %u bytes, flags %#x: %u, %s", n, sizes[j],
				flags[i], pool->populated_size, rte_strerror(rte_errno));
			if (check_end() != TEST_SUCCESS)
				return TEST_FAILED;
		}
	}
	return TEST_SUCCESS;
}

static int
test_virt(void)
{
	char *mem;

	pool = create_for_chunks(1000);
	mem = map(NULL, MB);
	TEST_ASSERT(pool != NULL && mem != NULL, "No memory");
	TEST_ASSERT(rte_mempool_populate_virt(pool, mem + 4096, MB - 4096,
		4096, NULL, NULL) == 1000, "%u objects", pool->populated_size);
	return check_end();
}

/* Mbufs whose data is elsewhere. */
static int
test_extbuf(void)
{
	const size_t len = 1000 * 2048;
	struct rte_pktmbuf_extmem ext = { .buf_len = len, .elt_size = 2048 };
	struct rte_mbuf *mbufs[1000];
	unsigned int i;

	/* stays, and is no leak */
	TEST_ASSERT_SUCCESS(rte_mbuf_set_user_mempool_ops(MPR_OPS), "No ops");
	test_heap_use_mark();
	ext.buf_ptr = map(NULL, len);
	ext.buf_iova = (uintptr_t)ext.buf_ptr;
	TEST_ASSERT_NOT_NULL(ext.buf_ptr, "No memory");
	pool = rte_pktmbuf_pool_create_extbuf(NAME, 1000, 32, 0, 2048,
			SOCKET_ID_ANY, &ext, 1);
	rte_mbuf_set_user_mempool_ops(MPR_STOCK_OPS);
	TEST_ASSERT(pool != NULL && mpr_ring(pool) != NULL &&
		mpr_ring(pool)->codec.width == 2, "No pool, or of other ops");
	TEST_ASSERT_SUCCESS(rte_pktmbuf_alloc_bulk(pool, mbufs, 1000), "No mbufs");
	for (i = 0; i < 1000; i++)
		TEST_ASSERT((char *)mbufs[i]->buf_addr >= (char *)ext.buf_ptr &&
			(char *)mbufs[i]->buf_addr < (char *)ext.buf_ptr + len, "Data");
	rte_pktmbuf_free_bulk(mbufs, 1000);
	rte_mempool_cache_flush(rte_mempool_default_cache(pool, rte_lcore_id()), pool);
	TEST_ASSERT_EQUAL(rte_ptr_ring_count(mpr_ring(pool)), 1000, "Not all back");
	ut_teardown();
	return test_heap_use_check_mark();
}

/* A heap of the application's, as a socket: the ring is there as well. */
static int
check_heap(void *mem, size_t len)
{
	int socket;

	TEST_ASSERT_SUCCESS(rte_malloc_heap_memory_add("mpr_heap", mem, len, NULL,
		0, 4096), "No memory for the heap");
	socket = rte_malloc_heap_get_socket("mpr_heap");
	pool = rte_pktmbuf_pool_create_by_ops(NAME, 500, 0, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, socket, MPR_OPS);
	TEST_ASSERT_NOT_NULL(pool, "No pool");
	TEST_ASSERT_EQUAL(mpr_ring(pool)->mz->socket_id, socket, "Ring on socket %d",
		mpr_ring(pool)->mz->socket_id);
	if (check_pool(pool) != TEST_SUCCESS)
		return TEST_FAILED;
	rte_mempool_free(pool);
	pool = NULL;
	return rte_malloc_heap_memory_remove("mpr_heap", mem, len);
}

static int
test_heap(void)
{
	const size_t len = 4 * MB;
	char *mem = map(NULL, len);
	int ret;

	TEST_ASSERT_NOT_NULL(mem, "No memory");
	if (rte_malloc_heap_create("mpr_heap") != 0)
		return TEST_SKIPPED;
	ret = check_heap(mem, len);
	TEST_ASSERT_SUCCESS(rte_malloc_heap_destroy("mpr_heap"), "Heap in use");
	ut_teardown();
	return ret;
}

/* As many objects of one chunk as the stock driver makes, if these are all. */
static int
check_chunk(unsigned int n, unsigned int elt_size, unsigned int flags, char *mem,
		size_t len)
{
	int stock, ours;

	pool = mpr_create_empty(NAME, n, elt_size, 0, flags, MPR_STOCK_OPS);
	TEST_ASSERT_NOT_NULL(pool, "No pool");
	stock = rte_mempool_populate_iova(pool, mem, RTE_BAD_IOVA, len, NULL, NULL);
	rte_mempool_free(pool);
	pool = mpr_create_empty(NAME, n, elt_size, 0, flags, MPR_OPS);
	TEST_ASSERT_NOT_NULL(pool, "No pool");
	ours = rte_mempool_populate_iova(pool, mem, RTE_BAD_IOVA, len, NULL, NULL);
	if (stock == (int)n)
		TEST_ASSERT_EQUAL(ours, stock, "%d, not %d", ours, stock);
	else
		TEST_ASSERT(ours <= stock && ours >= stock / 4 - 1, "%d, not %d",
			ours, stock);
	if (ours == 0) {
		TEST_ASSERT(mpr_ring(pool) == NULL && rte_mempool_avail_count(pool) == 0,
			"A ring for nothing");
		rte_mempool_free(pool);
		pool = NULL;
		return test_heap_use_check_mark();
	}
	if (check_pool(pool) != TEST_SUCCESS)
		return TEST_FAILED;
	rte_mempool_free(pool);
	pool = NULL;
	return test_heap_use_check_mark();
}

/* The memory that it takes and no byte more, or any. */
static int
test_one_chunk(void)
{
	const size_t len = 4 * MB;
	unsigned int i, n, elt, flags;
	char *mem, *start;
	size_t full, exact;

	mem = map(NULL, len);
	TEST_ASSERT_NOT_NULL(mem, "No memory");
	for (i = 0; i < 1000; i++) {
		elt = 16 + (unsigned int)rte_rand_max(rte_rand() & 1 ? 300 : 5000);
		flags = rte_rand() & 1 ? RTE_MEMPOOL_F_NO_IOVA_CONTIG : 0;
		full = rte_mempool_calc_obj_size(elt, flags, NULL);
		n = 1 + (unsigned int)rte_rand_max(len / 4 / full);
		start = mem + rte_rand_max(3) * RTE_CACHE_LINE_SIZE;
		exact = n * full;
		if (rte_rand() & 1)
			exact = (size_t)rte_rand_max(2 * exact);
		if (check_chunk(n, elt, flags, start, exact) != TEST_SUCCESS) {
			printf("%u of %u bytes, flags %#x, in %zu bytes at %p\n",
				n, elt, flags, exact, (void *)start);
			return TEST_FAILED;
		}
	}
	ut_teardown();
	return TEST_SUCCESS;
}

/* A chunk of the least size that is asked for holds an object, at any place. */
static int
test_least_chunk(void)
{
	char *mem = map(NULL, MB), *start;
	size_t least, align;
	unsigned int i;

	TEST_ASSERT_NOT_NULL(mem, "No memory");
	for (i = 0; i < 500; i++) {
		pool = mpr_create_empty(NAME, 10, 16 + (unsigned int)rte_rand_max(5000), 0,
				RTE_MEMPOOL_F_NO_IOVA_CONTIG, MPR_OPS);
		TEST_ASSERT_NOT_NULL(pool, "No pool");
		TEST_ASSERT(rte_mempool_get_ops(pool->ops_index)->calc_mem_size(pool, 10,
			0, &least, &align) > 0, "No size");
		start = RTE_PTR_ALIGN_CEIL(mem + rte_rand_max(MB / 2), align);
		TEST_ASSERT(rte_mempool_populate_iova(pool, start, RTE_BAD_IOVA, least,
			NULL, NULL) > 0, "No object of %zu bytes in %zu at %p",
			mpr_full_size(pool), least, (void *)start);
		rte_mempool_free(pool);
		pool = NULL;
	}
	return check_end();
}

/*
 * Some objects more, of memory at an address. Half of what there is has been
 * taken; the rest has to be there, in its order, before the new ones.
 */
static int
add_chunk(char *mem, unsigned int n, unsigned int width)
{
	const unsigned int before = mpr_count(pool), half = before / 2;
	const size_t full = mpr_full_size(pool);
	const uint32_t had = pool->populated_size;
	void **order;
	unsigned int i;
	int ret;

	order = calloc(2 * (before + 1), sizeof(*order));
	TEST_ASSERT_NOT_NULL(order, "Out of memory");
	if (before != 0) {
		/* once around, to know the order, and half of it stays outside */
		rte_mempool_ops_dequeue_bulk(pool, order, before);
		rte_mempool_ops_enqueue_bulk(pool, order + half, before - half);
	}
	ret = rte_mempool_populate_iova(pool, mem, RTE_BAD_IOVA, (n + 1) * full,
			NULL, NULL);
	if (before != 0) {
		rte_mempool_ops_dequeue_bulk(pool, order + before + 1, before - half);
		i = memcmp(order + half, order + before + 1,
				(before - half) * sizeof(*order));
		rte_mempool_ops_enqueue_bulk(pool, order, before);
		TEST_ASSERT(i == 0, "Other objects than before, or in other order");
	}
	free(order);
	TEST_ASSERT(ret == (int)n || ret == (int)n + 1, "%d objects, not %u", ret, n);
	TEST_ASSERT_EQUAL(pool->populated_size, had + ret, "%u objects",
		pool->populated_size);
	TEST_ASSERT_SUCCESS(check_width(pool, width), "Width");
	return check_pool(pool);
}

/* In memory that is mapped as a whole; 2 bytes reach 12 MB with these objects. */
static int
test_chunks(void)
{
	const struct {
		size_t at;
		unsigned int width;
	} chunks[] = {
		{ 64 * MB, 2 }, { 66 * MB, 2 }, { 62 * MB, 2 }, { 70 * MB, 2 },
		{ 60 * MB, 2 }, { 59 * MB, 2 }, { 90 * MB, 4 }, { 65 * MB, 4 },
		{ 1 * MB, 4 }, { 100 * MB, 4 }, { 30 * MB, 4 },
	};
	struct rte_ptr_ring *r;
	unsigned int i, flags;
	char *mem;

	for (flags = 0; flags <= RTE_MEMPOOL_F_SC_GET; flags += RTE_MEMPOOL_F_SP_PUT) {
		mem = map(NULL, 128 * MB);
		pool = mpr_create_empty(NAME, 5000, ELT_SIZE, 0,
				flags | RTE_MEMPOOL_F_NO_IOVA_CONTIG, MPR_OPS);
		TEST_ASSERT(mem != NULL && pool != NULL, "No memory");
		for (i = 0; i < RTE_DIM(chunks); i++)
			if (add_chunk(mem + chunks[i].at + 64 * rte_rand_max(9), 300,
					chunks[i].width) != TEST_SUCCESS) {
				printf("Chunk %u\n", i);
				return TEST_FAILED;
			}
		/* what was refused before stays counted when the ring is made anew */
		r = mpr_ring(pool);
		TEST_ASSERT(rte_ptr_ring_refused(r) == 0, "Refused");
		if (check_end() != TEST_SUCCESS)
			return TEST_FAILED;
	}
	return TEST_SUCCESS;
}

/* The count of foreign pointers goes over to the ring that follows. */
static int
test_count_stays(void)
{
	void *foreign = &pool;
	char *mem;

	mem = map(NULL, 64 * MB);
	pool = create_for_chunks(1000);
	TEST_ASSERT(mem != NULL && pool != NULL, "No memory");
	TEST_ASSERT_SUCCESS(add_chunk(mem, 300, 2), "First");
	TEST_ASSERT_SUCCESS(mpr_log_start(), "Log");
	rte_mempool_put(pool, foreign);
	TEST_ASSERT_SUCCESS(add_chunk(mem + 60 * MB, 300, 4), "Second");
	rte_mempool_put(pool, foreign);
	TEST_ASSERT_EQUAL(mpr_log_stop(""), 1, "Logged otherwise than once");
	TEST_ASSERT_EQUAL(rte_ptr_ring_refused(mpr_ring(pool)), 2, "Not counted on");
	return check_end();
}

/* A pool that takes 4 bytes when complete does from the first chunk on. */
static int
test_large_pool_in_chunks(void)
{
	const struct rte_ptr_ring *r;
	char *mem;

	mem = map(NULL, 32 * MB);
	pool = create_for_chunks(65537);
	TEST_ASSERT(mem != NULL && pool != NULL, "No memory");
	TEST_ASSERT_SUCCESS(add_chunk(mem + 16 * MB, 1000, 4), "First");
	r = mpr_ring(pool);
	TEST_ASSERT_SUCCESS(add_chunk(mem, 1000, 4), "Below");
	TEST_ASSERT(r == mpr_ring(pool), "Another ring");
	return check_end();
}

/* Addresses that are far apart, if the system has them; of 64-bit targets. */
#define FAR(n) ((void *)(uintptr_t)(UINT64_C(0x200000000000) + (n)))

/* Gigabytes apart, 4 bytes do in both directions. */
static int
test_far(void)
{
	static const int64_t at[] = { 0, 100, 300, -100, -300, 200, -200 };
	unsigned int i;

	if (sizeof(void *) < 8)
		return TEST_SKIPPED;
	pool = create_for_chunks(5000);
	TEST_ASSERT_NOT_NULL(pool, "No pool");
	for (i = 0; i < RTE_DIM(at); i++) {
		char *mem = mpr_map(FAR(at[i] * (int64_t)GB), MB);

		if (mem == NULL) {
			printf("No memory at %p\n", FAR(at[i] * (int64_t)GB));
			return TEST_SKIPPED;
		}
		/* the pages stay, lest freed objects are read */
		if (add_chunk(mem, 300, i == 0 ? 2 : 4) != TEST_SUCCESS)
			return TEST_FAILED;
	}
	if (check_pool(pool) != TEST_SUCCESS)
		return TEST_FAILED;
	rte_mempool_free(pool);
	pool = NULL;
	for (i = 0; i < RTE_DIM(at); i++)
		mpr_unmap(FAR(at[i] * (int64_t)GB), MB);
	return test_heap_use_check_mark();
}

/* Populate of memory that is refused: 0, and all is as before. */
static int
check_populate_fails(char *mem, unsigned int n, int error)
{
	const uint32_t had = pool->populated_size, chunks = pool->nb_mem_chunks;
	/* where the next object would be noted */
	struct rte_mempool_objhdr **end = pool->elt_list.stqh_last;
	const struct rte_ptr_ring *r = mpr_ring(pool);
	int ret;

	TEST_ASSERT_SUCCESS(mpr_log_start(), "Log");
	rte_errno = 0;
	ret = rte_mempool_populate_iova(pool, mem, RTE_BAD_IOVA,
			n * mpr_full_size(pool), NULL, NULL);
	TEST_ASSERT_EQUAL(mpr_log_stop("MEMPOOL_PTR_RING: " NAME), 1, "Lines in the log");
	TEST_ASSERT(ret == 0, "Populate returned %d", ret);
	TEST_ASSERT_EQUAL(rte_errno, error, "Error %d, not %d", rte_errno, error);
	TEST_ASSERT(pool->populated_size == had && pool->nb_mem_chunks == chunks &&
		mpr_ring(pool) == r && pool->elt_list.stqh_last == end,
		"%u objects, not %u", pool->populated_size, had);
	return had == 0 ? TEST_SUCCESS : check_pool(pool);
}

static int
test_too_far(void)
{
	/* 4 bytes reach 2^32 times the full size, 1 TB with the largest cache lines */
	char *mem = map(FAR(0), MB), *far = map(FAR(2000 * GB), MB);
	char *below = map(FAR(-2000 * (int64_t)GB), MB);

	if (sizeof(void *) < 8 || mem == NULL || far == NULL || below == NULL) {
		printf("No memory at such addresses\n");
		return TEST_SKIPPED;
	}
	pool = create_for_chunks(1000);
	TEST_ASSERT_NOT_NULL(pool, "No pool");
	TEST_ASSERT_SUCCESS(add_chunk(mem, 300, 2), "First");
	TEST_ASSERT_SUCCESS(check_populate_fails(far, 300, ERANGE), "Above");
	TEST_ASSERT_SUCCESS(check_populate_fails(below, 300, ERANGE), "Below");
	TEST_ASSERT_SUCCESS(add_chunk(mem + MB / 2, 300, 2), "Third");
	return check_end();
}

/* All memory of DPDK but a piece of that size. */
struct hog {
	struct hog *next;
};

static struct hog *hogs, *piece;

static void
hog_free(void)
{
	struct hog *h;

	rte_free(piece);
	piece = NULL;
	while ((h = hogs) != NULL) {
		hogs = h->next;
		rte_free(h);
	}
}

static int
hog_all_but(size_t len)
{
	size_t size = 1 << 30;
	struct hog *h;

	if (len != 0)
		piece = rte_malloc(NULL, len, 0);
	while (size >= 64) {
		h = rte_malloc(NULL, size, 0);
		if (h == NULL) {
			size /= 2;
			continue;
		}
		h->next = hogs;
		hogs = h;
	}
	TEST_ASSERT(hogs != NULL && (len == 0 || piece != NULL), "No memory to fill");
	rte_free(piece);
	piece = NULL;
	return TEST_SUCCESS;
}

static void
pressure_teardown(void)
{
	hog_free();
	ut_teardown();
}

/* No memory for the ring, nor for one with wider slots. */
static int
test_no_memory_for_ring(void)
{
	const unsigned int n = 60000;
	char *mem;

	mem = map(NULL, 64 * MB);
	pool = create_for_chunks(n);
	TEST_ASSERT(mem != NULL && pool != NULL, "No memory");
	TEST_ASSERT_SUCCESS(hog_all_but(64 << 10), "Hog");
	TEST_ASSERT_SUCCESS(check_populate_fails(mem, 300, ENOMEM), "First");
	TEST_ASSERT(rte_mempool_avail_count(pool) == 0, "Objects of nowhere");
	hog_free();
	TEST_ASSERT_SUCCESS(add_chunk(mem, 300, 2), "First again");
	TEST_ASSERT_SUCCESS(hog_all_but(64 << 10), "Hog");
	TEST_ASSERT_SUCCESS(check_populate_fails(mem + 60 * MB, 300, ENOMEM), "Second");
	TEST_ASSERT_SUCCESS(add_chunk(mem + 2 * MB, 300, 2), "Third, nearer");
	hog_free();
	TEST_ASSERT_SUCCESS(add_chunk(mem + 60 * MB, 300, 4), "Second again");
	return check_end();
}

/*
 * Populated in part, and given up: the mempool is empty again, and the next
 * time all is settled anew. Then freed in the middle of it.
 */
static int
test_half_way(void)
{
	const unsigned int n = 20000;
	unsigned int i;
	int ret;

	for (i = 0; i < 2; i++) {
		pool = create_for_chunks(n);
		TEST_ASSERT_NOT_NULL(pool, "No pool");
		TEST_ASSERT_SUCCESS(hog_all_but(2 * MB), "Hog");
		ret = rte_mempool_populate_default(pool);
		TEST_ASSERT(ret < 0 && pool->populated_size == 0,
			"%d objects in too little memory", ret);
		TEST_ASSERT(rte_mempool_avail_count(pool) == 0, "Objects of nowhere");
		hog_free();
		if (i == 1) {
			ut_teardown();
			break;
		}
		ret = rte_mempool_populate_default(pool);
		TEST_ASSERT_EQUAL(ret, (int)n, "Second attempt: %d", ret);
		TEST_ASSERT_SUCCESS(check_width(pool, 2), "Width");
		if (check_end() != TEST_SUCCESS)
			return TEST_FAILED;
	}
	return test_heap_use_check_mark();
}

/* In memory that is never freed, as when all of the pool's was: settled anew. */
static int
test_anew(void)
{
	char *mem = map(NULL, 64 * MB);
	struct rte_mempool_memhdr *hdr;
	void *objs[400];

	pool = create_for_chunks(1000);
	TEST_ASSERT(mem != NULL && pool != NULL, "No memory");
	TEST_ASSERT_SUCCESS(add_chunk(mem, 300, 2), "First");
	TEST_ASSERT_SUCCESS(add_chunk(mem + 60 * MB, 300, 4), "Second");
	/* what the mempool library does when populating fails */
	while (rte_mempool_ops_dequeue_bulk(pool, objs, 1) == 0)
		;
	STAILQ_INIT(&pool->elt_list);
	pool->populated_size = 0;
	while ((hdr = STAILQ_FIRST(&pool->mem_list)) != NULL) {
		STAILQ_REMOVE_HEAD(&pool->mem_list, next);
		rte_free(hdr);
		pool->nb_mem_chunks--;
	}
	TEST_ASSERT_SUCCESS(add_chunk(mem + 30 * MB, 300, 2), "Anew");
	return check_end();
}

/* Freed at any stage. */
static int
test_free(void)
{
	unsigned int chunks, i;
	char *mem;

	for (chunks = 0; chunks <= 4; chunks++) {
		mem = map(NULL, 64 * MB);
		pool = create_for_chunks(1000);
		TEST_ASSERT(mem != NULL && pool != NULL, "No memory");
		for (i = 0; i < chunks; i++)
			TEST_ASSERT_SUCCESS(add_chunk(mem + i * 20 * MB, 100,
				i == 0 ? 2 : 4), "Chunk %u", i);
		ut_teardown();
		TEST_ASSERT_SUCCESS(test_heap_use_check_mark(), "%u chunks", chunks);
	}
	return TEST_SUCCESS;
}

/* More objects than a ring can hold. */
static int
test_too_many(void)
{
	char *mem = map(NULL, MB);

	TEST_ASSERT_NOT_NULL(mem, "No memory");
	pool = mpr_create_empty(NAME, RTE_RING_SZ_MASK, 16, 0, 0, MPR_OPS);
	TEST_ASSERT_NOT_NULL(pool, "No pool");
	TEST_ASSERT_SUCCESS(mpr_log_start(), "Log");
	TEST_ASSERT(rte_mempool_populate_iova(pool, mem, RTE_BAD_IOVA, MB, NULL,
		NULL) == -EINVAL, "Populated");
	TEST_ASSERT_EQUAL(mpr_log_stop("MEMPOOL_PTR_RING"), 1, "Not in the log");
	ut_teardown();
	return test_heap_use_check_mark();
}

static struct unit_test_suite mempool_ptr_ring_populate_suite = {
	.suite_name = "mempool driver of compressed pointers, populated",
	.unit_test_cases = {
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_default),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_width),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_mbufs_in_pages),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_mbufs),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_anon),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_virt),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_extbuf),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_heap),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_one_chunk),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_least_chunk),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_chunks),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_count_stays),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_large_pool_in_chunks),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_far),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_too_far),
		TEST_CASE_ST(test_heap_use_mark, pressure_teardown, test_no_memory_for_ring),
		TEST_CASE_ST(test_heap_use_mark, pressure_teardown, test_half_way),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_anew),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_free),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_too_many),
		TEST_CASES_END()
	}
};

int
test_mempool_ptr_ring_populate(void)
{
	return unit_test_suite_runner(&mempool_ptr_ring_populate_suite);
}
