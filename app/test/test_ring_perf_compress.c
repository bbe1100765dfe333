/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_pause.h>
#include <rte_random.h>
#include <rte_ring.h>
#include <rte_ring_peek_zc.h>
#include <rte_stdatomic.h>

#include <rte_mempool_mem_range.h>
#include <rte_ptr_compress.h>

#include "test.h"
#include "test_lcore_pair.h"
#include "test_perf_report.h"
#include "test_ring_perf_compress.h"

/*
 * Pointers of an mbuf pool go from one core to another through an rte_ring, as
 * they are or compressed. A measurement is one segment: both sides meet, hand
 * over SEGMENT_PTRS pointers in bursts, and each reads the clock at its start
 * and its end. The consumer keeps every pointer that comes out, so that all
 * of them are checked after the clock has stopped.
 *
 * All segments of a round, one for each case, burst and kind of ring, follow
 * each other before the next round begins. What disturbs the machine for a
 * while so disturbs all of them alike.
 */

#define ROUNDS 101
#define RING_PTRS 4096
#define SEGMENT_PTRS 32768
#define POOL_SIZE 1023
#define MAX_BURST 256

/*
 * Raw pointers go the two ways that rte_ring has for them. Which one is faster
 * depends on burst and kind of ring; the gain of compression is what it saves
 * against the faster one.
 */
enum hand_over_case {
	CASE_RAW_ZC,
	CASE_RAW_BULK,
	CASE_PTR32,
	CASE_PTR16,
	CASES
};

static const char * const case_names[CASES] = {
	[CASE_RAW_ZC] = "raw_zc",
	[CASE_RAW_BULK] = "raw_bulk",
	[CASE_PTR32] = "ptr32",
	[CASE_PTR16] = "ptr16",
};

/*
 * The ring's smallest element is 4 bytes. Two 16-bit values share one, for
 * which every burst has to be even.
 */
static const unsigned int case_elem_size[CASES] = {
	[CASE_RAW_ZC] = sizeof(void *),
	[CASE_RAW_BULK] = sizeof(void *),
	[CASE_PTR32] = sizeof(uint32_t),
	[CASE_PTR16] = sizeof(uint32_t),
};

static const unsigned int case_ptrs_per_elem[CASES] = {
	[CASE_RAW_ZC] = 1,
	[CASE_RAW_BULK] = 1,
	[CASE_PTR32] = 1,
	[CASE_PTR16] = 2,
};

enum ring_sync {
	SYNC_SP_SC,
	SYNC_HTS,
	SYNC_MP_MC,
	SYNCS
};

static const struct {
	const char *name;
	unsigned int flags;
	bool zero_copy; /* rte_ring writes in place in these modes only */
} syncs[SYNCS] = {
	[SYNC_SP_SC] = { "sp_sc", RING_F_SP_ENQ | RING_F_SC_DEQ, true },
	[SYNC_HTS] = { "hts", RING_F_MP_HTS_ENQ | RING_F_MC_HTS_DEQ, true },
	[SYNC_MP_MC] = { "mp_mc", 0, false },
};

static const unsigned int bursts[] = { 8, 16, 32, 64, 128, MAX_BURST };

/* One segment, as both sides see it. */
struct segment {
	struct rte_ring *ring;
	void *base;
	uint8_t shift;
	bool zero_copy;
	enum hand_over_case c;
	unsigned int burst;
	void **src;  /* SEGMENT_PTRS pointers to send */
	void **dest; /* room for as many */
	uint64_t cycles[2]; /* of producer and consumer */
	RTE_ATOMIC(uint32_t) arrived;
};

/* All that a measurement needs, and its samples. */
struct bench {
	struct rte_mempool *pool;
	struct rte_ring *rings[SYNCS][CASES];
	bool usable[SYNCS][CASES];
	struct segment seg;
	double samples[SYNCS][RTE_DIM(bursts)][CASES][ROUNDS];
	struct perf_stat stats[SYNCS][RTE_DIM(bursts)][CASES];
};

/* Values of a burst into memory of the ring or of the caller. */
static __rte_always_inline void
pack(const struct segment *seg, enum hand_over_case c, void * const *ptrs,
		void *mem, unsigned int n)
{
	switch (c) {
	case CASE_PTR32:
		rte_ptr_compress_32_shift(seg->base, ptrs, mem, n, seg->shift);
		break;
	case CASE_PTR16:
		rte_ptr_compress_16_shift(seg->base, ptrs, mem, n, seg->shift);
		break;
	default:
		memcpy(mem, ptrs, n * sizeof(*ptrs));
	}
}

static __rte_always_inline void
unpack(const struct segment *seg, enum hand_over_case c, const void *mem,
		void **ptrs, unsigned int n)
{
	switch (c) {
	case CASE_PTR32:
		rte_ptr_decompress_32_shift(seg->base, mem, ptrs, n, seg->shift);
		break;
	case CASE_PTR16:
		rte_ptr_decompress_16_shift(seg->base, mem, ptrs, n, seg->shift);
		break;
	default:
		memcpy(ptrs, mem, n * sizeof(*ptrs));
	}
}

/* Hand over n pointers, straight in the ring's slots. Returns 0 when full. */
static __rte_always_inline unsigned int
put_zero_copy(const struct segment *seg, enum hand_over_case c,
		void * const *ptrs, unsigned int n)
{
	const unsigned int per_elem = case_ptrs_per_elem[c];
	struct rte_ring_zc_data zcd;
	unsigned int first;

	if (rte_ring_enqueue_zc_bulk_elem_start(seg->ring, case_elem_size[c],
			n / per_elem, &zcd, NULL) == 0)
		return 0;
	first = zcd.n1 * per_elem;
	pack(seg, c, ptrs, zcd.ptr1, first);
	if (first < n)
		pack(seg, c, ptrs + first, zcd.ptr2, n - first);
	rte_ring_enqueue_zc_elem_finish(seg->ring, n / per_elem);
	return n;
}

static __rte_always_inline unsigned int
get_zero_copy(const struct segment *seg, enum hand_over_case c,
		void **ptrs, unsigned int n)
{
	const unsigned int per_elem = case_ptrs_per_elem[c];
	struct rte_ring_zc_data zcd;
	unsigned int first;

	if (rte_ring_dequeue_zc_bulk_elem_start(seg->ring, case_elem_size[c],
			n / per_elem, &zcd, NULL) == 0)
		return 0;
	first = zcd.n1 * per_elem;
	unpack(seg, c, zcd.ptr1, ptrs, first);
	if (first < n)
		unpack(seg, c, zcd.ptr2, ptrs + first, n - first);
	rte_ring_dequeue_zc_elem_finish(seg->ring, n / per_elem);
	return n;
}

/* The same by way of a table on the stack, for rings without zero copy. */
static __rte_always_inline unsigned int
put_copy(const struct segment *seg, enum hand_over_case c,
		void * const *ptrs, unsigned int n)
{
	uint32_t values[MAX_BURST];
	unsigned int per_elem = case_ptrs_per_elem[c];

	if (c == CASE_RAW_BULK)
		return rte_ring_enqueue_bulk(seg->ring, ptrs, n, NULL);
	pack(seg, c, ptrs, values, n);
	/* not again what is compressed already: wait here for room */
	while (rte_ring_enqueue_bulk_elem(seg->ring, values, sizeof(*values),
			n / per_elem, NULL) == 0)
		rte_pause();
	return n;
}

static __rte_always_inline unsigned int
get_copy(const struct segment *seg, enum hand_over_case c,
		void **ptrs, unsigned int n)
{
	uint32_t values[MAX_BURST];

	if (c == CASE_RAW_BULK)
		return rte_ring_dequeue_bulk(seg->ring, ptrs, n, NULL);
	if (rte_ring_dequeue_bulk_elem(seg->ring, values, sizeof(*values),
			n / case_ptrs_per_elem[c], NULL) == 0)
		return 0;
	unpack(seg, c, values, ptrs, n);
	return n;
}

static inline void
meet(struct segment *seg)
{
	rte_atomic_fetch_add_explicit(&seg->arrived, 1, rte_memory_order_acq_rel);
	while (rte_atomic_load_explicit(&seg->arrived,
			rte_memory_order_acquire) != 2)
		;
}

static __rte_always_inline int
produce(struct segment *seg, enum hand_over_case c, bool zero_copy)
{
	const unsigned int n = seg->burst;
	uint64_t start;
	unsigned int i;

	meet(seg);
	start = rte_rdtsc_precise();
	for (i = 0; i < SEGMENT_PTRS; i += n) {
		while ((zero_copy ? put_zero_copy(seg, c, &seg->src[i], n) :
				put_copy(seg, c, &seg->src[i], n)) == 0)
			rte_pause();
	}
	seg->cycles[0] = rte_rdtsc_precise() - start;
	return 0;
}

static __rte_always_inline int
consume(struct segment *seg, enum hand_over_case c, bool zero_copy)
{
	const unsigned int n = seg->burst;
	uint64_t start;
	unsigned int i;

	meet(seg);
	start = rte_rdtsc_precise();
	for (i = 0; i < SEGMENT_PTRS; i += n) {
		while ((zero_copy ? get_zero_copy(seg, c, &seg->dest[i], n) :
				get_copy(seg, c, &seg->dest[i], n)) == 0)
			rte_pause();
	}
	seg->cycles[1] = rte_rdtsc_precise() - start;
	return 0;
}

/* One loop for each case, so that none decides anything inside the loop. */
#define SIDE_FUNC(side) \
static int \
side##_segment(void *arg) \
{ \
	struct segment *seg = arg; \
\
	switch (seg->c) { \
	case CASE_PTR32: \
		return seg->zero_copy ? side(seg, CASE_PTR32, true) : \
				side(seg, CASE_PTR32, false); \
	case CASE_PTR16: \
		return seg->zero_copy ? side(seg, CASE_PTR16, true) : \
				side(seg, CASE_PTR16, false); \
	case CASE_RAW_ZC: \
		return side(seg, CASE_RAW_ZC, true); \
	default: \
		return side(seg, CASE_RAW_BULK, false); \
	} \
}

SIDE_FUNC(produce)
SIDE_FUNC(consume)

/* Cycles per pointer, averaged over both sides, or a negative value. */
static double
run_segment(struct bench *b, const struct lcore_pair *pair,
		enum ring_sync sync, enum hand_over_case c, unsigned int burst)
{
	struct segment *seg = &b->seg;
	unsigned int i;

	seg->ring = b->rings[sync][c];
	seg->zero_copy = syncs[sync].zero_copy;
	seg->c = c;
	seg->burst = burst;
	rte_atomic_store_explicit(&seg->arrived, 0, rte_memory_order_relaxed);
	memset(seg->dest, 0, SEGMENT_PTRS * sizeof(*seg->dest));

	if (lcore_pair_run(pair, produce_segment, consume_segment, seg) != 0) {
		printf("Cannot run on lcores %u and %u\n", pair->producer,
			pair->consumer);
		return -1;
	}

	for (i = 0; i < SEGMENT_PTRS; i++) {
		if (seg->dest[i] != seg->src[i]) {
			printf("%s, %s, burst %u: pointer %u went in as %p and came out as %p\n",
				case_names[c], syncs[sync].name, burst, i,
				seg->src[i], seg->dest[i]);
			return -1;
		}
	}
	if (rte_ring_empty(seg->ring) == 0) {
		printf("%s, %s, burst %u: more came out than went in\n",
			case_names[c], syncs[sync].name, burst);
		return -1;
	}
	return (double)(seg->cycles[0] + seg->cycles[1]) / 2 / SEGMENT_PTRS;
}

/* The faster form of raw pointers. */
static enum hand_over_case
fastest_raw(const struct bench *b, enum ring_sync sync, unsigned int bi)
{
	const struct perf_stat *st = b->stats[sync][bi];

	return b->usable[sync][CASE_RAW_ZC] &&
			st[CASE_RAW_ZC].median < st[CASE_RAW_BULK].median ?
			CASE_RAW_ZC : CASE_RAW_BULK;
}

static double
gain(const struct bench *b, enum ring_sync sync, unsigned int bi,
		enum hand_over_case c)
{
	const struct perf_stat *st = b->stats[sync][bi];

	return perf_gain_pct(st[fastest_raw(b, sync, bi)].median, st[c].median);
}

static void
report_json(const struct bench *b, const char *cores, enum ring_sync sync,
		unsigned int bi, enum hand_over_case c, const char *name)
{
	const struct perf_stat *st = &b->stats[sync][bi][c];
	struct perf_json json;

	perf_json_begin(&json, "ring_perf_autotest");
	perf_json_str(&json, "case", name);
	perf_json_str(&json, "cores", cores);
	perf_json_str(&json, "sync", syncs[sync].name);
	perf_json_num(&json, "burst", bursts[bi]);
	perf_json_num(&json, "cycles_per_elem", st->median);
	perf_json_num(&json, "spread", st->spread);
	if (c == CASE_PTR32 || c == CASE_PTR16)
		perf_json_num(&json, "gain_pct", gain(b, sync, bi, c));
	perf_json_num(&json, "simd_bits", __rte_ptr_simd_bits());
	perf_json_end(&json);
}

static void
report(const struct bench *b, const char *cores)
{
	const struct perf_stat *st;
	enum hand_over_case c;
	enum ring_sync sync;
	unsigned int bi;

	for (sync = 0; sync < SYNCS; sync++) {
		printf("\nPointers through a ring, %s, %s: cycles per pointer\n",
			syncs[sync].name, cores);
		printf("%8s", "burst");
		for (c = 0; c < CASES; c++)
			printf("%18s", case_names[c]);
		printf("\n");
		for (bi = 0; bi < RTE_DIM(bursts); bi++) {
			printf("%8u", bursts[bi]);
			report_json(b, cores, sync, bi,
				fastest_raw(b, sync, bi), "raw");
			for (c = 0; c < CASES; c++) {
				if (!b->usable[sync][c]) {
					printf("%18s", "-");
					continue;
				}
				st = &b->stats[sync][bi][c];
				printf("%9.2f +-%6.2f", st->median,
					st->spread / 2);
				report_json(b, cores, sync, bi, c,
					case_names[c]);
			}
			printf("\n");
		}
	}

	printf("\nGain over the faster form of raw pointers in per cent, %s\n",
		cores);
	printf("%8s%8s", "sync", "case");
	for (bi = 0; bi < RTE_DIM(bursts); bi++)
		printf("%8u", bursts[bi]);
	printf("\n");
	for (sync = 0; sync < SYNCS; sync++) {
		for (c = CASE_PTR32; c < CASES; c++) {
			if (!b->usable[sync][c])
				continue;
			printf("%8s%8s", syncs[sync].name, case_names[c]);
			for (bi = 0; bi < RTE_DIM(bursts); bi++)
				printf("%8.1f", gain(b, sync, bi, c));
			printf("\n");
		}
	}
	fflush(stdout);
}

static int
run_pair(struct bench *b, enum lcore_distance distance,
		const struct lcore_pair *pair)
{
	char title[64];
	unsigned int bi, i, round;
	enum hand_over_case c;
	enum ring_sync sync;
	double cycles;

	snprintf(title, sizeof(title), "compression, %s",
		lcore_distance_name(distance));
	for (round = 0; round <= ROUNDS; round++) {
		perf_progress(title, round, ROUNDS + 1);
		for (bi = 0; bi < RTE_DIM(bursts); bi++)
		for (sync = 0; sync < SYNCS; sync++)
		for (i = 0; i < CASES; i++) {
			/* no case always follows the same other */
			c = (i + round) % CASES;
			if (!b->usable[sync][c])
				continue;
			cycles = run_segment(b, pair, sync, c, bursts[bi]);
			if (cycles < 0)
				return TEST_FAILED;
			/* the first round only warms up */
			if (round > 0)
				b->samples[sync][bi][c][round - 1] = cycles;
		}
	}
	perf_progress(title, ROUNDS + 1, ROUNDS + 1);

	for (sync = 0; sync < SYNCS; sync++)
		for (bi = 0; bi < RTE_DIM(bursts); bi++)
			for (c = 0; c < CASES; c++)
				if (b->usable[sync][c])
					b->stats[sync][bi][c] = perf_stat_get(
						b->samples[sync][bi][c], ROUNDS);
	report(b, lcore_distance_name(distance));
	return TEST_SUCCESS;
}

/* The pool's pointers, shuffled as after a while of use, over and over. */
static int
fill_source(struct bench *b)
{
	void **objs = b->seg.src;
	unsigned int i, j;
	void *tmp;

	if (rte_mempool_get_bulk(b->pool, objs, POOL_SIZE) != 0)
		return -1;
	for (i = POOL_SIZE - 1; i > 0; i--) {
		j = rte_rand_max(i + 1);
		tmp = objs[i];
		objs[i] = objs[j];
		objs[j] = tmp;
	}
	for (i = POOL_SIZE; i < SEGMENT_PTRS; i++)
		objs[i] = objs[i - POOL_SIZE];
	rte_mempool_put_bulk(b->pool, objs, POOL_SIZE);
	return 0;
}

static int
bench_init(struct bench *b, int socket)
{
	struct rte_mempool_mem_range_info range;
	enum hand_over_case c;
	enum ring_sync sync;
	bool can_16, can_32;
	size_t align;

	b->pool = rte_pktmbuf_pool_create("ring_perf_compress", POOL_SIZE, 0, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, socket);
	if (b->pool == NULL) {
		printf("Cannot create an mbuf pool: %s\n",
			rte_strerror(rte_errno));
		return -1;
	}
	if (rte_mempool_get_mem_range(b->pool, &range) != 0)
		return -1;
	align = rte_mempool_get_obj_alignment(b->pool);
	b->seg.base = RTE_PTR_ALIGN_FLOOR(range.start, align);
	range.length += RTE_PTR_DIFF(range.start, b->seg.base);
	b->seg.shift = RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT(align);

	can_16 = RTE_PTR_COMPRESS_CAN_COMPRESS_16_SHIFT(range.length, align);
	can_32 = RTE_PTR_COMPRESS_CAN_COMPRESS_32_SHIFT(range.length, align);
	printf("\nPool of %u mbufs in %zu bytes, aligned to %zu: 32-bit %s, 16-bit %s\n",
		POOL_SIZE, range.length, align,
		can_32 ? "fits" : "does not fit, skipped",
		can_16 ? "fits" : "does not fit, skipped");

	for (sync = 0; sync < SYNCS; sync++) {
		b->usable[sync][CASE_RAW_ZC] = syncs[sync].zero_copy;
		b->usable[sync][CASE_RAW_BULK] = true;
		b->usable[sync][CASE_PTR32] = can_32;
		b->usable[sync][CASE_PTR16] = can_16;
		for (c = 0; c < CASES; c++) {
			char name[RTE_RING_NAMESIZE];

			snprintf(name, sizeof(name), "rpc_%s_%s",
				syncs[sync].name, case_names[c]);
			b->rings[sync][c] = rte_ring_create_elem(name,
				case_elem_size[c],
				RING_PTRS / case_ptrs_per_elem[c], socket,
				syncs[sync].flags);
			if (b->rings[sync][c] == NULL) {
				printf("Cannot create ring %s: %s\n", name,
					rte_strerror(rte_errno));
				return -1;
			}
		}
	}

	b->seg.src = rte_malloc_socket(NULL, SEGMENT_PTRS * sizeof(void *),
			RTE_CACHE_LINE_SIZE, socket);
	b->seg.dest = rte_malloc_socket(NULL, SEGMENT_PTRS * sizeof(void *),
			RTE_CACHE_LINE_SIZE, socket);
	if (b->seg.src == NULL || b->seg.dest == NULL) {
		printf("No memory for tables of %u pointers\n", SEGMENT_PTRS);
		return -1;
	}
	return fill_source(b);
}

static void
bench_free(struct bench *b)
{
	enum hand_over_case c;
	enum ring_sync sync;

	for (sync = 0; sync < SYNCS; sync++)
		for (c = 0; c < CASES; c++)
			rte_ring_free(b->rings[sync][c]);
	rte_mempool_free(b->pool);
	rte_free(b->seg.src);
	rte_free(b->seg.dest);
	rte_free(b);
}

int
test_ring_perf_compress(void)
{
	enum lcore_distance distance;
	struct lcore_pair pair;
	struct bench *b;
	int ret = TEST_FAILED;

	b = rte_zmalloc(NULL, sizeof(*b), RTE_CACHE_LINE_SIZE);
	if (b == NULL) {
		printf("No memory for the samples\n");
		return TEST_FAILED;
	}
	if (bench_init(b, rte_socket_id()) != 0)
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
	ret = TEST_SUCCESS;
out:
	bench_free(b);
	return ret;
}
