/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef RTE_PTR_COMPRESS_SCALAR_H
#define RTE_PTR_COMPRESS_SCALAR_H

/**
 * @file
 * @internal
 * The reference kernels, in plain C. They define what a compressed value is:
 * every other kernel gives the same bits for every input.
 *
 * The distance is taken modulo the size of a pointer and widened only then, so
 * that on a 32-bit target a pointer below the base gives what the arithmetic
 * of that target gives, whatever the shift.
 */

#include <stddef.h>
#include <stdint.h>

#include <rte_common.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @internal One pointer as distance from the base, in units of 2^bit_shift. */
static __rte_always_inline uint64_t
__rte_ptr_compress_one(const void *ptr_base, const void *ptr, uint8_t bit_shift)
{
	return (uint64_t)((uintptr_t)ptr - (uintptr_t)ptr_base) >> bit_shift;
}

/** @internal The inverse of __rte_ptr_compress_one(). */
static __rte_always_inline void *
__rte_ptr_decompress_one(const void *ptr_base, uint64_t value, uint8_t bit_shift)
{
	return (void *)((uintptr_t)ptr_base + (uintptr_t)(value << bit_shift));
}

/** @internal Scalar form of rte_ptr_compress_32_shift(). */
static __rte_always_inline void
__rte_ptr_compress_32_shift_scalar(const void *ptr_base,
		void * const *src_table, uint32_t *dest_table, size_t n,
		uint8_t bit_shift)
{
	size_t i;

	for (i = 0; i < n; i++)
		dest_table[i] = (uint32_t)__rte_ptr_compress_one(ptr_base,
				src_table[i], bit_shift);
}

/** @internal Scalar form of rte_ptr_decompress_32_shift(). */
static __rte_always_inline void
__rte_ptr_decompress_32_shift_scalar(const void *ptr_base,
		uint32_t const *src_table, void **dest_table, size_t n,
		uint8_t bit_shift)
{
	size_t i;

	for (i = 0; i < n; i++)
		dest_table[i] = __rte_ptr_decompress_one(ptr_base,
				src_table[i], bit_shift);
}

/** @internal Scalar form of rte_ptr_compress_16_shift(). */
static __rte_always_inline void
__rte_ptr_compress_16_shift_scalar(const void *ptr_base,
		void * const *src_table, uint16_t *dest_table, size_t n,
		uint8_t bit_shift)
{
	size_t i;

	for (i = 0; i < n; i++)
		dest_table[i] = (uint16_t)__rte_ptr_compress_one(ptr_base,
				src_table[i], bit_shift);
}

/** @internal Scalar form of rte_ptr_decompress_16_shift(). */
static __rte_always_inline void
__rte_ptr_decompress_16_shift_scalar(const void *ptr_base,
		uint16_t const *src_table, void **dest_table, size_t n,
		uint8_t bit_shift)
{
	size_t i;

	for (i = 0; i < n; i++)
		dest_table[i] = __rte_ptr_decompress_one(ptr_base,
				src_table[i], bit_shift);
}

#ifdef __cplusplus
}
#endif

#endif /* RTE_PTR_COMPRESS_SCALAR_H */
