/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_PTR_COMPRESS_USABLE_H
#define TEST_PTR_COMPRESS_USABLE_H

/*
 * Whether this CPU can run the kernels of a level: for the tables of kernels
 * that tests call by name.
 */

#include <stdbool.h>

#include <rte_ptr_compress.h>

static inline bool
kernels_always_usable(void)
{
	return true;
}

#ifdef __RTE_PTR_HAS_X86
static inline bool
kernels_usable_avx2(void)
{
	return __rte_ptr_cpu_get().avx2;
}

static inline bool
kernels_usable_avx512(void)
{
	return __rte_ptr_cpu_get().avx512;
}
#endif

#endif /* TEST_PTR_COMPRESS_USABLE_H */
