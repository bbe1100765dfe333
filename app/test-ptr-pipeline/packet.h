/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef PACKET_H
#define PACKET_H

/* What has to be done to the headers of one packet. */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <rte_branch_prediction.h>
#include <rte_byteorder.h>
#include <rte_common.h>
#include <rte_ether.h>
#include <rte_ip.h>
#include <rte_mbuf.h>
#include <rte_mbuf_ptype.h>

#include "routes.h"
#include "stats.h"

/* Bytes behind the Ethernet header: in the first segment, and in all. */
static inline uint32_t
first_segment_len(const struct rte_mbuf *m)
{
	return rte_pktmbuf_data_len(m) - RTE_ETHER_HDR_LEN;
}

static inline uint32_t
packet_len(const struct rte_mbuf *m)
{
	return rte_pktmbuf_pkt_len(m) - RTE_ETHER_HDR_LEN;
}

static inline struct rte_ipv4_hdr *
ipv4_header(const struct rte_mbuf *m)
{
	return rte_pktmbuf_mtod_offset(m, struct rte_ipv4_hdr *, RTE_ETHER_HDR_LEN);
}

static inline struct rte_ipv6_hdr *
ipv6_header(const struct rte_mbuf *m)
{
	return rte_pktmbuf_mtod_offset(m, struct rte_ipv6_hdr *, RTE_ETHER_HDR_LEN);
}

/* The sum of the 32-bit words of a header, from one byte to another. */
static inline uint64_t
ipv4_sum_words(const struct rte_ipv4_hdr *ip, uint32_t from, uint32_t to)
{
	uint64_t sum = 0;
	uint32_t word;

	for (; from < to; from += sizeof(word)) {
		memcpy(&word, RTE_PTR_ADD(ip, from), sizeof(word));
		sum += word;
	}
	return sum;
}

/* The sum of the 16-bit words of a header, with carry around. */
static inline uint16_t
ipv4_sum(const struct rte_ipv4_hdr *ip, uint32_t header_len)
{
	uint64_t sum;

	/* apart, so that the usual one is without a loop */
	sum = ipv4_sum_words(ip, 0, sizeof(*ip));
	if (unlikely(header_len > sizeof(*ip)))
		sum += ipv4_sum_words(ip, sizeof(*ip), header_len);
	sum = (sum & UINT32_MAX) + (sum >> 32);
	sum = (sum & UINT16_MAX) + (sum >> 16);
	sum = (sum & UINT16_MAX) + (sum >> 16);
	return (uint16_t)(sum + (sum >> 16));
}

/* Check what comes from a network. 8< */
static inline enum verdict
ipv4_check(const struct rte_mbuf *m)
{
	const struct rte_ipv4_hdr *ip = ipv4_header(m);
	uint32_t header_len, total_len;

	if (first_segment_len(m) < sizeof(*ip))
		return DROP_SHORT;
	header_len = rte_ipv4_hdr_len(ip);
	total_len = rte_be_to_cpu_16(ip->total_length);
	if (ip->version_ihl >> 4 != IPVERSION)
		return DROP_VERSION;
	if (header_len < sizeof(*ip))
		return DROP_HEADER_LENGTH;
	if (total_len < header_len || total_len > packet_len(m))
		return DROP_LENGTH;
	if (header_len > first_segment_len(m))
		return DROP_SHORT;
	/* the sum over a header that holds its right checksum is all ones */
	if (ipv4_sum(ip, header_len) != UINT16_MAX)
		return DROP_CHECKSUM;
	return ip->time_to_live > 1 ? FORWARD_IPV4 : DROP_TTL;
}
/* >8 End of check what comes from a network. */

static inline enum verdict
ipv6_check(const struct rte_mbuf *m)
{
	const struct rte_ipv6_hdr *ip = ipv6_header(m);

	if (first_segment_len(m) < sizeof(*ip))
		return DROP_SHORT;
	if (*(const uint8_t *)ip >> 4 != 6)
		return DROP_VERSION;
	if (sizeof(*ip) + rte_be_to_cpu_16(ip->payload_len) > packet_len(m))
		return DROP_LENGTH;
	return ip->hop_limits > 1 ? FORWARD_IPV6 : DROP_TTL;
}

/* Whether to forward a packet, as far as its headers tell. */
static inline enum verdict
packet_check(const struct rte_mbuf *m)
{
	const struct rte_ether_hdr *eth;

	if (rte_pktmbuf_data_len(m) < RTE_ETHER_HDR_LEN)
		return DROP_SHORT;
	eth = rte_pktmbuf_mtod(m, const struct rte_ether_hdr *);
	if (eth->ether_type == RTE_BE16(RTE_ETHER_TYPE_IPV4))
		return ipv4_check(m);
	if (eth->ether_type == RTE_BE16(RTE_ETHER_TYPE_IPV6))
		return ipv6_check(m);
	return DROP_NOT_IP;
}

/* Mark a packet for the next stage, as network cards do that can tell. */
static inline void
packet_set_version(struct rte_mbuf *m, enum verdict verdict)
{
	m->packet_type = verdict == FORWARD_IPV4 ?
			RTE_PTYPE_L3_IPV4_EXT_UNKNOWN :
			RTE_PTYPE_L3_IPV6_EXT_UNKNOWN;
}

static inline bool
packet_is_ipv4(const struct rte_mbuf *m)
{
	return m->packet_type == RTE_PTYPE_L3_IPV4_EXT_UNKNOWN;
}

/* Rewrite the headers on the way to the next hop. 8< */
static inline void
ipv4_decrement_ttl(struct rte_ipv4_hdr *ip)
{
	uint32_t sum;

	ip->time_to_live--;
	/*
	 * The header, a sum of 16-bit words with carry around, is less by 0x0100
	 * now: add the complement of that to the complement of the checksum.
	 */
	sum = (ip->hdr_checksum ^ UINT16_MAX) + RTE_BE16(0xfeff);
	sum += sum >> 16;
	ip->hdr_checksum = (uint16_t)~sum;
}

static inline void
ipv6_decrement_hop_limit(struct rte_ipv6_hdr *ip)
{
	ip->hop_limits--;
}

static inline void
packet_set_macs(struct rte_mbuf *m, const struct next_hop *hop)
{
	/* both at once: they stand in one order in both */
	memcpy(rte_pktmbuf_mtod(m, void *), &hop->dst,
		sizeof(hop->dst) + sizeof(hop->src));
}
/* >8 End of rewrite the headers on the way to the next hop. */

#endif /* PACKET_H */
