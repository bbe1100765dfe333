/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdio.h>

#include <rte_lcore.h>

#include "test_lcore_pair.h"

const char *
lcore_distance_name(enum lcore_distance distance)
{
	static const char * const names[LCORES_DISTANCES] = {
		[LCORES_HYPERTHREADS] = "two hyperthreads",
		[LCORES_CORES] = "two physical cores",
		[LCORES_NUMA_NODES] = "two NUMA nodes",
	};

	return names[distance];
}

/* A number that sysfs has about a CPU, -1 when it has none. */
static int
cpu_topology(int cpu, const char *what)
{
	char path[128];
	int value;
	FILE *f;

	snprintf(path, sizeof(path),
		"/sys/devices/system/cpu/cpu%d/topology/%s", cpu, what);
	f = fopen(path, "r");
	if (f == NULL)
		return -1;
	if (fscanf(f, "%d", &value) != 1)
		value = -1;
	fclose(f);
	return value;
}

/*
 * The CPU that an lcore is bound to, -1 when it may run on several.
 * rte_lcore_to_cpu_id() tells something else: the core's number within its
 * package, and that of the CPU that has the lcore's number.
 */
static int
lcore_cpu(unsigned int lcore)
{
	rte_cpuset_t set = rte_lcore_cpuset(lcore);
	int cpu;

	if (CPU_COUNT(&set) != 1)
		return -1;
	for (cpu = 0; !CPU_ISSET(cpu, &set); cpu++)
		;
	return cpu;
}

static enum lcore_distance
lcore_distance_get(unsigned int a, unsigned int b)
{
	int cpu_a = lcore_cpu(a), cpu_b = lcore_cpu(b);
	int core;

	if (rte_lcore_to_socket_id(a) != rte_lcore_to_socket_id(b))
		return LCORES_NUMA_NODES;
	/* lcores that float over CPUs, or that share one, are no pair at all */
	if (cpu_a < 0 || cpu_b < 0 || cpu_a == cpu_b)
		return LCORES_DISTANCES;
	core = cpu_topology(cpu_a, "core_id");
	if (core >= 0 && core == cpu_topology(cpu_b, "core_id") &&
			cpu_topology(cpu_a, "physical_package_id") ==
			cpu_topology(cpu_b, "physical_package_id"))
		return LCORES_HYPERTHREADS;
	return LCORES_CORES;
}

bool
lcore_pair_find(enum lcore_distance distance, struct lcore_pair *pair)
{
	unsigned int a, b;

	RTE_LCORE_FOREACH(a) {
		RTE_LCORE_FOREACH(b) {
			if (b > a && lcore_distance_get(a, b) == distance) {
				pair->producer = a;
				pair->consumer = b;
				return true;
			}
		}
	}
	return false;
}

int
lcore_pair_run(const struct lcore_pair *pair, lcore_function_t *producer,
		lcore_function_t *consumer, void *arg)
{
	const unsigned int main_lcore = rte_get_main_lcore();
	int ret = 0;

	if (pair->producer != main_lcore)
		ret |= rte_eal_remote_launch(producer, arg, pair->producer);
	if (pair->consumer != main_lcore)
		ret |= rte_eal_remote_launch(consumer, arg, pair->consumer);
	if (ret != 0)
		return -1;

	if (pair->producer == main_lcore)
		ret |= producer(arg);
	if (pair->consumer == main_lcore)
		ret |= consumer(arg);
	if (pair->producer != main_lcore)
		ret |= rte_eal_wait_lcore(pair->producer);
	if (pair->consumer != main_lcore)
		ret |= rte_eal_wait_lcore(pair->consumer);
	return ret;
}
