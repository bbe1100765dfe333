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
#include <rte_random.h>
#include <rte_stdatomic.h>
#include <rte_thread.h>

#include <rte_ptr_ring.h>

#include "test.h"
#include "test_plain_threads.h"
#include "test_ptr_ring.h"

/*
 * Rings that have room for all pointers there are, as that of a mempool has.
 *
 * Each thread has some pointers, and all together as many as the ring holds. It
 * puts some of its own in, for which there is room at any time, whatever the
 * others do, and takes as many out, which are there at any time, since nobody
 * takes more than he put in. So none of these calls may fail, or do but a part.
 * Where threads see the other side's tail in common, that says that none is
 * refused by what was seen long ago.
 *
 * The pointers lead nowhere.
 */

#define MAX_THREADS 4
#define OWN 15 /* pointers of each */
#define BASE UINT64_C(0x10000000)
#define STRIDE 192
#define RUN_MS 150
/* Each thread goes around so many times, however slow that is. */
#define LEAST_ROUNDS 100

static struct rte_ptr_ring *ring;
static struct test_run this_run;

static struct worker {
	void *own[OWN];
	unsigned int threads; /* in all */
	uint64_t random;
	uint64_t rounds;
	int ret;
	rte_thread_t id;
} workers[MAX_THREADS];

static unsigned int
put_some(struct worker *w, unsigned int n, unsigned int *space)
{
	switch (test_random_below(&w->random, 3)) {
	case 0:
		return rte_ptr_ring_enqueue_bulk(ring, w->own, n, space);
	case 1:
		return rte_ptr_ring_enqueue_burst_checked(ring, w->own, n, space);
	default:
		return rte_ptr_ring_enqueue_burst(ring, w->own, n, space);
	}
}

static unsigned int
take_some(struct worker *w, unsigned int n, unsigned int *available)
{
	return test_random_below(&w->random, 2) == 0 ?
		rte_ptr_ring_dequeue_bulk(ring, w->own, n, available) :
		rte_ptr_ring_dequeue_burst(ring, w->own, n, available);
}

static int
go_around(struct worker *w)
{
	const unsigned int capacity = rte_ptr_ring_get_capacity(ring);
	unsigned int n, done, left;
	bool asked;

	while (w->rounds < LEAST_ROUNDS || test_run_goes_on(&this_run)) {
		if (test_run_failed(&this_run))
			break;
		n = 1 + test_random_below(&w->random, OWN);

		asked = test_random_below(&w->random, 4) == 0;
		left = 0;
		done = put_some(w, n, asked ? &left : NULL);
		TEST_ASSERT(done == n, "%u of %u went in, with %u of %u in the ring now",
			done, n, rte_ptr_ring_count(ring), capacity);
		TEST_ASSERT(left <= capacity - n, "Room for %u after %u went in, of %u",
			left, n, capacity);

		asked = test_random_below(&w->random, 4) == 0;
		left = 0;
		done = take_some(w, n, asked ? &left : NULL);
		TEST_ASSERT(done == n, "%u of %u came out, with %u of %u in the ring now",
			done, n, rte_ptr_ring_count(ring), capacity);
		TEST_ASSERT(left <= capacity - n, "%u left after %u came out, of %u",
			left, n, capacity);
		w->rounds++;
	}
	return TEST_SUCCESS;
}

static uint32_t
work(void *arg)
{
	struct worker *w = arg;

	w->ret = go_around(w);
	if (w->ret != TEST_SUCCESS)
		test_run_fail(&this_run);
	return 0;
}

/* Each pointer is still somebody's, once. */
static int
check_pointers(unsigned int threads)
{
	bool found[MAX_THREADS * OWN] = { false };
	unsigned int i, j;
	uint64_t k;

	for (i = 0; i < threads; i++) {
		for (j = 0; j < OWN; j++) {
			k = ((uintptr_t)workers[i].own[j] - (uintptr_t)BASE) / STRIDE;
			TEST_ASSERT(k < threads * OWN && !found[k],
				"Pointer %"PRIu64" is no such one, or there twice", k);
			found[k] = true;
		}
	}
	return TEST_SUCCESS;
}

static int
run_threads(unsigned int threads)
{
	unsigned int i, j, started, lcore = -1;
	uint64_t rounds = 0;

	memset(workers, 0, sizeof(workers));
	test_run_begin(&this_run, RUN_MS);
	for (i = 0; i < threads; i++) {
		workers[i].random = rte_rand() | 1;
		for (j = 0; j < OWN; j++)
			workers[i].own[j] = (void *)(uintptr_t)(BASE +
				(i * OWN + j) * STRIDE);
	}
	for (started = 0; started < threads; started++)
		if (test_plain_thread_start(&workers[started].id, work,
				&workers[started], &lcore) != 0) {
			test_run_fail(&this_run);
			break;
		}
	for (i = 0; i < started; i++) {
		rte_thread_join(workers[i].id, NULL);
		rounds += workers[i].rounds;
	}
	TEST_ASSERT(started == threads, "Cannot start thread %u", started);
	for (i = 0; i < threads; i++)
		TEST_ASSERT_SUCCESS(workers[i].ret, "Thread %u of %u", i, threads);
	TEST_ASSERT(rte_ptr_ring_empty(ring), "%u are left", rte_ptr_ring_count(ring));
	printf("%"PRIu64" rounds\n", rounds);
	return check_pointers(threads);
}

/* Up to as many threads as both modes allow. */
static int
run(const struct ptr_ring_side *producer, const struct ptr_ring_side *consumer)
{
	const unsigned int most = producer->several && consumer->several ? MAX_THREADS : 1;
	struct rte_ptr_codec codec;
	unsigned int threads;

	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, (void *)(uintptr_t)BASE, STRIDE,
		MAX_THREADS * OWN, 0), "No codec");
	for (threads = 1; threads <= most; threads *= 2) {
		ring = rte_ptr_ring_create("ptr_ring_room", threads * OWN, SOCKET_ID_ANY,
			producer->flag | consumer->flag | RING_F_EXACT_SZ, &codec);
		TEST_ASSERT_NOT_NULL(ring, "No ring: %s", rte_strerror(rte_errno));
		ptr_ring_go_to(ring, UINT32_MAX - 1000);
		printf("  %u threads, %s, %s: ", threads, producer->name, consumer->name);
		fflush(stdout);
		TEST_ASSERT_SUCCESS(run_threads(threads), "Threads");
		rte_ptr_ring_free(ring);
		ring = NULL;
	}
	return TEST_SUCCESS;
}

int
test_ptr_ring_room(void)
{
	unsigned int i, j;
	int ret = TEST_SUCCESS;

	for (i = 0; i < PTR_RING_SIDES && ret == TEST_SUCCESS; i++)
		for (j = 0; j < PTR_RING_SIDES && ret == TEST_SUCCESS; j++)
			ret = run(&ptr_ring_producers[i], &ptr_ring_consumers[j]);
	rte_ptr_ring_free(ring);
	ring = NULL;
	return ret;
}
