/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "pipeline.h"

enum {
	OPT_BURST = 256,
	OPT_FILL,
	OPT_HAND_OVER,
	OPT_JSON,
	OPT_MBUFS,
	OPT_PACKETS,
	OPT_RING_SIZE,
	OPT_ROUTES,
	OPT_RUN_TIME,
};

static const struct option long_options[] = {
	{ "burst", required_argument, NULL, OPT_BURST },
	{ "fill", no_argument, NULL, OPT_FILL },
	{ "hand-over", required_argument, NULL, OPT_HAND_OVER },
	{ "help", no_argument, NULL, 'h' },
	{ "json", required_argument, NULL, OPT_JSON },
	{ "mbufs", required_argument, NULL, OPT_MBUFS },
	{ "packets", required_argument, NULL, OPT_PACKETS },
	{ "ring-size", required_argument, NULL, OPT_RING_SIZE },
	{ "routes", required_argument, NULL, OPT_ROUTES },
	{ "run-time", required_argument, NULL, OPT_RUN_TIME },
	{ NULL, 0, NULL, 0 },
};

void
options_usage(const char *program)
{
	printf("\nUsage: %s EAL-OPTIONS -- [OPTIONS]\n"
		"Forwards IP packets in two stages on two lcores: the main lcore receives\n"
		"from all ports, another one looks up routes and transmits.\n\n"
		"  --burst N            packets of a burst, 1 to %u (default: 32)\n"
		"  --ring-size N        packets that the ring has room for (default: 1024)\n"
		"  --hand-over HOW      what the ring holds: compressed pointers (default)\n"
		"                       or raw ones: compressed, raw\n"
		"  --mbufs N            mbufs of the pool (default: 8191, or what is needed)\n"
		"  --routes FILE        lines of PREFIX/LENGTH PORT [MAC] (default: to each\n"
		"                       port N 198.18.N.0/24 and 2001:2:0:N::/64)\n"
		"  --fill               write headers to packets that are received, for\n"
		"                       ports that leave them empty as net_null does\n"
		"  --packets N          stop when so many packets were received\n"
		"  --run-time SECONDS   stop after that time\n"
		"  --json FILE          append results as JSON lines\n"
		"  -h, --help           this text\n\n",
		program, MAX_BURST);
}

static int
parse_number(const char *option, const char *text, uint64_t max, uint64_t *value)
{
	unsigned long long number;
	char *end;

	errno = 0;
	number = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 ||
			number == 0 || number > max) {
		complain("--%s takes a whole number from 1 to %llu, not \"%s\"",
			option, (unsigned long long)max, text);
		return -1;
	}
	*value = number;
	return 0;
}

static int
parse_seconds(const char *text, double *seconds)
{
	char *end;

	*seconds = strtod(text, &end);
	if (end == text || *end != '\0' || !isfinite(*seconds) || *seconds <= 0) {
		complain("--run-time takes seconds, more than 0, not \"%s\"", text);
		return -1;
	}
	return 0;
}

static int
parse_hand_over(const char *text, bool *compressed)
{
	*compressed = strcmp(text, "compressed") == 0;
	if (*compressed || strcmp(text, "raw") == 0)
		return 0;
	complain("--hand-over is raw or compressed, not \"%s\"", text);
	return -1;
}

static int
parse_option(struct options *opts, int opt, const char *name, const char *value)
{
	uint64_t number = 0;
	int ret = 0;

	switch (opt) {
	case OPT_BURST:
		ret = parse_number(name, value, MAX_BURST, &number);
		opts->burst = number;
		break;
	case OPT_RING_SIZE:
		ret = parse_number(name, value, MAX_RING_SIZE, &number);
		opts->ring_size = number;
		break;
	case OPT_MBUFS:
		ret = parse_number(name, value, INT32_MAX, &number);
		opts->nb_mbufs = number;
		break;
	case OPT_PACKETS:
		ret = parse_number(name, value, NO_LIMIT - 1, &number);
		opts->packets = number;
		break;
	case OPT_RUN_TIME:
		ret = parse_seconds(value, &opts->run_time);
		break;
	case OPT_HAND_OVER:
		ret = parse_hand_over(value, &opts->compressed);
		break;
	case OPT_ROUTES:
		opts->routes_file = value;
		break;
	case OPT_JSON:
		opts->json_file = value;
		break;
	case OPT_FILL:
		opts->fill = true;
		break;
	default:
		/* getopt_long() said what it is */
		ret = -1;
	}
	return ret;
}

int
options_parse(struct options *opts, int argc, char **argv)
{
	int opt, index;

	*opts = (struct options){
		.burst = 32,
		.ring_size = 1024,
		.compressed = true,
		.packets = NO_LIMIT,
	};
	while ((opt = getopt_long(argc, argv, "h", long_options, &index)) != -1) {
		if (opt == 'h')
			return 1;
		if (parse_option(opts, opt, long_options[index].name, optarg) != 0)
			return -1;
	}
	if (optind < argc) {
		complain("\"%s\" is no option", argv[optind]);
		return -1;
	}
	return 0;
}
