/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdio.h>

#include <rte_common.h>

#include "test.h"
#include "test_telemetry.h"

#ifndef RTE_EXEC_ENV_LINUX

bool
test_telemetry_possible(void)
{
	printf("No telemetry on this system\n");
	return false;
}

int
test_telemetry_ask(const char *command __rte_unused,
		char reply[TEST_TELEMETRY_SIZE] __rte_unused)
{
	return TEST_FAILED;
}

#else

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <rte_eal.h>

static void
remove_blanks(char *text)
{
	char *to = text;

	for (; *text != '\0'; text++)
		if (*text != ' ' && *text != '\t')
			*to++ = *text;
	*to = '\0';
}

static int
receive(int sock, char *reply)
{
	ssize_t len = recv(sock, reply, TEST_TELEMETRY_SIZE - 1, 0);

	if (len <= 0)
		return -1;
	reply[len] = '\0';
	remove_blanks(reply);
	return 0;
}

/* The socket, past the greeting, if it is this process's; or -1. */
static int
open_telemetry(void)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	char greeting[TEST_TELEMETRY_SIZE], pid[32];
	int sock;

	snprintf(addr.sun_path, sizeof(addr.sun_path), "%s/dpdk_telemetry.v2",
		rte_eal_get_runtime_dir());
	snprintf(pid, sizeof(pid), "\"pid\":%d,", (int)getpid());
	sock = socket(AF_UNIX, SOCK_SEQPACKET, 0);
	if (sock >= 0 && connect(sock, (struct sockaddr *)&addr, sizeof(addr)) == 0 &&
			receive(sock, greeting) == 0 && strstr(greeting, pid) != NULL)
		return sock;
	if (sock >= 0)
		close(sock);
	return -1;
}

bool
test_telemetry_possible(void)
{
	int sock = open_telemetry();

	if (sock < 0) {
		printf("No telemetry of this process in %s\n",
			rte_eal_get_runtime_dir());
		return false;
	}
	close(sock);
	return true;
}

int
test_telemetry_ask(const char *command, char reply[TEST_TELEMETRY_SIZE])
{
	int sock = open_telemetry();
	bool answered;

	TEST_ASSERT(sock >= 0, "No telemetry");
	answered = send(sock, command, strlen(command), 0) > 0 &&
		receive(sock, reply) == 0;
	close(sock);
	TEST_ASSERT(answered, "No reply to %s", command);
	return TEST_SUCCESS;
}

#endif /* RTE_EXEC_ENV_LINUX */
