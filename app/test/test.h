/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef _TEST_H_
#define _TEST_H_

/*
 * What test files may use: the names of the test.h of DPDK 24.03, with the
 * same meaning, so that the files go into a DPDK tree as they are.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include <rte_common.h>
#include <rte_hexdump.h>
#include <rte_log.h>

#define TEST_SUCCESS EXIT_SUCCESS
#define TEST_FAILED (-1)
#define TEST_SKIPPED 77

/* A test file may define this before the include, to be told of failures. */
#ifndef TEST_TRACE_FAILURE
#define TEST_TRACE_FAILURE(_file, _line, _func)
#endif
#define RTE_TEST_TRACE_FAILURE TEST_TRACE_FAILURE

/*
 * All of these leave the calling function with TEST_FAILED. The message is a
 * string literal, with printf arguments after it.
 */
#define TEST_ASSERT(cond, msg, ...) do { \
	if (!(cond)) { \
		printf("%s() line %d: assertion failed: " msg "\n", \
			__func__, __LINE__, ##__VA_ARGS__); \
		RTE_TEST_TRACE_FAILURE(__FILE__, __LINE__, __func__); \
		return TEST_FAILED; \
	} \
} while (0)

#define TEST_ASSERT_EQUAL(a, b, msg, ...) \
	TEST_ASSERT((a) == (b), msg, ##__VA_ARGS__)

#define TEST_ASSERT_NOT_EQUAL(a, b, msg, ...) \
	TEST_ASSERT((a) != (b), msg, ##__VA_ARGS__)

#define TEST_ASSERT_SUCCESS(val, msg, ...) \
	TEST_ASSERT((val) == 0, msg, ##__VA_ARGS__)

#define TEST_ASSERT_FAIL(val, msg, ...) \
	TEST_ASSERT((val) != 0, msg, ##__VA_ARGS__)

#define TEST_ASSERT_NULL(val, msg, ...) \
	TEST_ASSERT((val) == NULL, msg, ##__VA_ARGS__)

#define TEST_ASSERT_NOT_NULL(val, msg, ...) \
	TEST_ASSERT((val) != NULL, msg, ##__VA_ARGS__)

#define TEST_ASSERT_BUFFERS_ARE_EQUAL(a, b, len, msg, ...) \
	TEST_ASSERT(memcmp(a, b, len) == 0, msg, ##__VA_ARGS__)

struct unit_test_case {
	int (*setup)(void);
	void (*teardown)(void);
	int (*testcase)(void);
	int (*testcase_with_data)(const void *data);
	const char *name;
	unsigned int enabled;
	const void *data;
};

#define TEST_CASE(fn) \
	{ NULL, NULL, fn, NULL, #fn, 1, NULL }

#define TEST_CASE_NAMED(name, fn) \
	{ NULL, NULL, fn, NULL, name, 1, NULL }

#define TEST_CASE_ST(setup, teardown, testcase) \
	{ setup, teardown, testcase, NULL, #testcase, 1, NULL }

#define TEST_CASE_NAMED_ST(name, setup, teardown, testcase) \
	{ setup, teardown, testcase, NULL, name, 1, NULL }

#define TEST_CASE_WITH_DATA(setup, teardown, testcase, data) \
	{ setup, teardown, NULL, testcase, #testcase, 1, data }

#define TEST_CASE_NAMED_WITH_DATA(name, setup, teardown, testcase, data) \
	{ setup, teardown, NULL, testcase, name, 1, data }

#define TEST_CASE_DISABLED(fn) \
	{ NULL, NULL, fn, NULL, #fn, 0, NULL }

#define TEST_CASE_ST_DISABLED(setup, teardown, testcase) \
	{ setup, teardown, testcase, NULL, #testcase, 0, NULL }

#define TEST_CASES_END() \
	{ NULL, NULL, NULL, NULL, NULL, 0, NULL }

/* The counts are the runner's to fill in. */
struct unit_test_suite {
	const char *suite_name;
	int (*setup)(void);
	void (*teardown)(void);
	unsigned int total;
	unsigned int executed;
	unsigned int succeeded;
	unsigned int skipped;
	unsigned int failed;
	unsigned int unsupported;
	struct unit_test_case unit_test_cases[];
};

int unit_test_suite_runner(struct unit_test_suite *suite);

static inline void
debug_hexdump(FILE *file, const char *title, const void *buf, size_t len)
{
	if (rte_log_get_global_level() == RTE_LOG_DEBUG)
		rte_hexdump(file, title, buf, len);
}

/* Set in a process that a test started to do a part of it. */
#define RECURSIVE_ENV_VAR "RTE_TEST_RECURSIVE"

extern const char *prgname; /* argv[0] */

int commands_init(void);
int command_valid(const char *cmd);

typedef int (test_callback)(void);

TAILQ_HEAD(test_commands_list, test_command);
struct test_command {
	TAILQ_ENTRY(test_command) next;
	const char *command;
	test_callback *callback;
};

void add_test_command(struct test_command *t);

#define REGISTER_TEST_COMMAND(cmd, func) \
	static struct test_command test_command_##cmd = { \
		.command = RTE_STR(cmd), \
		.callback = func, \
	}; \
	RTE_INIT(test_register_##cmd) \
	{ \
		add_test_command(&test_command_##cmd); \
	}

/*
 * buildtools/get-test-suites.py finds these in the sources and makes the
 * suites of them. The two flags are for it: whether the test can run without
 * hugepages, and under AddressSanitizer.
 */
#define REGISTER_FAST_TEST(cmd, no_huge, ASan, func) \
	REGISTER_TEST_COMMAND(cmd, func)
#define REGISTER_PERF_TEST REGISTER_TEST_COMMAND
#define REGISTER_DRIVER_TEST REGISTER_TEST_COMMAND
#define REGISTER_STRESS_TEST REGISTER_TEST_COMMAND

#endif
