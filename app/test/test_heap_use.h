/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_HEAP_USE_H
#define TEST_HEAP_USE_H

/*
 * What of DPDK's memory is in use: to see that nothing was left behind.
 */

#include <stddef.h>

struct test_heap_use {
	size_t bytes;
	unsigned int blocks;
	unsigned int memzones;
};

/* What is in use now. */
struct test_heap_use
test_heap_use(void);

/* TEST_SUCCESS when no more and no less is in use than before. */
int
test_heap_use_check(const struct test_heap_use *before);

/* Remember what is in use now. TEST_SUCCESS: a test case may begin with it. */
int
test_heap_use_mark(void);

/* TEST_SUCCESS when no more and no less is in use than at the last mark. */
int
test_heap_use_check_mark(void);

#endif /* TEST_HEAP_USE_H */
