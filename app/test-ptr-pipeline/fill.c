/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include <rte_byteorder.h>
#include <rte_ether.h>
#include <rte_ip.h>
#include <rte_udp.h>

#include "fill.h"

/* What stands in front of each packet. */
struct __rte_packed headers {
	struct rte_ether_hdr eth;
	struct rte_ipv4_hdr ip;
	struct rte_udp_hdr udp;
};

static_assert(sizeof(struct headers) == FILL_BYTES, "headers of another size");

/*
 * The n-th address of an IPv4 route, again from the first on after the last;
 * 0 when there is no such route.
 */
static rte_be32_t
address_of(const struct routes *routes, unsigned int n)
{
	const struct route *route;
	rte_be32_t prefix;
	unsigned int i;

	for (i = 0; i < routes->nb; i++) {
		route = &routes->list[(n + i) % routes->nb];
		if (route->family != AF_INET)
			continue;
		memcpy(&prefix, route->prefix, sizeof(prefix));
		/* all ones beyond the depth; 64 bits since there may be 32 */
		return prefix | rte_cpu_to_be_32(n / routes->nb &
				(uint32_t)((1ull << (32 - route->depth)) - 1));
	}
	return 0;
}

void
fill_prepare(struct fill *fill, const struct routes *routes, uint16_t len)
{
	struct headers h = {
		.eth.src_addr = { { 0x02, 0, 0, 0, 0, 0xff } },
		.eth.ether_type = RTE_BE16(RTE_ETHER_TYPE_IPV4),
		.ip.version_ihl = RTE_IPV4_VHL_DEF,
		.ip.total_length = rte_cpu_to_be_16(len - sizeof(h.eth)),
		.ip.time_to_live = 64,
		.ip.next_proto_id = IPPROTO_UDP,
		.ip.src_addr = RTE_BE32(0xc613ff01), /* 198.19.255.1 */
		.udp.src_port = RTE_BE16(1024),
		.udp.dst_port = RTE_BE16(9),
		.udp.dgram_len = rte_cpu_to_be_16(len - sizeof(h.eth) - sizeof(h.ip)),
	};
	unsigned int i;

	fill->len = len;
	for (i = 0; i < FILL_PACKETS; i++) {
		h.ip.dst_addr = address_of(routes, i);
		h.ip.hdr_checksum = 0;
		h.ip.hdr_checksum = rte_ipv4_cksum(&h.ip);
		memcpy(&fill->headers[i], &h, sizeof(h));
	}
}
