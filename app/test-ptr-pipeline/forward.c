/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <rte_common.h>
#include <rte_ethdev.h>
#include <rte_mbuf.h>
#include <rte_prefetch.h>

#include "packet.h"
#include "pipeline.h"

/*
 * The stage that forwards. A burst goes through it step by step, so that
 * memory of several packets is on its way at once.
 */

struct burst {
	struct rte_mbuf *pkts[MAX_BURST];
	unsigned int nb;
};

/* Packets of one IP version, and where they go. */
struct family {
	struct rte_mbuf *pkts[MAX_BURST];
	uint32_t hops[MAX_BURST];
	unsigned int nb;
};

struct forwarder {
	struct pipeline *p;
	struct family ipv4;
	uint32_t ipv4_addrs[MAX_BURST];
	struct family ipv6;
	uint8_t ipv6_addrs[MAX_BURST][IPV6_BYTES];
	/* what goes to each port */
	struct {
		struct rte_mbuf *pkts[MAX_BURST];
		unsigned int nb;
	} out[RTE_MAX_ETHPORTS];
};

static void
drop(struct forwarder *f, struct rte_mbuf *m, enum verdict reason)
{
	counter_add(&f->p->forward_stats.dropped[reason], 1);
	rte_pktmbuf_free(m);
}

/*
 * Let a packet of the next burst come from the other core while this one is
 * dealt with. Where its headers are the mbuf tells, which is not here yet: they
 * are most likely where the driver puts them.
 */
static inline void
prefetch_packet(const struct forwarder *f, struct rte_mbuf *m)
{
	rte_prefetch0(m);
	rte_prefetch0_write(RTE_PTR_ADD(rte_mbuf_buf_addr(m, f->p->pool),
			RTE_PKTMBUF_HEADROOM));
}

/* Sort out the packets of each IP version, and note where they want to go. */
static inline void
sort_burst(struct forwarder *f, const struct burst *burst, const struct burst *next)
{
	unsigned int i, n4 = 0, n6 = 0;
	struct rte_mbuf *m;

	for (i = 0; i < burst->nb; i++) {
		if (likely(i < next->nb))
			prefetch_packet(f, next->pkts[i]);
		m = burst->pkts[i];
		if (likely(packet_is_ipv4(m))) {
			f->ipv4_addrs[n4] = rte_be_to_cpu_32(
					ipv4_header(m)->dst_addr);
			f->ipv4.pkts[n4++] = m;
		} else {
			memcpy(f->ipv6_addrs[n6],
				&ipv6_header(m)->dst_addr, IPV6_BYTES);
			f->ipv6.pkts[n6++] = m;
		}
	}
	f->ipv4.nb = n4;
	f->ipv6.nb = n6;
}

/* The next hop of a packet, or NULL when it was dropped for want of one. */
static inline const struct next_hop *
next_hop_of(struct forwarder *f, const struct family *family, unsigned int i)
{
	if (likely(family->hops[i] != NO_HOP))
		return &f->p->routes.hops[family->hops[i]];
	drop(f, family->pkts[i], DROP_NO_ROUTE);
	return NULL;
}

static inline void
send_to(struct forwarder *f, struct rte_mbuf *m, const struct next_hop *hop)
{
	packet_set_macs(m, hop);
	f->out[hop->port].pkts[f->out[hop->port].nb++] = m;
}

static inline void
route_ipv4(struct forwarder *f)
{
	const struct family *v4 = &f->ipv4;
	const struct next_hop *hop;
	unsigned int i;

	routes_lookup(&f->p->routes, f->ipv4_addrs, f->ipv4.hops, v4->nb);
	for (i = 0; i < v4->nb; i++) {
		hop = next_hop_of(f, v4, i);
		if (hop == NULL)
			continue;
		ipv4_decrement_ttl(ipv4_header(v4->pkts[i]));
		send_to(f, v4->pkts[i], hop);
	}
}

static inline void
route_ipv6(struct forwarder *f)
{
	const struct family *v6 = &f->ipv6;
	const struct next_hop *hop;
	unsigned int i;

	routes_lookup6(&f->p->routes, f->ipv6_addrs, f->ipv6.hops, v6->nb);
	for (i = 0; i < v6->nb; i++) {
		hop = next_hop_of(f, v6, i);
		if (hop == NULL)
			continue;
		ipv6_decrement_hop_limit(ipv6_header(v6->pkts[i]));
		send_to(f, v6->pkts[i], hop);
	}
}

static inline void
transmit(struct forwarder *f)
{
	const struct ports *ports = &f->p->ports;
	unsigned int port, sent, nb;

	for (port = 0; port < ports->nb; port++) {
		nb = f->out[port].nb;
		if (nb == 0)
			continue;
		sent = rte_eth_tx_burst(ports->ids[port], 0, f->out[port].pkts, nb);
		counter_add(&f->p->forward_stats.packets, sent);
		for (; sent < nb; sent++)
			drop(f, f->out[port].pkts[sent], DROP_TX_FULL);
		f->out[port].nb = 0;
	}
}

static inline void
forward_burst(struct forwarder *f, const struct burst *burst, const struct burst *next)
{
	counter_add(&f->p->forward_stats.bursts, 1);
	sort_burst(f, burst, next);
	if (likely(f->ipv4.nb > 0))
		route_ipv4(f);
	if (unlikely(f->ipv6.nb > 0))
		route_ipv6(f);
	transmit(f);
}

/* Take bursts from the ring until nothing more comes. 8< */
int
forward_main(void *arg)
{
	struct pipeline *p = arg;
	struct burst bursts[2], *burst = &bursts[0], *next = &bursts[1];
	static struct forwarder f;
	bool all_received;

	f.p = p;
	burst->nb = 0;
	for (;;) {
		/* looked at before the ring, which may be filled in between */
		all_received = rte_atomic_load_explicit(&p->all_received,
				rte_memory_order_acquire);
		next->nb = hand_over_get(&p->hand_over, next->pkts, p->opts.burst);
		if (burst->nb > 0) {
			forward_burst(&f, burst, next);
		} else if (next->nb == 0) {
			if (all_received)
				return 0;
			counter_add(&p->forward_stats.waits, 1);
			hand_over_wait();
		}
		RTE_SWAP(burst, next);
	}
}
/* >8 End of take bursts from the ring until nothing more comes. */
