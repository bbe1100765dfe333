/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdio.h>

#include "test.h"
#include "test_secondary.h"

#ifndef RTE_EXEC_ENV_LINUX

bool
test_secondary_possible(void)
{
	printf("No secondary process on this system\n");
	return false;
}

int
test_secondary_run(const char *test __rte_unused)
{
	return TEST_FAILED;
}

#else

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rte_eal.h>
#include <rte_lcore.h>

bool
test_secondary_possible(void)
{
	char config[PATH_MAX];

	if (!rte_eal_has_hugepages()) {
		printf("No secondary process without hugepages\n");
		return false;
	}
	/* not there with --in-memory or --no-shconf */
	snprintf(config, sizeof(config), "%s/config", rte_eal_get_runtime_dir());
	if (access(config, F_OK) != 0) {
		printf("No secondary process without %s\n", config);
		return false;
	}
	return true;
}

/* In the child: become a secondary process that runs the test. */
static void
exec_secondary(const char *prefix, const char *test)
{
	char prefix_arg[128];
	char *argv[] = {
		strdup(prgname), strdup("--proc-type=secondary"), prefix_arg,
		strdup("--no-pci"), NULL,
	};
	struct dirent *entry;
	unsigned int lcore;
	rte_cpuset_t cpus;
	DIR *dir;

	snprintf(prefix_arg, sizeof(prefix_arg), "--file-prefix=%s", prefix);
	setenv("DPDK_TEST", test, 1);
	unsetenv("DPDK_TEST_PARAMS");

	/* All CPUs of the primary, not only that of the lcore which runs this. */
	CPU_ZERO(&cpus);
	RTE_LCORE_FOREACH(lcore) {
		rte_cpuset_t of_lcore = rte_lcore_cpuset(lcore);

		CPU_OR(&cpus, &cpus, &of_lcore);
	}
	sched_setaffinity(0, sizeof(cpus), &cpus);

	/* The secondary has to map the memory where the primary has it. */
	personality(ADDR_NO_RANDOMIZE);

	/* Files of the primary, some of them locked, are not the secondary's. */
	dir = opendir("/proc/self/fd");
	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		int fd = atoi(entry->d_name);

		if (fd > STDERR_FILENO && fd != dirfd(dir))
			close(fd);
	}
	execv("/proc/self/exe", argv);
}

pid_t
test_secondary_start(const char *test)
{
	const char *prefix = strrchr(rte_eal_get_runtime_dir(), '/');
	pid_t pid;

	if (prefix == NULL) {
		printf("Unexpected runtime directory %s\n", rte_eal_get_runtime_dir());
		return -1;
	}
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		exec_secondary(prefix + 1, test);
		_exit(127);
	}
	if (pid < 0)
		printf("Cannot fork: %s\n", strerror(errno));
	return pid;
}

int
test_secondary_wait(pid_t pid)
{
	int status = 0;

	TEST_ASSERT(waitpid(pid, &status, 0) == pid, "Cannot wait: %s",
		strerror(errno));
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? TEST_SUCCESS :
		TEST_FAILED;
}

int
test_secondary_run(const char *test)
{
	const pid_t pid = test_secondary_start(test);

	TEST_ASSERT(pid > 0, "No secondary process");
	TEST_ASSERT_SUCCESS(test_secondary_wait(pid), "Secondary process failed");
	return TEST_SUCCESS;
}

#endif /* RTE_EXEC_ENV_LINUX */
