/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_ethdev.h>
#include <rte_mbuf.h>
#include <rte_prefetch.h>

#include "fill.h"
#include "packet.h"
#include "pipeline.h"

/*
 * The stage that receives, and drops what is not to be forwarded. When the
 * ring is full it waits: the ports then drop what they have no room for,
 * without work for any core.
 */

/* Hand over all of a burst. 8< */
static inline void
hand_over_all(struct pipeline *p, struct rte_mbuf **pkts, unsigned int n)
{
	unsigned int done;

	counter_add(&p->receive_stats.bursts, 1);
	done = hand_over_put(&p->hand_over, pkts, n);
	while (unlikely(done < n)) {
		counter_add(&p->receive_stats.waits, 1);
		hand_over_wait();
		done += hand_over_put(&p->hand_over, pkts + done, n - done);
	}
}
/* >8 End of hand over all of a burst. */

/* Drop the packets that are not to be forwarded. Returns how many are left. */
static inline unsigned int
check_burst(struct pipeline *p, struct rte_mbuf **pkts, unsigned int n)
{
	unsigned int i, left = 0;
	enum verdict verdict;

	for (i = 0; i < n; i++) {
		verdict = packet_check(pkts[i]);
		if (likely(verdict < FIRST_DROP)) {
			packet_set_version(pkts[i], verdict);
			pkts[left++] = pkts[i];
		} else {
			counter_add(&p->receive_stats.dropped[verdict], 1);
			rte_pktmbuf_free(pkts[i]);
		}
	}
	return left;
}

/* Receive a burst of a port. Returns how many packets there were. */
static inline unsigned int
receive_burst(struct pipeline *p, uint16_t port, struct fill *fill)
{
	struct rte_mbuf *pkts[MAX_BURST];
	unsigned int i, n, left;

	n = rte_eth_rx_burst(port, 0, pkts, p->opts.burst);
	if (n == 0)
		return 0;
	for (i = 0; i < n; i++)
		rte_prefetch0(rte_pktmbuf_mtod(pkts[i], void *));
	if (fill != NULL)
		for (i = 0; i < n; i++)
			fill_packet(fill, &p->routes, pkts[i]);
	counter_add(&p->receive_stats.packets, n);
	left = check_burst(p, pkts, n);
	if (likely(left > 0))
		hand_over_all(p, pkts, left);
	return n;
}

int
receive_main(void *arg)
{
	static struct fill packets_to_fill;
	struct pipeline *p = arg;
	struct fill *fill = p->opts.fill ? &packets_to_fill : NULL;
	uint64_t left = p->opts.packets;
	unsigned int i;

	while (left > 0 && !rte_atomic_load_explicit(&p->stop,
			rte_memory_order_relaxed)) {
		for (i = 0; i < p->ports.nb && left > 0; i++)
			left -= RTE_MIN(left, receive_burst(p,
					p->ports.ids[i], fill));
	}
	rte_atomic_store_explicit(&p->all_received, true,
			rte_memory_order_release);
	return 0;
}
