/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef RTE_PTR_COMPRESS_SVE_H
#define RTE_PTR_COMPRESS_SVE_H

/**
 * @file
 * @internal
 * The kernels for Arm's scalable vectors, whatever their length. Predicates
 * end a loop where n ends; loads extend values to lanes of 64 bits and stores
 * cut them down again.
 *
 * To a compiler that reasons by types, these loads and stores are of uint64_t,
 * where the caller's tables hold pointers (those of NEON and x86 are of any
 * type): barriers keep it from moving the caller's own accesses across.
 */

#include <arm_sve.h>
#include <stddef.h>
#include <stdint.h>

#include <rte_atomic.h>
#include <rte_branch_prediction.h>
#include <rte_common.h>

#include "rte_ptr_compress_level.h"
#include "rte_ptr_compress_neon.h"

#ifdef __cplusplus
extern "C" {
#endif

#define __RTE_PTR_COMPRESS_SVE(bits, store) \
static __rte_always_inline void \
__rte_ptr_compress_##bits##_shift_sve(const void *ptr_base, \
		void * const *src, uint##bits##_t *dest, size_t n, \
		uint8_t bit_shift) \
{ \
	const uint64_t *from = (const uint64_t *)(uintptr_t)src; \
	svuint64_t v; \
	svbool_t pg; \
	uint64_t i; \
\
	rte_compiler_barrier(); \
	for (i = 0; i < n; i += svcntd()) { \
		pg = svwhilelt_b64_u64(i, n); \
		v = svsub_n_u64_x(pg, svld1_u64(pg, &from[i]), \
				(uintptr_t)ptr_base); \
		store(pg, &dest[i], svlsr_n_u64_x(pg, v, bit_shift)); \
	} \
	rte_compiler_barrier(); \
}

#define __RTE_PTR_DECOMPRESS_SVE(bits, load) \
static __rte_always_inline void \
__rte_ptr_decompress_##bits##_shift_sve(const void *ptr_base, \
		uint##bits##_t const *src, void **dest, size_t n, \
		uint8_t bit_shift) \
{ \
	uint64_t *to = (uint64_t *)(uintptr_t)dest; \
	svuint64_t v; \
	svbool_t pg; \
	uint64_t i; \
\
	rte_compiler_barrier(); \
	for (i = 0; i < n; i += svcntd()) { \
		pg = svwhilelt_b64_u64(i, n); \
		v = svlsl_n_u64_x(pg, load(pg, &src[i]), bit_shift); \
		svst1_u64(pg, &to[i], svadd_n_u64_x(pg, v, \
				(uintptr_t)ptr_base)); \
	} \
	rte_compiler_barrier(); \
}

__RTE_PTR_COMPRESS_SVE(32, svst1w_u64)
__RTE_PTR_COMPRESS_SVE(16, svst1h_u64)
__RTE_PTR_DECOMPRESS_SVE(32, svld1uw_u64)
__RTE_PTR_DECOMPRESS_SVE(16, svld1uh_u64)

#undef __RTE_PTR_COMPRESS_SVE
#undef __RTE_PTR_DECOMPRESS_SVE

/*
 * By stride, modulo 2^64 as in the scalar reference. Of the checked kernels,
 * the entries before the first that does not pass are stored, and no others.
 */

#define __RTE_PTR_COMPRESS_STRIDE_SVE(bits, store) \
static __rte_always_inline void \
__rte_ptr_compress_##bits##_stride_sve(const struct rte_ptr_codec *codec, \
		void * const *src, uint##bits##_t *dest, size_t n) \
{ \
	const uint64_t *from = (const uint64_t *)(uintptr_t)src; \
	svuint64_t v; \
	svbool_t pg; \
	uint64_t i; \
\
	rte_compiler_barrier(); \
	for (i = 0; i < n; i += svcntd()) { \
		pg = svwhilelt_b64_u64(i, n); \
		v = svsub_n_u64_x(pg, svld1_u64(pg, &from[i]), \
				(uintptr_t)codec->base); \
		v = svlsr_n_u64_x(pg, v, codec->shift); \
		store(pg, &dest[i], svmul_n_u64_x(pg, v, codec->inverse)); \
	} \
	rte_compiler_barrier(); \
} \
static __rte_always_inline size_t \
__rte_ptr_compress_##bits##_checked_sve(const struct rte_ptr_codec *codec, \
		void * const *src, uint##bits##_t *dest, size_t n) \
{ \
	const uint64_t *from = (const uint64_t *)(uintptr_t)src; \
	svbool_t pg, good, before; \
	size_t taken = n; \
	svuint64_t distance, v; \
	uint64_t i; \
\
	rte_compiler_barrier(); \
	for (i = 0; i < n; i += svcntd()) { \
		pg = svwhilelt_b64_u64(i, n); \
		distance = svsub_n_u64_x(pg, svld1_u64(pg, &from[i]), \
				(uintptr_t)codec->base); \
		v = svlsr_n_u64_x(pg, distance, codec->shift); \
		v = svmul_n_u64_x(pg, v, codec->inverse); \
		good = svcmplt_n_u64(pg, v, codec->count); \
		good = svcmpeq_u64(good, svmul_n_u64_x(pg, v, codec->stride), \
				distance); \
		before = svbrkb_b_z(pg, svnot_b_z(pg, good)); \
		store(before, &dest[i], v); \
		if (unlikely(svcntp_b64(pg, before) != svcntp_b64(pg, pg))) { \
			taken = i + svcntp_b64(pg, before); \
			break; \
		} \
	} \
	rte_compiler_barrier(); \
	return taken; \
}

#define __RTE_PTR_DECOMPRESS_STRIDE_SVE(bits, load) \
static __rte_always_inline void \
__rte_ptr_decompress_##bits##_stride_sve(const struct rte_ptr_codec *codec, \
		uint##bits##_t const *src, void **dest, size_t n) \
{ \
	uint64_t *to = (uint64_t *)(uintptr_t)dest; \
	svuint64_t v; \
	svbool_t pg; \
	uint64_t i; \
\
	rte_compiler_barrier(); \
	for (i = 0; i < n; i += svcntd()) { \
		pg = svwhilelt_b64_u64(i, n); \
		v = svmul_n_u64_x(pg, load(pg, &src[i]), codec->stride); \
		svst1_u64(pg, &to[i], svadd_n_u64_x(pg, v, \
				(uintptr_t)codec->base)); \
	} \
	rte_compiler_barrier(); \
} \
static __rte_always_inline size_t \
__rte_ptr_decompress_##bits##_checked_sve(const struct rte_ptr_codec *codec, \
		uint##bits##_t const *src, void **dest, size_t n) \
{ \
	uint64_t *to = (uint64_t *)(uintptr_t)dest; \
	svbool_t pg, bad, before; \
	size_t taken = n; \
	svuint64_t v; \
	uint64_t i; \
\
	rte_compiler_barrier(); \
	for (i = 0; i < n; i += svcntd()) { \
		pg = svwhilelt_b64_u64(i, n); \
		v = load(pg, &src[i]); \
		bad = svcmpge_n_u64(pg, v, codec->count); \
		before = svbrkb_b_z(pg, bad); \
		v = svmul_n_u64_x(pg, v, codec->stride); \
		svst1_u64(before, &to[i], svadd_n_u64_x(pg, v, \
				(uintptr_t)codec->base)); \
		if (unlikely(svptest_any(pg, bad))) { \
			taken = i + svcntp_b64(pg, before); \
			break; \
		} \
	} \
	rte_compiler_barrier(); \
	return taken; \
}

__RTE_PTR_COMPRESS_STRIDE_SVE(32, svst1w_u64)
__RTE_PTR_COMPRESS_STRIDE_SVE(16, svst1h_u64)
__RTE_PTR_DECOMPRESS_STRIDE_SVE(32, svld1uw_u64)
__RTE_PTR_DECOMPRESS_STRIDE_SVE(16, svld1uh_u64)

#undef __RTE_PTR_COMPRESS_STRIDE_SVE
#undef __RTE_PTR_DECOMPRESS_STRIDE_SVE

/* For tests: these kernels are there. */
#define __RTE_PTR_HAS_SVE 1

/** @internal An operation on n pointers at the level that fits. */
#define __RTE_PTR_CALL(result, op, n, ...) do { \
	const enum __rte_ptr_level ptr_level = __rte_ptr_level(); \
\
	if (likely(ptr_level == __RTE_PTR_LEVEL_SVE)) \
		result __rte_ptr_##op##_sve(__VA_ARGS__); \
	else if (ptr_level == __RTE_PTR_LEVEL_NEON) \
		result __rte_ptr_##op##_neon(__VA_ARGS__); \
	else \
		result __rte_ptr_##op##_scalar(__VA_ARGS__); \
} while (0)

#ifdef __cplusplus
}
#endif

#endif /* RTE_PTR_COMPRESS_SVE_H */
