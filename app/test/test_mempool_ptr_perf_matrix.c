/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_mempool.h>
#include <rte_stdatomic.h>
#include <rte_thread.h>

#include <rte_ptr_cache.h>

#include "test.h"
#include "test_lcore_pair.h"
#include "test_mempool_ptr_perf.h"
#include "test_perf_report.h"
#include "test_plain_threads.h"

/*
 * Each core gets n_keep objects, n_get at a time, and puts them back, n_put at
 * a time, over and over, in each of these ways: cycles per object, got and put.
 * Lcores do so, and threads that EAL does not know.
 *
 * All ways of a cell follow each other before the next cell and round, each
 * round in another order: what disturbs the machine for a while disturbs all
 * of them alike.
 */

#define ROUNDS 41
#define MAX_ROUNDS 101
#define SAMPLE_OBJS 8192

static const unsigned int bulks[] = { 1, 4, 8, 16, 32, 64, 128 };
static const unsigned int keeps[] = { 32, 128, 512, 1024 };

#define BULKS RTE_DIM(bulks)
#define KEEPS RTE_DIM(keeps)
#define MAX_KEEP 1024

static const struct way {
	enum mpp_driver driver;
	enum mpp_cache cache;
} ways[] = {
	{ MPP_STOCK, MPP_CACHE_DEFAULT },
	{ MPP_STOCK, MPP_CACHE_USER },
	{ MPP_STOCK, MPP_CACHE_NONE },
	{ MPP_OURS, MPP_CACHE_DEFAULT },
	{ MPP_OURS, MPP_CACHE_USER },
	{ MPP_OURS, MPP_CACHE_NONE },
	{ MPP_STOCK, MPP_CACHE_16 },
	{ MPP_STOCK, MPP_CACHE_32 },
	{ MPP_OURS, MPP_CACHE_16 },
};

#define WAYS RTE_DIM(ways)

/* What is compared with what, by place in the table above. */
static const struct {
	unsigned int base, way;
} comparisons[] = {
	{ 0, 3 }, { 1, 4 }, { 2, 5 }, { 1, 6 }, { 1, 7 }, { 1, 8 }, { 4, 8 },
};

struct worker {
	struct mpp_user user;
	uint64_t cycles;
	int ret;
	rte_thread_t id;
	void *objs[MAX_KEEP];
} __rte_cache_aligned;

static struct worker workers[RTE_MAX_LCORE];

static struct {
	unsigned int n_get, n_put, n_keep, loops;
	bool compressed;
	unsigned int nb_workers;
	RTE_ATOMIC(uint32_t) arrived;
} shared;

static double samples[KEEPS][BULKS][BULKS][WAYS][MAX_ROUNDS];
static double medians[KEEPS][BULKS][BULKS][WAYS];

static __rte_always_inline int
loop(struct worker *w, bool compressed)
{
	const unsigned int n_get = shared.n_get, n_put = shared.n_put;
	const unsigned int n_keep = shared.n_keep, loops = shared.loops;
	const struct mpp_user user = w->user;
	unsigned int i, j;
	uint64_t start;

	lcores_meet(&shared.arrived, shared.nb_workers);
	start = rte_rdtsc_precise();
	for (i = 0; i < loops; i++) {
		for (j = 0; j < n_keep; j += n_get)
			if (mpp_get(&user, compressed, &w->objs[j], n_get) != 0)
				return -1;
		for (j = 0; j < n_keep; j += n_put)
			mpp_put(&user, compressed, &w->objs[j], n_put);
	}
	w->cycles = rte_rdtsc_precise() - start;
	return 0;
}

static __rte_noinline int
loop_plain(struct worker *w)
{
	return loop(w, false);
}

static __rte_noinline int
loop_compressed(struct worker *w)
{
	return loop(w, true);
}

static int
work(void *arg)
{
	struct worker *w = arg;

	w->ret = shared.compressed ? loop_compressed(w) : loop_plain(w);
	return w->ret;
}

static uint32_t
work_thread(void *arg)
{
	work(arg);
	return 0;
}

/* Whether a way is measured: threads have no default caches. */
static bool
way_usable(const struct way *way, bool threads)
{
	return !(threads && way->cache == MPP_CACHE_DEFAULT) &&
		mpp_is_possible(way->driver, way->cache);
}

static int
start_threads(unsigned int cores)
{
	unsigned int i, lcore = -1;

	for (i = 0; i < cores; i++) {
		if (test_plain_thread_start(&workers[i].id, work_thread,
				&workers[i], &lcore) == 0)
			continue;
		/* the others would wait for it without end */
		printf("Cannot start a thread\n");
		exit(EXIT_FAILURE);
	}
	for (i = 0; i < cores; i++)
		rte_thread_join(workers[i].id, NULL);
	return 0;
}

static int
start_lcores(unsigned int cores)
{
	unsigned int lcore, started = 1;

	RTE_LCORE_FOREACH_WORKER(lcore) {
		if (started == cores)
			break;
		if (rte_eal_remote_launch(work, &workers[started++], lcore) != 0)
			return -1;
	}
	work(&workers[0]);
	rte_eal_mp_wait_lcore();
	return 0;
}

/* Cycles per object of one cell in one way, or a negative value. */
static double
sample(const struct mpp_user *users, const struct way *way, unsigned int cores,
		bool threads)
{
	uint64_t sum = 0;
	unsigned int i;
	int ret;

	shared.compressed = mpp_is_compressed(way->cache);
	shared.nb_workers = cores;
	rte_atomic_store_explicit(&shared.arrived, 0, rte_memory_order_relaxed);
	for (i = 0; i < cores; i++)
		workers[i].user = users[i];
	ret = threads ? start_threads(cores) : start_lcores(cores);
	for (i = 0; i < cores; i++) {
		ret |= workers[i].ret;
		sum += workers[i].cycles;
	}
	return ret != 0 ? -1 : (double)sum / cores / shared.loops / shared.n_keep;
}

/* The change of the rate in per cent, as users of mempool_perf_autotest know it. */
static double
rate_change(double base, double x)
{
	return 100.0 * (base / x - 1);
}

static void
print_comparison(unsigned int base, unsigned int way, const char *cores)
{
	static double all[KEEPS * BULKS * BULKS];
	double change;
	unsigned int k, g, p, n = 0, losers = 0, large = 0, gainers = 0;
	struct perf_stat st;

	printf("\n%s, %s driver, cache %s, against %s driver, cache %s: change of the rate in per cent\n",
		cores, mpp_pools[ways[way].driver].name, mpp_cache_names[ways[way].cache],
		mpp_pools[ways[base].driver].name, mpp_cache_names[ways[base].cache]);
	for (k = 0; k < KEEPS; k++) {
		printf("  keep %4u  put", keeps[k]);
		for (p = 0; p < BULKS; p++)
			printf("%7u", bulks[p]);
		printf("\n");
		for (g = 0; g < BULKS && bulks[g] <= keeps[k]; g++) {
			printf("       get %4u", bulks[g]);
			for (p = 0; p < BULKS && bulks[p] <= keeps[k]; p++) {
				change = rate_change(medians[k][g][p][base],
					medians[k][g][p][way]);
				printf("%7.0f", change);
				losers += change < -5;
				if (bulks[g] >= 32 && bulks[p] >= 32) {
					large++;
					gainers += change >= 10;
				}
				all[n++] = change;
			}
			printf("\n");
		}
	}
	/* sorts them */
	st = perf_stat_get(all, n);
	printf("  %u cells: from %.0f to %.0f, median %.0f; %u below -5; 10 and more in %u of %u of 32 and more\n",
		n, all[0], all[n - 1], st.median, losers, gainers, large);
}

static void
json_cell(unsigned int k, unsigned int g, unsigned int p, unsigned int way,
		unsigned int base, double spread, const char *cores)
{
	const double cycles = medians[k][g][p][way];
	struct perf_json json;

	perf_json_begin(&json, MPP_TEST);
	perf_json_str(&json, "case", "matrix");
	perf_json_str(&json, "cores", cores);
	perf_json_str(&json, "driver", mpp_pools[ways[way].driver].name);
	perf_json_str(&json, "cache", mpp_cache_names[ways[way].cache]);
	perf_json_num(&json, "n_keep", keeps[k]);
	perf_json_num(&json, "n_get", bulks[g]);
	perf_json_num(&json, "n_put", bulks[p]);
	perf_json_num(&json, "cycles_per_obj", cycles);
	perf_json_num(&json, "spread", spread);
	if (base != way)
		perf_json_num(&json, "gain_pct",
			perf_gain_pct(medians[k][g][p][base], cycles));
	perf_json_num(&json, "simd_bits", __rte_ptr_simd_bits());
	perf_json_end(&json);
}

/* The medians of one cell, and what goes to JSON. */
static void
finish_cell(unsigned int k, unsigned int g, unsigned int p, const char *cores,
		bool threads, unsigned int rounds)
{
	unsigned int w, c, base;
	struct perf_stat st;

	for (w = 0; w < WAYS; w++) {
		if (!way_usable(&ways[w], threads))
			continue;
		st = perf_stat_get(samples[k][g][p][w], rounds);
		medians[k][g][p][w] = st.median;
		/* with the first that it is compared with */
		base = w;
		for (c = 0; c < RTE_DIM(comparisons) && base == w; c++)
			if (comparisons[c].way == w)
				base = comparisons[c].base;
		json_cell(k, g, p, w, base, st.spread, cores);
	}
}

static void
report(const char *cores, bool threads, unsigned int rounds)
{
	unsigned int k, g, p, c;

	for (k = 0; k < KEEPS; k++)
		for (g = 0; g < BULKS && bulks[g] <= keeps[k]; g++)
			for (p = 0; p < BULKS && bulks[p] <= keeps[k]; p++)
				finish_cell(k, g, p, cores, threads, rounds);
	for (c = 0; c < RTE_DIM(comparisons); c++)
		if (way_usable(&ways[comparisons[c].base], threads) &&
				way_usable(&ways[comparisons[c].way], threads))
			print_comparison(comparisons[c].base, comparisons[c].way, cores);
	fflush(stdout);
}

/* All ways of one cell, once. */
static int
run_cell(struct mpp_user users[WAYS][RTE_MAX_LCORE], unsigned int k,
		unsigned int g, unsigned int p, unsigned int cores, bool threads,
		unsigned int round)
{
	unsigned int i, w;
	double cycles;

	shared.n_keep = keeps[k];
	shared.n_get = bulks[g];
	shared.n_put = bulks[p];
	shared.loops = SAMPLE_OBJS / keeps[k];
	for (i = 0; i < WAYS; i++) {
		w = (i + round) % WAYS;
		if (!way_usable(&ways[w], threads))
			continue;
		cycles = sample(users[w], &ways[w], cores, threads);
		TEST_ASSERT(cycles > 0, "No objects: %s driver, cache %s",
			mpp_pools[ways[w].driver].name,
			mpp_cache_names[ways[w].cache]);
		/* the first round only warms up */
		if (round > 0)
			samples[k][g][p][w][round - 1] = cycles;
	}
	return TEST_SUCCESS;
}

/* One round, of all cells in all ways. */
static int
run_round(unsigned int cores, bool threads, const char *title, unsigned int round,
		unsigned int rounds)
{
	static struct mpp_user users[WAYS][RTE_MAX_LCORE];
	unsigned int w, i, k, g, p, lcore;
	int ret = TEST_SUCCESS;

	for (w = 0; w < WAYS; w++) {
		/* the main lcore first: it measures as well */
		lcore = rte_get_main_lcore();
		for (i = 0; i < cores && way_usable(&ways[w], threads); i++) {
			if (mpp_user_open(&users[w][i], ways[w].driver,
					ways[w].cache, lcore) != 0)
				ret = TEST_FAILED;
			lcore = i == 0 ? rte_get_next_lcore(-1, 1, 0) :
				rte_get_next_lcore(lcore, 1, 0);
		}
	}
	for (k = 0; k < KEEPS && ret == TEST_SUCCESS; k++) {
		perf_progress(title, round * KEEPS + k, (rounds + 1) * KEEPS);
		for (g = 0; g < BULKS && bulks[g] <= keeps[k]; g++)
			for (p = 0; p < BULKS && bulks[p] <= keeps[k]; p++)
				if (run_cell(users, k, g, p, cores, threads, round) !=
						TEST_SUCCESS)
					ret = TEST_FAILED;
	}
	for (w = 0; w < WAYS; w++)
		for (i = 0; i < cores && way_usable(&ways[w], threads); i++)
			mpp_user_close(&users[w][i]);
	return ret;
}

static int
run(unsigned int cores, bool threads)
{
	const unsigned int rounds = mpp_rounds(ROUNDS, MAX_ROUNDS);
	unsigned int round;
	char title[32];

	snprintf(title, sizeof(title), "%u %s%s", cores, threads ? "thread" : "lcore",
		cores == 1 ? "" : "s");
	for (round = 0; round <= rounds; round++)
		if (run_round(cores, threads, title, round, rounds) != TEST_SUCCESS)
			return TEST_FAILED;
	perf_progress(title, 1, 1);
	report(title, threads, rounds);
	return TEST_SUCCESS;
}

int
test_mempool_ptr_perf_matrix(void)
{
	unsigned int cores, max = rte_lcore_count();

	/* 1, 2, and all */
	for (cores = 1; cores <= max; cores = cores == 1 ? 2 : RTE_MAX(max, cores + 1)) {
		if (run(cores, false) != TEST_SUCCESS || run(cores, true) != TEST_SUCCESS)
			return TEST_FAILED;
	}
	return TEST_SUCCESS;
}
