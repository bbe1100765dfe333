/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef RTE_PTR_COMPRESS_X86_H
#define RTE_PTR_COMPRESS_X86_H

/**
 * @file
 * @internal
 * The kernels for x86-64.
 *
 * Distributions build for old CPUs. So that a file built for SSE4 takes wider
 * vectors where there are some, each of their kernels is a function with
 * instruction sets of its own, called where rte_ptr_compress_level.h allows
 * it. A file built for wider vectors gets their kernels inlined. Up to 8
 * pointers take less time than the call, and are done in place.
 */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_vect.h>

#include "rte_ptr_compress_level.h"
#include "rte_ptr_compress_ops.h"
#include "rte_ptr_compress_scalar.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Instruction sets of a function beyond those of its file. The tuning has to
 * be named as well: tuned for the oldest CPUs, compilers split each unaligned
 * access to 32 bytes in two.
 */
#define __rte_ptr_target(isa) __attribute__((target(isa ",tune=haswell")))
#define __RTE_PTR_AVX2 "avx2"
#define __RTE_PTR_AVX512 "avx2,avx512f,avx512bw,avx512vl"

/*
 * 128 bits: what every x86 CPU that DPDK runs on has.
 */

/** @internal Low 32 bits of all lanes. */
static __rte_always_inline __m128i
__rte_ptr_x_pack32(__m128i a, __m128i b)
{
	return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a),
			_mm_castsi128_ps(b), 0x88));
}

/** @internal Low 16 bits of all 32-bit lanes. */
static __rte_always_inline __m128i
__rte_ptr_x_pack16(__m128i a, __m128i b)
{
	const __m128i low = _mm_set1_epi32(0xffff);

	return _mm_packus_epi32(_mm_and_si128(a, low), _mm_and_si128(b, low));
}

/** @internal Four bytes from any address, of whatever type. */
static __rte_always_inline __m128i
__rte_ptr_x_load4(const void *p)
{
	int value;

	memcpy(&value, p, sizeof(value));
	return _mm_cvtsi32_si128(value);
}

/** @internal Four bytes to any address. */
static __rte_always_inline void
__rte_ptr_x_store4(void *p, __m128i a)
{
	int value = _mm_cvtsi128_si32(a);

	memcpy(p, &value, sizeof(value));
}

#define PTRV_LEVEL sse4
#define PTRV_KERNEL static __rte_noinline __rte_unused
#define PTRV_LANES 2
#define PTRV_T __m128i
#define PTRV_COUNT_T __m128i
#define PTRV_SET1(x) _mm_set1_epi64x((long long)(x))
#define PTRV_SRL_COUNT(n) _mm_cvtsi32_si128(n)
#define PTRV_SLL_COUNT(n) _mm_cvtsi32_si128(n)
#define PTRV_LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define PTRV_LOAD_32(p) \
	_mm_cvtepu32_epi64(_mm_loadl_epi64((const __m128i *)(const void *)(p)))
#define PTRV_LOAD_16(p) _mm_cvtepu16_epi64(__rte_ptr_x_load4(p))
#define PTRV_STORE(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
#define PTRV_SUB _mm_sub_epi64
#define PTRV_ADD _mm_add_epi64
#define PTRV_SRL _mm_srl_epi64
#define PTRV_SLL _mm_sll_epi64
#define PTRV_MUL _mm_mul_epu32
#define PTRV_CHECK_LOCALS __m128i same, above __rte_unused
#define PTRV_CHECK_EQ(k, a, b) \
	(same = (k) == 0 ? _mm_cmpeq_epi64(a, b) : \
		_mm_and_si128(same, _mm_cmpeq_epi64(a, b)))
/* comparisons are signed: move zero to the least number */
#define PTRV_X_BIAS(a) _mm_xor_si128(a, _mm_set1_epi64x(INT64_MIN))
#define PTRV_X_ABOVE(k, a, b) \
	(above = (k) == 0 ? _mm_cmpgt_epi64(a, b) : \
		_mm_or_si128(above, _mm_cmpgt_epi64(a, b)))
#define PTRV_CHECK_LE(k, a, max) \
	PTRV_X_ABOVE(k, PTRV_X_BIAS(a), PTRV_X_BIAS(max))
#define PTRV_PASS_EQ_LE(max) \
	(_mm_movemask_epi8(_mm_andnot_si128(above, same)) == 0xffff)
#define PTRV_CHECK_LT(k, a, end) \
	(same = (k) == 0 ? _mm_cmpgt_epi64(end, a) : \
		_mm_and_si128(same, _mm_cmpgt_epi64(end, a)))
#define PTRV_PASS_LT(end) (_mm_movemask_epi8(same) == 0xffff)
#define PTRV_STORE_1X32(p, a) \
	_mm_storel_epi64((__m128i *)(void *)(p), __rte_ptr_x_pack32(a, a))
#define PTRV_STORE_2X32(p, a, b) \
	PTRV_STORE(p, __rte_ptr_x_pack32(a, b))
#define PTRV_STORE_1X16(p, a) \
	__rte_ptr_x_store4(p, __rte_ptr_x_pack16(__rte_ptr_x_pack32(a, a), \
		__rte_ptr_x_pack32(a, a)))
#define PTRV_STORE_2X16(p, a, b) \
	_mm_storel_epi64((__m128i *)(void *)(p), __rte_ptr_x_pack16( \
		__rte_ptr_x_pack32(a, b), __rte_ptr_x_pack32(a, b)))
#define PTRV_STORE_4X16(p, a, b, c, d) \
	PTRV_STORE(p, __rte_ptr_x_pack16(__rte_ptr_x_pack32(a, b), \
			__rte_ptr_x_pack32(c, d)))
#include "rte_ptr_compress_vec_template.h"
#undef PTRV_X_BIAS
#undef PTRV_X_ABOVE

/*
 * 256 bits, AVX2.
 */
#if __RTE_PTR_BUILT_FOR_AVX2
#define PTRV_KERNEL static __rte_always_inline
#else
#define PTRV_KERNEL \
static __rte_noinline __rte_unused __rte_ptr_target(__RTE_PTR_AVX2)
#endif
#define PTRV_LEVEL avx2
#define PTRV_LANES 4
#define PTRV_T __m256i
#define PTRV_COUNT_T __m256i
#define PTRV_SET1(x) _mm256_set1_epi64x((long long)(x))
#define PTRV_SRL_COUNT(n) _mm256_set1_epi64x(n)
#define PTRV_SLL_COUNT(n) _mm256_set1_epi64x(n)
#define PTRV_LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define PTRV_LOAD_32(p) \
	_mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)(p)))
#define PTRV_LOAD_16(p) \
	_mm256_cvtepu16_epi64(_mm_loadl_epi64((const __m128i *)(const void *)(p)))
#define PTRV_STORE(p, a) _mm256_storeu_si256((__m256i *)(void *)(p), a)
#define PTRV_SUB _mm256_sub_epi64
#define PTRV_ADD _mm256_add_epi64
#define PTRV_SRL _mm256_srlv_epi64
#define PTRV_SLL _mm256_sllv_epi64
#define PTRV_MUL _mm256_mul_epu32
#define PTRV_CHECK_LOCALS __m256i same, above __rte_unused
#define PTRV_CHECK_EQ(k, a, b) \
	(same = (k) == 0 ? _mm256_cmpeq_epi64(a, b) : \
		_mm256_and_si256(same, _mm256_cmpeq_epi64(a, b)))
#define PTRV_Y_BIAS(a) _mm256_xor_si256(a, _mm256_set1_epi64x(INT64_MIN))
#define PTRV_Y_ABOVE(k, a, b) \
	(above = (k) == 0 ? _mm256_cmpgt_epi64(a, b) : \
		_mm256_or_si256(above, _mm256_cmpgt_epi64(a, b)))
#define PTRV_CHECK_LE(k, a, max) \
	PTRV_Y_ABOVE(k, PTRV_Y_BIAS(a), PTRV_Y_BIAS(max))
#define PTRV_PASS_EQ_LE(max) \
	(_mm256_movemask_epi8(_mm256_andnot_si256(above, same)) == -1)
#define PTRV_CHECK_LT(k, a, end) \
	(same = (k) == 0 ? _mm256_cmpgt_epi64(end, a) : \
		_mm256_and_si256(same, _mm256_cmpgt_epi64(end, a)))
#define PTRV_PASS_LT(end) (_mm256_movemask_epi8(same) == -1)
/* shuffles stay within halves of 128 bits: a last step brings the parts home */
#define PTRV_Y_PACK32(a, b) \
	_mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), \
		_mm256_castsi256_ps(b), 0x88))
#define PTRV_STORE_1X32(p, a) \
	_mm_storeu_si128((__m128i *)(void *)(p), _mm256_castsi256_si128( \
		_mm256_permute4x64_epi64(PTRV_Y_PACK32(a, a), 0xd8)))
#define PTRV_STORE_2X32(p, a, b) \
	PTRV_STORE(p, _mm256_permute4x64_epi64(PTRV_Y_PACK32(a, b), 0xd8))
#define PTRV_Y_LOW16(a) _mm256_and_si256(a, _mm256_set1_epi32(0xffff))
#define PTRV_Y_PACK16(a, b, c, d) \
	_mm256_packus_epi32(PTRV_Y_LOW16(PTRV_Y_PACK32(a, b)), \
		PTRV_Y_LOW16(PTRV_Y_PACK32(c, d)))
#define PTRV_STORE_4X16(p, a, b, c, d) \
	PTRV_STORE(p, _mm256_permutevar8x32_epi32(PTRV_Y_PACK16(a, b, c, d), \
		_mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)))
#define PTRV_STORE_1X16(p, a) \
	_mm_storel_epi64((__m128i *)(void *)(p), _mm256_castsi256_si128( \
		_mm256_permutevar8x32_epi32(PTRV_Y_PACK16(a, a, a, a), \
			_mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7))))
#define PTRV_STORE_2X16(p, a, b) \
	_mm_storeu_si128((__m128i *)(void *)(p), _mm256_castsi256_si128( \
		_mm256_permutevar8x32_epi32(PTRV_Y_PACK16(a, b, a, b), \
			_mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7))))
#include "rte_ptr_compress_vec_template.h"
#undef PTRV_Y_PACK32
#undef PTRV_Y_LOW16
#undef PTRV_Y_BIAS
#undef PTRV_Y_ABOVE
#undef PTRV_Y_PACK16

/*
 * 256 and 512 bits, AVX-512: any 32-bit or 16-bit parts of two vectors in one
 * instruction.
 */
#if __RTE_PTR_BUILT_FOR_AVX512
#define __RTE_PTR_KERNEL_AVX512 static __rte_always_inline
#else
#define __RTE_PTR_KERNEL_AVX512 \
static __rte_noinline __rte_unused __rte_ptr_target(__RTE_PTR_AVX512)
#endif

/*
 * Masks of all ones cost nothing: compilers drop them. Without them, g++ takes
 * what <immintrin.h> leaves undefined for a variable not initialized, and
 * warns in whatever program includes this.
 */

/* numbers of the parts to take: two of 32 bits, four of 16 bits */
#define __RTE_PTR_EVEN32(i) (((long long)(i) + 2) << 32 | (i))
#define __RTE_PTR_EVEN16(i) \
	(((long long)(i) + 6) << 48 | ((long long)(i) + 4) << 32 | \
		((i) + 2) << 16 | (i))

#define PTRV_KERNEL __RTE_PTR_KERNEL_AVX512
#define PTRV_LEVEL avx512_256
#define PTRV_LANES 4
#define PTRV_T __m256i
#define PTRV_COUNT_T __m256i
#define PTRV_SET1(x) _mm256_set1_epi64x((long long)(x))
#define PTRV_SRL_COUNT(n) _mm256_set1_epi64x(n)
#define PTRV_SLL_COUNT(n) _mm256_set1_epi64x(n)
#define PTRV_LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define PTRV_LOAD_32(p) \
	_mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)(p)))
#define PTRV_LOAD_16(p) \
	_mm256_cvtepu16_epi64(_mm_loadl_epi64((const __m128i *)(const void *)(p)))
#define PTRV_STORE(p, a) _mm256_storeu_si256((__m256i *)(void *)(p), a)
#define PTRV_SUB _mm256_sub_epi64
#define PTRV_ADD _mm256_add_epi64
#define PTRV_SRL _mm256_srlv_epi64
#define PTRV_SLL _mm256_sllv_epi64
#define PTRV_MUL _mm256_mul_epu32
/* in vectors, and only once for a block in masks */
#define PTRV_CHECK_LOCALS __m256i other __rte_unused, top
#define PTRV_CHECK_EQ(k, a, b) \
	(other = (k) == 0 ? _mm256_xor_si256(a, b) : \
		_mm256_ternarylogic_epi64(other, a, b, 0xf6)) /* other | (a ^ b) */
#define PTRV_CHECK_LE(k, a, max) \
	(top = (k) == 0 ? (a) : _mm256_max_epu64(top, a))
#define PTRV_PASS_EQ_LE(max) \
	((_mm256_test_epi64_mask(other, other) | \
		_mm256_cmpgt_epu64_mask(top, max)) == 0)
#define PTRV_CHECK_LT(k, a, end) PTRV_CHECK_LE(k, a, end)
#define PTRV_PASS_LT(end) (_mm256_cmpge_epu64_mask(top, end) == 0)
#define PTRV_ROR_LOW(d, a, count) _mm256_mask_rorv_epi32(d, 0x55, a, count)
#define PTRV_Y_PACK32(a, b) \
	_mm256_permutex2var_epi32(a, _mm256_setr_epi64x( \
		__RTE_PTR_EVEN32(0), __RTE_PTR_EVEN32(4), \
		__RTE_PTR_EVEN32(8), __RTE_PTR_EVEN32(12)), b)
#define PTRV_Y_PACK16(a, b) \
	_mm256_permutex2var_epi16(a, _mm256_setr_epi64x( \
		__RTE_PTR_EVEN16(0), __RTE_PTR_EVEN16(8), \
		__RTE_PTR_EVEN16(16), __RTE_PTR_EVEN16(24)), b)
#define PTRV_STORE_1X32(p, a) \
	_mm_storeu_si128((__m128i *)(void *)(p), _mm256_maskz_cvtepi64_epi32(0xf, a))
#define PTRV_STORE_2X32(p, a, b) PTRV_STORE(p, PTRV_Y_PACK32(a, b))
#define PTRV_STORE_1X16(p, a) \
	_mm_storel_epi64((__m128i *)(void *)(p), _mm256_maskz_cvtepi64_epi16(0xf, a))
#define PTRV_STORE_2X16(p, a, b) \
	_mm_storeu_si128((__m128i *)(void *)(p), \
		_mm256_maskz_cvtepi32_epi16(0xff, \
			PTRV_Y_PACK32(a, b)))
#define PTRV_STORE_4X16(p, a, b, c, d) \
	PTRV_STORE(p, PTRV_Y_PACK16(PTRV_Y_PACK32(a, b), PTRV_Y_PACK32(c, d)))
#include "rte_ptr_compress_vec_template.h"
#undef PTRV_Y_PACK32
#undef PTRV_Y_PACK16

#define PTRV_KERNEL __RTE_PTR_KERNEL_AVX512
#define PTRV_LEVEL avx512
#define PTRV_LANES 8
#define PTRV_T __m512i
#define PTRV_COUNT_T __m512i
#define PTRV_SET1(x) _mm512_set1_epi64((long long)(x))
#define PTRV_SRL_COUNT(n) _mm512_set1_epi64(n)
#define PTRV_SLL_COUNT(n) _mm512_set1_epi64(n)
#define PTRV_LOAD(p) _mm512_loadu_si512((const void *)(p))
#define PTRV_LOAD_32(p) \
	_mm512_maskz_cvtepu32_epi64(0xff, \
		_mm256_loadu_si256((const __m256i *)(const void *)(p)))
#define PTRV_LOAD_16(p) \
	_mm512_maskz_cvtepu16_epi64(0xff, \
		_mm_loadu_si128((const __m128i *)(const void *)(p)))
#define PTRV_STORE(p, a) _mm512_storeu_si512((void *)(p), a)
#define PTRV_SUB _mm512_sub_epi64
#define PTRV_ADD _mm512_add_epi64
#define PTRV_SRL(a, count) _mm512_maskz_srlv_epi64(0xff, a, count)
#define PTRV_SLL(a, count) _mm512_maskz_sllv_epi64(0xff, a, count)
#define PTRV_MUL(a, b) _mm512_maskz_mul_epu32(0xff, a, b)
/* in vectors, and only once for a block in masks */
#define PTRV_CHECK_LOCALS __m512i other __rte_unused, top
#define PTRV_CHECK_EQ(k, a, b) \
	(other = (k) == 0 ? _mm512_xor_si512(a, b) : \
		_mm512_ternarylogic_epi64(other, a, b, 0xf6)) /* other | (a ^ b) */
#define PTRV_CHECK_LE(k, a, max) \
	(top = (k) == 0 ? (a) : _mm512_mask_max_epu64(top, 0xff, top, a))
#define PTRV_PASS_EQ_LE(max) \
	((_mm512_test_epi64_mask(other, other) | \
		_mm512_cmpgt_epu64_mask(top, max)) == 0)
#define PTRV_CHECK_LT(k, a, end) PTRV_CHECK_LE(k, a, end)
#define PTRV_PASS_LT(end) (_mm512_cmpge_epu64_mask(top, end) == 0)
#define PTRV_ROR_LOW(d, a, count) _mm512_mask_rorv_epi32(d, 0x5555, a, count)
#define PTRV_Z_PACK32(a, b) \
	_mm512_permutex2var_epi32(a, _mm512_setr_epi64( \
		__RTE_PTR_EVEN32(0), __RTE_PTR_EVEN32(4), \
		__RTE_PTR_EVEN32(8), __RTE_PTR_EVEN32(12), \
		__RTE_PTR_EVEN32(16), __RTE_PTR_EVEN32(20), \
		__RTE_PTR_EVEN32(24), __RTE_PTR_EVEN32(28)), b)
#define PTRV_Z_PACK16(a, b) \
	_mm512_permutex2var_epi16(a, _mm512_setr_epi64( \
		__RTE_PTR_EVEN16(0), __RTE_PTR_EVEN16(8), \
		__RTE_PTR_EVEN16(16), __RTE_PTR_EVEN16(24), \
		__RTE_PTR_EVEN16(32), __RTE_PTR_EVEN16(40), \
		__RTE_PTR_EVEN16(48), __RTE_PTR_EVEN16(56)), b)
#define PTRV_STORE_1X32(p, a) \
	_mm256_storeu_si256((__m256i *)(void *)(p), _mm512_maskz_cvtepi64_epi32(0xff, a))
#define PTRV_STORE_2X32(p, a, b) PTRV_STORE(p, PTRV_Z_PACK32(a, b))
#define PTRV_STORE_1X16(p, a) \
	_mm_storeu_si128((__m128i *)(void *)(p), _mm512_maskz_cvtepi64_epi16(0xff, a))
#define PTRV_STORE_2X16(p, a, b) \
	_mm256_storeu_si256((__m256i *)(void *)(p), \
		_mm512_maskz_cvtepi32_epi16(0xffff, \
			PTRV_Z_PACK32(a, b)))
#define PTRV_STORE_4X16(p, a, b, c, d) \
	PTRV_STORE(p, PTRV_Z_PACK16(PTRV_Z_PACK32(a, b), PTRV_Z_PACK32(c, d)))
#include "rte_ptr_compress_vec_template.h"
#undef PTRV_Z_PACK32
#undef PTRV_Z_PACK16
#undef __RTE_PTR_EVEN32
#undef __RTE_PTR_EVEN16
#undef __RTE_PTR_KERNEL_AVX512

/*
 * Each operation as a whole at a given level, for tests and benchmarks.
 */

#define __RTE_PTR_OP_AT_LEVEL(ret, op, params, args, level) \
static __rte_always_inline __RTE_PTR_TYPE_##ret \
__rte_ptr_##op##_##level params \
{ \
	if (n <= 8) \
		__RTE_PTR_RETURN_##ret __rte_ptr_##op##_n0_8_sse4 args; \
	else \
		__RTE_PTR_RETURN_##ret __rte_ptr_##op##_n9_##level args; \
}

#define __RTE_PTR_OP(ret, op, params, args) \
__RTE_PTR_OP_AT_LEVEL(ret, op, params, args, sse4) \
__RTE_PTR_OP_AT_LEVEL(ret, op, params, args, avx2) \
__RTE_PTR_OP_AT_LEVEL(ret, op, params, args, avx512_256) \
__RTE_PTR_OP_AT_LEVEL(ret, op, params, args, avx512)

__RTE_PTR_FOR_EACH_OP(__RTE_PTR_OP)

#undef __RTE_PTR_OP_AT_LEVEL
#undef __RTE_PTR_OP

/* For tests: these kernels are there. */
#define __RTE_PTR_HAS_X86 1

/**
 * @internal
 * An operation on n pointers at the level that fits. Up to 16 pointers take the
 * same time by vectors of 256 bits as by 512; in the slots of a ring, from core
 * to core, they take less.
 */
#define __RTE_PTR_CALL(result, op, n, ...) do { \
	const enum __rte_ptr_level ptr_level = __rte_ptr_level(); \
\
	if (unlikely(ptr_level == __RTE_PTR_LEVEL_SCALAR)) \
		result __rte_ptr_##op##_scalar(__VA_ARGS__); \
	else if ((n) <= 8) \
		result __rte_ptr_##op##_n0_8_sse4(__VA_ARGS__); \
	else if (ptr_level == __RTE_PTR_LEVEL_AVX512 && (n) > 16) \
		result __rte_ptr_##op##_n9_avx512(__VA_ARGS__); \
	else if (ptr_level >= __RTE_PTR_LEVEL_AVX512_256) \
		result __rte_ptr_##op##_n9_avx512_256(__VA_ARGS__); \
	else if (ptr_level == __RTE_PTR_LEVEL_AVX2) \
		result __rte_ptr_##op##_n9_avx2(__VA_ARGS__); \
	else \
		result __rte_ptr_##op##_n9_sse4(__VA_ARGS__); \
} while (0)

#ifdef __cplusplus
}
#endif

#endif /* RTE_PTR_COMPRESS_X86_H */
