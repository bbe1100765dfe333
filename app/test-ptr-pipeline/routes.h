/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef ROUTES_H
#define ROUTES_H

/*
 * Where packets go: the longest prefix that matches their destination leads
 * to a next hop.
 */

#include <stdint.h>
#include <string.h>

#include <rte_branch_prediction.h>
#include <rte_byteorder.h>
#include <rte_ether.h>
#include <rte_lpm.h>
#include <rte_lpm6.h>

#include "ports.h"

#define IPV6_BYTES 16
#define NO_HOP UINT32_MAX
/* what is the next hop of a word that rte_lpm_lookup_bulk() gives */
#define LPM_HOP_BITS 0x00ffffff

struct next_hop {
	/* of the next router */
	struct rte_ether_addr dst __rte_aligned(16);
	struct rte_ether_addr src; /* of our port, right behind */
	uint16_t port;             /* as an index into the ports */
};

struct route {
	int family;                 /* AF_INET or AF_INET6 */
	uint8_t prefix[IPV6_BYTES]; /* in network order, IPv4 in the first 4 */
	uint8_t depth;              /* bits of the prefix that count */
	uint32_t hop;               /* as an index into the next hops */
};

struct routes {
	struct rte_lpm *lpm;   /* NULL where there is no rule for it */
	struct rte_lpm6 *lpm6;
	/* routes of depth 0, which those have no room for, or NO_HOP */
	uint32_t default_hop;
	uint32_t default_hop6;

	struct route *list;
	unsigned int nb;
	struct next_hop *hops;
	unsigned int nb_hops;
};

/*
 * Read routes from a file, or make up one network a port if it is NULL.
 * Returns 0 or, after it said why, -1.
 */
int
routes_read(struct routes *routes, const char *file, const struct ports *ports);

/* Make tables of them, in memory of a NUMA node. Returns 0 or -1 likewise. */
int
routes_build(struct routes *routes, int socket);

void
routes_free(struct routes *routes);

/* Look up the next hops of a burst. 8< */
static inline void
routes_lookup(const struct routes *routes, const uint32_t *addrs,
		uint32_t *hops, unsigned int n)
{
	unsigned int i;

	if (likely(routes->lpm != NULL))
		rte_lpm_lookup_bulk(routes->lpm, addrs, hops, n);
	else
		memset(hops, 0, n * sizeof(*hops));
	for (i = 0; i < n; i++)
		hops[i] = hops[i] & RTE_LPM_LOOKUP_SUCCESS ?
				hops[i] & LPM_HOP_BITS : routes->default_hop;
}
/* >8 End of look up the next hops of a burst. */

static inline void
routes_lookup6(const struct routes *routes, uint8_t (*addrs)[IPV6_BYTES],
		uint32_t *hops, unsigned int n)
{
	unsigned int i;

	/* what is not found is -1; addresses have a type in DPDK 24.11 */
	memset(hops, 0xff, n * sizeof(*hops));
	if (likely(routes->lpm6 != NULL))
		rte_lpm6_lookup_bulk_func(routes->lpm6, (void *)addrs,
				(int32_t *)hops, n);
	for (i = 0; i < n; i++)
		if (hops[i] == NO_HOP)
			hops[i] = routes->default_hop6;
}

#endif /* ROUTES_H */
