/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_MBUF_REARM_H
#define TEST_MBUF_REARM_H

/*
 * The four fields of an mbuf that a receive loop sets anew for each packet,
 * and the 8 bytes that they are when they are set at once.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rte_byteorder.h>
#include <rte_common.h>
#include <rte_mbuf.h>

#define MBUF_REARM_BYTES 8

struct mbuf_rearm {
	uint16_t data_off;
	uint16_t refcnt;
	uint16_t nb_segs;
	uint16_t port;
};

static inline void *
mbuf_rearm_addr(struct rte_mbuf *m)
{
	return RTE_PTR_ADD(m, offsetof(struct rte_mbuf, rearm_data));
}

/* The 8 bytes as a number of a CPU of that byte order. */
static inline uint64_t
mbuf_rearm_value_of(const struct mbuf_rearm *f, bool big_endian)
{
	if (big_endian)
		return (uint64_t)f->data_off << 48 | (uint64_t)f->refcnt << 32 |
			(uint64_t)f->nb_segs << 16 | f->port;
	return (uint64_t)f->port << 48 | (uint64_t)f->nb_segs << 32 |
		(uint64_t)f->refcnt << 16 | f->data_off;
}

static inline uint64_t
mbuf_rearm_value(const struct mbuf_rearm *f)
{
	return mbuf_rearm_value_of(f, RTE_BYTE_ORDER == RTE_BIG_ENDIAN);
}

/*
 * A part of mbuf_rearm_perf_autotest: forwarding between null ports. Returns
 * TEST_SUCCESS, also when there are none and it says so, or TEST_FAILED.
 */
int
test_mbuf_rearm_forward(void);

#endif /* TEST_MBUF_REARM_H */
