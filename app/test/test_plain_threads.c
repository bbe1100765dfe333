/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <sched.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_lcore.h>
#include <rte_thread.h>

#include "test_plain_threads.h"

/* Longer than a run takes anywhere, with nothing lost. */
#define STALL_SECONDS 60

int
test_plain_thread_start(rte_thread_t *id, rte_thread_func func, void *arg,
		unsigned int *lcore)
{
	rte_thread_attr_t attr;
	rte_cpuset_t cpus;

	*lcore = rte_get_next_lcore(*lcore, 0, 1);
	cpus = rte_lcore_cpuset(*lcore);
	if (rte_thread_attr_init(&attr) != 0 ||
			rte_thread_attr_set_affinity(&attr, &cpus) != 0)
		return -1;
	return rte_thread_create(id, &attr, func, arg);
}

void
test_run_begin(struct test_run *run, unsigned int ms)
{
	const uint64_t hz = rte_get_timer_hz();

	run->failed = 0;
	run->deadline = rte_get_timer_cycles() + hz * ms / 1000;
	run->stalled_at = run->deadline + hz * STALL_SECONDS;
}

bool
test_run_goes_on(const struct test_run *run)
{
	return rte_get_timer_cycles() < run->deadline;
}

void
test_run_fail(struct test_run *run)
{
	rte_atomic_store_explicit(&run->failed, 1, rte_memory_order_relaxed);
}

bool
test_run_failed(const struct test_run *run)
{
	return rte_atomic_load_explicit(&run->failed, rte_memory_order_relaxed) != 0;
}

bool
test_run_wait(struct test_run *run)
{
	sched_yield();
	if (rte_get_timer_cycles() > run->stalled_at)
		test_run_fail(run);
	return !test_run_failed(run);
}
