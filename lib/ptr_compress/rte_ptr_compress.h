/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef RTE_PTR_COMPRESS_H
#define RTE_PTR_COMPRESS_H

/**
 * @file
 * RTE Pointer Compression
 *
 * Compresses arrays of pointers to arrays of 16-bit or 32-bit values and back.
 *
 * Pointers that are handed from core to core in bursts, those of the packets
 * of a mempool for instance, mostly lie in one limited range of memory. Two or
 * four bytes can then tell which one is meant, and the cores exchange half or
 * a quarter of the cache lines.
 *
 * A compressed value is the distance from a base address, shifted right by as
 * many bits as all these distances have zero bits at their low end:
 *
 *     value = (uint64_t)(ptr - ptr_base) >> bit_shift
 *
 * Whether this loses nothing depends on how long the memory range is and on
 * how the pointers in it are aligned. RTE_PTR_COMPRESS_CAN_COMPRESS_16_SHIFT()
 * and RTE_PTR_COMPRESS_CAN_COMPRESS_32_SHIFT() answer that:
 * @code{.c}
 * struct rte_mempool_mem_range_info range;
 * size_t align = rte_mempool_get_obj_alignment(mp);
 * uint8_t shift = RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT(align);
 * uint32_t values[BURST];
 * void *base;
 *
 * if (rte_mempool_get_mem_range(mp, &range) < 0)
 *     return -EINVAL;
 * base = RTE_PTR_ALIGN_FLOOR(range.start, align);
 * range.length += RTE_PTR_DIFF(range.start, base);
 * if (!RTE_PTR_COMPRESS_CAN_COMPRESS_32_SHIFT(range.length, align))
 *     return -ERANGE;
 *
 * rte_ptr_compress_32_shift(base, objs, values, BURST, shift);
 * // ... hand the values over to another core, which does:
 * rte_ptr_decompress_32_shift(base, values, objs, BURST, shift);
 * @endcode
 *
 * The distances count, not the addresses: each has to be a multiple of
 * 2^bit_shift. Memory that was given to a mempool by hand may start anywhere,
 * its objects are aligned all the same. That is why the example rounds the
 * base down.
 *
 * The functions keep no state and may be called from any thread, EAL's or not,
 * before and after rte_eal_init(), in primary and secondary processes. Source
 * and destination table must not overlap.
 *
 * They take the widest vectors that the CPU has and EAL allows: 256 bits by
 * default on x86, 512 with the EAL option `--force-max-simd-bitwidth=512`. A
 * source file keeps to the width that it began with after rte_eal_init().
 */

#include <stddef.h>
#include <stdint.h>

#include <rte_common.h>
#include <rte_debug.h>

#include "rte_ptr_compress_scalar.h"
#if defined(RTE_ARCH_X86_64) && defined(__LP64__) && defined(__SSE4_1__)
#include "rte_ptr_compress_x86.h"
#elif defined(RTE_ARCH_ARM64) && defined(__ARM_FEATURE_SVE)
#include "rte_ptr_compress_sve.h"
#elif defined(RTE_ARCH_ARM64)
#include "rte_ptr_compress_neon.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifndef __RTE_PTR_CALL
/** @internal An operation on n pointers, where there is but one kernel. */
#define __RTE_PTR_CALL(result, op, n, ...) \
	result __rte_ptr_##op##_scalar(__VA_ARGS__)

/** @internal Width in bits of the vectors that functions of this file take. */
static inline unsigned int
__rte_ptr_simd_bits(void)
{
	return 64;
}
#endif

/*
 * Each macro below has a form for constants, which can stand in a constant
 * expression but evaluates its argument more than once, and a function for all
 * else. __builtin_constant_p() chooses without evaluating anything.
 */

/** @internal RTE_PTR_COMPRESS_BITS_NEEDED_FOR_POINTER_WITHIN_RANGE() of a constant. */
#define __RTE_PTR_COMPRESS_BITS_NEEDED_CONST(mem_length) \
	((uint64_t)(mem_length) < 2 ? 0U : \
		64U - (unsigned int)__builtin_clzll((uint64_t)(mem_length) - 1))

/** @internal RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT() of a constant. */
#define __RTE_PTR_COMPRESS_BIT_SHIFT_CONST(alignment) \
	((uint64_t)(alignment) == 0 ? 0U : \
		(unsigned int)__builtin_ctzll((uint64_t)(alignment)))

/** @internal RTE_PTR_COMPRESS_BITS_NEEDED_FOR_POINTER_WITHIN_RANGE() of a variable. */
static inline unsigned int
__rte_ptr_compress_bits_needed(uint64_t mem_length)
{
	return __RTE_PTR_COMPRESS_BITS_NEEDED_CONST(mem_length);
}

/** @internal RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT() of a variable. */
static inline unsigned int
__rte_ptr_compress_bit_shift(uint64_t alignment)
{
	return __RTE_PTR_COMPRESS_BIT_SHIFT_CONST(alignment);
}

/**
 * How many bits hold the distance of any byte of a memory range from the start
 * of that range.
 *
 * The argument is evaluated once. With a constant argument this is a constant
 * expression.
 *
 * @param mem_length
 *   Length of the memory range in bytes, any integer; it is converted to
 *   uint64_t.
 * @return
 *   Number of bits, as unsigned int: the smallest b with mem_length <= 2^b,
 *   0 to 64; 0 for a length of 0.
 */
#define RTE_PTR_COMPRESS_BITS_NEEDED_FOR_POINTER_WITHIN_RANGE(mem_length) \
	(__builtin_constant_p(mem_length) ? \
		__RTE_PTR_COMPRESS_BITS_NEEDED_CONST(mem_length) : \
		__rte_ptr_compress_bits_needed((uint64_t)(mem_length)))

/**
 * By how many bits a distance between objects of a given alignment can be
 * shifted right without loss.
 *
 * The argument is evaluated once. With a constant argument this is a constant
 * expression.
 *
 * @param alignment
 *   Alignment in bytes, any integer; it is converted to uint64_t. It need not
 *   be a power of two: objects that are 192 bytes apart count as aligned to 64.
 * @return
 *   Number of bits, as unsigned int: log2 of the largest power of two that
 *   divides the alignment, 0 to 63; 0 for an alignment of 0 (unknown).
 */
#define RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT(alignment) \
	(__builtin_constant_p(alignment) ? \
		__RTE_PTR_COMPRESS_BIT_SHIFT_CONST(alignment) : \
		__rte_ptr_compress_bit_shift((uint64_t)(alignment)))

/**
 * Whether pointers into a memory range can be compressed to 16 bits each, with
 * the start of the range as the base and the shift that
 * RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT() gives.
 *
 * Each argument is evaluated once. With constant arguments this is a constant
 * expression.
 *
 * @param mem_length
 *   Length of the memory range in bytes, any integer; it is converted to
 *   uint64_t.
 * @param obj_alignment
 *   Alignment in bytes of what the pointers point to, as in
 *   RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT().
 * @return
 *   1 when rte_ptr_compress_16_shift() loses nothing, 0 when it would.
 */
#define RTE_PTR_COMPRESS_CAN_COMPRESS_16_SHIFT(mem_length, obj_alignment) \
	(RTE_PTR_COMPRESS_BITS_NEEDED_FOR_POINTER_WITHIN_RANGE(mem_length) <= \
		16U + RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT(obj_alignment))

/**
 * Whether pointers into a memory range can be compressed to 32 bits each, with
 * the start of the range as the base and the shift that
 * RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT() gives.
 *
 * Each argument is evaluated once. With constant arguments this is a constant
 * expression.
 *
 * @param mem_length
 *   Length of the memory range in bytes, any integer; it is converted to
 *   uint64_t.
 * @param obj_alignment
 *   Alignment in bytes of what the pointers point to, as in
 *   RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT().
 * @return
 *   1 when rte_ptr_compress_32_shift() loses nothing, 0 when it would.
 */
#define RTE_PTR_COMPRESS_CAN_COMPRESS_32_SHIFT(mem_length, obj_alignment) \
	(RTE_PTR_COMPRESS_BITS_NEEDED_FOR_POINTER_WITHIN_RANGE(mem_length) <= \
		32U + RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT(obj_alignment))

/** @internal In debug builds: every value fits into so many bits. */
static __rte_always_inline void
__rte_ptr_compress_assert(const void *ptr_base, void * const *src_table,
		size_t n, uint8_t bit_shift, uint64_t max_value)
{
#ifdef RTE_ENABLE_ASSERT
	size_t i;

	for (i = 0; i < n; i++)
		RTE_ASSERT(__rte_ptr_compress_one(ptr_base, src_table[i],
				bit_shift) <= max_value);
#else
	RTE_SET_USED(ptr_base);
	RTE_SET_USED(src_table);
	RTE_SET_USED(n);
	RTE_SET_USED(bit_shift);
	RTE_SET_USED(max_value);
#endif
}

/**
 * Compress pointers to 32 bits each.
 *
 * Nothing is lost when each pointer lies less than 2^(32 + bit_shift) bytes
 * above the base, a multiple of 2^bit_shift bytes from it; see
 * RTE_PTR_COMPRESS_CAN_COMPRESS_32_SHIFT(). Of any other pointer the low
 * 32 bits of the shifted distance are stored; one that is out of range trips
 * RTE_ASSERT() where that is compiled in.
 *
 * @param ptr_base
 *   Address that distances are counted from.
 * @param src_table
 *   Table of n pointers.
 * @param dest_table
 *   Table for n compressed values. It needs no more than its natural
 *   alignment, and nothing past its n entries is touched.
 * @param n
 *   Number of pointers, 0 or more.
 * @param bit_shift
 *   Number of low bits of the distance to drop, 0 to 63.
 */
static __rte_always_inline void
rte_ptr_compress_32_shift(void *ptr_base, void * const *src_table,
		uint32_t *dest_table, size_t n, uint8_t bit_shift)
{
	__rte_ptr_compress_assert(ptr_base, src_table, n, bit_shift, UINT32_MAX);
	__RTE_PTR_CALL(, compress_32_shift, n, ptr_base, src_table, dest_table, n,
			bit_shift);
}

/**
 * Decompress 32-bit values to pointers.
 *
 * @param ptr_base
 *   Address that distances are counted from, as it was when compressing.
 * @param src_table
 *   Table of n compressed values. It needs no more than its natural
 *   alignment, and nothing past its n entries is touched.
 * @param dest_table
 *   Table for n pointers.
 * @param n
 *   Number of pointers, 0 or more.
 * @param bit_shift
 *   Number of low bits of the distance that were dropped, 0 to 63, as it was
 *   when compressing.
 */
static __rte_always_inline void
rte_ptr_decompress_32_shift(void *ptr_base, uint32_t const *src_table,
		void **dest_table, size_t n, uint8_t bit_shift)
{
	__RTE_PTR_CALL(, decompress_32_shift, n, ptr_base, src_table, dest_table, n,
			bit_shift);
}

/**
 * Compress pointers to 16 bits each.
 *
 * Nothing is lost when each pointer lies less than 2^(16 + bit_shift) bytes
 * above the base, a multiple of 2^bit_shift bytes from it; see
 * RTE_PTR_COMPRESS_CAN_COMPRESS_16_SHIFT(). Of any other pointer the low
 * 16 bits of the shifted distance are stored; one that is out of range trips
 * RTE_ASSERT() where that is compiled in.
 *
 * @param ptr_base
 *   Address that distances are counted from.
 * @param src_table
 *   Table of n pointers.
 * @param dest_table
 *   Table for n compressed values. It needs no more than its natural
 *   alignment, and nothing past its n entries is touched.
 * @param n
 *   Number of pointers, 0 or more.
 * @param bit_shift
 *   Number of low bits of the distance to drop, 0 to 63.
 */
static __rte_always_inline void
rte_ptr_compress_16_shift(void *ptr_base, void * const *src_table,
		uint16_t *dest_table, size_t n, uint8_t bit_shift)
{
	__rte_ptr_compress_assert(ptr_base, src_table, n, bit_shift, UINT16_MAX);
	__RTE_PTR_CALL(, compress_16_shift, n, ptr_base, src_table, dest_table, n,
			bit_shift);
}

/**
 * Decompress 16-bit values to pointers.
 *
 * @param ptr_base
 *   Address that distances are counted from, as it was when compressing.
 * @param src_table
 *   Table of n compressed values. It needs no more than its natural
 *   alignment, and nothing past its n entries is touched.
 * @param dest_table
 *   Table for n pointers.
 * @param n
 *   Number of pointers, 0 or more.
 * @param bit_shift
 *   Number of low bits of the distance that were dropped, 0 to 63, as it was
 *   when compressing.
 */
static __rte_always_inline void
rte_ptr_decompress_16_shift(void *ptr_base, uint16_t const *src_table,
		void **dest_table, size_t n, uint8_t bit_shift)
{
	__RTE_PTR_CALL(, decompress_16_shift, n, ptr_base, src_table, dest_table, n,
			bit_shift);
}

#ifdef __cplusplus
}
#endif

#endif /* RTE_PTR_COMPRESS_H */
