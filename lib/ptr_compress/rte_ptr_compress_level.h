/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef RTE_PTR_COMPRESS_LEVEL_H
#define RTE_PTR_COMPRESS_LEVEL_H

/**
 * @file
 * @internal
 * Which kernels to take, where there are several that this CPU might run: the
 * widest that the CPU, the operating system and EAL's option
 * --force-max-simd-bitwidth (or rte_vect_set_max_simd_bitwidth()) allow.
 *
 * The answer is kept for each source file that includes this one, in memory of
 * the process, from the first call after rte_eal_init() on. Until then it is
 * found anew each time, and is what EAL's default limit makes it.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_stdatomic.h>
#include <rte_vect.h>

#ifdef __ARM_FEATURE_SVE
#include <arm_sve.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#define __RTE_PTR_BUILT_FOR_AVX512 1
#else
#define __RTE_PTR_BUILT_FOR_AVX512 0
#endif

#ifdef __AVX2__
#define __RTE_PTR_BUILT_FOR_AVX2 1
#else
#define __RTE_PTR_BUILT_FOR_AVX2 0
#endif

/** @internal Kernels by the vectors they use. */
enum __rte_ptr_level {
	__RTE_PTR_LEVEL_UNKNOWN, /* not looked for yet */
	__RTE_PTR_LEVEL_SCALAR,
	__RTE_PTR_LEVEL_SSE4,
	__RTE_PTR_LEVEL_AVX2,
	__RTE_PTR_LEVEL_AVX512_256, /* AVX-512 instructions on 256 bits */
	__RTE_PTR_LEVEL_AVX512,
	__RTE_PTR_LEVEL_NEON,
	__RTE_PTR_LEVEL_SVE
};

/** @internal What a CPU offers; all false on one without a choice. */
struct __rte_ptr_cpu {
	bool avx2;
	bool avx512;       /* F, BW and VL */
	uint32_t sve_bits; /* length of scalable vectors, 0 without */
};

/** @internal The level for a CPU under a limit on the vectors' width. */
static inline enum __rte_ptr_level
__rte_ptr_level_choose(const struct __rte_ptr_cpu *cpu,
		unsigned int max_simd_bits)
{
	if (max_simd_bits < 128)
		return __RTE_PTR_LEVEL_SCALAR;
#ifdef RTE_ARCH_ARM64
	/* at 128 bits NEON needs fewer instructions */
	return cpu->sve_bits > 128 && cpu->sve_bits <= max_simd_bits ?
			__RTE_PTR_LEVEL_SVE : __RTE_PTR_LEVEL_NEON;
#else
	if (max_simd_bits < 256)
		return __RTE_PTR_LEVEL_SSE4;
	if (cpu->avx512 && max_simd_bits >= 512)
		return __RTE_PTR_LEVEL_AVX512;
	/* what is inlined beats what is to be called */
	if (cpu->avx512 &&
			(__RTE_PTR_BUILT_FOR_AVX512 || !__RTE_PTR_BUILT_FOR_AVX2))
		return __RTE_PTR_LEVEL_AVX512_256;
	return cpu->avx2 ? __RTE_PTR_LEVEL_AVX2 : __RTE_PTR_LEVEL_SSE4;
#endif
}

/** @internal Look at the CPU. */
static inline struct __rte_ptr_cpu
__rte_ptr_cpu_get(void)
{
	struct __rte_ptr_cpu cpu = { false, false, 0 };

#ifdef RTE_ARCH_X86
	/* knows what the operating system enabled, unlike CPUID alone */
	__builtin_cpu_init();
	cpu.avx2 = __builtin_cpu_supports("avx2");
	cpu.avx512 = cpu.avx2 && __builtin_cpu_supports("avx512f") &&
		__builtin_cpu_supports("avx512bw") &&
		__builtin_cpu_supports("avx512vl");
#endif
#ifdef __ARM_FEATURE_SVE
	cpu.sve_bits = (uint32_t)svcntb() * 8;
#endif
	return cpu;
}

/* For tests: that there is a choice at all. */
#define __RTE_PTR_HAS_LEVELS 1

/**
 * @internal The level of this source file, once it is known: in a cache line
 * of its own, lest some neighbour takes it from all cores at each write.
 */
static union __rte_cache_aligned __rte_ptr_level_line {
	RTE_ATOMIC(uint8_t) known;
	char line[RTE_CACHE_LINE_SIZE];
} __rte_ptr_level_cache __rte_unused;

#ifdef __cplusplus
/* the header of DPDK 22.11 declares it for C only, and as C++ to C++ */
uint16_t __rte_ptr_max_simd_bits(void) __asm__("rte_vect_get_max_simd_bitwidth");
#else
#define __rte_ptr_max_simd_bits rte_vect_get_max_simd_bitwidth
#endif

/** @internal Find the level. Any thread, at any time; all come to the same. */
static __rte_noinline __rte_unused enum __rte_ptr_level
__rte_ptr_level_find(void)
{
	const struct __rte_ptr_cpu cpu = __rte_ptr_cpu_get();
	unsigned int max_simd_bits = __rte_ptr_max_simd_bits();
	enum __rte_ptr_level level;

	/* 0 until rte_eal_init(): what it will be, but not to be relied upon */
	if (max_simd_bits == 0)
		return __rte_ptr_level_choose(&cpu,
				RTE_VECT_DEFAULT_SIMD_BITWIDTH);

	level = __rte_ptr_level_choose(&cpu, max_simd_bits);
	/*
	 * rte_eal_init() sets the default first and reads its options then. The
	 * TSC's rate, known later still, tells a thread that comes meanwhile.
	 */
	if (rte_get_tsc_hz() == 0)
		return level;
	rte_atomic_store_explicit(&__rte_ptr_level_cache.known, (uint8_t)level,
			rte_memory_order_relaxed);
	return level;
}

/** @internal The level that functions called from this source file take. */
static __rte_always_inline enum __rte_ptr_level
__rte_ptr_level(void)
{
	enum __rte_ptr_level level = (enum __rte_ptr_level)
		rte_atomic_load_explicit(&__rte_ptr_level_cache.known,
			rte_memory_order_relaxed);

	if (unlikely(level == __RTE_PTR_LEVEL_UNKNOWN))
		level = __rte_ptr_level_find();
	return level;
}

/** @internal Width in bits of the vectors that functions of this file take. */
static inline unsigned int
__rte_ptr_simd_bits(void)
{
	switch (__rte_ptr_level()) {
	case __RTE_PTR_LEVEL_SSE4:
	case __RTE_PTR_LEVEL_NEON:
		return 128;
	case __RTE_PTR_LEVEL_AVX2:
	case __RTE_PTR_LEVEL_AVX512_256:
		return 256;
	case __RTE_PTR_LEVEL_AVX512:
		return 512;
	case __RTE_PTR_LEVEL_SVE:
		return __rte_ptr_cpu_get().sve_bits;
	default:
		return 64;
	}
}

#ifdef __cplusplus
}
#endif

#endif /* RTE_PTR_COMPRESS_LEVEL_H */
