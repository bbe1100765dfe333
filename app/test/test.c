/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_eal.h>
#include <rte_errno.h>

#include "commands.h"
#include "test.h"

#define NAME_SEPARATORS ", \t\r\n"

const char *prgname;

static void
usage(const char *name)
{
	printf("Usage: %s [EAL options] [--] [TEST[,TEST]...]...\n"
		"Runs the named tests in their order, or those of the environment\n"
		"variable DPDK_TEST=TEST[,TEST]... With neither it reads commands,\n"
		"at a prompt or from a pipe; 'help' lists them.\n"
		"As the only word, 'list' prints the names of all tests and 'help'\n"
		"this text, without EAL; --help prints the EAL options as well.\n"
		"Exit status: 0 passed, 1 failed, 77 when all that ran were skipped.\n",
		name);
}

/* With a standard stream closed, a file of EAL's would take its number. */
static void
open_std_streams(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDWR);
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

/*
 * What can be told without EAL: whether the only argument, or the one that
 * follows "--" at the end, is this word. Anywhere else it may belong to an
 * EAL option.
 */
static int
lone_word(int argc, char **argv, const char *word)
{
	return argc >= 2 && strcmp(argv[argc - 1], word) == 0 &&
		(argc == 2 || strcmp(argv[argc - 2], "--") == 0);
}

static void
advise(int error)
{
	const char *advice;

	if (error == EINVAL)
		advice = "--help lists the options";
	else if (rte_eal_process_type() == RTE_PROC_SECONDARY)
		advice = "a secondary process needs a running primary that has "
			"hugepages and the same --file-prefix";
	else if (error != 0 && rte_eal_has_hugepages())
		advice = "run with --no-huge -m 1024, or reserve pages: "
			"dpdk-hugepages.py --setup 256M";
	else
		advice = "see above; beside another running process give "
			"--file-prefix=NAME";
	fprintf(stderr, "%s: cannot initialize EAL: %s\n", prgname, advice);
}

/* Split a list of names in place; return how many names there are now. */
static unsigned int
split_names(char *list, char ***names, unsigned int n)
{
	char *name, *save;

	for (name = strtok_r(list, NAME_SEPARATORS, &save); name != NULL;
			name = strtok_r(NULL, NAME_SEPARATORS, &save)) {
		*names = realloc(*names, (n + 1) * sizeof(**names));
		if (*names == NULL)
			rte_exit(EXIT_FAILURE, "Out of memory\n");
		(*names)[n++] = name;
	}
	return n;
}

/* Run the tests in this order, or none of them when one is unknown. */
static int
run_named(char **names, unsigned int n)
{
	unsigned int i, unknown = 0;

	for (i = 0; i < n; i++) {
		if (command_valid(names[i]))
			continue;
		print_unknown(names[i]);
		unknown++;
	}
	if (unknown > 0)
		return EXIT_FAILURE;

	for (i = 0; i < n; i++)
		run_test(names[i]);
	return tests_status();
}

static int
run(int argc, char **argv)
{
	const char *env = getenv("DPDK_TEST");
	unsigned int n = 0;
	char **names = NULL;
	char *list = NULL;
	int status;
	int i;

	for (i = 1; i < argc; i++)
		n = split_names(argv[i], &names, n);
	if (n == 0 && env != NULL) {
		/* a child process gets it unsplit */
		list = strdup(env);
		if (list == NULL)
			rte_exit(EXIT_FAILURE, "Out of memory\n");
		n = split_names(list, &names, n);
	}

	if (n == 1 && strcmp(names[0], "list") == 0) {
		list_tests(stdout);
		status = EXIT_SUCCESS;
	} else if (n > 0) {
		status = run_named(names, n);
	} else if (run_prompt() == 0) {
		status = tests_status();
	} else {
		fprintf(stderr, "%s: cannot read commands\n", prgname);
		status = EXIT_FAILURE;
	}
	free(names);
	free(list);
	return status;
}

int
main(int argc, char **argv)
{
	const char *recursive_call = getenv(RECURSIVE_ENV_VAR);
	int status;
	int ret;

	prgname = argv[0];
	open_std_streams();
	/* A test that crashes shall not take its output along. */
	setvbuf(stdout, NULL, _IOLBF, 0);

	if (lone_word(argc, argv, "list")) {
		list_tests(stdout);
		return EXIT_SUCCESS;
	}
	if (lone_word(argc, argv, "help") ||
			(argc > 2 && (lone_word(argc, argv, "-h") ||
			lone_word(argc, argv, "--help")))) {
		usage(prgname);
		return EXIT_SUCCESS;
	}

	rte_set_application_usage_hook(usage);
	ret = rte_eal_init(argc, argv);
	if (ret < 0) {
		advise(rte_errno);
		return EXIT_FAILURE;
	}

	if (recursive_call != NULL) {
		/* DPDK looks the part up; no test here has one */
		fprintf(stderr, "%s: %s names no part of a test: '%s'\n",
			prgname, RECURSIVE_ENV_VAR, recursive_call);
		status = EXIT_FAILURE;
	} else if (commands_init() < 0) {
		fprintf(stderr, "%s: out of memory\n", prgname);
		status = EXIT_FAILURE;
	} else {
		status = run(argc - ret, argv + ret);
	}

	rte_eal_cleanup();
	return status;
}

/* Run one enabled case: setup, the case itself, teardown. */
static int
run_case(const struct unit_test_case *tc)
{
	int ret = tc->setup != NULL ? tc->setup() : TEST_SUCCESS;

	if (ret == TEST_SUCCESS) {
		if (tc->testcase_with_data != NULL)
			ret = tc->testcase_with_data(tc->data);
		else
			ret = tc->testcase();
	}
	if (tc->teardown != NULL)
		tc->teardown();
	return ret;
}

/* Count a case's result, and name it. */
static const char *
count_result(struct unit_test_suite *suite, int ret)
{
	if (ret == TEST_SKIPPED) {
		suite->skipped++;
		return "skipped";
	}
	if (ret == -ENOTSUP) {
		suite->unsupported++;
		return "unsupported";
	}
	suite->executed++;
	if (ret == TEST_SUCCESS) {
		suite->succeeded++;
		return "succeeded";
	}
	suite->failed++;
	return "failed";
}

int
unit_test_suite_runner(struct unit_test_suite *suite)
{
	const struct unit_test_case *tc;
	const char *result;
	int setup_ret;

	suite->total = 0;
	suite->executed = 0;
	suite->succeeded = 0;
	suite->skipped = 0;
	suite->failed = 0;
	suite->unsupported = 0;

	printf("Test suite: %s\n", suite->suite_name);
	setup_ret = suite->setup != NULL ? suite->setup() : TEST_SUCCESS;

	for (tc = suite->unit_test_cases; tc->testcase != NULL ||
			tc->testcase_with_data != NULL; tc++) {
		suite->total++;
		/* what the suite's setup says holds for its cases */
		if (setup_ret != TEST_SUCCESS)
			result = count_result(suite, setup_ret);
		else if (!tc->enabled)
			result = count_result(suite, TEST_SKIPPED);
		else
			result = count_result(suite, run_case(tc));
		printf("  case %u: %s %s\n", suite->total, tc->name, result);
	}

	if (suite->teardown != NULL)
		suite->teardown();

	printf("Test suite %s: %u cases: %u passed, %u failed, %u skipped, "
		"%u unsupported\n",
		suite->suite_name, suite->total, suite->succeeded, suite->failed,
		suite->skipped, suite->unsupported);

	if (suite->failed > 0)
		return TEST_FAILED;
	if (suite->total > 0 && suite->executed == 0)
		return TEST_SKIPPED;
	return TEST_SUCCESS;
}
