/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <pthread.h>
#include <stdio.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_vect.h>

#include <rte_ptr_compress.h>

#include "test.h"
#include "test_ptr_compress.h"

/*
 * Which kernels the public functions take, in this source file.
 */

#define N 100
#define BASE ((void *)(uintptr_t)0x10000000)
#define SHIFT 4

/* Whether a burst, long enough for any kernel, comes back as it was. */
static bool
round_trip(void)
{
	void *ptrs[N], *back[N];
	uint32_t values32[N];
	uint16_t values16[N];
	unsigned int i, wrong = 0;

	for (i = 0; i < N; i++)
		ptrs[i] = RTE_PTR_ADD(BASE, (uintptr_t)(N - i) * 37 << SHIFT);
	rte_ptr_compress_32_shift(BASE, ptrs, values32, N, SHIFT);
	rte_ptr_decompress_32_shift(BASE, values32, back, N, SHIFT);
	for (i = 0; i < N; i++)
		wrong += values32[i] != (N - i) * 37 || back[i] != ptrs[i];
	rte_ptr_compress_16_shift(BASE, ptrs, values16, N, SHIFT);
	rte_ptr_decompress_16_shift(BASE, values16, back, N, SHIFT);
	for (i = 0; i < N; i++)
		wrong += values16[i] != (N - i) * 37 || back[i] != ptrs[i];
	return wrong == 0;
}

#ifndef __RTE_PTR_HAS_LEVELS

int
test_ptr_compress_level(void)
{
	printf("No choice of kernels on this architecture\n");
	return round_trip() ? TEST_SUCCESS : TEST_FAILED;
}

#else

/* What a constructor saw, when rte_eal_init() had not been called. */
static struct {
	bool ran;
	bool right;
	unsigned int limit;
	uint8_t known;
	enum __rte_ptr_level level;
} early;

RTE_INIT(use_before_eal)
{
	early.ran = true;
	early.limit = rte_vect_get_max_simd_bitwidth();
	early.level = __rte_ptr_level();
	early.right = round_trip();
	early.known = __rte_ptr_level_cache.known;
}

static int
check_before_eal(void)
{
	const struct __rte_ptr_cpu cpu = __rte_ptr_cpu_get();

	TEST_ASSERT(early.ran, "the constructor did not run");
	TEST_ASSERT(early.right, "wrong results before rte_eal_init()");
	if (early.limit == 0)
		TEST_ASSERT_EQUAL(early.known, __RTE_PTR_LEVEL_UNKNOWN,
			"level %u was kept before there was a limit", early.known);
	TEST_ASSERT_EQUAL(early.level, __rte_ptr_level_choose(&cpu,
			RTE_VECT_DEFAULT_SIMD_BITWIDTH),
		"level %u before rte_eal_init()", early.level);
	return TEST_SUCCESS;
}

/* What is asked for: nothing wider than the limit, nothing the CPU lacks. */
static int
check_choice(void)
{
	static const unsigned int limits[] = {
		64, 128, 256, 512, 1024, RTE_VECT_SIMD_MAX
	};
	struct __rte_ptr_cpu cpu;
	enum __rte_ptr_level level;
	unsigned int i, fake;

	for (fake = 0; fake < 3; fake++) {
		/* a CPU with AVX-512 has AVX2 */
		cpu = (struct __rte_ptr_cpu){
			.avx2 = fake >= 1,
			.avx512 = fake == 2,
			.sve_bits = fake * 256,
		};
		for (i = 0; i < RTE_DIM(limits); i++) {
			level = __rte_ptr_level_choose(&cpu, limits[i]);
			TEST_ASSERT_EQUAL(level == __RTE_PTR_LEVEL_SCALAR,
				limits[i] < 128, "level %u at %u bits", level,
				limits[i]);
			if (limits[i] < 128)
				continue;
#ifdef RTE_ARCH_ARM64
			TEST_ASSERT_EQUAL(level, cpu.sve_bits > 128 &&
					cpu.sve_bits <= limits[i] ?
					__RTE_PTR_LEVEL_SVE :
					__RTE_PTR_LEVEL_NEON,
				"level %u with SVE of %u bits at %u bits",
				level, cpu.sve_bits, limits[i]);
#else
			if (limits[i] < 256 || fake == 0)
				TEST_ASSERT_EQUAL(level, __RTE_PTR_LEVEL_SSE4,
					"level %u on CPU %u at %u bits", level,
					fake, limits[i]);
			else if (fake == 2 && limits[i] >= 512)
				TEST_ASSERT_EQUAL(level, __RTE_PTR_LEVEL_AVX512,
					"level %u on CPU %u at %u bits", level,
					fake, limits[i]);
			else if (fake == 2 && (__RTE_PTR_BUILT_FOR_AVX512 ||
					!__RTE_PTR_BUILT_FOR_AVX2))
				TEST_ASSERT_EQUAL(level,
					__RTE_PTR_LEVEL_AVX512_256,
					"level %u on CPU %u at %u bits", level,
					fake, limits[i]);
			else
				TEST_ASSERT_EQUAL(level, __RTE_PTR_LEVEL_AVX2,
					"level %u on CPU %u at %u bits", level,
					fake, limits[i]);
#endif
		}
	}
	return TEST_SUCCESS;
}

/* A thread's first use, while others make theirs. */
static int
first_use(void *arg)
{
	const enum __rte_ptr_level *expected = arg;
	unsigned int i;

	for (i = 0; i < 10000; i++) {
		rte_atomic_store_explicit(&__rte_ptr_level_cache.known,
				__RTE_PTR_LEVEL_UNKNOWN,
				rte_memory_order_relaxed);
		if (__rte_ptr_level() != *expected || !round_trip())
			return -1;
	}
	return 0;
}

static void *
first_use_thread(void *arg)
{
	return first_use(arg) == 0 ? arg : NULL;
}

static int
check_threads(enum __rte_ptr_level expected)
{
	unsigned int lcore;
	pthread_t thread;
	void *thread_ret;
	int ret = 0;

	/* a thread that EAL does not know, and all those that it does */
	TEST_ASSERT_SUCCESS(pthread_create(&thread, NULL, first_use_thread,
			&expected), "no thread");
	RTE_LCORE_FOREACH_WORKER(lcore)
		ret |= rte_eal_remote_launch(first_use, &expected, lcore);
	ret |= first_use(&expected);
	rte_eal_mp_wait_lcore();
	RTE_LCORE_FOREACH_WORKER(lcore)
		ret |= rte_eal_wait_lcore(lcore);
	pthread_join(thread, &thread_ret);
	TEST_ASSERT(ret == 0 && thread_ret != NULL, "threads disagree");
	return TEST_SUCCESS;
}

int
test_ptr_compress_level(void)
{
	const struct __rte_ptr_cpu cpu = __rte_ptr_cpu_get();
	const unsigned int limit = rte_vect_get_max_simd_bitwidth();
	const enum __rte_ptr_level expected = __rte_ptr_level_choose(&cpu, limit);

	printf("AVX2 %d, AVX-512 %d, SVE of %u bits, limit %u bits: level %u, vectors of %u bits\n",
		cpu.avx2, cpu.avx512, cpu.sve_bits, limit, expected,
		__rte_ptr_simd_bits());
	TEST_ASSERT_EQUAL(__rte_ptr_level(), expected, "level %u",
		__rte_ptr_level());
	TEST_ASSERT_EQUAL(__rte_ptr_level_cache.known, expected, "not kept");
	TEST_ASSERT(__rte_ptr_simd_bits() <= limit, "vectors of %u bits",
		__rte_ptr_simd_bits());
	TEST_ASSERT(round_trip(), "wrong results");
	if (check_before_eal() != TEST_SUCCESS || check_choice() != TEST_SUCCESS)
		return TEST_FAILED;
	return check_threads(expected);
}

#endif /* __RTE_PTR_HAS_LEVELS */
