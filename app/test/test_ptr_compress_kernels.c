/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <rte_common.h>

#include <rte_ptr_compress.h>

#include "test_ptr_compress.h"

/*
 * The kernels of the library as plain functions. Which one the public inline
 * functions take depends on how a file is built and on the CPU; here each can
 * be called by its name.
 */

static bool
always(void)
{
	return true;
}

/* Functions around one set of inline kernels: the name is prefix, op, suffix. */
#define KERNEL_FUNCS(name, prefix, suffix) \
static void \
name##_compress16(void *base, void * const *src, uint16_t *dest, size_t n, \
		uint8_t shift) \
{ \
	prefix##_compress_16_shift##suffix(base, src, dest, n, shift); \
} \
static void \
name##_decompress16(void *base, uint16_t const *src, void **dest, size_t n, \
		uint8_t shift) \
{ \
	prefix##_decompress_16_shift##suffix(base, src, dest, n, shift); \
} \
static void \
name##_compress32(void *base, void * const *src, uint32_t *dest, size_t n, \
		uint8_t shift) \
{ \
	prefix##_compress_32_shift##suffix(base, src, dest, n, shift); \
} \
static void \
name##_decompress32(void *base, uint32_t const *src, void **dest, size_t n, \
		uint8_t shift) \
{ \
	prefix##_decompress_32_shift##suffix(base, src, dest, n, shift); \
}

#define KERNELS(name, usable) \
	{ #name, usable, name##_compress16, name##_decompress16, \
	  name##_compress32, name##_decompress32 }

KERNEL_FUNCS(public, rte_ptr,)
KERNEL_FUNCS(scalar, __rte_ptr, _scalar)

static const struct ptr_kernels kernels[] = {
	KERNELS(public, always),
	KERNELS(scalar, always),
};

const struct ptr_kernels *
ptr_kernels_get(unsigned int i)
{
	return i < RTE_DIM(kernels) ? &kernels[i] : NULL;
}
