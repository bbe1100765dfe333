/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_random.h>
#include <rte_ring.h>

#include <rte_ptr_compress.h>

#include "test.h"
#include "test_lcore_pair.h"
#include "test_perf_report.h"
#include "test_ring_perf_compress.h"

/*
 * Pointers of an mbuf pool go from one core to another through a ring, as they
 * are or compressed, by functions that are inlined and by the same outlined. A
 * measurement is one segment: both sides meet, hand over RING_PERF_SEGMENT_PTRS
 * pointers in bursts, and each reads the clock at its start and its end. The
 * consumer keeps every pointer that comes out, so that all of them are checked
 * after the clock has stopped.
 *
 * All segments of a round, one for each case, form, burst and kind of ring,
 * follow each other before the next round begins. What disturbs the machine for
 * a while so disturbs all of them alike.
 */

#define ROUNDS 201
#define POOL_SIZE 1023
#define MAX_CASES 16
#define MAX_POOLS 4

static const struct {
	const char *name;
	unsigned int flags;
	bool zero_copy;
} syncs[RING_PERF_SYNCS] = {
	[RING_PERF_SP_SC] = { "sp_sc", RING_F_SP_ENQ | RING_F_SC_DEQ, true },
	[RING_PERF_HTS] = { "hts", RING_F_MP_HTS_ENQ | RING_F_MC_HTS_DEQ, true },
	[RING_PERF_MP_MC] = { "mp_mc", 0, false },
};

unsigned int
ring_perf_sync_flags(enum ring_perf_sync sync)
{
	return syncs[sync].flags;
}

bool
ring_perf_sync_zero_copy(enum ring_perf_sync sync)
{
	return syncs[sync].zero_copy;
}

static const unsigned int bursts[] = { 8, 16, 32, 64, 128, RING_PERF_MAX_BURST };

static TAILQ_HEAD(, ring_perf_case) registered =
	TAILQ_HEAD_INITIALIZER(registered);

void
ring_perf_case_register(struct ring_perf_case *c)
{
	TAILQ_INSERT_TAIL(&registered, c, next);
}

/* All that a measurement needs, and its samples. */
struct bench {
	struct rte_mempool *pool;
	/* pointers to send of each pool, and that pool */
	void **src[MAX_POOLS];
	const struct rte_mempool *src_pool[MAX_POOLS];
	void **dest;

	const struct ring_perf_case *cases[MAX_CASES];
	unsigned int nb_cases;
	struct ring_perf_hand hands[RING_PERF_SYNCS][MAX_CASES];
	bool usable[RING_PERF_SYNCS][MAX_CASES];

	struct ring_perf_segment seg;
	double samples[RING_PERF_FORMS][RING_PERF_SYNCS][RTE_DIM(bursts)]
			[MAX_CASES][ROUNDS];
	struct perf_stat stats[RING_PERF_FORMS][RING_PERF_SYNCS]
			[RTE_DIM(bursts)][MAX_CASES];
};

/* The pool's pointers, shuffled as after a while of use, over and over. */
static int
fill_source(void **objs, struct rte_mempool *pool)
{
	const unsigned int n = RTE_MIN(pool->populated_size,
			(uint32_t)RING_PERF_SEGMENT_PTRS);
	unsigned int i, j;
	void *tmp;

	if (rte_mempool_get_bulk(pool, objs, n) != 0)
		return -ENOBUFS;
	for (i = n - 1; i > 0; i--) {
		j = rte_rand_max(i + 1);
		tmp = objs[i];
		objs[i] = objs[j];
		objs[j] = tmp;
	}
	for (i = n; i < RING_PERF_SEGMENT_PTRS; i++)
		objs[i] = objs[i - n];
	rte_mempool_put_bulk(pool, objs, n);
	return 0;
}

/* Pointers of a pool, in one table for all cases that send them. */
static void **
source_of(struct bench *b, struct rte_mempool *pool)
{
	unsigned int i;

	for (i = 0; i < MAX_POOLS && b->src_pool[i] != NULL; i++)
		if (b->src_pool[i] == pool)
			return b->src[i];
	if (i == MAX_POOLS)
		return NULL;
	b->src[i] = rte_malloc(NULL, RING_PERF_SEGMENT_PTRS * sizeof(void *),
			RTE_CACHE_LINE_SIZE);
	if (b->src[i] == NULL || fill_source(b->src[i], pool) != 0)
		return NULL;
	b->src_pool[i] = pool;
	return b->src[i];
}

static int
prepare_segment(struct bench *b, struct ring_perf_hand *hand, unsigned int burst)
{
	struct ring_perf_segment *seg = &b->seg;

	seg->hand = hand;
	seg->burst = burst;
	seg->src = source_of(b, hand->pool);
	seg->dest = b->dest;
	rte_atomic_store_explicit(&seg->arrived, 0, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&seg->pongs, 0, rte_memory_order_relaxed);
	if (seg->src == NULL) {
		printf("No pointers of pool %s\n", hand->pool->name);
		return -1;
	}
	return 0;
}

/* Cycles per pointer, averaged over both sides, or a negative value. */
static double
run_segment(struct bench *b, const struct lcore_pair *pair,
		enum ring_perf_sync sync, unsigned int c, unsigned int burst,
		enum ring_perf_form form)
{
	struct ring_perf_hand *hand = &b->hands[sync][c];
	const char *name = b->cases[c]->name;
	struct ring_perf_segment *seg = &b->seg;
	unsigned int i;

	if (prepare_segment(b, hand, burst) != 0)
		return -1;
	if (lcore_pair_run(pair, hand->loops[form].produce,
			hand->loops[form].consume, seg) != 0) {
		printf("Cannot run on lcores %u and %u\n", pair->producer,
			pair->consumer);
		return -1;
	}

	i = seg->wrong;
	if (i != RING_PERF_SEGMENT_PTRS) {
		printf("%s, %s, burst %u: pointer %u went in as %p and came out as %p\n",
			name, syncs[sync].name, burst, i, seg->src[i],
			seg->dest[i]);
		return -1;
	}
	if (hand->left(hand) != 0) {
		printf("%s, %s, burst %u: more came out than went in\n", name,
			syncs[sync].name, burst);
		return -1;
	}
	return (double)(seg->cycles[0] + seg->cycles[1]) / 2 /
			(RING_PERF_SEGMENT_PTRS - RING_PERF_WARM_UP_PTRS);
}

/* The faster way of raw pointers. */
static unsigned int
fastest_raw(const struct bench *b, enum ring_perf_sync sync, unsigned int bi,
		enum ring_perf_form form)
{
	const struct perf_stat *st = b->stats[form][sync][bi];
	unsigned int c, best = MAX_CASES;

	for (c = 0; c < b->nb_cases; c++)
		if (b->cases[c]->raw && b->usable[sync][c] &&
				(best == MAX_CASES ||
				st[c].median < st[best].median))
			best = c;
	return best;
}

static double
gain(const struct bench *b, enum ring_perf_sync sync, unsigned int bi,
		unsigned int c, enum ring_perf_form form)
{
	const struct perf_stat *st = b->stats[form][sync][bi];

	return perf_gain_pct(st[fastest_raw(b, sync, bi, form)].median,
			st[c].median);
}

/* What a burst takes longer that is not inlined, averaged over both sides. */
static double
extra_cycles(const struct bench *b, enum ring_perf_sync sync, unsigned int bi,
		unsigned int c)
{
	return (b->stats[RING_PERF_OUTLINED][sync][bi][c].median -
		b->stats[RING_PERF_INLINED][sync][bi][c].median) * bursts[bi];
}

static void
report_json(const struct bench *b, const char *cores, enum ring_perf_sync sync,
		unsigned int bi, unsigned int c, enum ring_perf_form form,
		const char *name)
{
	const struct perf_stat *st = &b->stats[form][sync][bi][c];
	struct perf_json json;

	perf_json_begin(&json, "ring_perf_autotest");
	perf_json_str(&json, "case", name);
	perf_json_str(&json, "cores", cores);
	perf_json_str(&json, "sync", syncs[sync].name);
	perf_json_num(&json, "burst", bursts[bi]);
	perf_json_bool(&json, "inlined", form == RING_PERF_INLINED);
	perf_json_num(&json, "cycles_per_elem", st->median);
	perf_json_num(&json, "spread", st->spread);
	if (form == RING_PERF_OUTLINED)
		perf_json_num(&json, "extra_cycles",
			extra_cycles(b, sync, bi, c));
	if (!b->cases[c]->raw)
		perf_json_num(&json, "gain_pct", gain(b, sync, bi, c, form));
	perf_json_num(&json, "simd_bits", __rte_ptr_simd_bits());
	perf_json_end(&json);
}

static void
report_cycles(const struct bench *b, const char *cores, enum ring_perf_sync sync,
		enum ring_perf_form form)
{
	const struct perf_stat *st;
	unsigned int bi, c;

	printf("\nPointers through a ring, %s, %s%s\n", syncs[sync].name, cores,
		form == RING_PERF_INLINED ? ": cycles per pointer" :
		", not inlined: cycles per pointer, and how many more a burst takes");
	printf("%8s", "burst");
	for (c = 0; c < b->nb_cases; c++)
		printf("%16s", b->cases[c]->name);
	printf("\n");
	for (bi = 0; bi < RTE_DIM(bursts); bi++) {
		printf("%8u", bursts[bi]);
		if (form == RING_PERF_INLINED)
			report_json(b, cores, sync, bi,
				fastest_raw(b, sync, bi, form), form, "raw");
		for (c = 0; c < b->nb_cases; c++) {
			if (!b->usable[sync][c]) {
				printf("%16s", "-");
				continue;
			}
			st = &b->stats[form][sync][bi][c];
			if (form == RING_PERF_INLINED)
				printf("%8.2f +-%5.2f", st->median, st->spread / 2);
			else
				printf("%8.2f%8.1f", st->median,
					extra_cycles(b, sync, bi, c));
			report_json(b, cores, sync, bi, c, form,
				b->cases[c]->name);
		}
		printf("\n");
	}
}

static void
report(const struct bench *b, const char *cores)
{
	enum ring_perf_sync sync;
	enum ring_perf_form form;
	unsigned int bi, c;

	for (form = 0; form < RING_PERF_FORMS; form++)
		for (sync = 0; sync < RING_PERF_SYNCS; sync++)
			report_cycles(b, cores, sync, form);

	printf("\nGain over the faster way of raw pointers in per cent, %s\n",
		cores);
	printf("%8s%10s", "sync", "case");
	for (bi = 0; bi < RTE_DIM(bursts); bi++)
		printf("%8u", bursts[bi]);
	printf("\n");
	for (sync = 0; sync < RING_PERF_SYNCS; sync++) {
		for (c = 0; c < b->nb_cases; c++) {
			if (b->cases[c]->raw || !b->usable[sync][c])
				continue;
			printf("%8s%10s", syncs[sync].name, b->cases[c]->name);
			for (bi = 0; bi < RTE_DIM(bursts); bi++)
				printf("%8.1f", gain(b, sync, bi, c,
					RING_PERF_INLINED));
			printf("\n");
		}
	}
	fflush(stdout);
}

/*
 * Latency: cycles from just before a burst is enqueued until it is dequeued,
 * one at a time through an idle ring. Needs clocks that go together.
 */
static int
run_latency(struct bench *b, const char *cores, const struct lcore_pair *pair,
		enum ring_perf_form form)
{
	static double samples[RING_PERF_PINGS];
	struct ring_perf_segment *seg = &b->seg;
	enum ring_perf_sync sync;
	struct perf_json json;
	struct perf_stat st;
	unsigned int bi, c, i;

	printf("\nLatency of a burst through an idle ring, %s%s: cycles\n", cores,
		form == RING_PERF_INLINED ? "" : ", not inlined");
	for (sync = 0; sync < RING_PERF_SYNCS; sync++) {
		printf("%8s%8s", "sync", "burst");
		for (c = 0; c < b->nb_cases; c++)
			printf("%16s", b->cases[c]->name);
		printf("\n");
		for (bi = 0; bi < RTE_DIM(bursts); bi++) {
			printf("%8s%8u", syncs[sync].name, bursts[bi]);
			for (c = 0; c < b->nb_cases; c++) {
				struct ring_perf_hand *hand = &b->hands[sync][c];

				if (!b->usable[sync][c]) {
					printf("%16s", "-");
					continue;
				}
				prepare_segment(b, hand, bursts[bi]);
				if (lcore_pair_run(pair, hand->loops[form].ping,
						hand->loops[form].pong, seg) != 0)
					return TEST_FAILED;
				for (i = 0; i < RING_PERF_PINGS; i++)
					samples[i] = (double)(int64_t)
						(seg->received[i] - seg->sent[i]);
				st = perf_stat_get(samples, RING_PERF_PINGS);
				printf("%8.0f +-%5.0f", st.median, st.spread / 2);
				perf_json_begin(&json, "ring_perf_autotest");
				perf_json_str(&json, "case", b->cases[c]->name);
				perf_json_str(&json, "what", "latency");
				perf_json_str(&json, "cores", cores);
				perf_json_str(&json, "latency_sync",
					syncs[sync].name);
				perf_json_num(&json, "burst", bursts[bi]);
				perf_json_bool(&json, "inlined",
					form == RING_PERF_INLINED);
				perf_json_num(&json, "latency_cycles", st.median);
				perf_json_num(&json, "spread", st.spread);
				perf_json_num(&json, "simd_bits",
					__rte_ptr_simd_bits());
				perf_json_end(&json);
			}
			printf("\n");
		}
	}
	fflush(stdout);
	return TEST_SUCCESS;
}

static int
run_pair(struct bench *b, enum lcore_distance distance,
		const struct lcore_pair *pair)
{
	char title[64];
	unsigned int bi, c, i, round;
	enum ring_perf_sync sync;
	enum ring_perf_form form;
	double cycles;

	snprintf(title, sizeof(title), "compression, %s",
		lcore_distance_name(distance));
	for (round = 0; round <= ROUNDS; round++) {
		perf_progress(title, round, ROUNDS + 1);
		for (bi = 0; bi < RTE_DIM(bursts); bi++)
			for (sync = 0; sync < RING_PERF_SYNCS; sync++)
				for (i = 0; i < b->nb_cases * RING_PERF_FORMS; i++) {
					/* nothing always follows the same other */
					c = (i / RING_PERF_FORMS + round) % b->nb_cases;
					form = (i + round) % RING_PERF_FORMS;
					if (!b->usable[sync][c])
						continue;
					cycles = run_segment(b, pair, sync, c,
							bursts[bi], form);
					if (cycles < 0)
						return TEST_FAILED;
					/* the first round only warms up */
					if (round > 0)
						b->samples[form][sync][bi][c][round - 1] =
							cycles;
				}
	}
	perf_progress(title, ROUNDS + 1, ROUNDS + 1);

	for (form = 0; form < RING_PERF_FORMS; form++)
		for (sync = 0; sync < RING_PERF_SYNCS; sync++)
			for (bi = 0; bi < RTE_DIM(bursts); bi++)
				for (c = 0; c < b->nb_cases; c++)
					if (b->usable[sync][c])
						b->stats[form][sync][bi][c] =
							perf_stat_get(
							b->samples[form][sync][bi][c],
							ROUNDS);
	report(b, lcore_distance_name(distance));
	for (form = 0; form < RING_PERF_FORMS; form++)
		if (run_latency(b, lcore_distance_name(distance), pair, form) !=
				TEST_SUCCESS)
			return TEST_FAILED;
	return TEST_SUCCESS;
}

static int
bench_init(struct bench *b)
{
	const struct ring_perf_case *c;
	enum ring_perf_sync sync;
	int ret;

	b->pool = rte_pktmbuf_pool_create("ring_perf_compress", POOL_SIZE, 0, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, rte_socket_id());
	b->dest = rte_malloc(NULL, RING_PERF_SEGMENT_PTRS * sizeof(void *),
			RTE_CACHE_LINE_SIZE);
	if (b->pool == NULL || b->dest == NULL) {
		printf("No memory for a pool of %u mbufs and a table of %u pointers: %s\n",
			POOL_SIZE, RING_PERF_SEGMENT_PTRS,
			rte_strerror(rte_errno));
		return -1;
	}

	printf("\n");
	TAILQ_FOREACH(c, &registered, next) {
		if (b->nb_cases == MAX_CASES)
			return -1;
		b->cases[b->nb_cases] = c;
		for (sync = 0; sync < RING_PERF_SYNCS; sync++) {
			ret = c->open(&b->hands[sync][b->nb_cases], sync, b->pool);
			if (ret != 0 && ret != -ENOTSUP) {
				printf("Cannot prepare %s, %s: %s\n", c->name,
					syncs[sync].name, rte_strerror(-ret));
				b->nb_cases++;
				return -1;
			}
			b->usable[sync][b->nb_cases] = ret == 0;
		}
		b->nb_cases++;
	}
	return 0;
}

static void
bench_free(struct bench *b)
{
	enum ring_perf_sync sync;
	unsigned int i;

	for (sync = 0; sync < RING_PERF_SYNCS; sync++)
		for (i = 0; i < b->nb_cases; i++)
			b->cases[i]->close(&b->hands[sync][i]);
	for (i = 0; i < MAX_POOLS; i++)
		rte_free(b->src[i]);
	rte_mempool_free(b->pool);
	rte_free(b->dest);
	rte_free(b);
}

int
test_ring_perf_compress(void)
{
	enum lcore_distance distance;
	struct lcore_pair pair;
	struct bench *b;
	int ret = TEST_FAILED;

	if (test_ring_perf_calls() != TEST_SUCCESS)
		return TEST_FAILED;

	b = rte_zmalloc(NULL, sizeof(*b), RTE_CACHE_LINE_SIZE);
	if (b == NULL) {
		printf("No memory for the samples\n");
		return TEST_FAILED;
	}
	if (bench_init(b) != 0)
		goto out;

	for (distance = 0; distance < LCORES_DISTANCES; distance++) {
		if (!lcore_pair_find(distance, &pair)) {
			printf("\nCompression on %s: skipped, this machine has none among its lcores\n",
				lcore_distance_name(distance));
			continue;
		}
		if (run_pair(b, distance, &pair) != TEST_SUCCESS)
			goto out;
	}
	ret = perf_json_failed() ? TEST_FAILED : TEST_SUCCESS;
out:
	bench_free(b);
	return ret;
}
