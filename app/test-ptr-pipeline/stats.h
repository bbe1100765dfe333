/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef STATS_H
#define STATS_H

/*
 * Counters of the stages. Each has one writer; others may read it meanwhile.
 */

#include <stdint.h>

#include <rte_common.h>
#include <rte_stdatomic.h>

/* What becomes of a packet that was received. */
enum verdict {
	FORWARD_IPV4,
	FORWARD_IPV6,
	DROP_SHORT,         /* it ends before its headers do */
	DROP_NOT_IP,
	DROP_VERSION,       /* another one than the frame says */
	DROP_HEADER_LENGTH, /* below that of a header without options */
	DROP_LENGTH,        /* longer than the frame, or shorter than the header */
	DROP_CHECKSUM,
	DROP_TTL,           /* it would reach 0 here */
	DROP_NO_ROUTE,
	DROP_TX_FULL,       /* the port took no more */
	NB_VERDICTS
};

#define FIRST_DROP DROP_SHORT

/* The name of a reason to drop packets. */
const char *
drop_name(enum verdict reason);

typedef RTE_ATOMIC(uint64_t) counter_t;

/* By its only writer. */
static inline void
counter_add(counter_t *counter, uint64_t n)
{
	const uint64_t value = rte_atomic_load_explicit(counter,
			rte_memory_order_relaxed);

	rte_atomic_store_explicit(counter, value + n, rte_memory_order_relaxed);
}

/* The counters of a stage. */
struct __rte_cache_aligned stage_stats {
	counter_t packets;  /* received or transmitted */
	counter_t bursts;   /* how often the ring had room, or packets */
	counter_t waits;    /* how often it had none */
	counter_t dropped[NB_VERDICTS];
};

/* All of them, at about one time. */
struct snapshot {
	uint64_t tsc;
	uint64_t received;
	uint64_t transmitted;
	uint64_t dropped;
	uint64_t dropped_for[NB_VERDICTS];
	uint64_t bursts_put;
	uint64_t ring_full;
	uint64_t bursts_taken;
	uint64_t ring_empty;
	unsigned int in_ring;
};

struct pipeline;

void
snapshot_take(struct snapshot *s, const struct pipeline *p);

#endif /* STATS_H */
