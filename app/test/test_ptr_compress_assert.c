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

#include <rte_ptr_compress.h>

#include "test.h"
#include "test_ptr_compress.h"

#define BASE ((void *)(uintptr_t)0x10000000)
#define SHIFT 3
/* the first distances that do not fit */
#define PAST_16 (UINT64_C(1) << (16 + SHIFT))
#define PAST_32 (UINT64_C(1) << (32 + SHIFT))

static void
compress(unsigned int bits, uint64_t distance)
{
	void *ptrs[3] = { BASE, BASE, RTE_PTR_ADD(BASE, (uintptr_t)distance) };
	uint16_t values16[3];
	uint32_t values32[3];

	if (bits == 16)
		rte_ptr_compress_16_shift(BASE, ptrs, values16, 3, SHIFT);
	else
		rte_ptr_compress_32_shift(BASE, ptrs, values32, 3, SHIFT);
}

/* Whether an assertion ends a process that compresses such a pointer. */
static bool
trips(unsigned int bits, uint64_t distance)
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
		compress(bits, distance);
		_exit(0);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid &&
			WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

int
test_ptr_compress_assert(void)
{
	TEST_ASSERT(!trips(16, PAST_16 - 1), "16 bits: the last in range trips");
	TEST_ASSERT(trips(16, PAST_16), "16 bits: the first out of range passes");
	TEST_ASSERT(trips(16, (uint64_t)-1), "16 bits: below the base passes");
	/* with 32-bit pointers there is nothing out of reach of 32 bits */
	if (sizeof(void *) == sizeof(uint32_t))
		return TEST_SUCCESS;
	TEST_ASSERT(!trips(32, PAST_32 - 1), "32 bits: the last in range trips");
	TEST_ASSERT(trips(32, PAST_32), "32 bits: the first out of range passes");
	TEST_ASSERT(trips(32, (uint64_t)-1), "32 bits: below the base passes");
	return TEST_SUCCESS;
}
