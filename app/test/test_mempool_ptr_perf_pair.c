/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_mempool.h>
#include <rte_pause.h>
#include <rte_ring.h>
#include <rte_stdatomic.h>

#include <rte_ptr_cache.h>
#include <rte_ptr_ring.h>

#include "test.h"
#include "test_lcore_pair.h"
#include "test_mempool_ptr_perf.h"
#include "test_perf_report.h"

/*
 * A pipeline: one core gets objects and hands them over, another one puts them
 * back. Each pointer crosses twice, through the ring of the hand-over and back
 * through that of the mempool. Cycles per object, averaged over both sides.
 */

#define ROUNDS 101
#define MAX_ROUNDS 201
#define SEGMENT_OBJS 65536
#define RING_SIZE 4096
#define MAX_BURST 256

static const unsigned int bursts[] = { 8, 16, 32, 64, 128, MAX_BURST };

#define BURSTS RTE_DIM(bursts)

static const struct way {
	enum mpp_driver driver;
	enum mpp_cache cache;
	unsigned int width; /* of the slots of the hand-over; 8 for an rte_ring */
	unsigned int base;  /* with which of these it is compared */
} ways[] = {
	{ MPP_STOCK, MPP_CACHE_DEFAULT, 8, 0 },
	{ MPP_OURS, MPP_CACHE_DEFAULT, 8, 0 },
	{ MPP_STOCK, MPP_CACHE_DEFAULT, 4, 0 },
	{ MPP_STOCK, MPP_CACHE_DEFAULT, 2, 0 },
	{ MPP_OURS, MPP_CACHE_DEFAULT, 4, 0 },
	{ MPP_OURS, MPP_CACHE_DEFAULT, 2, 0 },
	{ MPP_OURS, MPP_CACHE_16, 8, 0 },
	{ MPP_OURS, MPP_CACHE_16, 2, 0 },
	{ MPP_STOCK, MPP_CACHE_NONE, 8, 8 },
	{ MPP_OURS, MPP_CACHE_NONE, 8, 8 },
	{ MPP_STOCK, MPP_CACHE_NONE, 2, 8 },
	{ MPP_OURS, MPP_CACHE_NONE, 4, 8 },
	{ MPP_OURS, MPP_CACHE_NONE, 2, 8 },
};

#define WAYS RTE_DIM(ways)

/* What each of both cores does. */
enum side { GETS, PUTS, SIDES };

/* A way, ready for use. */
struct hand {
	struct rte_ring *ring; /* one of them */
	struct rte_ptr_ring *ptr_ring;
	struct mpp_user users[SIDES];
	bool compressed; /* their caches */
	bool usable;
};

static struct hand hands[WAYS];
static double samples[BURSTS][WAYS][MAX_ROUNDS];
/* for room and for objects in the ring, in all rounds */
static uint64_t waits[BURSTS][WAYS][SIDES];

static struct {
	struct hand *hand;
	unsigned int burst;
	uint64_t cycles[SIDES];
	uint64_t waits[SIDES]; /* for room, or for objects, in the ring */
	RTE_ATOMIC(uint32_t) arrived;
} segment;

static __rte_always_inline unsigned int
hand_over(const struct hand *h, enum side side, bool ptr_ring, void **objs,
		unsigned int n)
{
	if (side == GETS)
		return ptr_ring ? rte_ptr_ring_enqueue_bulk(h->ptr_ring, objs, n, NULL) :
			rte_ring_enqueue_bulk(h->ring, objs, n, NULL);
	return ptr_ring ? rte_ptr_ring_dequeue_bulk(h->ptr_ring, objs, n, NULL) :
		rte_ring_dequeue_bulk(h->ring, objs, n, NULL);
}

/* Which side this is, and what it uses, are constants. */
static __rte_always_inline int
loop(enum side side, bool compressed, bool ptr_ring)
{
	const struct hand *h = segment.hand;
	const unsigned int n = segment.burst;
	void *objs[MAX_BURST];
	uint64_t start, waits = 0;
	unsigned int i;

	lcores_meet(&segment.arrived, 2);
	start = rte_rdtsc_precise();
	for (i = 0; i < SEGMENT_OBJS; i += n) {
		if (side == GETS)
			while (mpp_get(&h->users[GETS], compressed, objs, n) != 0)
				rte_pause();
		while (hand_over(h, side, ptr_ring, objs, n) == 0) {
			rte_pause();
			waits++;
		}
		if (side == PUTS)
			mpp_put(&h->users[PUTS], compressed, objs, n);
	}
	segment.waits[side] = waits;
	segment.cycles[side] = rte_rdtsc_precise() - start;
	return 0;
}

#define LOOPS(compressed, ptr_ring) \
static int \
get_##compressed##_##ptr_ring(void *arg __rte_unused) \
{ \
	return loop(GETS, compressed, ptr_ring); \
} \
static int \
put_##compressed##_##ptr_ring(void *arg __rte_unused) \
{ \
	return loop(PUTS, compressed, ptr_ring); \
}

LOOPS(0, 0)
LOOPS(0, 1)
LOOPS(1, 0)
LOOPS(1, 1)

static lcore_function_t * const loops[2][2][SIDES] = {
	{ { get_0_0, put_0_0 }, { get_0_1, put_0_1 } },
	{ { get_1_0, put_1_0 }, { get_1_1, put_1_1 } },
};

static double
sample(struct hand *h, unsigned int burst, const struct lcore_pair *pair)
{
	lcore_function_t * const *both = loops[h->compressed][h->ptr_ring != NULL];

	segment.hand = h;
	segment.burst = burst;
	rte_atomic_store_explicit(&segment.arrived, 0, rte_memory_order_relaxed);
	if (lcore_pair_run(pair, both[GETS], both[PUTS], NULL) != 0)
		return -1;
	return (double)(segment.cycles[GETS] + segment.cycles[PUTS]) / SIDES / SEGMENT_OBJS;
}

static int
hand_open(struct hand *h, const struct way *way, const struct lcore_pair *pair)
{
	const unsigned int lcores[SIDES] = { pair->producer, pair->consumer };
	const struct mpp_pool *pool = &mpp_pools[way->driver];
	const unsigned int flags = RING_F_SP_ENQ | RING_F_SC_DEQ;
	char name[RTE_RING_NAMESIZE];
	unsigned int i;

	if ((way->width == 2 && pool->codec16.width == 0) ||
			!mpp_is_possible(way->driver, way->cache))
		return 0;
	snprintf(name, sizeof(name), "mpp_%u", (unsigned int)(h - hands));
	if (way->width == 8)
		h->ring = rte_ring_create(name, RING_SIZE, rte_socket_id(), flags);
	else
		h->ptr_ring = rte_ptr_ring_create(name, RING_SIZE, rte_socket_id(),
			flags, way->width == 2 ? &pool->codec16 : &pool->codec32);
	TEST_ASSERT(h->ring != NULL || h->ptr_ring != NULL, "No ring: %s",
		rte_strerror(rte_errno));
	h->compressed = mpp_is_compressed(way->cache);
	for (i = 0; i < SIDES; i++)
		TEST_ASSERT_SUCCESS(mpp_user_open(&h->users[i], way->driver,
			way->cache, lcores[i]), "No cache");
	h->usable = true;
	return TEST_SUCCESS;
}

static void
hand_close(struct hand *h)
{
	unsigned int i;

	for (i = 0; i < SIDES; i++)
		mpp_user_close(&h->users[i]);
	rte_ring_free(h->ring);
	rte_ptr_ring_free(h->ptr_ring);
	memset(h, 0, sizeof(*h));
}

static void
report(const char *cores, unsigned int rounds)
{
	struct perf_stat st[BURSTS][WAYS];
	char ring[16];
	struct perf_json json;
	unsigned int w, b, base;

	printf("\nGot on one core, put on the other, %s: cycles per object, and what is saved in per cent\n",
		cores);
	printf("  %-9s%-9s%-9s", "driver", "cache", "burst");
	for (b = 0; b < BURSTS; b++)
		printf("%16u", bursts[b]);
	printf("\n");
	for (w = 0; w < WAYS; w++) {
		if (!hands[w].usable)
			continue;
		base = ways[w].base;
		snprintf(ring, sizeof(ring), ways[w].width == 8 ? "raw" : "ring%u",
			ways[w].width * 8);
		printf("  %-9s%-9s%-9s", mpp_pools[ways[w].driver].name,
			mpp_cache_names[ways[w].cache], ring);
		for (b = 0; b < BURSTS; b++) {
			st[b][w] = perf_stat_get(samples[b][w], rounds);
			printf("%9.2f%6.1f%%", st[b][w].median,
				perf_gain_pct(st[b][base].median, st[b][w].median));
			perf_json_begin(&json, MPP_TEST);
			perf_json_str(&json, "case", "pair");
			perf_json_str(&json, "cores", cores);
			perf_json_str(&json, "driver", mpp_pools[ways[w].driver].name);
			perf_json_str(&json, "cache", mpp_cache_names[ways[w].cache]);
			perf_json_str(&json, "ring", ring);
			perf_json_num(&json, "burst", bursts[b]);
			perf_json_num(&json, "cycles_per_obj", st[b][w].median);
			perf_json_num(&json, "spread", st[b][w].spread);
			perf_json_num(&json, "ratio_waits_for_room",
				waits[b][w][GETS] / ((double)rounds * SEGMENT_OBJS / bursts[b]));
			perf_json_num(&json, "ratio_waits_for_objs",
				waits[b][w][PUTS] / ((double)rounds * SEGMENT_OBJS / bursts[b]));
			if (w != base)
				perf_json_num(&json, "gain_pct",
					perf_gain_pct(st[b][base].median,
						st[b][w].median));
			perf_json_num(&json, "simd_bits", __rte_ptr_simd_bits());
			perf_json_end(&json);
		}
		printf("\n");
	}
	fflush(stdout);
}

static int
run(enum lcore_distance distance, const struct lcore_pair *pair)
{
	const unsigned int rounds = mpp_rounds(ROUNDS, MAX_ROUNDS);
	const char *cores = lcore_distance_name(distance);
	unsigned int round, b, i, w;
	double cycles;

	memset(waits, 0, sizeof(waits));
	for (round = 0; round <= rounds; round++) {
		perf_progress(cores, round, rounds + 1);
		for (b = 0; b < BURSTS; b++) {
			for (i = 0; i < WAYS; i++) {
				/* none always follows the same other */
				w = (i + round) % WAYS;
				if (!hands[w].usable)
					continue;
				cycles = sample(&hands[w], bursts[b], pair);
				if (cycles < 0)
					return TEST_FAILED;
				/* the first round only warms up */
				if (round == 0)
					continue;
				samples[b][w][round - 1] = cycles;
				waits[b][w][GETS] += segment.waits[GETS];
				waits[b][w][PUTS] += segment.waits[PUTS];
			}
		}
	}
	perf_progress(cores, rounds + 1, rounds + 1);
	report(cores, rounds);
	return TEST_SUCCESS;
}

int
test_mempool_ptr_perf_pair(void)
{
	enum lcore_distance distance;
	struct lcore_pair pair;
	unsigned int w;
	int ret;

	for (distance = 0; distance < LCORES_DISTANCES; distance++) {
		if (!lcore_pair_find(distance, &pair)) {
			printf("\nGot on one core, put on the other, %s: skipped, this machine has none among its lcores\n",
				lcore_distance_name(distance));
			continue;
		}
		ret = TEST_SUCCESS;
		for (w = 0; w < WAYS && ret == TEST_SUCCESS; w++)
			ret = hand_open(&hands[w], &ways[w], &pair);
		if (ret == TEST_SUCCESS)
			ret = run(distance, &pair);
		for (w = 0; w < WAYS; w++)
			hand_close(&hands[w]);
		if (ret != TEST_SUCCESS)
			return TEST_FAILED;
	}
	return TEST_SUCCESS;
}
