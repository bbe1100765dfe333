/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_mempool.h>
#include <rte_random.h>
#include <rte_ring.h>
#include <rte_thread.h>

#include <rte_ptr_cache.h>

#include "test.h"
#include "test_plain_threads.h"
#include "test_ptr_cache.h"

/*
 * Threads with caches of one mempool, more threads than CPUs. Most are plain
 * threads, which EAL does not know. An object that two of them have at once
 * was marked already, and what its holder wrote into it is not there any more.
 */

#define THREADS 6
#define NB_OBJS 2000
#define SIZE 60
#define MAX_HELD 250
#define MAX_N 100
#define RUN_MS 250
/* Each thread does that much, however slow it is. */
#define LEAST_OPERATIONS 2000
#define PIPE_OBJS 60000
#define PIPE_SLOTS 256

/* How a thread uses the mempool. */
enum way {
	WAY_PTR_CACHE, /* a thread that EAL does not know, as the next two */
	WAY_USER_CACHE,
	WAY_NO_CACHE,
	WAY_LCORE, /* the test's own, with a cache of the mempool's */
};

static const enum way ways[THREADS] = {
	WAY_PTR_CACHE, WAY_PTR_CACHE, WAY_USER_CACHE, WAY_NO_CACHE,
	WAY_NO_CACHE, WAY_PTR_CACHE,
};

struct worker {
	enum way way;
	struct rte_ptr_cache *cache;
	struct rte_mempool_cache *user_cache;
	uint64_t random;
	uint64_t done;
	uint64_t failed_gets;
	int ret;
	rte_thread_t id;
};

static struct rte_mempool *mp;
static struct rte_ptr_codec codec;
static struct rte_ring *pipe_ring;
static struct worker workers[THREADS];
static struct test_run this_run;

static int
get(struct worker *w, void **objs, unsigned int n)
{
	switch (w->way) {
	case WAY_PTR_CACHE:
		return rte_ptr_cache_get_bulk(w->cache, mp, objs, n);
	case WAY_USER_CACHE:
		return rte_mempool_generic_get(mp, objs, n, w->user_cache);
	case WAY_NO_CACHE:
		return rte_mempool_generic_get(mp, objs, n, NULL);
	default:
		return rte_mempool_get_bulk(mp, objs, n);
	}
}

static void
put(struct worker *w, void **objs, unsigned int n)
{
	switch (w->way) {
	case WAY_PTR_CACHE:
		rte_ptr_cache_put_bulk(w->cache, mp, objs, n);
		break;
	case WAY_USER_CACHE:
		rte_mempool_generic_put(mp, objs, n, w->user_cache);
		break;
	case WAY_NO_CACHE:
		rte_mempool_generic_put(mp, objs, n, NULL);
		break;
	default:
		rte_mempool_put_bulk(mp, objs, n);
	}
}

/* What a holder writes behind the mark. */
static void **
owner_of(void *obj)
{
	return (void **)((struct ptr_cache_object *)obj + 1);
}

static int
work(struct worker *w)
{
	void *held[MAX_HELD];
	unsigned int i, n, nb_held = 0;

	while (w->done < LEAST_OPERATIONS || test_run_goes_on(&this_run)) {
		if (test_run_failed(&this_run))
			break;
		w->done++;
		n = test_random_below(&w->random, 3) == 0 ? MAX_N : 10;
		n = test_random_below(&w->random, n);
		if (test_random_below(&w->random, 2) == 0) {
			n = RTE_MIN(n, MAX_HELD - nb_held);
			if (get(w, &held[nb_held], n) != 0) {
				w->failed_gets++;
				test_run_wait(&this_run);
				continue;
			}
			TEST_ASSERT(ptr_cache_take(mp, &held[nb_held], n), "Get");
			for (i = 0; i < n; i++)
				*owner_of(held[nb_held + i]) = w;
			nb_held += n;
			continue;
		}
		n = RTE_MIN(n, nb_held);
		nb_held -= n;
		for (i = 0; i < n; i++)
			TEST_ASSERT_EQUAL(*owner_of(held[nb_held + i]), w,
				"%p is another one's", held[nb_held + i]);
		TEST_ASSERT(ptr_cache_give(mp, &held[nb_held], n), "Put");
		put(w, &held[nb_held], n);
	}
	TEST_ASSERT(ptr_cache_give(mp, held, nb_held), "Last put");
	put(w, held, nb_held);
	return TEST_SUCCESS;
}

/* A thread, with what it needs to use the mempool in its way. */
static uint32_t
work_thread(void *arg)
{
	struct worker *w = arg;

	if (w->way != WAY_LCORE && rte_lcore_id() != (unsigned int)LCORE_ID_ANY)
		return 0;
	if (w->way == WAY_PTR_CACHE)
		w->cache = rte_ptr_cache_create(SIZE, SOCKET_ID_ANY, &codec);
	else if (w->way == WAY_USER_CACHE)
		w->user_cache = rte_mempool_cache_create(SIZE, SOCKET_ID_ANY);
	if ((w->way == WAY_PTR_CACHE && w->cache == NULL) ||
			(w->way == WAY_USER_CACHE && w->user_cache == NULL))
		return 0;
	w->ret = work(w);
	if (w->ret != TEST_SUCCESS)
		test_run_fail(&this_run);
	rte_ptr_cache_free(w->cache);
	if (w->user_cache != NULL) {
		rte_mempool_cache_flush(w->user_cache, mp);
		rte_mempool_cache_free(w->user_cache);
	}
	return 0;
}

static int
check_all_there(void)
{
	static void *objs[NB_OBJS + 1];
	unsigned int n = 0;

	TEST_ASSERT_EQUAL(rte_mempool_avail_count(mp), NB_OBJS, "%u objects are there",
		rte_mempool_avail_count(mp));
	while (n <= NB_OBJS && rte_mempool_get(mp, &objs[n]) == 0)
		n++;
	TEST_ASSERT_EQUAL(n, NB_OBJS, "%u objects came out", n);
	TEST_ASSERT(ptr_cache_take(mp, objs, n) && ptr_cache_give(mp, objs, n), "Objects");
	rte_mempool_put_bulk(mp, objs, n);
	return TEST_SUCCESS;
}

static unsigned int
start_all(rte_thread_func start)
{
	unsigned int i, lcore = -1;

	test_run_begin(&this_run, RUN_MS);
	for (i = 0; i < THREADS; i++) {
		workers[i].random = rte_rand() | 1;
		workers[i].ret = TEST_FAILED;
		if (test_plain_thread_start(&workers[i].id, start, &workers[i],
				&lcore) != 0)
			break;
	}
	return i;
}

static int
any_way(void)
{
	struct worker own = { .way = WAY_LCORE, .random = rte_rand() | 1,
		.ret = TEST_FAILED };
	unsigned int i, started;
	uint64_t done, fails;

	memset(workers, 0, sizeof(workers));
	for (i = 0; i < THREADS; i++)
		workers[i].way = ways[i];
	started = start_all(work_thread);
	work_thread(&own);
	done = own.done;
	fails = own.failed_gets;
	for (i = 0; i < started; i++) {
		rte_thread_join(workers[i].id, NULL);
		done += workers[i].done;
		fails += workers[i].failed_gets;
	}
	TEST_ASSERT_EQUAL(started, THREADS, "Only %u threads", started);
	TEST_ASSERT(!test_run_failed(&this_run), "Threads");
	TEST_ASSERT_SUCCESS(own.ret, "The test's own thread");
	for (i = 0; i < THREADS; i++)
		TEST_ASSERT_SUCCESS(workers[i].ret, "Thread %u", i);
	printf("  %" PRIu64 " operations, %" PRIu64 " found too few objects\n", done, fails);
	return check_all_there();
}

/*
 * One thread gets, the next one puts: objects leave the cache of the one and
 * pile up in that of the other, which has to give them to the mempool.
 */
static int
pipe_in(struct worker *w)
{
	void *objs[MAX_N];
	unsigned int n;

	while (w->done < PIPE_OBJS) {
		n = 1 + test_random_below(&w->random, MAX_N);
		n = RTE_MIN(n, PIPE_OBJS - (unsigned int)w->done);
		while (rte_ptr_cache_get_bulk(w->cache, mp, objs, n) != 0)
			if (!test_run_wait(&this_run))
				return TEST_FAILED;
		TEST_ASSERT(ptr_cache_take(mp, objs, n), "Get");
		w->done += n;
		while (rte_ring_enqueue_bulk(pipe_ring, objs, n, NULL) == 0)
			if (!test_run_wait(&this_run))
				return TEST_FAILED;
	}
	return TEST_SUCCESS;
}

static int
pipe_out(struct worker *w)
{
	void *objs[MAX_N];
	unsigned int n;

	while (w->done < PIPE_OBJS) {
		n = 1 + test_random_below(&w->random, MAX_N);
		n = rte_ring_dequeue_burst(pipe_ring, objs, n, NULL);
		if (n == 0) {
			if (!test_run_wait(&this_run))
				return TEST_FAILED;
			continue;
		}
		TEST_ASSERT(ptr_cache_give(mp, objs, n), "Put");
		rte_ptr_cache_put_bulk(w->cache, mp, objs, n);
		w->done += n;
	}
	return TEST_SUCCESS;
}

static uint32_t
pipe_thread(void *arg)
{
	struct worker *w = arg;

	if (w - workers > 1) {
		w->ret = TEST_SUCCESS;
		return 0;
	}
	w->cache = rte_ptr_cache_create(SIZE, SOCKET_ID_ANY, &codec);
	if (w->cache != NULL)
		w->ret = w == workers ? pipe_in(w) : pipe_out(w);
	if (w->ret != TEST_SUCCESS)
		test_run_fail(&this_run);
	/* a cache may be freed by another thread than made or used it */
	return 0;
}

static int
piped(void)
{
	unsigned int i, started;

	memset(workers, 0, sizeof(workers));
	pipe_ring = rte_ring_create("ptr_cache_pipe", PIPE_SLOTS, SOCKET_ID_ANY,
			RING_F_SP_ENQ | RING_F_SC_DEQ);
	TEST_ASSERT_NOT_NULL(pipe_ring, "No ring");
	started = start_all(pipe_thread);
	for (i = 0; i < started; i++) {
		rte_thread_join(workers[i].id, NULL);
		rte_ptr_cache_free(workers[i].cache);
	}
	rte_ring_free(pipe_ring);
	TEST_ASSERT_EQUAL(started, THREADS, "Only %u threads", started);
	for (i = 0; i < THREADS; i++)
		TEST_ASSERT_SUCCESS(workers[i].ret, "Thread %u", i);
	return check_all_there();
}

static int
for_each_pool(int (*check)(void))
{
	unsigned int driver, width;
	bool missing;
	int ret;

	for (driver = 0; driver < PTR_CACHE_DRIVERS; driver++) {
		for (width = 2; width <= 4; width += 2) {
			ret = TEST_FAILED;
			mp = ptr_cache_pool_create("ptr_cache_thr",
				ptr_cache_drivers[driver], NB_OBJS, 32, &missing);
			if (missing)
				break;
			if (mp != NULL && ptr_cache_codec_init(&codec, mp, width) == 0)
				ret = check();
			rte_mempool_free(mp);
			TEST_ASSERT_SUCCESS(ret, "Driver %s, width %u",
				ptr_cache_drivers[driver], width);
		}
	}
	return TEST_SUCCESS;
}

static int
test_any_way(void)
{
	return for_each_pool(any_way);
}

static int
test_pipe(void)
{
	return for_each_pool(piped);
}

static struct unit_test_suite ptr_cache_threads_suite = {
	.suite_name = "caches of compressed pointers, under threads",
	.unit_test_cases = {
		TEST_CASE(test_any_way),
		TEST_CASE(test_pipe),
		TEST_CASES_END()
	}
};

int
test_ptr_cache_threads(void)
{
	return unit_test_suite_runner(&ptr_cache_threads_suite);
}
