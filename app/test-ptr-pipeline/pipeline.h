/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef PIPELINE_H
#define PIPELINE_H

/*
 * Two stages, each on an lcore of its own:
 *
 *	ports -> receive -> ring -> forward -> ports
 *
 * One thread beside them prints statistics and waits for signals.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_common.h>
#include <rte_mempool.h>
#include <rte_stdatomic.h>

#include "hand_over.h"
#include "options.h"
#include "ports.h"
#include "routes.h"
#include "stats.h"

/* All there is of the pipeline. */
struct pipeline {
	struct options opts;
	struct rte_mempool *pool;
	struct ports ports;
	struct routes routes;
	struct hand_over hand_over;

	/* from whoever wants an end to the receive stage */
	RTE_ATOMIC(bool) stop;
	/* from the receive stage to the next: nothing more comes */
	RTE_ATOMIC(bool) all_received;

	struct stage_stats receive_stats;
	struct stage_stats forward_stats;
};

/* The stages, as functions of lcores; the argument is the pipeline. */
int
receive_main(void *arg);

int
forward_main(void *arg);

/* Say on stderr what is wrong. */
__rte_format_printf(1, 2)
void
complain(const char *format, ...);

#endif /* PIPELINE_H */
