/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

/*
 * Tests of known results, for test_cli.py to look at what the program makes of
 * them. They are in no test application but their own.
 */

#include <stdio.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_lcore.h>
#include <rte_mempool.h>
#include <rte_ring.h>

#include <rte_ptr_ring.h>

#include "../test.h"

static int
test_pass(void)
{
	return TEST_SUCCESS;
}

static int
test_fail(void)
{
	TEST_ASSERT_EQUAL(1, 2, "on purpose: %d", 42);
	return TEST_SUCCESS;
}

static int
test_skip(void)
{
	return TEST_SKIPPED;
}

static int
test_unsupported(void)
{
	return -ENOTSUP;
}

/* Leave a ring of each kind and a mempool behind, for the dumps. */
static int
test_objects(void)
{
	struct rte_ptr_codec codec;
	struct rte_ptr_ring *pr;
	struct rte_ring *r;
	struct rte_mempool *mp;

	r = rte_ring_create("selftest_r", 16, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(r, "cannot create the ring");
	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, NULL, 64, 16, 0),
		"cannot set up the codec");
	pr = rte_ptr_ring_create("selftest_pr", 16, SOCKET_ID_ANY, 0, &codec);
	TEST_ASSERT_NOT_NULL(pr, "cannot create the ring of compressed pointers");
	mp = rte_mempool_create("selftest_mp", 15, 64, 0, 0, NULL, NULL, NULL,
		NULL, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(mp, "cannot create the mempool");
	return TEST_SUCCESS;
}

/* What a secondary process sees of the primary's. */
static int
test_process(void)
{
	printf("process type: %s\n",
		rte_eal_process_type() == RTE_PROC_PRIMARY ?
		"primary" : "secondary");
	return TEST_SUCCESS;
}

/* Each assertion, once as it holds and once as it does not. */
#define ASSERTION(name, assertion) \
static int \
name(void) \
{ \
	assertion; \
	return TEST_SUCCESS; \
}

ASSERTION(true_holds, TEST_ASSERT(1 < 2, "message"))
ASSERTION(equal_holds, TEST_ASSERT_EQUAL(2, 2, "message"))
ASSERTION(not_equal_holds, TEST_ASSERT_NOT_EQUAL(1, 2, "message"))
ASSERTION(success_holds, TEST_ASSERT_SUCCESS(0, "message"))
ASSERTION(fail_holds, TEST_ASSERT_FAIL(-1, "message"))
ASSERTION(null_holds, TEST_ASSERT_NULL(NULL, "message"))
ASSERTION(not_null_holds, TEST_ASSERT_NOT_NULL("", "message"))
ASSERTION(buffers_hold, TEST_ASSERT_BUFFERS_ARE_EQUAL("ab1", "ab2", 2, "message"))

ASSERTION(true_fails, TEST_ASSERT(2 < 1, "message"))
ASSERTION(equal_fails, TEST_ASSERT_EQUAL(1, 2, "message"))
ASSERTION(not_equal_fails, TEST_ASSERT_NOT_EQUAL(2, 2, "message"))
ASSERTION(success_fails, TEST_ASSERT_SUCCESS(1, "message"))
ASSERTION(fail_fails, TEST_ASSERT_FAIL(0, "message"))
ASSERTION(null_fails, TEST_ASSERT_NULL("", "message"))
ASSERTION(not_null_fails, TEST_ASSERT_NOT_NULL(NULL, "message"))
ASSERTION(buffers_fail, TEST_ASSERT_BUFFERS_ARE_EQUAL("ab1", "ab2", 3, "message"))

static int
test_assertions(void)
{
	int (*const hold[])(void) = {
		true_holds, equal_holds, not_equal_holds, success_holds,
		fail_holds, null_holds, not_null_holds, buffers_hold,
	};
	int (*const fail[])(void) = {
		true_fails, equal_fails, not_equal_fails, success_fails,
		fail_fails, null_fails, not_null_fails, buffers_fail,
	};
	unsigned int i;

	for (i = 0; i < RTE_DIM(hold); i++)
		if (hold[i]() != TEST_SUCCESS)
			return TEST_FAILED;
	for (i = 0; i < RTE_DIM(fail); i++)
		if (fail[i]() != TEST_FAILED)
			return TEST_FAILED;
	return TEST_SUCCESS;
}

/* What the suites' functions did, for test_cli.py to compare. */

static int
setup(void)
{
	printf("setup ran\n");
	return TEST_SUCCESS;
}

static void
teardown(void)
{
	printf("teardown ran\n");
}

static int
print_data(const void *data)
{
	printf("data: %s\n", (const char *)data);
	return TEST_SUCCESS;
}

static struct unit_test_suite passing_suite = {
	.suite_name = "passing",
	.setup = setup,
	.teardown = teardown,
	.unit_test_cases = {
		TEST_CASE(test_pass),
		TEST_CASE_NAMED("a name of its own", test_pass),
		TEST_CASE_ST(setup, teardown, test_pass),
		TEST_CASE_NAMED_ST("another name", setup, teardown, test_pass),
		TEST_CASE_WITH_DATA(NULL, NULL, print_data, "first"),
		TEST_CASE_NAMED_WITH_DATA("data", NULL, NULL, print_data, "second"),
		TEST_CASE(test_skip),
		TEST_CASE(test_unsupported),
		TEST_CASE_DISABLED(test_fail),
		TEST_CASE_ST_DISABLED(setup, teardown, test_fail),
		TEST_CASES_END(),
	},
};

static struct unit_test_suite failing_suite = {
	.suite_name = "failing",
	.unit_test_cases = {
		TEST_CASE(test_fail),
		/* the setup fails */
		TEST_CASE_ST(test_fail, teardown, test_pass),
		TEST_CASE(test_pass),
		TEST_CASES_END(),
	},
};

static struct unit_test_suite skipped_suite = {
	.suite_name = "skipped",
	.unit_test_cases = {
		TEST_CASE(test_skip),
		TEST_CASE_DISABLED(test_fail),
		TEST_CASES_END(),
	},
};

static struct unit_test_suite failing_setup_suite = {
	.suite_name = "failing setup",
	.setup = test_fail,
	.unit_test_cases = {
		TEST_CASE(test_pass),
		TEST_CASES_END(),
	},
};

static struct unit_test_suite skipping_setup_suite = {
	.suite_name = "skipping setup",
	.setup = test_skip,
	.unit_test_cases = {
		TEST_CASE(test_fail),
		TEST_CASES_END(),
	},
};

static int
test_passing_suite(void)
{
	return unit_test_suite_runner(&passing_suite);
}

static int
test_failing_suite(void)
{
	return unit_test_suite_runner(&failing_suite);
}

static int
test_skipped_suite(void)
{
	return unit_test_suite_runner(&skipped_suite);
}

static int
test_failing_setup_suite(void)
{
	return unit_test_suite_runner(&failing_setup_suite);
}

static int
test_skipping_setup_suite(void)
{
	return unit_test_suite_runner(&skipping_setup_suite);
}

REGISTER_FAST_TEST(pass_autotest, true, true, test_pass);
REGISTER_FAST_TEST(fail_autotest, true, false, test_fail);
REGISTER_FAST_TEST(objects_autotest, false, true, test_objects);
REGISTER_PERF_TEST(skip_perf_autotest, test_skip);
REGISTER_DRIVER_TEST(process_autotest, test_process);
REGISTER_STRESS_TEST(assertions_autotest, test_assertions);
REGISTER_TEST_COMMAND(passing_suite_autotest, test_passing_suite);
REGISTER_TEST_COMMAND(failing_suite_autotest, test_failing_suite);
REGISTER_TEST_COMMAND(skipped_suite_autotest, test_skipped_suite);
REGISTER_TEST_COMMAND(failing_setup_suite_autotest, test_failing_setup_suite);
REGISTER_TEST_COMMAND(skipping_setup_suite_autotest, test_skipping_setup_suite);
