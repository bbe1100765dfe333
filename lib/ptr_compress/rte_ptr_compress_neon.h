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

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_vect.h>

#include "rte_ptr_compress_ops.h"
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

/** @internal Whether all bits are set. */
static __rte_always_inline int
__rte_ptr_q_all(uint64x2_t a)
{
	return (vgetq_lane_u64(a, 0) & vgetq_lane_u64(a, 1)) == UINT64_MAX;
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
#define PTRV_MUL(a, b) vmull_u32(vmovn_u64(a), vmovn_u64(b))
#define PTRV_CHECK_LOCALS uint64x2_t same __rte_unused, below
#define PTRV_CHECK_EQ(k, a, b) \
	(same = (k) == 0 ? vceqq_u64(a, b) : vandq_u64(same, vceqq_u64(a, b)))
#define PTRV_CHECK_LE(k, a, max) \
	(below = (k) == 0 ? vcleq_u64(a, max) : \
		vandq_u64(below, vcleq_u64(a, max)))
#define PTRV_PASS_EQ_LE(max) __rte_ptr_q_all(vandq_u64(same, below))
#define PTRV_CHECK_LT(k, a, end) \
	(below = (k) == 0 ? vcltq_u64(a, end) : \
		vandq_u64(below, vcltq_u64(a, end)))
#define PTRV_PASS_LT(end) __rte_ptr_q_all(below)
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

#define __RTE_PTR_OP(ret, op, params, args) \
static __rte_always_inline __RTE_PTR_TYPE_##ret \
__rte_ptr_##op##_neon params \
{ \
	if (n <= 8) \
		__RTE_PTR_RETURN_##ret __rte_ptr_##op##_n0_8_neon args; \
	else \
		__RTE_PTR_RETURN_##ret __rte_ptr_##op##_n9_neon args; \
}

__RTE_PTR_FOR_EACH_OP(__RTE_PTR_OP)

#undef __RTE_PTR_OP

/* For tests: these kernels are there. */
#define __RTE_PTR_HAS_NEON 1

#ifndef __ARM_FEATURE_SVE
/** @internal An operation on n pointers. */
#define __RTE_PTR_CALL(result, op, n, ...) \
	result __rte_ptr_##op##_neon(__VA_ARGS__)

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
