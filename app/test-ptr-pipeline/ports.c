/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdio.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>

#include "pipeline.h"
#include "ports.h"

int
ports_find(struct ports *ports)
{
	uint16_t id;

	RTE_ETH_FOREACH_DEV(id)
		ports->ids[ports->nb++] = id;
	if (ports->nb == 0) {
		complain("there are no ports: bind a network card to a driver of DPDK, or make one up by --vdev=net_null0");
		return -1;
	}
	return 0;
}

static int
queues_set_up(uint16_t id, const struct rte_eth_dev_info *info,
		struct rte_mempool *pool)
{
	const int socket = rte_eth_dev_socket_id(id);
	uint16_t nb_rx = RX_DESCRIPTORS, nb_tx = TX_DESCRIPTORS;
	struct rte_eth_conf conf = { 0 };
	int ret;

	/* all packets are of one pool, and nobody else holds one */
	conf.txmode.offloads = info->tx_offload_capa &
			RTE_ETH_TX_OFFLOAD_MBUF_FAST_FREE;
	ret = rte_eth_dev_configure(id, 1, 1, &conf);
	if (ret == 0)
		ret = rte_eth_dev_adjust_nb_rx_tx_desc(id, &nb_rx, &nb_tx);
	if (ret == 0)
		ret = rte_eth_rx_queue_setup(id, 0, nb_rx, socket, NULL, pool);
	if (ret == 0)
		ret = rte_eth_tx_queue_setup(id, 0, nb_tx, socket, NULL);
	return ret;
}

static int
port_start(uint16_t id, struct rte_ether_addr *mac, struct rte_mempool *pool,
		int socket)
{
	const int port_socket = rte_eth_dev_socket_id(id);
	struct rte_eth_dev_info info;
	int ret;

	if (port_socket >= 0 && socket >= 0 && port_socket != socket)
		printf("Port %u is on NUMA node %d, the lcore that receives on %d: expect less speed\n",
			id, port_socket, socket);
	ret = rte_eth_dev_info_get(id, &info);
	if (ret == 0)
		ret = queues_set_up(id, &info, pool);
	if (ret == 0)
		ret = rte_eth_macaddr_get(id, mac);
	if (ret == 0)
		ret = rte_eth_dev_start(id);
	if (ret != 0)
		complain("cannot start port %u: %s", id, rte_strerror(-ret));
	return ret;
}

int
ports_start(struct ports *ports, struct rte_mempool *pool, int socket)
{
	unsigned int i;

	for (i = 0; i < ports->nb; i++) {
		if (port_start(ports->ids[i], &ports->macs[i], pool, socket) != 0)
			return -1;
		ports->nb_started++;
	}
	return 0;
}

/*
 * Software ports may hold packets that nobody received, as the rings of
 * net_ring do. Others never run out, so there is a limit.
 */
static void
port_drain(uint16_t id, unsigned int limit)
{
	struct rte_mbuf *pkts[MAX_BURST];
	unsigned int i;
	uint16_t n;

	for (i = 0; i < limit; i += n) {
		n = rte_eth_rx_burst(id, 0, pkts, MAX_BURST);
		if (n == 0)
			return;
		rte_pktmbuf_free_bulk(pkts, n);
	}
}

void
ports_close(struct ports *ports, const struct rte_mempool *pool)
{
	unsigned int i;

	for (i = 0; i < ports->nb_started; i++)
		port_drain(ports->ids[i], pool->size);
	for (i = 0; i < ports->nb_started; i++) {
		if (rte_eth_dev_stop(ports->ids[i]) != 0)
			complain("cannot stop port %u", ports->ids[i]);
		rte_eth_dev_close(ports->ids[i]);
	}
}
