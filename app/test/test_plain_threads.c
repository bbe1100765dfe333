/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <rte_common.h>
#include <rte_lcore.h>
#include <rte_thread.h>

#include "test_plain_threads.h"

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
