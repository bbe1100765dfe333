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
#include <sys/mman.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_mempool_mem_range.h>
#include <rte_memzone.h>
#include <rte_random.h>

#include <rte_ptr_codec.h>

#include "test.h"
#include "test_ptr_codec_plain.h"
#include "test_secondary.h"

/*
 * Codecs of mempools as applications have them, made as they would make them.
 */

#define MAX_POOLS 3
#define MAX_BURST 200
#define PAGE ((size_t)2 << 20)

/* What the running test case uses; ut_teardown() frees it. */
static struct rte_mempool *pools[MAX_POOLS];
static uint8_t *arena;
static size_t arena_len;

static void
ut_teardown(void)
{
	unsigned int i;

	for (i = 0; i < MAX_POOLS; i++) {
		rte_mempool_free(pools[i]);
		pools[i] = NULL;
	}
	if (arena != NULL)
		munmap(arena, arena_len);
	arena = NULL;
}

/* Memory of no page size that matters: it is not there until it is used. */
static int
arena_map(size_t len)
{
	void *p = mmap(NULL, len + PAGE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	TEST_ASSERT(p != MAP_FAILED, "Cannot map memory: %s", strerror(errno));
	arena = p;
	arena_len = len + PAGE;
	return TEST_SUCCESS;
}

/* All objects of a mempool, and the lattice that they are on. */
struct objs {
	void **table;
	unsigned int n;
	struct lattice lattice;
};

static void
objs_add(struct rte_mempool *mp, void *opaque, void *obj, unsigned int i)
{
	RTE_SET_USED(mp);
	((struct objs *)opaque)->table[i] = obj;
}

/* The lattice by the objects themselves, in random order. */
static int
objs_get(struct rte_mempool *mp, struct objs *objs)
{
	struct lattice *l = &objs->lattice;
	uintptr_t last = 0;
	uint64_t a, b, rest;
	unsigned int i, j;
	void *tmp;

	objs->n = mp->populated_size;
	objs->table = calloc(objs->n, sizeof(*objs->table));
	TEST_ASSERT_NOT_NULL(objs->table, "Out of memory");
	rte_mempool_obj_iter(mp, objs_add, objs);

	l->base = UINTPTR_MAX;
	l->stride = 0;
	for (i = 0; i < objs->n; i++) {
		l->base = RTE_MIN(l->base, (uintptr_t)objs->table[i]);
		last = RTE_MAX(last, (uintptr_t)objs->table[i]);
	}
	for (i = 0; i < objs->n; i++) {
		a = l->stride;
		for (b = (uintptr_t)objs->table[i] - l->base; b != 0; b = rest) {
			rest = a % b;
			a = b;
		}
		l->stride = a;
	}
	if (l->stride == 0)
		l->stride = mp->header_size + mp->elt_size + mp->trailer_size;
	l->count = (last - l->base) / l->stride + 1;

	for (i = objs->n; i > 1; i--) {
		j = rte_rand_max(i);
		tmp = objs->table[j];
		objs->table[j] = objs->table[i - 1];
		objs->table[i - 1] = tmp;
	}
	return TEST_SUCCESS;
}

/* As an application does it. */
static int
codec_make(struct rte_ptr_codec *codec, const struct rte_mempool *mp,
		unsigned int width)
{
	struct rte_mempool_obj_layout layout;

	if (rte_mempool_get_obj_layout(mp, &layout) != 0)
		return -1;
	return rte_ptr_codec_init_objs(codec, layout.first, layout.last,
			layout.stride, width);
}

/* Whether the codec covers a mempool as it is now. */
static bool
codec_covers_pool(const struct rte_ptr_codec *codec, const struct rte_mempool *mp)
{
	struct rte_mempool_obj_layout layout;

	return rte_mempool_get_obj_layout(mp, &layout) == 0 &&
		rte_ptr_codec_covers_objs(codec, layout.first, layout.last,
			layout.stride);
}

/* All pointers of a table there and back, in bursts of any size. */
static int
check_table(const struct rte_ptr_codec *codec, void * const *table, unsigned int n)
{
	void *back[MAX_BURST];
	uint64_t values[MAX_BURST];
	unsigned int i, burst;
	size_t taken;

	for (i = 0; i < n; i += burst) {
		burst = RTE_MIN(n - i, 1 + rte_rand_max(MAX_BURST));
		rte_ptr_codec_compress(codec, table + i, values, burst);
		rte_ptr_codec_decompress(codec, values, back, burst);
		TEST_ASSERT(memcmp(back, table + i, burst * sizeof(*back)) == 0,
			"Not all of %u pointers from %u on came back", burst, i);

		memset(back, 0, sizeof(back));
		taken = rte_ptr_codec_compress_checked(codec, table + i, values, burst);
		TEST_ASSERT_EQUAL(taken, burst, "%zu of %u taken", taken, burst);
		taken = rte_ptr_codec_decompress_checked(codec, values, back, burst);
		TEST_ASSERT_EQUAL(taken, burst, "%zu of %u taken back", taken, burst);
		TEST_ASSERT(memcmp(back, table + i, burst * sizeof(*back)) == 0,
			"Not all of %u pointers from %u on came back, checked", burst, i);
	}
	return TEST_SUCCESS;
}

/* The codec of a mempool, of every width: what fits, and every object. */
static int
check_objs(const struct rte_mempool *mp, const struct objs *objs)
{
	const struct lattice *l = &objs->lattice;
	struct rte_ptr_codec codec;
	unsigned int width;
	int expect;

	for (width = 0; width <= 8; width = width == 0 ? 2 : 2 * width) {
		expect = plain_width(l, width);
		if (expect < 0) {
			TEST_ASSERT_EQUAL(codec_make(&codec, mp, width), expect,
				"%u bytes do not hold %"PRIu64" points", width, l->count);
			continue;
		}
		TEST_ASSERT_SUCCESS(codec_make(&codec, mp, width), "No codec");
		TEST_ASSERT(plain_codec_is(&codec, l, expect),
			"%p + k * %"PRIu32", k < %"PRIu64" in %u bytes",
			codec.base, codec.stride, codec.count, codec.width);
		TEST_ASSERT(codec_covers_pool(&codec, mp), "Not covered");
		TEST_ASSERT_SUCCESS(check_table(&codec, objs->table, objs->n),
			"%u objects in %u bytes", objs->n, codec.width);
		if (width == 0)
			printf("%u objects of %u bytes: %"PRIu64" points at a stride of %"PRIu64", %u bytes each\n",
				objs->n, mp->elt_size, l->count, l->stride, codec.width);
	}
	return TEST_SUCCESS;
}

static int
check_pool(struct rte_mempool *mp)
{
	struct objs objs = { NULL };
	int ret = objs_get(mp, &objs);

	if (ret == TEST_SUCCESS)
		ret = check_objs(mp, &objs);
	free(objs.table);
	return ret;
}

static int
pool_create(unsigned int i, unsigned int n, unsigned int elt_size,
		unsigned int flags)
{
	char name[RTE_MEMPOOL_NAMESIZE];

	snprintf(name, sizeof(name), "ptr_codec_%u", i);
	rte_mempool_free(pools[i]);
	pools[i] = rte_mempool_create(name, n, elt_size, 0, 0, NULL, NULL, NULL,
			NULL, SOCKET_ID_ANY, flags);
	TEST_ASSERT_NOT_NULL(pools[i], "No pool of %u objects of %u bytes: %s", n,
		elt_size, rte_strerror(rte_errno));
	return TEST_SUCCESS;
}

static int
pool_create_empty(unsigned int i, unsigned int n, unsigned int elt_size,
		unsigned int private_size, unsigned int flags)
{
	char name[RTE_MEMPOOL_NAMESIZE];

	snprintf(name, sizeof(name), "ptr_codec_%u", i);
	rte_mempool_free(pools[i]);
	pools[i] = rte_mempool_create_empty(name, n, elt_size, 0, private_size,
			SOCKET_ID_ANY, flags);
	TEST_ASSERT_NOT_NULL(pools[i], "No pool: %s", rte_strerror(rte_errno));
	TEST_ASSERT_SUCCESS(rte_mempool_set_ops_byname(pools[i], "ring_mp_mc", NULL),
		"Cannot set mempool ops");
	return TEST_SUCCESS;
}

static int
populate(unsigned int i, uint8_t *addr, size_t len, int n)
{
	int ret = rte_mempool_populate_iova(pools[i], (char *)addr, RTE_BAD_IOVA,
			len, NULL, NULL);

	TEST_ASSERT_EQUAL(ret, n, "%d objects populated, not %d", ret, n);
	return TEST_SUCCESS;
}

static size_t
slot_size(const struct rte_mempool *mp)
{
	return mp->header_size + mp->elt_size + mp->trailer_size;
}

static int
test_plain_pools(void)
{
	static const struct {
		unsigned int n, elt_size, flags;
	} shapes[] = {
		{ 1, 64, 0 },
		{ 2, 64, 0 },
		{ 3, 4000, 0 },
		{ 1000, 8, 0 },
		{ 1000, 8, RTE_MEMPOOL_F_NO_CACHE_ALIGN },
		{ 5000, 100, RTE_MEMPOOL_F_NO_CACHE_ALIGN | RTE_MEMPOOL_F_NO_SPREAD },
		{ 5000, 100, RTE_MEMPOOL_F_NO_IOVA_CONTIG },
		{ 5000, 1000, RTE_MEMPOOL_F_NO_SPREAD },
		{ 5000, 1000, RTE_MEMPOOL_F_SP_PUT | RTE_MEMPOOL_F_SC_GET },
		{ 100, 20000, 0 },
		{ 70000, 64, RTE_MEMPOOL_F_NO_CACHE_ALIGN | RTE_MEMPOOL_F_NO_IOVA_CONTIG },
		{ 200000, 16, 0 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(shapes); i++) {
		TEST_ASSERT_SUCCESS(pool_create(0, shapes[i].n, shapes[i].elt_size,
			shapes[i].flags), "No pool");
		TEST_ASSERT_SUCCESS(check_pool(pools[0]), "Pool of %u objects of %u bytes",
			shapes[i].n, shapes[i].elt_size);
	}
	return TEST_SUCCESS;
}

static int
test_mbuf_pools(void)
{
	static const struct {
		unsigned int n, priv, room;
	} shapes[] = {
		{ 1, 0, RTE_MBUF_DEFAULT_BUF_SIZE },
		{ 511, 64, RTE_MBUF_DEFAULT_BUF_SIZE },
		{ 8191, 0, RTE_MBUF_DEFAULT_BUF_SIZE },
		{ 8192, 256, RTE_MBUF_DEFAULT_BUF_SIZE },
		{ 2047, 0, 9216 + RTE_PKTMBUF_HEADROOM },
		{ 1024, 128, 9216 + RTE_PKTMBUF_HEADROOM },
		{ 10000, 8, 128 },
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(shapes); i++) {
		rte_mempool_free(pools[0]);
		pools[0] = rte_pktmbuf_pool_create("ptr_codec", shapes[i].n, 0,
			shapes[i].priv, shapes[i].room, SOCKET_ID_ANY);
		TEST_ASSERT_NOT_NULL(pools[0], "No pool of %u mbufs of %u bytes: %s",
			shapes[i].n, shapes[i].room, rte_strerror(rte_errno));
		TEST_ASSERT_SUCCESS(check_pool(pools[0]), "Pool of %u mbufs of %u bytes",
			shapes[i].n, shapes[i].room);
	}
	return TEST_SUCCESS;
}

/* Slots of 2,304 bytes, the most mbufs that 2 bytes can tell apart. */
static int
create_large_pool(void)
{
	struct rte_pktmbuf_pool_private priv = {
		.mbuf_data_room_size = 2304 - sizeof(struct rte_mbuf) -
			sizeof(struct rte_mempool_objhdr),
	};

	/* where headers are shorter than a cache line */
	priv.mbuf_data_room_size &= ~(RTE_MEMPOOL_ALIGN - 1);
	TEST_ASSERT_SUCCESS(pool_create_empty(0, 65536,
		sizeof(struct rte_mbuf) + priv.mbuf_data_room_size, sizeof(priv),
		RTE_MEMPOOL_F_NO_IOVA_CONTIG | RTE_MEMPOOL_F_NO_SPREAD), "No pool");
	rte_pktmbuf_pool_init(pools[0], &priv);
	return TEST_SUCCESS;
}

static int
check_large_pool(void)
{
	struct rte_ptr_codec codec;

	rte_mempool_obj_iter(pools[0], rte_pktmbuf_init, NULL);
	TEST_ASSERT_SUCCESS(check_pool(pools[0]), "Wrong codec");
	TEST_ASSERT_SUCCESS(codec_make(&codec, pools[0], 0), "No codec");
	TEST_ASSERT(codec.width == 2 && codec.count == 65536 &&
		codec.stride == slot_size(pools[0]),
		"%"PRIu64" points at %"PRIu32" in %u bytes", codec.count, codec.stride,
		codec.width);
	return TEST_SUCCESS;
}

static int
test_large_pool(void)
{
	TEST_ASSERT_SUCCESS(arena_map(65536 * 2304), "No memory");
	TEST_ASSERT_SUCCESS(create_large_pool(), "No pool");
	TEST_ASSERT(slot_size(pools[0]) == 2304 || sizeof(void *) == 4,
		"Slots of %zu bytes", slot_size(pools[0]));
	TEST_ASSERT_SUCCESS(populate(0, arena, 65536 * slot_size(pools[0]), 65536),
		"Not populated");
	return check_large_pool();
}

/* The same by the function that DPDK has for memory without hugepages. */
static int
test_large_pool_anon(void)
{
	TEST_ASSERT_SUCCESS(create_large_pool(), "No pool");
	TEST_ASSERT_EQUAL(rte_mempool_populate_anon(pools[0]), 65536, "Not populated: %s",
		rte_strerror(rte_errno));
	return check_large_pool();
}

/*
 * No mbuf crosses a page, as DPDK places them by default: pages of 2 MB and
 * mbufs have a cache line in common. 65,536 of these, two pages where they are
 * of 64 bytes, fit into 2 bytes a pointer. More do not, and who asks for 2 is
 * told.
 */
static int
test_page_gaps(void)
{
	const unsigned int fit = 65536 * RTE_MEMPOOL_ALIGN / PAGE;
	struct rte_ptr_codec codec;
	unsigned int pages;
	uint8_t *page;
	size_t slot;

	TEST_ASSERT_SUCCESS(arena_map((fit + 2) * PAGE), "No memory");
	page = RTE_PTR_ALIGN(arena, PAGE);
	TEST_ASSERT_SUCCESS(pool_create_empty(0, 10000, 2304, 0,
		RTE_MEMPOOL_F_NO_IOVA_CONTIG | RTE_MEMPOOL_F_NO_SPREAD), "No pool");
	slot = slot_size(pools[0]);
	TEST_ASSERT(slot / RTE_MEMPOOL_ALIGN % 2 == 1, "Slots of %zu bytes", slot);
	for (pages = 1; pages <= fit + 2; pages++) {
		TEST_ASSERT_SUCCESS(populate(0, page, PAGE, PAGE / slot), "Page %u", pages);
		page += PAGE;
		TEST_ASSERT_SUCCESS(check_pool(pools[0]), "Wrong codec, %u pages", pages);
		TEST_ASSERT_SUCCESS(codec_make(&codec, pools[0], 0), "No codec");
		TEST_ASSERT_EQUAL(codec.stride, pages == 1 ? slot : RTE_MEMPOOL_ALIGN,
			"Stride %u, %u pages", codec.stride, pages);
		TEST_ASSERT_EQUAL(codec.width, pages <= fit ? 2 : 4, "Width %u, %u pages",
			codec.width, pages);
		TEST_ASSERT_EQUAL(codec_make(&codec, pools[0], 2),
			pages <= fit ? 0 : -ERANGE, "2 bytes, %u pages", pages);
	}
	return TEST_SUCCESS;
}

/*
 * Memory added, here one half of a range and then the other: what was covered
 * still is, and the mempool as a whole only where the codec reaches so far.
 */
static int
test_memory_added(void)
{
	struct rte_ptr_codec codec, wide, again;
	struct objs objs = { NULL };
	unsigned int low_first;
	size_t size;
	int ret;

	for (low_first = 0; low_first < 2; low_first++) {
		TEST_ASSERT_SUCCESS(arena_map(PAGE), "No memory");
		TEST_ASSERT_SUCCESS(pool_create_empty(0, 200, 200, 0,
			RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
		size = slot_size(pools[0]);
		TEST_ASSERT_SUCCESS(populate(0, low_first ? arena : arena + 100 * size,
			100 * size, 100), "First half");
		TEST_ASSERT_SUCCESS(codec_make(&codec, pools[0], 0), "No codec");
		TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&wide,
			arena + pools[0]->header_size, size, 200, 0), "No codec");
		TEST_ASSERT(codec_covers_pool(&codec, pools[0]), "Half not covered");
		TEST_ASSERT(codec_covers_pool(&wide, pools[0]), "Half not covered");
		TEST_ASSERT_SUCCESS(objs_get(pools[0], &objs), "No objects");

		TEST_ASSERT_SUCCESS(populate(0, low_first ? arena + 100 * size : arena,
			100 * size, 100), "Second half");
		ret = check_table(&codec, objs.table, objs.n);
		free(objs.table);
		TEST_ASSERT_SUCCESS(ret, "No longer covered");
		TEST_ASSERT(!codec_covers_pool(&codec, pools[0]), "Second half covered");
		TEST_ASSERT(codec_covers_pool(&wide, pools[0]), "Both halves not covered");

		TEST_ASSERT_SUCCESS(codec_make(&again, pools[0], 0), "No codec");
		TEST_ASSERT(memcmp(&again, &wide, sizeof(wide)) == 0, "Another codec");
		TEST_ASSERT_SUCCESS(check_pool(pools[0]), "Wrong codec");
		ut_teardown();
	}
	return TEST_SUCCESS;
}

/* Freed and made anew, of the same name: the codec is that of the new one. */
static int
test_made_anew(void)
{
	unsigned int i;

	for (i = 0; i < 10; i++) {
		TEST_ASSERT_SUCCESS(pool_create(0, 100 + i * 100, 64 + i * 24, 0), "No pool");
		TEST_ASSERT_SUCCESS(check_pool(pools[0]), "Wrong codec");
	}
	return TEST_SUCCESS;
}

/* Objects of several mempools in one burst, by a codec for all of them. */
static int
check_joined(unsigned int n)
{
	struct rte_ptr_codec codecs[MAX_POOLS], joined;
	struct objs objs[MAX_POOLS] = { { NULL } };
	void *burst[MAX_BURST];
	uint64_t values[MAX_BURST], number;
	unsigned int i, j, k;
	size_t taken, expect;

	for (i = 0; i < n; i++) {
		TEST_ASSERT_SUCCESS(codec_make(&codecs[i], pools[i], 0), "No codec");
		TEST_ASSERT_SUCCESS(objs_get(pools[i], &objs[i]), "No objects");
	}
	if (rte_ptr_codec_join(&joined, codecs, n, 0) == -ERANGE) {
		/* memory may lie anywhere, with a gap of any length between */
		TEST_ASSERT_SUCCESS(rte_ptr_codec_join(&joined, codecs, n, 8), "Not joined");
		printf("%u pools too far apart for 4 bytes a pointer\n", n);
	}
	for (j = 0; j < 2000; j++) {
		for (k = 0; k < RTE_DIM(burst); k++) {
			i = rte_rand_max(n);
			burst[k] = objs[i].table[rte_rand_max(objs[i].n)];
		}
		TEST_ASSERT_SUCCESS(check_table(&joined, burst, RTE_DIM(burst)), "Not covered");

		/* what is not the first pool's is foreign to its own codec */
		for (expect = 0; expect < RTE_DIM(burst); expect++)
			if (!plain_index(&objs[0].lattice, (uintptr_t)burst[expect], &number))
				break;
		taken = rte_ptr_codec_compress_checked(&codecs[0], burst, values,
				RTE_DIM(burst));
		TEST_ASSERT_EQUAL(taken, expect, "%zu, not %zu of the first pool", taken, expect);
	}
	for (i = 0; i < n; i++) {
		TEST_ASSERT(codec_covers_pool(&joined, pools[i]), "Pool %u not covered", i);
		free(objs[i].table);
	}
	printf("%u pools joined: %"PRIu64" points at a stride of %"PRIu32", %u bytes each\n",
		n, joined.count, joined.stride, joined.width);
	return TEST_SUCCESS;
}

static int
test_joined_pools(void)
{
	TEST_ASSERT_SUCCESS(pool_create(0, 2000, 2304, 0), "No pool");
	TEST_ASSERT_SUCCESS(pool_create(1, 500, 192, RTE_MEMPOOL_F_NO_CACHE_ALIGN), "No pool");
	TEST_ASSERT_SUCCESS(check_joined(2), "Two pools");
	TEST_ASSERT_SUCCESS(pool_create(2, 1, 1000, 0), "No pool");
	TEST_ASSERT_SUCCESS(check_joined(3), "Three pools");
	ut_teardown();

	/* side by side in memory, so that a burst of both fits into 2 bytes */
	TEST_ASSERT_SUCCESS(arena_map(4 * PAGE), "No memory");
	TEST_ASSERT_SUCCESS(pool_create_empty(0, 1000, 1000, 0,
		RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
	TEST_ASSERT_SUCCESS(pool_create_empty(1, 500, 1000, 0,
		RTE_MEMPOOL_F_NO_IOVA_CONTIG), "No pool");
	TEST_ASSERT_SUCCESS(populate(0, arena, 1000 * slot_size(pools[0]), 1000), "Low");
	TEST_ASSERT_SUCCESS(populate(1, arena + 1001 * slot_size(pools[0]),
		500 * slot_size(pools[1]), 500), "High");
	return check_joined(2);
}

/* A mempool on each NUMA node. */
static int
test_numa(void)
{
	unsigned int i, n = RTE_MIN(rte_socket_count(), (unsigned int)MAX_POOLS);
	char name[RTE_MEMPOOL_NAMESIZE];

	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "ptr_codec_%u", i);
		pools[i] = rte_pktmbuf_pool_create(name, 1000, 0, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, rte_socket_id_by_idx(i));
		if (pools[i] == NULL) {
			printf("No memory on node %d\n", rte_socket_id_by_idx(i));
			return TEST_SKIPPED;
		}
		TEST_ASSERT_SUCCESS(check_pool(pools[i]), "Wrong codec, node %u", i);
	}
	return check_joined(n);
}

/* Codecs made in one process, and used in another as they are. */
#define SHARED_MZ "ptr_codec_shared"
#define SHARED_N 1000

struct shared {
	struct rte_ptr_codec codec;  /* of one mempool */
	struct rte_ptr_codec joined; /* of this and another */
	void *ptrs[SHARED_N];        /* objects of the one, then of the other */
	uint64_t values[SHARED_N];   /* the first half, compressed by codec */
	uint64_t joined_values[SHARED_N];
};

static int
test_as_secondary(void)
{
	const struct rte_memzone *mz = rte_memzone_lookup(SHARED_MZ);
	const struct rte_mempool *mp = rte_mempool_lookup("ptr_codec_mbufs");
	void *back[SHARED_N];
	const struct shared *s;
	size_t taken;

	TEST_ASSERT(mz != NULL && mp != NULL, "The primary process left nothing");
	s = mz->addr;
	rte_ptr_codec_decompress(&s->codec, s->values, back, SHARED_N / 2);
	TEST_ASSERT(memcmp(back, s->ptrs, SHARED_N / 2 * sizeof(*back)) == 0,
		"Other pointers than in the primary");
	TEST_ASSERT(((struct rte_mbuf *)back[7])->pool == mp, "No mbuf of the mempool");
	taken = rte_ptr_codec_decompress_checked(&s->joined, s->joined_values, back,
			SHARED_N);
	TEST_ASSERT(taken == SHARED_N && memcmp(back, s->ptrs, sizeof(back)) == 0,
		"Other pointers than in the primary, joined");

	TEST_ASSERT(codec_covers_pool(&s->codec, mp), "Mempool not covered");
	TEST_ASSERT_SUCCESS(check_table(&s->codec, s->ptrs, SHARED_N / 2), "Codec");
	TEST_ASSERT_SUCCESS(check_table(&s->joined, s->ptrs, SHARED_N), "Joined codec");
	printf("secondary process: %u pointers as in the primary\n", SHARED_N);
	return TEST_SUCCESS;
}

static int
share(struct shared *s)
{
	struct rte_ptr_codec codecs[2];
	struct objs objs[2] = { { NULL } };
	unsigned int i;

	pools[0] = rte_pktmbuf_pool_create("ptr_codec_mbufs", 2500, 0, 0,
		RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
	TEST_ASSERT_NOT_NULL(pools[0], "No pool: %s", rte_strerror(rte_errno));
	TEST_ASSERT_SUCCESS(pool_create(1, 1000, 200, 0), "No pool");
	for (i = 0; i < 2; i++) {
		TEST_ASSERT_SUCCESS(codec_make(&codecs[i], pools[i], 0), "No codec");
		TEST_ASSERT_SUCCESS(objs_get(pools[i], &objs[i]), "No objects");
		memcpy(s->ptrs + i * SHARED_N / 2, objs[i].table,
			SHARED_N / 2 * sizeof(void *));
		free(objs[i].table);
	}
	s->codec = codecs[0];
	TEST_ASSERT_SUCCESS(rte_ptr_codec_join(&s->joined, codecs, 2, 0), "Not joined");
	rte_ptr_codec_compress(&s->codec, s->ptrs, s->values, SHARED_N / 2);
	rte_ptr_codec_compress(&s->joined, s->ptrs, s->joined_values, SHARED_N);
	return test_secondary_run("ptr_codec_autotest");
}

static int
test_secondary_process(void)
{
	const struct rte_memzone *mz;
	int ret;

	if (!test_secondary_possible())
		return TEST_SKIPPED;
	mz = rte_memzone_reserve(SHARED_MZ, sizeof(struct shared), SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(mz, "No memzone");
	ret = share(mz->addr);
	rte_memzone_free(mz);
	return ret;
}

static struct unit_test_suite ptr_codec_pools_suite = {
	.suite_name = "pointer codecs of mempools",
	.unit_test_cases = {
		TEST_CASE_ST(NULL, ut_teardown, test_plain_pools),
		TEST_CASE_ST(NULL, ut_teardown, test_mbuf_pools),
		TEST_CASE_ST(NULL, ut_teardown, test_large_pool),
		TEST_CASE_ST(NULL, ut_teardown, test_large_pool_anon),
		TEST_CASE_ST(NULL, ut_teardown, test_page_gaps),
		TEST_CASE_ST(NULL, ut_teardown, test_memory_added),
		TEST_CASE_ST(NULL, ut_teardown, test_made_anew),
		TEST_CASE_ST(NULL, ut_teardown, test_joined_pools),
		TEST_CASE_ST(NULL, ut_teardown, test_numa),
		TEST_CASE_ST(NULL, ut_teardown, test_secondary_process),
		TEST_CASES_END()
	}
};

int
test_ptr_codec_pools(void)
{
	if (rte_eal_process_type() == RTE_PROC_SECONDARY)
		return test_as_secondary();
	return unit_test_suite_runner(&ptr_codec_pools_suite);
}
