/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <arpa/inet.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <rte_errno.h>

#include "pipeline.h"
#include "routes.h"

#define NAME "ptr_pipeline"
/* bits of an address that the first table of both libraries takes */
#define FIRST_TABLE_BITS 24

/* A route as text. */
struct route_text {
	char *prefix;
	char *depth;
	char *port;
	char *mac; /* may be NULL */
};

/* Where the route goes, in the list of next hops. Returns 0 or -1. */
static int
hop_find(struct routes *routes, const struct next_hop *hop, uint32_t *index)
{
	struct next_hop *hops;
	unsigned int i;

	for (i = 0; i < routes->nb_hops; i++) {
		const struct next_hop *other = &routes->hops[i];

		if (other->port == hop->port &&
				rte_is_same_ether_addr(&other->dst, &hop->dst)) {
			*index = i;
			return 0;
		}
	}
	hops = realloc(routes->hops, (i + 1) * sizeof(*hops));
	if (hops == NULL)
		return -1;
	hops[i] = *hop;
	routes->hops = hops;
	routes->nb_hops++;
	*index = i;
	return 0;
}

static int
route_add(struct routes *routes, const struct route *route)
{
	struct route *list;

	list = realloc(routes->list, (routes->nb + 1) * sizeof(*list));
	if (list == NULL)
		return -1;
	list[routes->nb++] = *route;
	routes->list = list;
	return 0;
}

static bool
parse_number(const char *text, unsigned long max, unsigned long *value)
{
	char *end;

	*value = strtoul(text, &end, 10);
	return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *value <= max;
}

/* Whether no bit is set beyond the depth. */
static bool
prefix_is_clear(const struct route *route)
{
	unsigned int bit;

	for (bit = route->depth; bit < 8 * sizeof(route->prefix); bit++)
		if (route->prefix[bit / 8] & (0x80 >> bit % 8))
			return false;
	return true;
}

static const char *
parse_prefix(const struct route_text *text, struct route *route)
{
	unsigned long depth;

	route->family = strchr(text->prefix, ':') != NULL ? AF_INET6 : AF_INET;
	if (inet_pton(route->family, text->prefix, route->prefix) != 1)
		return "that is no address";
	if (text->depth == NULL || !parse_number(text->depth,
			route->family == AF_INET ? 32 : 128, &depth))
		return "an address, a slash and a number of bits are wanted";
	route->depth = depth;
	if (!prefix_is_clear(route))
		return "the address has bits set beyond that length";
	return NULL;
}

static const char *
parse_hop(const struct route_text *text, const struct ports *ports,
		struct next_hop *hop)
{
	unsigned long id;
	unsigned int i;

	if (text->port == NULL || !parse_number(text->port, UINT16_MAX, &id))
		return "the number of a port is missing";
	for (i = 0; i < ports->nb && ports->ids[i] != id; i++)
		;
	if (i == ports->nb)
		return "there is no such port";
	hop->port = i;
	/* locally administered, to tell ports apart */
	hop->dst = (struct rte_ether_addr){ { 0x02, 0, 0, 0, 0, (uint8_t)id } };
	if (text->mac != NULL && rte_ether_unformat_addr(text->mac, &hop->dst) != 0)
		return "that is no MAC address";
	return NULL;
}

static bool
is_there(const struct routes *routes, const struct route *route)
{
	unsigned int i;

	for (i = 0; i < routes->nb; i++)
		if (routes->list[i].family == route->family &&
				routes->list[i].depth == route->depth &&
				memcmp(routes->list[i].prefix, route->prefix,
					sizeof(route->prefix)) == 0)
			return true;
	return false;
}

/* Take in a line. Returns NULL or what is wrong with it. */
static const char *
parse_line(struct routes *routes, char *line, const struct ports *ports)
{
	struct route route = { 0 };
	struct next_hop hop = { 0 };
	struct route_text text;
	const char *wrong;
	char *rest;

	line[strcspn(line, "#")] = '\0';
	text.prefix = strtok_r(line, " \t\r\n", &rest);
	if (text.prefix == NULL)
		return NULL;
	text.port = strtok_r(NULL, " \t\r\n", &rest);
	text.mac = strtok_r(NULL, " \t\r\n", &rest);
	if (text.mac != NULL && strtok_r(NULL, " \t\r\n", &rest) != NULL)
		return "there is more than PREFIX/LENGTH PORT [MAC]";
	text.depth = strchr(text.prefix, '/');
	if (text.depth != NULL)
		*text.depth++ = '\0';

	wrong = parse_prefix(&text, &route);
	if (wrong == NULL)
		wrong = parse_hop(&text, ports, &hop);
	if (wrong == NULL && is_there(routes, &route))
		wrong = "there is such a route already";
	if (wrong == NULL && (hop_find(routes, &hop, &route.hop) != 0 ||
			route_add(routes, &route) != 0))
		wrong = "no memory for more routes";
	return wrong;
}

/* To each port a network of the ranges that are set aside for benchmarks. */
static int
routes_make_up(struct routes *routes, const struct ports *ports)
{
	const char *wrong = NULL;
	char line[64];
	unsigned int i;

	for (i = 0; i < 2 * ports->nb && wrong == NULL; i++) {
		const unsigned int id = ports->ids[i / 2];

		if (i % 2 == 0)
			snprintf(line, sizeof(line), "198.18.%u.0/24 %u", id, id);
		else
			snprintf(line, sizeof(line), "2001:2:0:%x::/64 %u", id, id);
		wrong = parse_line(routes, line, ports);
	}
	if (wrong != NULL)
		complain("cannot make up routes: %s", wrong);
	return wrong == NULL ? 0 : -1;
}

static int
routes_read_file(struct routes *routes, const char *name,
		const struct ports *ports)
{
	const char *wrong = NULL;
	unsigned int number = 0;
	char *line = NULL;
	size_t size = 0;
	FILE *f;

	f = fopen(name, "r");
	if (f == NULL) {
		complain("cannot read %s: %s", name, strerror(errno));
		return -1;
	}
	while (wrong == NULL && getline(&line, &size, f) != -1) {
		number++;
		wrong = parse_line(routes, line, ports);
	}
	if (wrong == NULL && ferror(f) != 0)
		wrong = "it cannot be read on";
	if (wrong == NULL && routes->nb == 0)
		wrong = "there is no route in it";
	if (wrong != NULL)
		complain("%s, line %u: %s", name, number, wrong);
	free(line);
	fclose(f);
	return wrong == NULL ? 0 : -1;
}

int
routes_read(struct routes *routes, const char *file, const struct ports *ports)
{
	unsigned int i;
	int ret;

	routes->default_hop = NO_HOP;
	routes->default_hop6 = NO_HOP;
	ret = file == NULL ? routes_make_up(routes, ports) :
			routes_read_file(routes, file, ports);
	for (i = 0; i < routes->nb_hops; i++)
		routes->hops[i].src = ports->macs[routes->hops[i].port];
	return ret;
}

/* Rules, and tables beyond the first that they take at most. */
static void
count_rules(const struct routes *routes, int family, uint32_t *rules,
		uint32_t *tables)
{
	const struct route *route;
	unsigned int i;

	*rules = 0;
	*tables = 1; /* less is not accepted */
	for (i = 0; i < routes->nb; i++) {
		route = &routes->list[i];
		if (route->family != family || route->depth == 0)
			continue;
		*rules += 1;
		if (route->depth > FIRST_TABLE_BITS)
			*tables += (route->depth - FIRST_TABLE_BITS + 7) / 8;
	}
}

/* A table takes 64 MB and more: none where there are no rules for it. */
static int
tables_create(struct routes *routes, int socket)
{
	struct rte_lpm6_config config6 = { 0 };
	struct rte_lpm_config config = { 0 };

	count_rules(routes, AF_INET, &config.max_rules, &config.number_tbl8s);
	count_rules(routes, AF_INET6, &config6.max_rules, &config6.number_tbl8s);
	if (config.max_rules > 0)
		routes->lpm = rte_lpm_create(NAME, socket, &config);
	if (config6.max_rules > 0)
		routes->lpm6 = rte_lpm6_create(NAME, socket, &config6);
	if ((config.max_rules > 0 && routes->lpm == NULL) ||
			(config6.max_rules > 0 && routes->lpm6 == NULL)) {
		complain("no table of %u IPv4 and %u IPv6 routes, which take 64 MB and more each: %s",
			config.max_rules, config6.max_rules,
			rte_strerror(rte_errno));
		return -1;
	}
	return 0;
}

static int
table_add(struct routes *routes, const struct route *route)
{
	const bool ipv4 = route->family == AF_INET;
	rte_be32_t addr;

	if (route->depth == 0) {
		*(ipv4 ? &routes->default_hop : &routes->default_hop6) = route->hop;
		return 0;
	}
	/* a type of its own in DPDK 24.11 */
	if (!ipv4)
		return rte_lpm6_add(routes->lpm6, (const void *)route->prefix,
				route->depth, route->hop);
	memcpy(&addr, route->prefix, sizeof(addr));
	return rte_lpm_add(routes->lpm, rte_be_to_cpu_32(addr), route->depth,
			route->hop);
}

int
routes_build(struct routes *routes, int socket)
{
	unsigned int i;
	int ret;

	if (tables_create(routes, socket) != 0)
		return -1;
	for (i = 0; i < routes->nb; i++) {
		ret = table_add(routes, &routes->list[i]);
		if (ret != 0) {
			complain("cannot add route %u: %s", i + 1,
				rte_strerror(-ret));
			return -1;
		}
	}
	return 0;
}

void
routes_free(struct routes *routes)
{
	rte_lpm_free(routes->lpm);
	rte_lpm6_free(routes->lpm6);
	free(routes->list);
	free(routes->hops);
}
