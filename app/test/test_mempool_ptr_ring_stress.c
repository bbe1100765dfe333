/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_mempool.h>
#include <rte_random.h>
#include <rte_ring.h>
#include <rte_stdatomic.h>
#include <rte_thread.h>

#include "test.h"
#include "test_heap_use.h"
#include "test_mempool_ptr_ring.h"
#include "test_plain_threads.h"

/*
 * A mempool under threads that EAL does not know, as a pipeline uses it: some
 * get objects, others put them, and a plain rte_ring is in between. Foreign
 * pointers get among those that are put.
 *
 * An object that comes twice is marked already, one that is lost is missing in
 * the end, and what was refused is to be what was foreign.
 */

#define NAME "mpr_stress"
#define SIZE 4000
#define MAX_THREADS 4 /* on one side */
#define MAX_BURST 70
#define RUN_MS 60

struct object {
	uint64_t index;
	RTE_ATOMIC(uint64_t) mark; /* 1 while it is outside of the mempool */
};

struct worker {
	bool getter;
	uint64_t random;
	uint64_t done; /* objects */
	uint64_t foreign; /* pointers put beside them */
	struct rte_mempool_cache *cache;
	int ret;
	rte_thread_t id;
};

static struct rte_mempool *pool;
static struct rte_ring *handed;
static struct worker workers[2 * MAX_THREADS];
static struct test_run this_run;
static RTE_ATOMIC(uint32_t) getters_left;

static int
mark(void * const *objs, unsigned int n, uint64_t from, uint64_t to)
{
	struct object *o;
	unsigned int i;

	for (i = 0; i < n; i++) {
		o = objs[i];
		TEST_ASSERT(rte_atomic_exchange_explicit(&o->mark, to,
			rte_memory_order_relaxed) == from,
			"Object %"PRIu64" %s", o->index,
			to == 1 ? "was given out twice" : "was not given out");
	}
	return TEST_SUCCESS;
}

static int
get_objects(struct worker *w)
{
	void *objs[MAX_BURST];
	unsigned int n;

	while (test_run_goes_on(&this_run)) {
		n = 1 + test_random_below(&w->random, MAX_BURST);
		if (rte_mempool_generic_get(pool, objs, n, w->cache) != 0) {
			if (!test_run_wait(&this_run))
				break;
			continue;
		}
		if (mark(objs, n, 0, 1) != TEST_SUCCESS)
			return TEST_FAILED;
		w->done += n;
		/* has room for all there are */
		TEST_ASSERT(rte_ring_enqueue_bulk(handed, objs, n, NULL) == n,
			"More objects than there are");
	}
	return TEST_SUCCESS;
}

static int
put_objects(struct worker *w)
{
	void *objs[MAX_BURST + 1];
	unsigned int n, at;
	bool last;

	for (;;) {
		/* acquire: all that was got is handed over */
		last = rte_atomic_load_explicit(&getters_left,
				rte_memory_order_acquire) == 0;
		n = rte_ring_dequeue_burst(handed, objs,
				1 + test_random_below(&w->random, MAX_BURST), NULL);
		if (n == 0) {
			if (last || !test_run_wait(&this_run))
				return TEST_SUCCESS;
			continue;
		}
		if (mark(objs, n, 1, 0) != TEST_SUCCESS)
			return TEST_FAILED;
		w->done += n;
		if (test_random_below(&w->random, 4) == 0) {
			at = test_random_below(&w->random, n + 1);
			objs[n] = objs[at];
			objs[at] = (void *)((uintptr_t)objs[n] + 1);
			/* behind all others, when that was none of them */
			if (at == n)
				objs[at] = NULL;
			n++;
			w->foreign++;
		}
		rte_mempool_generic_put(pool, objs, n, w->cache);
	}
}

static uint32_t
work(void *arg)
{
	struct worker *w = arg;

	w->ret = w->getter ? get_objects(w) : put_objects(w);
	if (w->ret != TEST_SUCCESS)
		test_run_fail(&this_run);
	if (w->getter)
		rte_atomic_fetch_sub_explicit(&getters_left, 1,
			rte_memory_order_release);
	return 0;
}

static int
run_threads(unsigned int getters, unsigned int putters, bool cache)
{
	const uint32_t refused = rte_ptr_ring_refused(mpr_ring(pool));
	uint64_t got = 0, put = 0, foreign = 0;
	unsigned int i, started, n = getters + putters, lcore = -1;
	int ret = TEST_SUCCESS;

	memset(workers, 0, sizeof(workers));
	test_run_begin(&this_run, RUN_MS);
	getters_left = getters;
	for (started = 0; started < n; started++) {
		workers[started].getter = started < getters;
		if (cache)
			workers[started].cache = rte_mempool_cache_create(128, SOCKET_ID_ANY);
		workers[started].random = rte_rand() | 1;
		if (test_plain_thread_start(&workers[started].id, work,
				&workers[started], &lcore) != 0) {
			printf("Cannot start thread %u\n", started);
			test_run_fail(&this_run);
			break;
		}
	}
	for (i = 0; i < started; i++) {
		struct worker *w = &workers[i];

		rte_thread_join(w->id, NULL);
		if (w->cache != NULL) {
			rte_mempool_cache_flush(w->cache, pool);
			rte_mempool_cache_free(w->cache);
		}
		if (w->ret != TEST_SUCCESS)
			ret = TEST_FAILED;
		foreign += w->foreign;
		if (w->getter)
			got += w->done;
		else
			put += w->done;
	}
	printf("%"PRIu64" objects, %"PRIu64" foreign\n", got, foreign);
	TEST_ASSERT(ret == TEST_SUCCESS && started == n && !test_run_failed(&this_run), "Threads");
	TEST_ASSERT(got == put, "%"PRIu64" put", put);
	TEST_ASSERT(rte_ptr_ring_refused(mpr_ring(pool)) - refused == (uint32_t)foreign,
		"%"PRIu32" refused", rte_ptr_ring_refused(mpr_ring(pool)) - refused);
	return mpr_account(pool);
}

static void
ut_teardown(void)
{
	rte_mempool_free(pool);
	rte_ring_free(handed);
	pool = NULL;
	handed = NULL;
}

/* As many threads on each side as the flags allow, 1, 2 and 4. */
static int
run(unsigned int flags, unsigned int n)
{
	unsigned int threads, getters, putters, cache;

	test_heap_use_mark();
	pool = mpr_create(NAME, n, 64, 0, flags, MPR_OPS);
	handed = rte_ring_create(NAME, n, SOCKET_ID_ANY, RING_F_EXACT_SZ);
	TEST_ASSERT(pool != NULL && handed != NULL, "No pool or ring");
	TEST_ASSERT_EQUAL(mpr_ring(pool)->codec.width, n > SIZE ? 4 : 2, "Width");
	for (threads = 1; threads <= MAX_THREADS; threads *= 2) {
		getters = flags & RTE_MEMPOOL_F_SC_GET ? 1 : threads;
		putters = flags & RTE_MEMPOOL_F_SP_PUT ? 1 : threads;
		if (threads > 1 && getters == 1 && putters == 1)
			break;
		for (cache = 0; cache < 2; cache++) {
			/* a cache gets as well as puts */
			if (cache == 1 && flags != 0)
				continue;
			printf("  %u get, %u put%s, %u bytes: ", getters, putters,
				cache ? ", caches" : "", mpr_ring(pool)->codec.width);
			fflush(stdout);
			TEST_ASSERT_SUCCESS(run_threads(getters, putters, cache), "Run");
		}
	}
	ut_teardown();
	return test_heap_use_check_mark();
}

static int
run_all(unsigned int n)
{
	if (run(0, n) != TEST_SUCCESS || run(RTE_MEMPOOL_F_SP_PUT, n) != TEST_SUCCESS ||
			run(RTE_MEMPOOL_F_SC_GET, n) != TEST_SUCCESS)
		return TEST_FAILED;
	return run(RTE_MEMPOOL_F_SP_PUT | RTE_MEMPOOL_F_SC_GET, n);
}

static int
test_two_bytes(void)
{
	return run_all(SIZE);
}

static int
test_four_bytes(void)
{
	return run_all(70000);
}

static struct unit_test_suite mempool_ptr_ring_stress_suite = {
	.suite_name = "mempool driver of compressed pointers, under threads",
	.unit_test_cases = {
		TEST_CASE_ST(NULL, ut_teardown, test_two_bytes),
		TEST_CASE_ST(NULL, ut_teardown, test_four_bytes),
		TEST_CASES_END()
	}
};

static int
test_mempool_ptr_ring_stress(void)
{
	return unit_test_suite_runner(&mempool_ptr_ring_stress_suite);
}

REGISTER_FAST_TEST(mempool_ptr_ring_stress_autotest, true, true,
	test_mempool_ptr_ring_stress);
