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

#include "rte_ptr_codec_core.h"

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

/** @internal Distance of a pointer from the base of a codec. */
static __rte_always_inline uint64_t
__rte_ptr_codec_distance(const struct rte_ptr_codec *codec, const void *ptr)
{
	return (uint64_t)((uintptr_t)ptr - (uintptr_t)codec->base);
}

/**
 * @internal Number of a pointer on the lattice of a codec: exact division by
 * the stride. For a pointer that is not on it, some number or other.
 */
static __rte_always_inline uint64_t
__rte_ptr_codec_index(const struct rte_ptr_codec *codec, const void *ptr)
{
	return (__rte_ptr_codec_distance(codec, ptr) >> codec->shift) *
			codec->inverse;
}

/** @internal Pointer number k on the lattice of a codec. */
static __rte_always_inline void *
__rte_ptr_codec_point(const struct rte_ptr_codec *codec, uint64_t k)
{
	return (void *)((uintptr_t)codec->base +
			(uintptr_t)(k * codec->stride));
}

/**
 * @internal Whether a pointer is on the lattice and has number k: the product
 * leads back to the distance, and does not overflow since k is below count.
 */
static __rte_always_inline int
__rte_ptr_codec_is_point(const struct rte_ptr_codec *codec, const void *ptr,
		uint64_t k)
{
	return k < codec->count && k * codec->stride ==
			__rte_ptr_codec_distance(codec, ptr);
}

/**
 * @internal Number of a pointer, not below count if it is not on the lattice:
 * rotation moves the bits that a shift would lose to the top. That takes less
 * than to lead a number back, for who does not need to know a number then.
 */
static __rte_always_inline uint64_t
__rte_ptr_codec_index_or_beyond(const struct rte_ptr_codec *codec,
		const void *ptr)
{
	const uint64_t k = __rte_ptr_codec_distance(codec, ptr) * codec->inverse;

	return k >> codec->shift | k << (-codec->shift & 63);
}

/* Both widths of the kernels by stride, unchecked and checked. */
#define __RTE_PTR_STRIDE_SCALAR(bits) \
static __rte_always_inline void \
__rte_ptr_compress_##bits##_stride_scalar(const struct rte_ptr_codec *codec, \
		void * const *src, uint##bits##_t *dest, size_t n) \
{ \
	size_t i; \
\
	for (i = 0; i < n; i++) \
		dest[i] = (uint##bits##_t)__rte_ptr_codec_index(codec, src[i]); \
} \
static __rte_always_inline void \
__rte_ptr_decompress_##bits##_stride_scalar(const struct rte_ptr_codec *codec, \
		uint##bits##_t const *src, void **dest, size_t n) \
{ \
	size_t i; \
\
	for (i = 0; i < n; i++) \
		dest[i] = __rte_ptr_codec_point(codec, src[i]); \
} \
static __rte_always_inline size_t \
__rte_ptr_compress_##bits##_checked_scalar(const struct rte_ptr_codec *codec, \
		void * const *src, uint##bits##_t *dest, size_t n) \
{ \
	uint64_t k; \
	size_t i; \
\
	for (i = 0; i < n; i++) { \
		k = __rte_ptr_codec_index(codec, src[i]); \
		if (!__rte_ptr_codec_is_point(codec, src[i], k)) \
			break; \
		dest[i] = (uint##bits##_t)k; \
	} \
	return i; \
} \
static __rte_always_inline size_t \
__rte_ptr_decompress_##bits##_checked_scalar(const struct rte_ptr_codec *codec, \
		uint##bits##_t const *src, void **dest, size_t n) \
{ \
	size_t i; \
\
	for (i = 0; i < n && src[i] < codec->count; i++) \
		dest[i] = __rte_ptr_codec_point(codec, src[i]); \
	return i; \
} \
/* The checked ones from entry i on: for vectors that met one of no use. */ \
static __rte_noinline __rte_unused size_t \
__rte_ptr_compress_##bits##_checked_rest(const struct rte_ptr_codec *codec, \
		void * const *src, uint##bits##_t *dest, size_t n, size_t i) \
{ \
	return i + __rte_ptr_compress_##bits##_checked_scalar(codec, src + i, \
			dest + i, n - i); \
} \
static __rte_noinline __rte_unused size_t \
__rte_ptr_decompress_##bits##_checked_rest(const struct rte_ptr_codec *codec, \
		uint##bits##_t const *src, void **dest, size_t n, size_t i) \
{ \
	return i + __rte_ptr_decompress_##bits##_checked_scalar(codec, src + i, \
			dest + i, n - i); \
}

__RTE_PTR_STRIDE_SCALAR(32)
__RTE_PTR_STRIDE_SCALAR(16)

#undef __RTE_PTR_STRIDE_SCALAR

#ifdef __cplusplus
}
#endif

#endif /* RTE_PTR_COMPRESS_SCALAR_H */
