/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_RING_PERF_COMPRESS_H
#define TEST_RING_PERF_COMPRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/queue.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_launch.h>
#include <rte_mempool.h>
#include <rte_pause.h>
#include <rte_stdatomic.h>

#include "test_lcore_pair.h"

/*
 * What ring_perf_autotest has of pointer compression: the calls of rte_ring,
 * inlined and not, then raw against compressed pointers between two cores.
 * Returns TEST_SUCCESS, also where there is only one core to run on and less is
 * measured, or TEST_FAILED.
 */
int
test_ring_perf_compress(void);

/* The first part of it. */
int
test_ring_perf_calls(void);

/* Whether the functions of a library are inlined, as they are, or called. */
enum ring_perf_form {
	RING_PERF_INLINED,
	RING_PERF_OUTLINED,
	RING_PERF_FORMS
};

/*
 * What follows is for files that add ways to hand pointers over: each registers
 * a case, which is then measured with all others in the same rounds.
 */

#define RING_PERF_RING_PTRS 4096
#define RING_PERF_SEGMENT_PTRS 32768
#define RING_PERF_WARM_UP_PTRS 8192
#define RING_PERF_MAX_BURST 256
#define RING_PERF_PINGS 512

enum ring_perf_sync {
	RING_PERF_SP_SC,
	RING_PERF_HTS,
	RING_PERF_MP_MC,
	RING_PERF_SYNCS
};

/* Flags of rte_ring for a mode, and whether it has the zero-copy calls. */
unsigned int
ring_perf_sync_flags(enum ring_perf_sync sync);

bool
ring_perf_sync_zero_copy(enum ring_perf_sync sync);

/*
 * What runs on the two cores: a segment at full speed; bursts one by one
 * through an idle ring.
 */
struct ring_perf_loops {
	lcore_function_t *produce, *consume;
	lcore_function_t *ping, *pong;
};

/* A case in one mode: what opening it made. */
struct ring_perf_hand {
	void *ring;
	struct rte_mempool *pool;   /* whose pointers are handed over */
	void *ctx;                  /* whatever else the case needs */
	struct ring_perf_loops loops[RING_PERF_FORMS];
	unsigned int (*left)(const struct ring_perf_hand *hand);
};

/* One segment, as both sides see it. */
struct ring_perf_segment {
	struct ring_perf_hand *hand;
	unsigned int burst;
	void **src;  /* RING_PERF_SEGMENT_PTRS pointers to send */
	void **dest; /* room for as many */
	uint64_t cycles[2]; /* of producer and consumer */
	unsigned int wrong;  /* the first pointer that came out as another, if any */
	RTE_ATOMIC(uint32_t) arrived;
	/* when each burst was sent and received, and how many were received */
	uint64_t sent[RING_PERF_PINGS], received[RING_PERF_PINGS];
	RTE_ATOMIC(uint32_t) pongs;
};

struct ring_perf_case {
	TAILQ_ENTRY(ring_perf_case) next;
	const char *name;
	bool raw; /* a form of raw pointers, for the others to be compared with */
	/*
	 * Fill a hand for one mode. Returns 0, -ENOTSUP when there is no such
	 * thing and the case is left out, or another -errno after saying why.
	 * "pool" is there for all; a case may make one of its own instead.
	 */
	int (*open)(struct ring_perf_hand *hand, enum ring_perf_sync sync,
		struct rte_mempool *pool);
	void (*close)(struct ring_perf_hand *hand);
};

void
ring_perf_case_register(struct ring_perf_case *c);

#define REGISTER_RING_PERF_CASE(c) \
	RTE_INIT(c##_register) \
	{ \
		ring_perf_case_register(&c); \
	}

/*
 * The first pointer that came out as another than went in, or how many there
 * are. The consumer itself looks: its table stays in its own cache.
 */
static inline unsigned int
ring_perf_first_wrong(const struct ring_perf_segment *seg)
{
	unsigned int i;

	for (i = 0; i < RING_PERF_SEGMENT_PTRS; i++)
		if (seg->dest[i] != seg->src[i])
			break;
	return i;
}

/* Let a while pass: as long as the other side takes to look at the ring again. */
static inline void
ring_perf_wait(unsigned int cycles)
{
	const uint64_t start = rte_rdtsc();

	while (rte_rdtsc() - start < cycles)
		;
}

/*
 * The loops of both sides, as functions for lcores: name_produce, name_consume,
 * name_ping, name_pong. "put" and "get" are inline functions or macros of
 * (hand, table, n) that hand over n pointers, or none and return 0.
 * RING_PERF_SET_LOOPS() gives to a hand those of both forms, name_inlined_produce
 * to name_outlined_pong.
 */
#define RING_PERF_LOOPS(name, put, get) \
static int \
name##_produce(void *arg) \
{ \
	struct ring_perf_segment *seg = arg; \
	struct ring_perf_hand *hand = seg->hand; \
	const unsigned int n = seg->burst; \
	uint64_t start; \
	unsigned int i; \
\
	lcores_meet(&seg->arrived, 2); \
	for (i = 0; i < RING_PERF_WARM_UP_PTRS; i += n) \
		while (put(hand, &seg->src[i], n) == 0) \
			rte_pause(); \
	start = rte_rdtsc_precise(); \
	for (; i < RING_PERF_SEGMENT_PTRS; i += n) \
		while (put(hand, &seg->src[i], n) == 0) \
			rte_pause(); \
	seg->cycles[0] = rte_rdtsc_precise() - start; \
	return 0; \
} \
static int \
name##_consume(void *arg) \
{ \
	struct ring_perf_segment *seg = arg; \
	struct ring_perf_hand *hand = seg->hand; \
	const unsigned int n = seg->burst; \
	uint64_t start; \
	unsigned int i; \
\
	memset(seg->dest, 0, RING_PERF_SEGMENT_PTRS * sizeof(*seg->dest)); \
	lcores_meet(&seg->arrived, 2); \
	for (i = 0; i < RING_PERF_WARM_UP_PTRS; i += n) \
		while (get(hand, &seg->dest[i], n) == 0) \
			rte_pause(); \
	start = rte_rdtsc_precise(); \
	for (; i < RING_PERF_SEGMENT_PTRS; i += n) \
		while (get(hand, &seg->dest[i], n) == 0) \
			rte_pause(); \
	seg->cycles[1] = rte_rdtsc_precise() - start; \
	seg->wrong = ring_perf_first_wrong(seg); \
	return 0; \
} \
static int \
name##_ping(void *arg) \
{ \
	struct ring_perf_segment *seg = arg; \
	struct ring_perf_hand *hand = seg->hand; \
	const unsigned int n = seg->burst; \
	unsigned int i; \
\
	lcores_meet(&seg->arrived, 2); \
	for (i = 0; i < RING_PERF_PINGS; i++) { \
		while (rte_atomic_load_explicit(&seg->pongs, \
				rte_memory_order_acquire) != i) \
			; \
		/* at no fixed distance to what the other side does */ \
		ring_perf_wait(1000 + 37 * (i % 16)); \
		seg->sent[i] = rte_rdtsc_precise(); \
		while (put(hand, seg->src, n) == 0) \
			; \
	} \
	return 0; \
} \
static int \
name##_pong(void *arg) \
{ \
	struct ring_perf_segment *seg = arg; \
	struct ring_perf_hand *hand = seg->hand; \
	const unsigned int n = seg->burst; \
	unsigned int i; \
\
	lcores_meet(&seg->arrived, 2); \
	for (i = 0; i < RING_PERF_PINGS; i++) { \
		while (get(hand, seg->dest, n) == 0) \
			; \
		seg->received[i] = rte_rdtsc_precise(); \
		rte_atomic_store_explicit(&seg->pongs, i + 1, \
				rte_memory_order_release); \
	} \
	return 0; \
}

/* Both forms of them, with name_inlined_put for put, and so on. */
#define RING_PERF_BOTH_LOOPS(name) \
RING_PERF_LOOPS(name##_inlined, name##_inlined_put, name##_inlined_get) \
RING_PERF_LOOPS(name##_outlined, name##_outlined_put, name##_outlined_get)

#define RING_PERF_LOOPS_OF(name) \
	{ name##_produce, name##_consume, name##_ping, name##_pong }

#define RING_PERF_SET_LOOPS(hand, name) do { \
	static const struct ring_perf_loops loops[RING_PERF_FORMS] = { \
		[RING_PERF_INLINED] = RING_PERF_LOOPS_OF(name##_inlined), \
		[RING_PERF_OUTLINED] = RING_PERF_LOOPS_OF(name##_outlined), \
	}; \
\
	memcpy((hand)->loops, loops, sizeof(loops)); \
} while (0)

#endif /* TEST_RING_PERF_COMPRESS_H */
