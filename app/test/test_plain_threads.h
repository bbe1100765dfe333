/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_PLAIN_THREADS_H
#define TEST_PLAIN_THREADS_H

/*
 * Threads that EAL does not know, and what such threads of a stress test share.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_stdatomic.h>
#include <rte_thread.h>

/*
 * Start one on the CPUs of the lcore after *lcore, which is told: beginning
 * with -1, so many threads as there are lcores are on different CPUs, and get
 * into each other's way. Returns 0, or not.
 */
int
test_plain_thread_start(rte_thread_t *id, rte_thread_func func, void *arg,
		unsigned int *lcore);

/* What all threads of a run look at. */
struct test_run {
	/* what stops them all: an error, or nothing moving */
	RTE_ATOMIC(uint32_t) failed;
	uint64_t deadline;   /* of beginning something new */
	uint64_t stalled_at; /* from when on nothing can be moving */
};

/* Begin a run of so many milliseconds. */
void
test_run_begin(struct test_run *run, unsigned int ms);

/* Whether there is time for more. */
bool
test_run_goes_on(const struct test_run *run);

/* Stop all threads. */
void
test_run_fail(struct test_run *run);

bool
test_run_failed(const struct test_run *run);

/* Let others on, as there may be but one CPU; false to give up. */
bool
test_run_wait(struct test_run *run);

/*
 * A random number below a limit; the state is the thread's and not 0.
 * rte_rand() is not meant for such threads.
 */
static inline unsigned int
test_random_below(uint64_t *state, unsigned int limit)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (unsigned int)((*state >> 32) % limit);
}

#endif /* TEST_PLAIN_THREADS_H */
