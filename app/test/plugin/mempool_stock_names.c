/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

/*
 * For tests alone, never installed: gives the ops of the stock ring driver the
 * code of the driver of compressed pointers, by whatever name a program asks
 * for them. To be loaded by -d, after the stock driver; that of compressed
 * pointers comes along, as this is linked with it.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_mempool.h>

static struct rte_mempool_ops *
find_ops(const char *name)
{
	struct rte_mempool_ops_table *table = &rte_mempool_ops_table;
	unsigned int i;

	for (i = 0; i < table->num_ops; i++)
		if (strcmp(table->ops[i].name, name) == 0)
			return &table->ops[i];
	fprintf(stderr, "There are no mempool ops %s\n", name);
	exit(EXIT_FAILURE);
}

RTE_INIT(mempool_stock_names)
{
	static const char *const stock[] = {
		"ring_mp_mc", "ring_sp_sc", "ring_mp_sc", "ring_sp_mc",
		"ring_mt_rts", "ring_mt_hts",
	};
	const struct rte_mempool_ops *ours = find_ops("ptr_ring");
	struct rte_mempool_ops *ops;
	unsigned int i;

	for (i = 0; i < RTE_DIM(stock); i++) {
		ops = find_ops(stock[i]);
		*ops = *ours;
		snprintf(ops->name, sizeof(ops->name), "%s", stock[i]);
	}
}
