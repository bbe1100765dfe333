/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* Packets of a burst at most. */
#define MAX_BURST 256
/* Packets that the ring has room for at most. */
#define MAX_RING_SIZE (1u << 20)
/* Received packets after which to stop at most: no limit. */
#define NO_LIMIT UINT64_MAX

struct options {
	unsigned int burst;
	unsigned int ring_size;
	unsigned int nb_mbufs;   /* 0: as many as are needed */
	bool compressed;         /* how the ring holds pointers */
	bool fill;               /* write headers to what is received */
	const char *routes_file; /* NULL: one network a port */
	const char *json_file;   /* NULL: none */
	uint64_t packets;        /* when to stop */
	double run_time;         /* seconds, 0 for no limit */
};

/* Print what options there are. */
void
options_usage(const char *program);

/*
 * Parse what follows the options of EAL. Returns 0, 1 when all that was asked
 * for is help, or -1 after it said what is wrong.
 */
int
options_parse(struct options *opts, int argc, char **argv);

#endif /* OPTIONS_H */
