/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef CONTROL_H
#define CONTROL_H

/*
 * The thread beside the stages. It takes the signals that ask for an end,
 * looks at the clock, and prints statistics.
 */

#include <pthread.h>

#include "pipeline.h"

/*
 * Keep SIGINT and SIGTERM for the control thread, which takes those too that
 * come before it runs. To be called first of all: threads inherit it.
 */
void
control_block_signals(void);

/* Start the thread. Returns 0 or, after it said why, -1. */
int
control_start(pthread_t *thread, struct pipeline *p);

/* End it. */
void
control_join(pthread_t thread);

#endif /* CONTROL_H */
