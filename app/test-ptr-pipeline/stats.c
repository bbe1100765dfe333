/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <rte_cycles.h>

#include "pipeline.h"
#include "stats.h"

static const char * const drop_names[NB_VERDICTS] = {
	[DROP_SHORT] = "short",
	[DROP_NOT_IP] = "not_ip",
	[DROP_VERSION] = "version",
	[DROP_HEADER_LENGTH] = "header_length",
	[DROP_LENGTH] = "length",
	[DROP_CHECKSUM] = "checksum",
	[DROP_TTL] = "ttl",
	[DROP_NO_ROUTE] = "no_route",
	[DROP_TX_FULL] = "tx_full",
};

const char *
drop_name(enum verdict reason)
{
	return drop_names[reason];
}

static uint64_t
counter_get(const counter_t *counter)
{
	return rte_atomic_load_explicit(counter, rte_memory_order_relaxed);
}

void
snapshot_take(struct snapshot *s, const struct pipeline *p)
{
	const struct stage_stats *rx = &p->receive_stats;
	const struct stage_stats *tx = &p->forward_stats;
	unsigned int i;

	s->tsc = rte_get_tsc_cycles();
	s->in_ring = hand_over_count(&p->hand_over);
	s->received = counter_get(&rx->packets);
	s->bursts_put = counter_get(&rx->bursts);
	s->ring_full = counter_get(&rx->waits);
	s->transmitted = counter_get(&tx->packets);
	s->bursts_taken = counter_get(&tx->bursts);
	s->ring_empty = counter_get(&tx->waits);
	s->dropped = 0;
	for (i = FIRST_DROP; i < NB_VERDICTS; i++) {
		s->dropped_for[i] = counter_get(&rx->dropped[i]) +
				counter_get(&tx->dropped[i]);
		s->dropped += s->dropped_for[i];
	}
}
