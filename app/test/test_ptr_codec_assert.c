/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

/* This file is a debug build of its own: before anything is included. */
#ifndef RTE_ENABLE_ASSERT
#define RTE_ENABLE_ASSERT
#endif

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rte_ptr_codec.h>

#include "test.h"
#include "test_ptr_codec_plain.h"

#define BASE ((uintptr_t)0x10000000)
#define STRIDE 2368
#define COUNT 1000

static void
compress(unsigned int width, bool checked, uintptr_t ptr)
{
	void *ptrs[3] = { (void *)BASE, (void *)BASE, (void *)ptr };
	struct rte_ptr_codec codec;
	uint64_t values[3];

	if (rte_ptr_codec_init(&codec, (void *)BASE, STRIDE, COUNT, width) != 0)
		_exit(2);
	if (checked)
		rte_ptr_codec_compress_checked(&codec, ptrs, values, 3);
	else
		rte_ptr_codec_compress(&codec, ptrs, values, 3);
}

/* Whether an assertion ends a process that compresses such a pointer. */
static bool
trips(unsigned int width, bool checked, uintptr_t ptr)
{
	const struct rlimit no_core = { 0, 0 };
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		/* the panic that is wanted need not be seen */
		setrlimit(RLIMIT_CORE, &no_core);
		signal(SIGABRT, SIG_DFL);
		if (freopen("/dev/null", "w", stdout) == NULL ||
				freopen("/dev/null", "w", stderr) == NULL)
			_exit(2);
		compress(width, checked, ptr);
		_exit(0);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid &&
			WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

int
test_ptr_codec_assert(void)
{
	const uintptr_t last = BASE + STRIDE * (COUNT - 1);
	unsigned int width;

	for (width = 2; width <= 8; width *= 2) {
		TEST_ASSERT(!trips(width, false, last), "%u bytes: the last point trips", width);
		TEST_ASSERT(trips(width, false, last + STRIDE), "%u bytes: one past the last passes",
			width);
		TEST_ASSERT(trips(width, false, BASE - STRIDE), "%u bytes: one below the base passes",
			width);
		TEST_ASSERT(trips(width, false, BASE + 64), "%u bytes: one between passes", width);
		TEST_ASSERT(!trips(width, true, BASE + 64), "%u bytes: one checked trips", width);
	}
	return TEST_SUCCESS;
}
