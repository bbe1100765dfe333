/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdio.h>
#include <sys/types.h>

#include <rte_common.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_memzone.h>

#include "test.h"
#include "test_heap_use.h"

static void
count_memzone(const struct rte_memzone *mz, void *count)
{
	RTE_SET_USED(mz);
	++*(unsigned int *)count;
}

struct test_heap_use
test_heap_use(void)
{
	struct rte_malloc_socket_stats stats;
	struct test_heap_use use = { 0 };
	unsigned int i;

	for (i = 0; i < rte_socket_count(); i++) {
		if (rte_malloc_get_socket_stats(rte_socket_id_by_idx(i), &stats) != 0)
			continue;
		use.bytes += stats.heap_allocsz_bytes;
		use.blocks += stats.alloc_count;
	}
	rte_memzone_walk(count_memzone, &use.memzones);
	return use;
}

int
test_heap_use_check(const struct test_heap_use *before)
{
	const struct test_heap_use now = test_heap_use();

	TEST_ASSERT(now.bytes == before->bytes && now.blocks == before->blocks &&
		now.memzones == before->memzones,
		"%zd bytes in %d blocks and %d memzones left",
		(ssize_t)(now.bytes - before->bytes),
		(int)(now.blocks - before->blocks),
		(int)(now.memzones - before->memzones));
	return TEST_SUCCESS;
}

static struct test_heap_use mark;

int
test_heap_use_mark(void)
{
	mark = test_heap_use();
	return TEST_SUCCESS;
}

int
test_heap_use_check_mark(void)
{
	return test_heap_use_check(&mark);
}
