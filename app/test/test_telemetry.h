/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_TELEMETRY_H
#define TEST_TELEMETRY_H

/*
 * Telemetry of the running test application, asked as others would.
 */

#include <stdbool.h>

/* Room for any reply. */
#define TEST_TELEMETRY_SIZE 16384

/* Whether it can be asked; if not, says why. */
bool
test_telemetry_possible(void);

/*
 * Ask, and get the reply without its blanks, since who formats it may put some
 * where he likes. Returns TEST_SUCCESS when there was a reply.
 */
int
test_telemetry_ask(const char *command, char reply[TEST_TELEMETRY_SIZE]);

#endif /* TEST_TELEMETRY_H */
