/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_lcore.h>
#include <rte_pause.h>
#include <rte_random.h>

#include <rte_ptr_ring.h>

#include "test.h"
#include "test_secondary.h"

#ifdef RTE_EXEC_ENV_LINUX
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#endif

/*
 * A process that is the only one on its side of a ring is killed, wherever it
 * is just then. Who takes its place goes on at the head of that side, and no
 * pointer is lost, twice there or another.
 */

#define TO_PRIMARY "ptr_ring_killed_producer"
#define TO_SECONDARY "ptr_ring_killed_consumer"
#define BASE ((void *)(uintptr_t)0x10000000)
#define STRIDE 192
#define POINTS 60000
#define SLOTS 8192
/* so long that it is killed within one more often than between two */
#define MAX_BURST 2048
/* the pointers come in turns; no turn is a multiple of the slots long */
#define TURN 4099
#define KILLS 8 /* of each side, with each width */

#ifdef RTE_EXEC_ENV_LINUX

/* One turn and what follows, so that bursts from anywhere in it are in a row. */
static void *turn[TURN + MAX_BURST];

static void
fill_turn(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(turn); i++)
		turn[i] = RTE_PTR_ADD(BASE,
			(size_t)(i % TURN * 577 % POINTS) * STRIDE);
}

/* Up to MAX_BURST pointers, from where the producers' head is. */
static void
put_some(struct rte_ptr_ring *r)
{
	if (rte_ptr_ring_enqueue_burst(r, &turn[r->producers.prod.head % TURN],
			1 + (unsigned int)rte_rand_max(MAX_BURST), NULL) == 0)
		rte_pause();
}

/* Up to MAX_BURST pointers, which are to be those at the consumers' head. */
static int
take_some(struct rte_ptr_ring *r)
{
	const uint32_t head = r->consumers.cons.head;
	void *objs[MAX_BURST];
	unsigned int n;

	n = rte_ptr_ring_dequeue_burst(r, objs,
			1 + (unsigned int)rte_rand_max(MAX_BURST), NULL);
	TEST_ASSERT(memcmp(objs, &turn[head % TURN], n * sizeof(*objs)) == 0,
		"Other pointers than %u to %u came out", head, head + n - 1);
	if (n == 0)
		rte_pause();
	return TEST_SUCCESS;
}

/*
 * In the secondary process: work until a timer kills it. Who would wait for
 * something before killing it would find it waiting for something itself.
 */
static int
test_as_secondary(void)
{
	struct rte_ptr_ring *to_primary = rte_ptr_ring_lookup(TO_PRIMARY);
	struct rte_ptr_ring *to_secondary = rte_ptr_ring_lookup(TO_SECONDARY);
	/* of the time that it runs, since both may have to share a CPU */
	const struct itimerval timer = {
		.it_value.tv_usec = 1000 + (suseconds_t)rte_rand_max(20000),
	};
	unsigned int lcore, last = rte_lcore_id();
	rte_cpuset_t cpus;

	TEST_ASSERT(to_primary != NULL || to_secondary != NULL, "There is no ring");
	RTE_LCORE_FOREACH(lcore)
		last = lcore;
	cpus = rte_lcore_cpuset(last);
	rte_thread_set_affinity(&cpus);
	fflush(NULL);
	setitimer(ITIMER_VIRTUAL, &timer, NULL);
	for (;;) {
		if (to_primary != NULL)
			put_some(to_primary);
		else
			TEST_ASSERT_SUCCESS(take_some(to_secondary),
				"In the secondary process");
	}
}

/* This process works on its side, until the other one is gone. */
static int
work_together(struct rte_ptr_ring *r, bool consume, pid_t pid)
{
	unsigned int i;
	int status;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		for (i = 0; i < 1000; i++) {
			if (!consume)
				put_some(r);
			else if (take_some(r) != TEST_SUCCESS)
				goto failed;
		}
	}
	TEST_ASSERT(WIFSIGNALED(status), "It was not killed, its status is %#x", status);
	return TEST_SUCCESS;

failed:
	waitpid(pid, &status, 0);
	return TEST_FAILED;
}

/* This process alone, on both sides, for a few times round. */
static int
work_alone(struct rte_ptr_ring *r)
{
	const uint32_t start = r->consumers.cons.head;

	while (r->consumers.cons.head - start < 5 * SLOTS) {
		put_some(r);
		TEST_ASSERT_SUCCESS(take_some(r), "After it was killed");
	}
	while (!rte_ptr_ring_empty(r))
		TEST_ASSERT_SUCCESS(take_some(r), "After it was killed");
	TEST_ASSERT_EQUAL(r->producers.prod.head, r->consumers.cons.head,
		"%u pointers are missing", r->producers.prod.head - r->consumers.cons.head);
	return TEST_SUCCESS;
}

static int
check_killed(struct rte_ptr_ring *r, bool consume)
{
	const pid_t pid = test_secondary_start("ptr_ring_killed_autotest");

	TEST_ASSERT(pid > 0, "No secondary process");
	TEST_ASSERT_SUCCESS(work_together(r, consume, pid), "Two processes");
	return work_alone(r);
}

static int
check_width(unsigned int width)
{
	struct rte_ptr_codec codec;
	struct rte_ptr_ring *r;
	unsigned int i;
	int ret;

	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, BASE, STRIDE, POINTS, width),
		"No codec");
	for (i = 0; i < 2 * KILLS; i++) {
		const bool consume = i % 2 == 0;

		r = rte_ptr_ring_create(consume ? TO_PRIMARY : TO_SECONDARY, SLOTS,
			SOCKET_ID_ANY, RING_F_SP_ENQ | RING_F_SC_DEQ, &codec);
		TEST_ASSERT_NOT_NULL(r, "No ring");
		ret = check_killed(r, consume);
		rte_ptr_ring_free(r);
		TEST_ASSERT_SUCCESS(ret, "%s of width %u killed",
			consume ? "Producer" : "Consumer", width);
	}
	return TEST_SUCCESS;
}

static int
test_ptr_ring_killed(void)
{
	unsigned int width;

	fill_turn();
	if (rte_eal_process_type() == RTE_PROC_SECONDARY)
		return test_as_secondary();
	if (!test_secondary_possible())
		return TEST_SKIPPED;
	for (width = sizeof(uint16_t); width <= sizeof(uint64_t); width *= 2)
		if (check_width(width) != TEST_SUCCESS)
			return TEST_FAILED;
	return TEST_SUCCESS;
}

#else

static int
test_ptr_ring_killed(void)
{
	return TEST_SKIPPED;
}

#endif /* RTE_EXEC_ENV_LINUX */

REGISTER_FAST_TEST(ptr_ring_killed_autotest, false, true, test_ptr_ring_killed);
