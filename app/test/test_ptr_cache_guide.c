/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

/*
 * The code of the guide page ptr_cache_lib.rst. The page includes what stands
 * between the marks "8<" and ">8"; the rest makes a test of it.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_log.h>
#include <rte_mempool.h>
#include <rte_thread.h>

#include <rte_mempool_mem_range.h>
#include <rte_ptr_cache.h>
#include <rte_ptr_codec.h>

#include "test.h"

#define POOL_SIZE 8191
#define BURST 32
#define ROUNDS 1000
#define WORKERS 3

/* A cache for the objects of a mempool. 8< */
static struct rte_ptr_cache *
object_cache_create(struct rte_mempool *mp, uint32_t size, int socket)
{
	struct rte_mempool_obj_layout layout;
	struct rte_ptr_codec codec;
	int ret;

	/* 0: 2 bytes an object if that is enough, else 4 */
	ret = rte_mempool_get_obj_layout(mp, &layout);
	if (ret == 0)
		ret = rte_ptr_codec_init_objs(&codec, layout.first, layout.last,
				layout.stride, 0);
	if (ret != 0) {
		rte_errno = -ret;
		return NULL;
	}
	return rte_ptr_cache_create(size, socket, &codec);
}
/* >8 End of a cache for the objects of a mempool. */

struct worker {
	struct rte_mempool *mp;
	rte_thread_t id;
	uint64_t handled;
	int ret;
};

/* In place of work: the objects are for this worker alone. */
static unsigned int
handle(struct worker *w, void **objs, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		memset(objs[i], (int)w->handled, w->mp->elt_size);
	return n;
}

/* A thread of the application's own. 8< */
static uint32_t
worker_thread(void *arg)
{
	struct worker *w = arg;
	struct rte_ptr_cache *cache;
	void *objs[BURST];
	unsigned int round;

	cache = object_cache_create(w->mp, 256, SOCKET_ID_ANY);
	if (cache == NULL) {
		w->ret = -rte_errno;
		return 0;
	}
	for (round = 0; round < ROUNDS; round++) {
		if (rte_ptr_cache_get_bulk(cache, w->mp, objs, BURST) != 0)
			continue; /* none left: others have them */
		w->handled += handle(w, objs, BURST);
		rte_ptr_cache_put_bulk(cache, w->mp, objs, BURST);
	}
	/* what is in the cache goes back to the mempool */
	rte_ptr_cache_free(cache);
	return 0;
}
/* >8 End of a thread of the application's own. */

/* Threads that EAL does not know. */
static int
run_workers(struct rte_mempool *mp)
{
	struct worker workers[WORKERS] = { { .mp = NULL } };
	unsigned int i, started;

	for (started = 0; started < WORKERS; started++) {
		workers[started].mp = mp;
		if (rte_thread_create(&workers[started].id, NULL, worker_thread,
				&workers[started]) != 0)
			break;
	}
	for (i = 0; i < started; i++)
		rte_thread_join(workers[i].id, NULL);
	TEST_ASSERT_EQUAL(started, WORKERS, "Only %u threads", started);
	for (i = 0; i < WORKERS; i++)
		TEST_ASSERT(workers[i].ret == 0 && workers[i].handled == ROUNDS * BURST,
			"Worker %u: %d", i, workers[i].ret);
	TEST_ASSERT_EQUAL(rte_mempool_avail_count(mp), POOL_SIZE,
		"%u objects are there", rte_mempool_avail_count(mp));
	return TEST_SUCCESS;
}

static int
test_workers(void)
{
	struct rte_mempool *mp;
	int ret;

	mp = rte_mempool_create("ptr_cache_guide", POOL_SIZE, 192, 0, 0, NULL,
			NULL, NULL, NULL, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(mp, "No mempool");
	ret = run_workers(mp);
	rte_mempool_free(mp);
	return ret;
}

/* The guide's formula of the memory, and its table of errors. */
static int
test_memory(void)
{
	struct rte_ptr_codec codec;
	struct rte_ptr_cache *cache;

	printf("A cache takes %zu bytes beside its values; one of DPDK takes %zu in all\n",
		sizeof(*cache), sizeof(struct rte_mempool_cache));
	TEST_ASSERT_EQUAL(sizeof(*cache) % RTE_CACHE_LINE_SIZE, 0, "Not in cache lines");
	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, NULL, 64, 100, 2), "No codec");
	cache = rte_ptr_cache_create(255, SOCKET_ID_ANY, &codec);
	TEST_ASSERT_NOT_NULL(cache, "No cache");
	TEST_ASSERT_EQUAL(cache->flushthresh, 382, "Room for %u", cache->flushthresh);
	rte_ptr_cache_free(cache);
	return TEST_SUCCESS;
}

static const struct {
	uint32_t size;
	unsigned int width; /* 0 for no codec */
	int error;
	const char *quoted;
} errors[] = {
	{ 32, 0, EINVAL, "no cache without a codec that was set up" },
	{ 32, 8, ENOTSUP, "a codec of 8 bytes compresses nothing" },
	{ 0, 2, EINVAL, "no cache of 0 objects" },
};

static int
test_errors(void)
{
	struct rte_ptr_codec codec;
	char line[512] = "";
	unsigned int i;
	FILE *log;
	bool right;

	for (i = 0; i < RTE_DIM(errors); i++) {
		memset(&codec, 0, sizeof(codec));
		if (errors[i].width != 0)
			TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, NULL, 64,
				100, errors[i].width), "No codec");
		log = tmpfile();
		TEST_ASSERT_NOT_NULL(log, "No file");
		rte_openlog_stream(log);
		right = rte_ptr_cache_create(errors[i].size, SOCKET_ID_ANY,
				&codec) == NULL && rte_errno == errors[i].error;
		rte_openlog_stream(NULL);
		rewind(log);
		right = right && fgets(line, sizeof(line), log) != NULL;
		fclose(log);
		TEST_ASSERT(right && strstr(line, errors[i].quoted) != NULL,
			"Not \"%s\" in the log: %s", errors[i].quoted, line);
	}
	return TEST_SUCCESS;
}

static struct unit_test_suite ptr_cache_guide_suite = {
	.suite_name = "the code of the guide on the compressed mempool cache",
	.unit_test_cases = {
		TEST_CASE(test_workers),
		TEST_CASE(test_memory),
		TEST_CASE(test_errors),
		TEST_CASES_END()
	}
};

static int
test_ptr_cache_guide(void)
{
	return unit_test_suite_runner(&ptr_cache_guide_suite);
}

REGISTER_FAST_TEST(ptr_cache_guide_autotest, true, true, test_ptr_cache_guide);
