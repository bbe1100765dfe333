/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef RTE_PTR_COMPRESS_NEON_H
#define RTE_PTR_COMPRESS_NEON_H

/**
 * @file
 * @internal
 * The kernels for 64-bit Arm, where NEON is always there. They are inlined.
 */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <rte_common.h>
#include <rte_vect.h>

#include "rte_ptr_compress_scalar.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @internal Two 16-bit values from any address, zero-extended. */
static __rte_always_inline uint64x2_t
__rte_ptr_q_load_16(const uint16_t *p)
{
	uint32_t two;

	memcpy(&two, p, sizeof(two));
	return vmovl_u32(vget_low_u32(vmovl_u16(vcreate_u16(two))));
}

/** @internal Low 32 bits of all lanes. */
static __rte_always_inline uint32x4_t
__rte_ptr_q_pack32(uint64x2_t a, uint64x2_t b)
{
	return vuzp1q_u32(vreinterpretq_u32_u64(a), vreinterpretq_u32_u64(b));
}

/** @internal Low 16 bits of two lanes, to any address. */
static __rte_always_inline void
__rte_ptr_q_store_1x16(uint16_t *p, uint64x2_t a)
{
	uint32_t two = vget_lane_u32(vreinterpret_u32_u16(
			vmovn_u32(__rte_ptr_q_pack32(a, a))), 0);

	memcpy(p, &two, sizeof(two));
}

#define PTRV_LEVEL neon
#define PTRV_KERNEL static __rte_always_inline
#define PTRV_LANES 2
#define PTRV_T uint64x2_t
#define PTRV_COUNT_T int64x2_t
#define PTRV_SET1(x) vdupq_n_u64(x)
/* a shift by less than nothing is one to the right */
#define PTRV_SRL_COUNT(n) vdupq_n_s64(-(int64_t)(n))
#define PTRV_SLL_COUNT(n) vdupq_n_s64(n)
#define PTRV_LOAD(p) vld1q_u64((const uint64_t *)(p))
#define PTRV_LOAD_32(p) vmovl_u32(vld1_u32(p))
#define PTRV_LOAD_16(p) __rte_ptr_q_load_16(p)
#define PTRV_STORE(p, a) vst1q_u64((uint64_t *)(p), a)
#define PTRV_SUB vsubq_u64
#define PTRV_ADD vaddq_u64
#define PTRV_SRL vshlq_u64
#define PTRV_SLL vshlq_u64
#define PTRV_STORE_1X32(p, a) vst1_u32(p, vmovn_u64(a))
#define PTRV_STORE_2X32(p, a, b) vst1q_u32(p, __rte_ptr_q_pack32(a, b))
#define PTRV_STORE_1X16(p, a) __rte_ptr_q_store_1x16(p, a)
#define PTRV_STORE_2X16(p, a, b) \
	vst1_u16(p, vmovn_u32(__rte_ptr_q_pack32(a, b)))
#define PTRV_STORE_4X16(p, a, b, c, d) \
	vst1q_u16(p, vuzp1q_u16( \
		vreinterpretq_u16_u32(__rte_ptr_q_pack32(a, b)), \
		vreinterpretq_u16_u32(__rte_ptr_q_pack32(c, d))))
#include "rte_ptr_compress_vec_template.h"

#define __RTE_PTR_OP(op, src_t, dest_t) \
static __rte_always_inline void \
__rte_ptr_##op##_neon(const void *ptr_base, src_t src, dest_t dest, size_t n, \
		uint8_t bit_shift) \
{ \
	if (n <= 8) \
		__rte_ptr_##op##_n0_8_neon(ptr_base, src, dest, n, bit_shift); \
	else \
		__rte_ptr_##op##_n9_neon(ptr_base, src, dest, n, bit_shift); \
}

__RTE_PTR_OP(compress_32_shift, void * const *, uint32_t *)
__RTE_PTR_OP(compress_16_shift, void * const *, uint16_t *)
__RTE_PTR_OP(decompress_32_shift, uint32_t const *, void **)
__RTE_PTR_OP(decompress_16_shift, uint16_t const *, void **)

#undef __RTE_PTR_OP

/* For tests: these kernels are there. */
#define __RTE_PTR_HAS_NEON 1

#ifndef __ARM_FEATURE_SVE
/** @internal An operation on n pointers. */
#define __RTE_PTR_CALL(op, n, ...) \
	__rte_ptr_##op##_neon(__VA_ARGS__)

/** @internal Width in bits of the vectors that functions of this file take. */
static inline unsigned int
__rte_ptr_simd_bits(void)
{
	return 128;
}
#endif

#ifdef __cplusplus
}
#endif

#endif /* RTE_PTR_COMPRESS_NEON_H */
