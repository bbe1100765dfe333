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
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rte_eal.h>

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
	DIR *dir;

	snprintf(prefix_arg, sizeof(prefix_arg), "--file-prefix=%s", prefix);
	setenv("DPDK_TEST", test, 1);
	unsetenv("DPDK_TEST_PARAMS");

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

int
test_secondary_run(const char *test)
{
	const char *runtime_dir = rte_eal_get_runtime_dir();
	const char *prefix = strrchr(runtime_dir, '/');
	int status = 0;
	pid_t pid;

	TEST_ASSERT_NOT_NULL(prefix, "Unexpected runtime directory %s",
		runtime_dir);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		exec_secondary(prefix + 1, test);
		_exit(127);
	}
	TEST_ASSERT(pid > 0, "Cannot fork: %s", strerror(errno));
	TEST_ASSERT(waitpid(pid, &status, 0) == pid, "Cannot wait: %s",
		strerror(errno));
	TEST_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 0,
		"Secondary process failed, status %#x", status);
	return TEST_SUCCESS;
}

#endif /* RTE_EXEC_ENV_LINUX */
