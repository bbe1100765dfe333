/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_mempool.h>

#include <rte_ptr_cache.h>

#include "test.h"
#include "test_mempool_ptr_perf.h"
#include "test_perf_report.h"

/*
 * Caches beside the data of an application: between getting 1,024 objects and
 * putting them back, 32 at a time, one core goes through a table of its own, in
 * steps of a cache line. Cycles per object for both, the table included.
 */

#define ROUNDS 101
#define KEEP 1024
#define BULK 32
#define LOOPS 16

static const unsigned int kilobytes[] = { 0, 8, 16, 24, 32, 40, 48, 64 };

static const struct {
	enum mpp_driver driver;
	enum mpp_cache cache;
} caches[] = {
	{ MPP_STOCK, MPP_CACHE_USER },
	{ MPP_STOCK, MPP_CACHE_32 },
	{ MPP_STOCK, MPP_CACHE_16 },
	{ MPP_OURS, MPP_CACHE_USER },
	{ MPP_OURS, MPP_CACHE_16 },
};

#define CACHES RTE_DIM(caches)
#define MAX_ROUNDS 201

static double samples[RTE_DIM(kilobytes)][CACHES][MAX_ROUNDS];

static __rte_always_inline double
loop(const struct mpp_user *u, bool compressed, uint64_t *table, size_t words)
{
	static void *objs[KEEP];
	unsigned int i, j;
	uint64_t start;
	size_t w;

	start = rte_rdtsc_precise();
	for (i = 0; i < LOOPS; i++) {
		for (j = 0; j < KEEP; j += BULK)
			if (mpp_get(u, compressed, &objs[j], BULK) != 0)
				return -1;
		for (w = 0; w < words; w += RTE_CACHE_LINE_SIZE / sizeof(*table))
			table[w]++;
		for (j = 0; j < KEEP; j += BULK)
			mpp_put(u, compressed, &objs[j], BULK);
	}
	return (double)(rte_rdtsc_precise() - start) / LOOPS / KEEP;
}

static __rte_noinline double
loop_plain(const struct mpp_user *u, uint64_t *table, size_t words)
{
	return loop(u, false, table, words);
}

static __rte_noinline double
loop_compressed(const struct mpp_user *u, uint64_t *table, size_t words)
{
	return loop(u, true, table, words);
}

static void
report(unsigned int rounds)
{
	unsigned int k, c;
	struct perf_stat st[CACHES];
	struct perf_json json;

	printf("\nOne lcore, %u objects kept, %u at a time, beside a table: cycles per object, and what is saved in per cent\n",
		KEEP, BULK);
	printf("  %-10s", "KB");
	for (c = 0; c < CACHES; c++)
		if (mpp_is_possible(caches[c].driver, caches[c].cache))
			printf("  %8s %8s", mpp_pools[caches[c].driver].name,
				mpp_cache_names[caches[c].cache]);
	printf("\n");
	for (k = 0; k < RTE_DIM(kilobytes); k++) {
		printf("  %-10u", kilobytes[k]);
		for (c = 0; c < CACHES; c++) {
			if (!mpp_is_possible(caches[c].driver, caches[c].cache))
				continue;
			st[c] = perf_stat_get(samples[k][c], rounds);
			printf("  %8.2f %7.1f%%", st[c].median,
				perf_gain_pct(st[0].median, st[c].median));
			perf_json_begin(&json, MPP_TEST);
			perf_json_str(&json, "case", "work");
			perf_json_str(&json, "driver", mpp_pools[caches[c].driver].name);
			perf_json_str(&json, "cache", mpp_cache_names[caches[c].cache]);
			perf_json_num(&json, "kilobytes", kilobytes[k]);
			perf_json_num(&json, "cycles_per_obj", st[c].median);
			perf_json_num(&json, "spread", st[c].spread);
			if (c != 0)
				perf_json_num(&json, "gain_pct",
					perf_gain_pct(st[0].median, st[c].median));
			perf_json_num(&json, "simd_bits", __rte_ptr_simd_bits());
			perf_json_end(&json);
		}
		printf("\n");
	}
	fflush(stdout);
}

/* All sizes of the table, with one cache, once. */
static int
run_cache(unsigned int c, uint64_t *table, unsigned int round)
{
	struct mpp_user user;
	unsigned int k;
	double cycles;
	size_t words;

	TEST_ASSERT_SUCCESS(mpp_user_open(&user, caches[c].driver,
		caches[c].cache, rte_lcore_id()), "No memory for a cache");
	for (k = 0; k < RTE_DIM(kilobytes); k++) {
		words = kilobytes[k] * 1024 / sizeof(*table);
		cycles = mpp_is_compressed(caches[c].cache) ?
			loop_compressed(&user, table, words) :
			loop_plain(&user, table, words);
		TEST_ASSERT(cycles > 0, "No objects");
		/* the first round only warms up */
		if (round > 0)
			samples[k][c][round - 1] = cycles;
	}
	mpp_user_close(&user);
	return TEST_SUCCESS;
}

int
test_mempool_ptr_perf_work(void)
{
	const unsigned int rounds = mpp_rounds(ROUNDS, MAX_ROUNDS);
	int ret = TEST_SUCCESS;
	unsigned int round, i, c;
	uint64_t *table;

	table = rte_zmalloc(NULL, kilobytes[RTE_DIM(kilobytes) - 1] * 1024, 4096);
	TEST_ASSERT_NOT_NULL(table, "No memory for a table");
	for (round = 0; round <= rounds && ret == TEST_SUCCESS; round++) {
		perf_progress("beside a table", round, rounds + 1);
		for (i = 0; i < CACHES && ret == TEST_SUCCESS; i++) {
			c = (i + round) % CACHES;
			if (mpp_is_possible(caches[c].driver, caches[c].cache))
				ret = run_cache(c, table, round);
		}
	}
	perf_progress("beside a table", 1, 1);
	if (ret == TEST_SUCCESS)
		report(rounds);
	rte_free(table);
	return ret;
}
