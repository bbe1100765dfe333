/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef PORTS_H
#define PORTS_H

/* All ports that EAL has, one queue each way. */

#include <stdint.h>

#include <rte_ether.h>
#include <rte_mempool.h>

#define RX_DESCRIPTORS 1024
#define TX_DESCRIPTORS 1024

struct ports {
	uint16_t ids[RTE_MAX_ETHPORTS];
	struct rte_ether_addr macs[RTE_MAX_ETHPORTS];
	unsigned int nb;
	unsigned int nb_started;
};

/* Find them. Returns 0 or, after it said why, -1. */
int
ports_find(struct ports *ports);

/*
 * Start them, with packets of a pool, to be used by an lcore of that NUMA node.
 * Returns 0 or, after it said why, -1.
 */
int
ports_start(struct ports *ports, struct rte_mempool *pool, int socket);

/* Close all that were started. They then keep no packet of the pool. */
void
ports_close(struct ports *ports, const struct rte_mempool *pool);

#endif /* PORTS_H */
