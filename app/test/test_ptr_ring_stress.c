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
#include <rte_errno.h>
#include <rte_random.h>
#include <rte_stdatomic.h>
#include <rte_thread.h>

#include <rte_ptr_ring.h>

#include "test.h"
#include "test_plain_threads.h"
#include "test_ptr_ring.h"

/*
 * Rings under threads, up to four times as many as CPUs and more. All of these
 * are plain threads, which EAL does not know.
 *
 * Each producer has objects of its own and sends one after the other, over and
 * over. Before it does it writes into the object which sending that is, in a
 * plain store: a consumer must find it there by what the ring guarantees alone.
 * The consumer then hands the object back, beside the ring.
 *
 * So a pointer that is lost leaves the producer without an object, one that
 * comes twice was handed back already, one that is altered leads to an object
 * that was not sent or has another place in memory than its number tells, and
 * one that overtook another breaks the sequence.
 */

#define MAX_THREADS 4 /* on one side */
#define MAX_BURST 40
#define RUN_MS 200
/* Each run sends that many, however slow it is. */
#define LEAST_SENT 2000

/* Objects of 48 bytes, 3 * 2^4: a lattice that takes more than shifting. */
struct object {
	uint64_t sequence;
	uint64_t producer;
	uint64_t sent; /* again, at its end */
	/* sending it, plus 1; or 0 while its producer has it */
	RTE_ATOMIC(uint64_t) state;
	uint64_t pad[2];
};

static struct test_run this_run;
static RTE_ATOMIC(uint32_t) producers_left;

static struct rte_ptr_ring *ring;
static struct object *objects;
static unsigned int objects_each; /* of each producer */
static bool single_consumer;

struct worker {
	unsigned int number;
	bool producer;
	uint64_t random;
	uint64_t done; /* pointers sent or taken */
	int ret;
	rte_thread_t id;
};

static struct worker workers[2 * MAX_THREADS];

static unsigned int
enqueue_some(struct worker *w, void **objs, unsigned int n)
{
	unsigned int *space, room;
	void *values[MAX_BURST];

	space = test_random_below(&w->random, 4) == 0 ? &room : NULL;
	switch (test_random_below(&w->random, 6)) {
	case 0:
		return rte_ptr_ring_enqueue(ring, objs[0]) == 0;
	case 1:
		return rte_ptr_ring_enqueue_bulk(ring, objs, n, space);
	case 2:
		return rte_ptr_ring_enqueue_bulk_checked(ring, objs, n, space);
	case 3:
		return rte_ptr_ring_enqueue_burst_checked(ring, objs, n, space);
	case 4:
		rte_ptr_codec_compress(&ring->codec, objs, values, n);
		return rte_ptr_ring_enqueue_bulk_values(ring, values, n, space);
	default:
		return rte_ptr_ring_enqueue_burst(ring, objs, n, space);
	}
}

static unsigned int
dequeue_some(struct worker *w, void **objs, unsigned int n)
{
	unsigned int *available, left;
	void *values[MAX_BURST];

	available = test_random_below(&w->random, 4) == 0 ? &left : NULL;
	switch (test_random_below(&w->random, 4)) {
	case 0:
		return rte_ptr_ring_dequeue(ring, objs) == 0;
	case 1:
		return rte_ptr_ring_dequeue_bulk(ring, objs, n, available);
	case 2:
		n = rte_ptr_ring_dequeue_bulk_values(ring, values, n, available);
		rte_ptr_codec_decompress(&ring->codec, values, objs, n);
		return n;
	default:
		return rte_ptr_ring_dequeue_burst(ring, objs, n, available);
	}
}

/* The object of a sending; NULL while it is not back from the last one. */
static struct object *
object_of(const struct worker *w, uint64_t sequence)
{
	struct object *o = &objects[w->number * objects_each + sequence % objects_each];

	/* acquire: who handed it back has read it */
	return rte_atomic_load_explicit(&o->state, rte_memory_order_acquire) == 0 ?
		o : NULL;
}

static int
produce(struct worker *w)
{
	void *objs[MAX_BURST];
	unsigned int n = 0, done, want;
	struct object *o;

	/* what was filled in and did not fit goes first the next time */
	while (w->done < LEAST_SENT || test_run_goes_on(&this_run)) {
		want = 1 + test_random_below(&w->random, MAX_BURST);
		while (n < want && (o = object_of(w, w->done + n)) != NULL) {
			o->sequence = w->done + n;
			o->producer = w->number;
			o->sent = w->done + n;
			/* relaxed: the ring has to carry it to the consumer */
			rte_atomic_store_explicit(&o->state, w->done + n + 1,
				rte_memory_order_relaxed);
			objs[n++] = o;
		}
		done = n == 0 ? 0 : enqueue_some(w, objs, n);
		TEST_ASSERT(done <= n, "Producer %u: %u of %u sent", w->number, done, n);
		w->done += done;
		n -= done;
		memmove(objs, objs + done, n * sizeof(*objs));
		if (done == 0 && !test_run_wait(&this_run))
			break;
	}
	/* its objects that did not go out */
	while (n != 0) {
		o = objs[--n];
		rte_atomic_store_explicit(&o->state, 0, rte_memory_order_relaxed);
	}
	return TEST_SUCCESS;
}

/* One pointer as a consumer gets it. next: what each producer is to send. */
static int
check_object(const struct worker *w, const struct object *o, uint64_t *next)
{
	const uint64_t p = o->producer, sequence = o->sequence;

	TEST_ASSERT(o >= objects && o < objects + MAX_THREADS * objects_each &&
		((uintptr_t)o - (uintptr_t)objects) % sizeof(*o) == 0,
		"Consumer %u: %p is no object", w->number, (const void *)o);
	TEST_ASSERT(p < MAX_THREADS && o == &objects[p * objects_each +
			sequence % objects_each] && o->sent == sequence,
		"Consumer %u: object %zu tells of sending %"PRIu64" and %"PRIu64" of producer %"PRIu64,
		w->number, (size_t)(o - objects), sequence, o->sent, p);
	if (single_consumer)
		TEST_ASSERT(sequence == next[p],
			"Sending %"PRIu64" of producer %"PRIu64", not %"PRIu64,
			sequence, p, next[p]);
	else
		TEST_ASSERT(sequence >= next[p],
			"Consumer %u: sending %"PRIu64" of producer %"PRIu64" after %"PRIu64,
			w->number, sequence, p, next[p] - 1);
	next[p] = sequence + 1;
	return TEST_SUCCESS;
}

static int
consume(struct worker *w)
{
	uint64_t next[MAX_THREADS] = { 0 }, sequence, state;
	void *objs[MAX_BURST];
	struct object *o;
	unsigned int i, n, done;
	bool last;

	for (;;) {
		/* acquire: all that was sent before is in the ring */
		last = rte_atomic_load_explicit(&producers_left,
				rte_memory_order_acquire) == 0;
		n = 1 + test_random_below(&w->random, MAX_BURST);
		done = last ? rte_ptr_ring_dequeue_burst(ring, objs, n, NULL) :
			dequeue_some(w, objs, n);
		TEST_ASSERT(done <= n, "Consumer %u: %u of %u", w->number, done, n);
		w->done += done;
		for (i = 0; i < done; i++) {
			o = objs[i];
			if (check_object(w, o, next) != TEST_SUCCESS)
				return TEST_FAILED;
			sequence = o->sequence;
			/* release: it was read, and may be written anew */
			state = rte_atomic_exchange_explicit(&o->state, 0,
					rte_memory_order_release);
			TEST_ASSERT(state == sequence + 1,
				"Consumer %u: sending %"PRIu64" of producer %"PRIu64" %s",
				w->number, sequence, o->producer,
				state == 0 ? "came twice" : "shows another one's state");
		}
		if (done == 0 && (last || !test_run_wait(&this_run)))
			return TEST_SUCCESS;
	}
}

static uint32_t
work(void *arg)
{
	struct worker *w = arg;

	w->ret = w->producer ? produce(w) : consume(w);
	if (w->ret != TEST_SUCCESS)
		test_run_fail(&this_run);
	/* release: all it sent */
	if (w->producer)
		rte_atomic_fetch_sub_explicit(&producers_left, 1,
			rte_memory_order_release);
	return 0;
}

static int
run_threads(unsigned int producers, unsigned int consumers)
{
	unsigned int i, started, n = producers + consumers, lcore = -1;
	uint64_t sent = 0, taken = 0;
	int ret = TEST_SUCCESS;

	memset(workers, 0, sizeof(workers));
	memset(objects, 0, sizeof(*objects) * MAX_THREADS * objects_each);
	test_run_begin(&this_run, RUN_MS);
	producers_left = producers;
	for (started = 0; started < n; started++) {
		workers[started].producer = started < producers;
		workers[started].number = started < producers ? started :
			started - producers;
		workers[started].random = rte_rand() | 1;
		if (test_plain_thread_start(&workers[started].id, work,
				&workers[started], &lcore) != 0) {
			printf("Cannot start thread %u\n", started);
			test_run_fail(&this_run);
			break;
		}
	}
	for (i = 0; i < started; i++) {
		rte_thread_join(workers[i].id, NULL);
		if (workers[i].ret != TEST_SUCCESS)
			ret = TEST_FAILED;
		if (workers[i].producer)
			sent += workers[i].done;
		else
			taken += workers[i].done;
	}
	printf("%"PRIu64, sent);
	TEST_ASSERT(ret == TEST_SUCCESS && started == n, " sent, %"PRIu64" taken", taken);
	TEST_ASSERT(sent == taken && rte_ptr_ring_empty(ring),
		" sent, %"PRIu64" taken, %u left", taken, rte_ptr_ring_count(ring));
	TEST_ASSERT(!test_run_failed(&this_run), " sent: nothing moved any more");
	for (i = 0; i < MAX_THREADS * objects_each; i++)
		TEST_ASSERT(objects[i].state == 0, " sent: object %u is not back", i);
	return TEST_SUCCESS;
}

/* As many threads on each side as its mode allows, 1, 2 and 4. */
static int
run_ring(const struct ptr_ring_side *producer, const struct ptr_ring_side *consumer)
{
	unsigned int threads, producers, consumers;

	for (threads = 1; threads <= MAX_THREADS; threads *= 2) {
		producers = producer->several ? threads : 1;
		consumers = consumer->several ? threads : 1;
		if (threads > 1 && producers == 1 && consumers == 1)
			break;
		printf("  %u %s, %u %s, %u bytes, %u slots: ", producers,
			producer->name, consumers, consumer->name,
			ring->codec.width, rte_ptr_ring_get_size(ring));
		fflush(stdout);
		TEST_ASSERT_SUCCESS(run_threads(producers, consumers), "Threads");
		printf(" pointers\n");
	}
	return TEST_SUCCESS;
}

static void
ut_teardown(void)
{
	rte_ptr_ring_free(ring);
	ring = NULL;
	free(objects);
	objects = NULL;
}

/*
 * The indexes begin short of 2^32, where the ring then goes on from 0. Few
 * slots: the ring is full and empty all the time.
 */
static int
run(const struct ptr_ring_side *producer, const struct ptr_ring_side *consumer,
		unsigned int width, unsigned int slots)
{
	struct rte_ptr_codec codec;
	int ret;

	/* for 4 bytes, too many for 2 */
	objects_each = width == 2 ? 8000 : 40000;
	objects = calloc(MAX_THREADS * objects_each, sizeof(*objects));
	TEST_ASSERT_NOT_NULL(objects, "Out of memory");
	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, objects, sizeof(*objects),
		MAX_THREADS * objects_each, width), "No codec");
	ring = rte_ptr_ring_create("ptr_ring_stress", slots, SOCKET_ID_ANY,
		producer->flag | consumer->flag, &codec);
	TEST_ASSERT_NOT_NULL(ring, "No ring: %s", rte_strerror(rte_errno));
	single_consumer = !consumer->several;
	ptr_ring_go_to(ring, UINT32_MAX - 1000);
	ret = run_ring(producer, consumer);
	ut_teardown();
	return ret;
}

static int
run_all(unsigned int width, unsigned int slots)
{
	unsigned int i, j;

	for (i = 0; i < PTR_RING_SIDES; i++)
		for (j = 0; j < PTR_RING_SIDES; j++)
			if (run(&ptr_ring_producers[i], &ptr_ring_consumers[j],
					width, slots) != TEST_SUCCESS)
				return TEST_FAILED;
	return TEST_SUCCESS;
}

static int
test_two_bytes(void)
{
	return run_all(2, 64);
}

static int
test_four_bytes(void)
{
	return run_all(4, 64);
}

static int
test_not_compressed(void)
{
	return run(&ptr_ring_producers[0], &ptr_ring_consumers[0], 8, 64);
}

/* Room for both sides to run far apart. */
static int
test_large(void)
{
	unsigned int i;

	for (i = 0; i < PTR_RING_SIDES; i++)
		if (run(&ptr_ring_producers[i], &ptr_ring_consumers[i], 2 + 2 * (i % 2),
				1024) != TEST_SUCCESS)
			return TEST_FAILED;
	return TEST_SUCCESS;
}

static struct unit_test_suite ptr_ring_stress_suite = {
	.suite_name = "rings of compressed pointers, under threads",
	.unit_test_cases = {
		TEST_CASE_ST(NULL, ut_teardown, test_two_bytes),
		TEST_CASE_ST(NULL, ut_teardown, test_four_bytes),
		TEST_CASE_ST(NULL, ut_teardown, test_not_compressed),
		TEST_CASE_ST(NULL, ut_teardown, test_large),
		TEST_CASE(test_ptr_ring_room),
		TEST_CASES_END()
	}
};

static int
test_ptr_ring_stress(void)
{
	return unit_test_suite_runner(&ptr_ring_stress_suite);
}

REGISTER_FAST_TEST(ptr_ring_stress_autotest, true, true, test_ptr_ring_stress);
