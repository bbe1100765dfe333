/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef _COMMANDS_H_
#define _COMMANDS_H_

/* What test.c needs of commands.c: not for test files. */

#include <stdio.h>

/* Print the names of all tests, one a line. */
void list_tests(FILE *f);

/* Say that nothing has this name, and which names come near. */
void print_unknown(const char *name);

/* Run the test of this name, which must be valid. */
void run_test(const char *name);

/* Read commands from stdin, up to its end or to quit. */
int run_prompt(void);

/* Sum up the tests that ran: the exit status of the program. */
int tests_status(void);

#endif
