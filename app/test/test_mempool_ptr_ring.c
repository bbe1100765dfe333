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
#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_lcore.h>
#include <rte_mempool.h>
#include <rte_random.h>

#include "test.h"
#include "test_heap_use.h"
#include "test_mempool_ptr_ring.h"

/*
 * What goes into a mempool of the driver and comes out of it, by one thread.
 */

/* Set to the seed that a failed run printed to repeat that run. */
#define FIXED_SEED 0

#define NAME "mpr"
#define SIZE 3000
#define ELT_SIZE 128
/* more than the driver takes in one go */
#define MAX_N 2600
#define STEPS 30000

static struct rte_mempool *pool, *other;

static void
ut_teardown(void)
{
	rte_mempool_free(pool);
	rte_mempool_free(other);
	pool = other = NULL;
}

/* At the end of a case: nothing was lost in the mempools, or around them. */
static int
check_end(void)
{
	if (pool != NULL && mpr_account(pool) != TEST_SUCCESS)
		return TEST_FAILED;
	if (other != NULL && mpr_account(other) != TEST_SUCCESS)
		return TEST_FAILED;
	ut_teardown();
	return test_heap_use_check_mark();
}

/* Slots of 2 bytes as they come; of 4 after memory that is far from the rest. */
static int
make_pool(unsigned int width, unsigned int flags)
{
	const size_t chunk = SIZE / 2 * 256, len = 64 << 20;
	static char *mem; /* stays with the process */

	if (width == 2) {
		pool = mpr_create(NAME, SIZE, ELT_SIZE, 0, flags, MPR_OPS);
		TEST_ASSERT_NOT_NULL(pool, "No pool");
	} else {
		if (mem == NULL)
			mem = mpr_map(NULL, len);
		pool = mpr_create_empty(NAME, SIZE, ELT_SIZE, 0, flags, MPR_OPS);
		TEST_ASSERT(mem != NULL && pool != NULL, "No memory");
		TEST_ASSERT(rte_mempool_populate_iova(pool, mem + len / 2,
			RTE_BAD_IOVA, chunk, NULL, NULL) > 0, "First chunk");
		/* above or below */
		TEST_ASSERT(rte_mempool_populate_iova(pool, rte_rand() & 1 ? mem :
			mem + len - 2 * chunk, RTE_BAD_IOVA, 2 * chunk, NULL, NULL) > 0,
			"Second chunk");
		TEST_ASSERT(pool->populated_size == SIZE, "%u objects", pool->populated_size);
		mpr_number(pool);
	}
	TEST_ASSERT_EQUAL(mpr_ring(pool)->codec.width, width, "%u bytes, not %u",
		mpr_ring(pool)->codec.width, width);
	return TEST_SUCCESS;
}

/* Nothing there, but nothing goes wrong either. */
static int
test_no_memory(void)
{
	void *objs[3] = { NULL, &objs, NULL };

	pool = mpr_create_empty(NAME, SIZE, ELT_SIZE, 32, 0, MPR_OPS);
	TEST_ASSERT_NOT_NULL(pool, "No pool");
	TEST_ASSERT(rte_mempool_avail_count(pool) == 0 &&
		mpr_count(pool) == 0 &&
		rte_mempool_in_use_count(pool) == SIZE, "Counts");
	TEST_ASSERT(rte_mempool_get(pool, objs) < 0 &&
		rte_mempool_get_bulk(pool, objs, 3) < 0 &&
		rte_mempool_ops_dequeue_bulk(pool, objs, 1) == -ENOBUFS,
		"Objects where there are none");
	TEST_ASSERT(rte_mempool_ops_enqueue_bulk(pool, objs, 2) < 0, "Put");
	TEST_ASSERT(objs[0] == NULL && objs[1] == &objs, "Table was written");
	rte_mempool_dump(stdout, pool);
	return check_end();
}

static int
test_sync_modes(void)
{
	static const struct {
		unsigned int flags;
		enum rte_ring_sync_type prod, cons;
	} modes[] = {
		{ 0, RTE_RING_SYNC_MT, RTE_RING_SYNC_MT },
		{ RTE_MEMPOOL_F_SP_PUT, RTE_RING_SYNC_ST, RTE_RING_SYNC_MT },
		{ RTE_MEMPOOL_F_SC_GET, RTE_RING_SYNC_MT, RTE_RING_SYNC_ST },
		{ RTE_MEMPOOL_F_SP_PUT | RTE_MEMPOOL_F_SC_GET,
			RTE_RING_SYNC_ST, RTE_RING_SYNC_ST },
	};
	const struct rte_ptr_ring *r;
	unsigned int i, width;

	for (i = 0; i < RTE_DIM(modes); i++) {
		/* of a ring made anew, too */
		for (width = 2; width <= 4; width += 2) {
			if (make_pool(width, modes[i].flags) != TEST_SUCCESS)
				return TEST_FAILED;
			r = mpr_ring(pool);
			TEST_ASSERT(r->producers.prod.sync_type == modes[i].prod &&
				r->consumers.cons.sync_type == modes[i].cons,
				"Flags %#x, %u bytes: %d and %d", modes[i].flags, width,
				r->producers.prod.sync_type, r->consumers.cons.sync_type);
			if (check_end() != TEST_SUCCESS)
				return TEST_FAILED;
		}
	}
	return TEST_SUCCESS;
}

/* The indexes of the same objects, in the same order. */
static int
compare_objects(void * const *ours, void * const *stock, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		const struct mpr_obj *o = ours[i], *s = stock[i];

		TEST_ASSERT_EQUAL(o->index, s->index,
			"%u of %u: %"PRIu64", not %"PRIu64, i, n, o->index, s->index);
	}
	return TEST_SUCCESS;
}

/*
 * All that is done is done to a mempool of the stock driver as well, and both
 * must agree: in what they return, and in which objects. That holds for objects
 * that are put twice, till nothing goes in any more.
 */
static int
check_like_stock(bool twice)
{
	/* what was taken and not put back yet, of both */
	static void *ours[2 * SIZE], *stock[2 * SIZE];
	unsigned int held = 0, i, n, from;
	int ret, want;

	for (i = 0; i < STEPS; i++) {
		n = (unsigned int)rte_rand_max(rte_rand_max(4) == 0 ? MAX_N : 70);
		if (rte_rand() & 1 && held + n <= RTE_DIM(ours)) {
			want = rte_mempool_ops_dequeue_bulk(other, stock + held, n);
			ret = rte_mempool_ops_dequeue_bulk(pool, ours + held, n);
			TEST_ASSERT_EQUAL(ret, want, "Get %u: %d, not %d", n, ret, want);
			if (ret != 0)
				continue;
			if (compare_objects(ours + held, stock + held, n) != TEST_SUCCESS)
				return TEST_FAILED;
			held += n;
		} else if (n <= held) {
			from = (unsigned int)rte_rand_max(held - n + 1);
			want = rte_mempool_ops_enqueue_bulk(other, stock + from, n);
			ret = rte_mempool_ops_enqueue_bulk(pool, ours + from, n);
			TEST_ASSERT_EQUAL(ret, want, "Put %u: %d, not %d", n, ret, want);
			if (ret != 0 || (twice && rte_rand() & 1))
				continue;
			held -= n;
			memmove(ours + from, ours + from + n, (held - from) * sizeof(*ours));
			memmove(stock + from, stock + from + n, (held - from) * sizeof(*stock));
		}
		TEST_ASSERT_EQUAL(mpr_count(pool),
			mpr_count(other), "Step %u: %u, not %u", i,
			mpr_count(pool), mpr_count(other));
	}
	TEST_ASSERT_EQUAL(rte_mempool_ops_enqueue_bulk(pool, ours, held),
		rte_mempool_ops_enqueue_bulk(other, stock, held), "Put the rest");
	return TEST_SUCCESS;
}

static int
test_like_stock(void)
{
	static const unsigned int flags[] = {
		0, RTE_MEMPOOL_F_SP_PUT, RTE_MEMPOOL_F_SC_GET,
		RTE_MEMPOOL_F_SP_PUT | RTE_MEMPOOL_F_SC_GET,
	};
	unsigned int i, width;

	for (i = 0; i < RTE_DIM(flags); i++) {
		for (width = 2; width <= 4; width += 2) {
			other = mpr_create(NAME "_stock", SIZE, ELT_SIZE, 0, 0, MPR_STOCK_OPS);
			TEST_ASSERT_NOT_NULL(other, "No stock pool");
			if (make_pool(width, flags[i]) != TEST_SUCCESS ||
					check_like_stock(false) != TEST_SUCCESS ||
					check_end() != TEST_SUCCESS)
				return TEST_FAILED;
		}
	}
	return TEST_SUCCESS;
}

/* The mempool is spoilt afterwards, but no worse than a stock one. */
static int
test_put_twice(void)
{
	unsigned int width;

	for (width = 2; width <= 4; width += 2) {
		other = mpr_create(NAME "_stock", SIZE, ELT_SIZE, 0, 0, MPR_STOCK_OPS);
		TEST_ASSERT_NOT_NULL(other, "No stock pool");
		if (make_pool(width, 0) != TEST_SUCCESS ||
				check_like_stock(true) != TEST_SUCCESS)
			return TEST_FAILED;
		ut_teardown();
		TEST_ASSERT_SUCCESS(test_heap_use_check_mark(), "Leak");
	}
	return TEST_SUCCESS;
}

/* With a cache, as applications use a mempool. */
static int
test_cache(void)
{
	static void *objs[SIZE];
	struct rte_mempool_cache *cache;
	unsigned int i, n, held = 0;

	pool = mpr_create(NAME, SIZE, ELT_SIZE, 512, 0, MPR_OPS);
	cache = rte_mempool_cache_create(64, SOCKET_ID_ANY);
	TEST_ASSERT(pool != NULL && cache != NULL, "No pool or cache");
	for (i = 0; i < STEPS; i++) {
		n = (unsigned int)rte_rand_max(rte_rand_max(10) == 0 ? 1200 : 70);
		if (rte_rand() & 1 && held + n <= SIZE) {
			struct rte_mempool_cache *c = rte_rand() & 1 ? cache :
				rte_mempool_default_cache(pool, rte_lcore_id());

			if (rte_mempool_generic_get(pool, objs + held, n, c) == 0)
				held += n;
		} else if (n <= held) {
			held -= n;
			rte_mempool_generic_put(pool, objs + held, n, rte_rand() & 1 ?
				cache : rte_mempool_default_cache(pool, rte_lcore_id()));
		}
	}
	rte_mempool_generic_put(pool, objs, held, NULL);
	rte_mempool_cache_flush(cache, pool);
	rte_mempool_cache_free(cache);
	return check_end();
}

#define FOREIGN_KINDS 12

/* A pointer that is not the pool's, if there is one of this kind. */
static void *
foreign_pointer(unsigned int kind)
{
	const struct rte_ptr_codec *codec = &mpr_ring(pool)->codec;
	const uintptr_t base = (uintptr_t)codec->base, stride = codec->stride;
	const uintptr_t k = (uintptr_t)rte_rand_max(codec->count);
	void *obj;

	switch (kind) {
	case 0:
		return NULL;
	case 1:
		return (void *)UINTPTR_MAX;
	case 2:
		return (void *)(base + k * stride + 1);
	case 3:
		return (void *)(base + k * stride - pool->header_size);
	case 4:
		return (void *)(base - stride);
	case 5:
		return (void *)(base + (uintptr_t)codec->count * stride);
	case 6:
		return (void *)(base + k * stride +
			(uintptr_t)((UINT64_C(1) << 32) & UINTPTR_MAX) + (sizeof(void *) == 4));
	case 7:
		/* the same in the bits of a slot */
		return (void *)(base + k * stride + (UINTPTR_MAX / 2 + 1));
	case 8:
		return (void *)(base + (k + 65536 - k % 65536) * stride + stride / 2);
	case 9:
		/* of the same size, in a mempool of its own */
		return rte_mempool_ops_dequeue_bulk(other, &obj, 1) == 0 &&
			rte_mempool_ops_enqueue_bulk(other, &obj, 1) == 0 ? obj : NULL;
	case 10:
		return &pool;
	default:
		return (void *)((uintptr_t)rte_rand() | 1);
	}
}

/* A burst with so many foreign pointers in it, put with or without a cache. */
static int
check_refused(unsigned int n, unsigned int foreign, struct rte_mempool_cache *cache)
{
	const uint32_t refused = rte_ptr_ring_refused(mpr_ring(pool));
	static void *burst[MAX_N + 8], *own[MAX_N], *back[MAX_N];
	unsigned int i, at, all = 0, left = n, count;
	int ret;

	TEST_ASSERT(n == 0 || rte_mempool_ops_dequeue_bulk(pool, own, n) == 0, "Get %u", n);
	count = mpr_count(pool);
	for (i = 0; i < n + foreign; i++) {
		at = (unsigned int)rte_rand_max(n + foreign - i);
		burst[all++] = at < left ? own[n - left--] :
			foreign_pointer((unsigned int)rte_rand_max(FOREIGN_KINDS));
	}
	if (cache != NULL) {
		rte_mempool_generic_put(pool, burst, all, cache);
		rte_mempool_cache_flush(cache, pool);
	} else {
		ret = rte_mempool_ops_enqueue_bulk(pool, burst, all);
		/* as with the stock driver, of none it says there is no room */
		TEST_ASSERT_EQUAL(ret, all == 0 ? -ENOBUFS : 0, "Put %u: %d", all, ret);
	}
	TEST_ASSERT_EQUAL(mpr_count(pool), count + n,
		"%u of %u kept beside %u foreign",
		mpr_count(pool) - count, n, foreign);
	TEST_ASSERT_EQUAL(rte_ptr_ring_refused(mpr_ring(pool)), refused + foreign,
		"%u of %u refused", rte_ptr_ring_refused(mpr_ring(pool)) - refused,
		foreign);

	/* the last ones of the mempool are these, in their order */
	while (count > 0) {
		i = RTE_MIN(count, (unsigned int)MAX_N);
		TEST_ASSERT_SUCCESS(rte_mempool_ops_dequeue_bulk(pool, back, i), "Get");
		TEST_ASSERT_SUCCESS(rte_mempool_ops_enqueue_bulk(pool, back, i), "Put");
		count -= i;
	}
	if (n == 0)
		return TEST_SUCCESS;
	TEST_ASSERT_SUCCESS(rte_mempool_ops_dequeue_bulk(pool, back, n), "Get");
	if (cache == NULL)
		TEST_ASSERT_BUFFERS_ARE_EQUAL(own, back, n * sizeof(*own), "Order of %u", n);
	TEST_ASSERT_SUCCESS(rte_mempool_ops_enqueue_bulk(pool, back, n), "Put");
	return TEST_SUCCESS;
}

static int
check_foreign(unsigned int width, unsigned int flags)
{
	static const unsigned int bursts[] = { 0, 1, 2, 7, 8, 9, 31, 32, 33, 64, 200,
		512, 1023, 1024, 1025, 2049, MAX_N };
	struct rte_mempool_cache *cache;
	unsigned int i, foreign, lines;
	int ret = TEST_SUCCESS;

	if (make_pool(width, flags) != TEST_SUCCESS)
		return TEST_FAILED;
	other = mpr_create(NAME "_other", 63, ELT_SIZE, 0, 0, MPR_OPS);
	cache = rte_mempool_cache_create(512, SOCKET_ID_ANY);
	TEST_ASSERT(other != NULL && cache != NULL, "No other pool or cache");
	TEST_ASSERT_SUCCESS(mpr_log_start(), "Log");
	for (i = 0; i < RTE_DIM(bursts) && ret == TEST_SUCCESS; i++)
		for (foreign = 0; foreign <= 8 && ret == TEST_SUCCESS; foreign++) {
			ret = check_refused(bursts[i], foreign, NULL);
			if (ret == TEST_SUCCESS && bursts[i] + foreign <= 256)
				ret = check_refused(bursts[i], foreign, cache);
		}
	lines = mpr_log_stop("");
	rte_mempool_cache_free(cache);
	TEST_ASSERT(ret == TEST_SUCCESS, "%u bytes, flags %#x", width, flags);
	TEST_ASSERT_EQUAL(lines, 1, "%u lines in the log", lines);
	return check_end();
}

static int
test_foreign_pointers(void)
{
	unsigned int width;

	for (width = 2; width <= 4; width += 2)
		if (check_foreign(width, 0) != TEST_SUCCESS ||
				check_foreign(width, RTE_MEMPOOL_F_SP_PUT |
					RTE_MEMPOOL_F_SC_GET) != TEST_SUCCESS)
			return TEST_FAILED;
	return TEST_SUCCESS;
}

static struct unit_test_suite mempool_ptr_ring_suite = {
	.suite_name = "mempool driver of compressed pointers",
	.unit_test_cases = {
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_no_memory),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_sync_modes),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_like_stock),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_put_twice),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_cache),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_foreign_pointers),
		TEST_CASES_END()
	}
};

static int
test_mempool_ptr_ring(void)
{
	const uint64_t seed = FIXED_SEED != 0 ? FIXED_SEED : rte_rdtsc();
	int ret;

	if (rte_eal_process_type() == RTE_PROC_SECONDARY)
		return test_mempool_ptr_ring_setup();

	printf("seed %"PRIu64"\n", seed);
	rte_srand(seed);
	ret = unit_test_suite_runner(&mempool_ptr_ring_suite);
	if (test_mempool_ptr_ring_populate() != TEST_SUCCESS)
		ret = TEST_FAILED;
	if (test_mempool_ptr_ring_setup() != TEST_SUCCESS)
		ret = TEST_FAILED;
	return ret;
}

REGISTER_FAST_TEST(mempool_ptr_ring_autotest, true, true, test_mempool_ptr_ring);
