/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef FILL_H
#define FILL_H

/*
 * Headers for packets of ports that leave them empty, as net_null does. A
 * network card would have written them: the core that receives writes them in
 * its stead.
 */

#include <stdint.h>
#include <string.h>

#include <rte_common.h>
#include <rte_mbuf.h>

#include "routes.h"

#define FILL_BYTES 42 /* Ethernet, IPv4 and UDP headers */
#define FILL_PACKETS 256

struct fill {
	uint16_t len;      /* of the packets that the headers are for */
	unsigned int next; /* header to be used */
	struct {
		uint8_t bytes[RTE_CACHE_LINE_SIZE];
	} headers[FILL_PACKETS];
};

/* Prepare headers for packets of that length, to where the routes lead. */
void
fill_prepare(struct fill *fill, const struct routes *routes, uint16_t len);

static inline void
fill_packet(struct fill *fill, const struct routes *routes, struct rte_mbuf *m)
{
	const uint16_t len = rte_pktmbuf_data_len(m);

	if (unlikely(len < FILL_BYTES))
		return;
	if (unlikely(len != fill->len))
		fill_prepare(fill, routes, len);
	memcpy(rte_pktmbuf_mtod(m, void *), &fill->headers[fill->next], FILL_BYTES);
	fill->next = (fill->next + 1) % FILL_PACKETS;
}

#endif /* FILL_H */
