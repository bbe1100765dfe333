/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_LCORE_PAIR_H
#define TEST_LCORE_PAIR_H

/*
 * Pairs of lcores by how far they are apart, and functions that run on two of
 * them at the same time.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_launch.h>
#include <rte_pause.h>
#include <rte_stdatomic.h>

enum lcore_distance {
	LCORES_HYPERTHREADS, /* two hyperthreads of one core */
	LCORES_CORES,        /* two physical cores of one NUMA node */
	LCORES_NUMA_NODES,   /* two NUMA nodes */
	LCORES_DISTANCES
};

struct lcore_pair {
	unsigned int producer;
	unsigned int consumer;
};

/* "two hyperthreads", "two physical cores", "two NUMA nodes" */
const char *
lcore_distance_name(enum lcore_distance distance);

/* Find two enabled lcores that are so far apart and share no CPU. */
bool
lcore_pair_find(enum lcore_distance distance, struct lcore_pair *pair);

/*
 * Run both functions, each on its lcore of the pair, and wait for them. Called
 * on the main lcore, which takes part when it belongs to the pair. Returns 0
 * when both returned 0.
 */
int
lcore_pair_run(const struct lcore_pair *pair, lcore_function_t *producer,
		lcore_function_t *consumer, void *arg);

/*
 * Wait until so many lcores are here, so that their clocks start together.
 * *arrived begins with 0.
 */
static inline void
lcores_meet(RTE_ATOMIC(uint32_t) *arrived, uint32_t n)
{
	rte_atomic_fetch_add_explicit(arrived, 1, rte_memory_order_acq_rel);
	while (rte_atomic_load_explicit(arrived, rte_memory_order_acquire) != n)
		rte_pause();
}

#endif /* TEST_LCORE_PAIR_H */
