/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef HAND_OVER_H
#define HAND_OVER_H

/*
 * The ring between the two stages. It has one producer and one consumer, and
 * holds pointers to packets as they are or compressed.
 */

#include <rte_cycles.h>
#include <rte_mbuf.h>
#include <rte_ring.h>

#include <rte_ptr_ring.h>

struct hand_over {
	struct rte_ring *raw;
	struct rte_ptr_ring *compressed; /* NULL when pointers are raw */
};

/*
 * Create a ring for pointers to the packets of a pool, in memory of a NUMA
 * node. Returns 0 or, after it said why, -1.
 */
int
hand_over_create(struct hand_over *h, unsigned int size, int socket,
		bool compressed, const struct rte_mempool *pool);

void
hand_over_free(struct hand_over *h);

/* Bytes of a pointer in the ring. */
unsigned int
hand_over_width(const struct hand_over *h);

/* Pointers in the ring, at about this time. */
unsigned int
hand_over_count(const struct hand_over *h);

/* Hand over the packets of a burst. 8< */
static __rte_always_inline unsigned int
hand_over_put(struct hand_over *h, struct rte_mbuf **pkts, unsigned int n)
{
	if (h->compressed != NULL)
		return rte_ptr_ring_enqueue_burst(h->compressed,
				(void **)pkts, n, NULL);
	return rte_ring_sp_enqueue_burst(h->raw, (void **)pkts, n, NULL);
}

static __rte_always_inline unsigned int
hand_over_get(struct hand_over *h, struct rte_mbuf **pkts, unsigned int n)
{
	if (h->compressed != NULL)
		return rte_ptr_ring_dequeue_burst(h->compressed,
				(void **)pkts, n, NULL);
	return rte_ring_sc_dequeue_burst(h->raw, (void **)pkts, n, NULL);
}

/*
 * Before another look at a ring that was full, or empty. Each look takes from
 * the other stage a cache line that it has to write to; without a pause
 * between them the whole pipeline is slower by up to a fifth.
 */
static inline void
hand_over_wait(void)
{
	rte_delay_us_block(1);
}
/* >8 End of hand over the packets of a burst. */

#endif /* HAND_OVER_H */
