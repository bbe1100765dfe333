/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_SECONDARY_H
#define TEST_SECONDARY_H

/*
 * Secondary processes of the running test application. A test that wants one
 * is run in both: it asks rte_eal_process_type() which part is its own.
 */

#include <stdbool.h>

/* Whether there can be one; if not, says why. */
bool
test_secondary_possible(void);

/*
 * Run a test, by its name, in a secondary process and wait for it. Returns
 * TEST_SUCCESS when it passed there.
 */
int
test_secondary_run(const char *test);

#ifdef RTE_EXEC_ENV_LINUX
#include <sys/types.h>

/* The same in two steps. The first returns the process, or a negative value. */
pid_t
test_secondary_start(const char *test);

int
test_secondary_wait(pid_t pid);
#endif

#endif /* TEST_SECONDARY_H */
