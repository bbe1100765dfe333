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
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_pause.h>
#include <rte_ring.h>
#include <rte_ring_elem.h>
#include <rte_stdatomic.h>

#include "test.h"
#include "test_lcore_pair.h"
#include "test_perf_report.h"
#include "test_ring_perf_compress.h"
#include "test_ring_perf_outlined.h"

/*
 * The calls of rte_ring
 * =====================
 *
 * Cycles per element, for pointers and for 16-byte elements, in single-thread
 * (sp_sc) and multi-thread (mp_mc) mode:
 *
 * - "empty": dequeue from an empty ring,
 * - "single", "burst", "bulk" on one core: enqueue and dequeue again,
 * - "burst", "bulk" between two lcores: one enqueues, the other dequeues;
 *   averaged over both sides,
 * - "bulk" on all lcores at once, each of which enqueues and dequeues.
 *
 * All of them in both forms: inlined, as rte_ring is, and outlined, as it would
 * be if it were exported by a library. Both take turns in the same rounds.
 */

#define ROUNDS 31
#define RING_SIZE 4096
#define ELEM_SIZE_MAX 16
#define BURST_MAX 256
/* elements in one sample: many enough for the clock, few enough to repeat */
#define SAMPLE_ELEMS 16384

enum api { API_SINGLE, API_BURST, API_BULK };

static const char * const api_names[] = {
	[API_SINGLE] = "single",
	[API_BURST] = "burst",
	[API_BULK] = "bulk",
};

static const unsigned int bursts[] = { 8, 32, 64, 128, BURST_MAX };

struct worker {
	struct rte_ring *ring;
	unsigned int burst;
	uint64_t cycles;
} __rte_cache_aligned;

static struct {
	struct worker workers[RTE_MAX_LCORE];
	unsigned int nb_workers;
	RTE_ATOMIC(uint32_t) arrived;
} shared;

/* A call in a form, dir is p_enqueue or c_dequeue. */
#define CALL_RING(form, mt, dir, suffix, ...) ((mt) ? \
	FORM_##form(rte_ring_m##dir##suffix)(__VA_ARGS__) : \
	FORM_##form(rte_ring_s##dir##suffix)(__VA_ARGS__))

/*
 * A function that puts or gets: number of elements taken, 0 or n. dir is as
 * above, and obj what the call for one pointer takes. Everything but ring,
 * table, n is constant.
 */
#define TRANSFER(name, form, dir, obj) \
static __rte_always_inline unsigned int \
name##_##form(struct rte_ring *r, void *table, unsigned int n, enum api api, \
		unsigned int elem_size, bool mt) \
{ \
	void **ptrs = table; \
\
	if (elem_size == sizeof(void *)) { \
		switch (api) { \
		case API_SINGLE: \
			return CALL_RING(form, mt, dir, , r, obj) == 0; \
		case API_BURST: \
			return CALL_RING(form, mt, dir, _burst, r, ptrs, n, NULL); \
		default: \
			return CALL_RING(form, mt, dir, _bulk, r, ptrs, n, NULL); \
		} \
	} \
	switch (api) { \
	case API_SINGLE: \
		return CALL_RING(form, mt, dir, _elem, r, table, elem_size) == 0; \
	case API_BURST: \
		return CALL_RING(form, mt, dir, _burst_elem, r, table, elem_size, n, NULL); \
	default: \
		return CALL_RING(form, mt, dir, _bulk_elem, r, table, elem_size, n, NULL); \
	} \
}

TRANSFER(put, inlined, p_enqueue, ptrs[0])
TRANSFER(get, inlined, c_dequeue, ptrs)
TRANSFER(put, outlined, p_enqueue, ptrs[0])
TRANSFER(get, outlined, c_dequeue, ptrs)

static __rte_always_inline unsigned int
put(struct rte_ring *r, void *table, unsigned int n, enum api api,
		unsigned int elem_size, bool mt, bool outlined)
{
	return outlined ? put_outlined(r, table, n, api, elem_size, mt) :
		put_inlined(r, table, n, api, elem_size, mt);
}

static __rte_always_inline unsigned int
get(struct rte_ring *r, void *table, unsigned int n, enum api api,
		unsigned int elem_size, bool mt, bool outlined)
{
	return outlined ? get_outlined(r, table, n, api, elem_size, mt) :
		get_inlined(r, table, n, api, elem_size, mt);
}

static __rte_always_inline uint64_t
loop_empty(struct worker *w, enum api api, unsigned int elem_size, bool mt,
		bool outlined)
{
	uint64_t table[BURST_MAX * ELEM_SIZE_MAX / sizeof(uint64_t)];
	uint64_t start = rte_rdtsc_precise();
	unsigned int i;

	for (i = 0; i < SAMPLE_ELEMS; i++)
		if (get(w->ring, table, w->burst, api, elem_size, mt,
				outlined) != 0)
			return 0;
	return rte_rdtsc_precise() - start;
}

static __rte_always_inline uint64_t
loop_put_get(struct worker *w, enum api api, unsigned int elem_size, bool mt,
		bool outlined)
{
	uint64_t table[BURST_MAX * ELEM_SIZE_MAX / sizeof(uint64_t)] = { 0 };
	const unsigned int n = w->burst;
	unsigned int i;
	uint64_t start;

	lcores_meet(&shared.arrived, shared.nb_workers);
	start = rte_rdtsc_precise();
	for (i = 0; i < SAMPLE_ELEMS; i += n) {
		while (put(w->ring, table, n, api, elem_size, mt,
				outlined) == 0)
			rte_pause();
		while (get(w->ring, table, n, api, elem_size, mt,
				outlined) == 0)
			rte_pause();
	}
	return rte_rdtsc_precise() - start;
}

static __rte_always_inline uint64_t
loop_put(struct worker *w, enum api api, unsigned int elem_size, bool mt,
		bool outlined)
{
	uint64_t table[BURST_MAX * ELEM_SIZE_MAX / sizeof(uint64_t)] = { 0 };
	const unsigned int n = w->burst;
	unsigned int left = SAMPLE_ELEMS;
	uint64_t start;

	lcores_meet(&shared.arrived, shared.nb_workers);
	start = rte_rdtsc_precise();
	while (left > 0)
		left -= put(w->ring, table, RTE_MIN(n, left), api, elem_size,
				mt, outlined);
	return rte_rdtsc_precise() - start;
}

static __rte_always_inline uint64_t
loop_get(struct worker *w, enum api api, unsigned int elem_size, bool mt,
		bool outlined)
{
	uint64_t table[BURST_MAX * ELEM_SIZE_MAX / sizeof(uint64_t)];
	const unsigned int n = w->burst;
	unsigned int left = SAMPLE_ELEMS;
	uint64_t start;

	lcores_meet(&shared.arrived, shared.nb_workers);
	start = rte_rdtsc_precise();
	while (left > 0)
		left -= get(w->ring, table, RTE_MIN(n, left), api, elem_size,
				mt, outlined);
	return rte_rdtsc_precise() - start;
}

/* The loops of one kind of call in a form, each a function for an lcore to run. */
struct loops {
	lcore_function_t *empty;
	lcore_function_t *put_get;
	lcore_function_t *put;
	lcore_function_t *get;
};

struct call {
	enum api api;
	unsigned int elem_size;
	bool mt;
	struct loops loops[RING_PERF_FORMS];
};

#define LOOP_FUNC(loop, api, elem_size, mt, outlined) \
static int \
loop##_##api##_##elem_size##_##mt##_##outlined(void *arg __rte_unused) \
{ \
	struct worker *w = &shared.workers[rte_lcore_id()]; \
\
	w->cycles = loop_##loop(w, api, elem_size, mt, outlined); \
	return w->cycles == 0 ? -1 : 0; \
}

#define LOOP_FUNCS(api, elem_size, mt, outlined) \
LOOP_FUNC(empty, api, elem_size, mt, outlined) \
LOOP_FUNC(put_get, api, elem_size, mt, outlined) \
LOOP_FUNC(put, api, elem_size, mt, outlined) \
LOOP_FUNC(get, api, elem_size, mt, outlined)

#define CALL_FUNCS(api, elem_size, mt) \
LOOP_FUNCS(api, elem_size, mt, 0) \
LOOP_FUNCS(api, elem_size, mt, 1)

#define LOOPS(api, elem_size, mt, outlined) { \
	empty_##api##_##elem_size##_##mt##_##outlined, \
	put_get_##api##_##elem_size##_##mt##_##outlined, \
	put_##api##_##elem_size##_##mt##_##outlined, \
	get_##api##_##elem_size##_##mt##_##outlined, \
}

#define CALL(api, elem_size, mt) \
	{ api, elem_size, mt, { \
		[RING_PERF_INLINED] = LOOPS(api, elem_size, mt, 0), \
		[RING_PERF_OUTLINED] = LOOPS(api, elem_size, mt, 1) } }

#define FOR_EACH_CALL(what, sep) \
	what(API_SINGLE, 8, 0) sep what(API_SINGLE, 8, 1) sep \
	what(API_BURST, 8, 0) sep what(API_BURST, 8, 1) sep \
	what(API_BULK, 8, 0) sep what(API_BULK, 8, 1) sep \
	what(API_SINGLE, 16, 0) sep what(API_SINGLE, 16, 1) sep \
	what(API_BURST, 16, 0) sep what(API_BURST, 16, 1) sep \
	what(API_BULK, 16, 0) sep what(API_BULK, 16, 1)

#define NOTHING
#define COMMA ,

FOR_EACH_CALL(CALL_FUNCS, NOTHING)

static const struct call calls[] = { FOR_EACH_CALL(CALL, COMMA) };

enum scene { SCENE_EMPTY, SCENE_ONE, SCENE_PAIR, SCENE_ALL };

/* Prepare an lcore for a sample. */
static void
assign(unsigned int lcore, struct rte_ring *ring, unsigned int burst)
{
	shared.workers[lcore].ring = ring;
	shared.workers[lcore].burst = burst;
}

/* Cycles per element of one sample, or a negative value. */
static double
sample(enum scene scene, const struct loops *loops, struct rte_ring *ring,
		unsigned int burst, const struct lcore_pair *pair)
{
	const unsigned int me = rte_lcore_id();
	unsigned int lcore;
	uint64_t sum = 0;
	int ret;

	rte_atomic_store_explicit(&shared.arrived, 0, rte_memory_order_relaxed);
	switch (scene) {
	case SCENE_EMPTY:
		assign(me, ring, burst);
		ret = loops->empty(NULL);
		/* one call a time, not one element */
		return ret != 0 ? -1 :
			(double)shared.workers[me].cycles / SAMPLE_ELEMS;
	case SCENE_ONE:
		shared.nb_workers = 1;
		assign(me, ring, burst);
		ret = loops->put_get(NULL);
		return ret != 0 ? -1 :
			(double)shared.workers[me].cycles / SAMPLE_ELEMS;
	case SCENE_PAIR:
		shared.nb_workers = 2;
		assign(pair->producer, ring, burst);
		assign(pair->consumer, ring, burst);
		ret = lcore_pair_run(pair, loops->put, loops->get, NULL);
		sum = shared.workers[pair->producer].cycles +
			shared.workers[pair->consumer].cycles;
		return ret != 0 ? -1 : (double)sum / 2 / SAMPLE_ELEMS;
	default:
		shared.nb_workers = rte_lcore_count();
		RTE_LCORE_FOREACH(lcore)
			assign(lcore, ring, burst);
		ret = rte_eal_mp_remote_launch(loops->put_get, NULL, CALL_MAIN);
		if (ret != 0)
			return -1;
		RTE_LCORE_FOREACH_WORKER(lcore)
			ret |= rte_eal_wait_lcore(lcore);
		RTE_LCORE_FOREACH(lcore)
			sum += shared.workers[lcore].cycles;
		return ret != 0 ? -1 :
			(double)sum / shared.nb_workers / SAMPLE_ELEMS;
	}
}

static const char *
call_case(enum scene scene, const struct call *call)
{
	return scene == SCENE_EMPTY ? "empty" : api_names[call->api];
}

static const char *
call_sync(const struct call *call)
{
	return call->mt ? "mp_mc" : "sp_sc";
}

/* What a scene leaves out: it would say nothing new, or not work at all. */
static bool
call_fits(enum scene scene, const struct call *call)
{
	switch (scene) {
	case SCENE_EMPTY:
		return call->api == API_BULK;
	case SCENE_ONE:
		return true;
	case SCENE_PAIR:
		return call->api != API_SINGLE;
	default:
		return call->api == API_BULK && call->mt;
	}
}

/*
 * What a burst costs more if it is not inlined: on one core a call of enqueue
 * and one of dequeue, between cores either of them, averaged over both sides.
 */
static double
extra_cycles(enum scene scene, unsigned int burst,
		const struct perf_stat st[RING_PERF_FORMS])
{
	return (st[RING_PERF_OUTLINED].median - st[RING_PERF_INLINED].median) *
		(scene == SCENE_EMPTY ? 1 : burst);
}

static void
report(enum scene scene, const struct call *call, const char *cores,
		unsigned int burst, double samples[RING_PERF_FORMS][ROUNDS])
{
	struct perf_stat st[RING_PERF_FORMS];
	struct perf_json json;
	unsigned int form;

	for (form = 0; form < RING_PERF_FORMS; form++)
		st[form] = perf_stat_get(samples[form], ROUNDS);
	printf("  %-8s%-8s%4u bytes%8u%10.2f +-%6.2f%10.2f +-%6.2f%10.1f\n",
		call_case(scene, call), call_sync(call), call->elem_size, burst,
		st[RING_PERF_INLINED].median, st[RING_PERF_INLINED].spread / 2,
		st[RING_PERF_OUTLINED].median, st[RING_PERF_OUTLINED].spread / 2,
		extra_cycles(scene, burst, st));
	for (form = 0; form < RING_PERF_FORMS; form++) {
		perf_json_begin(&json, "ring_perf_autotest");
		perf_json_str(&json, "case", call_case(scene, call));
		perf_json_str(&json, "cores", cores);
		perf_json_str(&json, "sync", call_sync(call));
		perf_json_num(&json, "elem_size", call->elem_size);
		perf_json_num(&json, "burst", burst);
		perf_json_bool(&json, "inlined", form == RING_PERF_INLINED);
		perf_json_num(&json, "cycles_per_elem", st[form].median);
		perf_json_num(&json, "spread", st[form].spread);
		if (form == RING_PERF_OUTLINED)
			perf_json_num(&json, "extra_cycles",
				extra_cycles(scene, burst, st));
		perf_json_num(&json, "simd_bits", sizeof(void *) * CHAR_BIT);
		perf_json_end(&json);
	}
}

static unsigned int
nb_bursts(enum scene scene, const struct call *call)
{
	return call->api == API_SINGLE || scene == SCENE_EMPTY ?
		1 : RTE_DIM(bursts);
}

static unsigned int
burst_get(const struct call *call, unsigned int bi)
{
	return call->api == API_SINGLE ? 1 : bursts[bi];
}

static int
run_scene(enum scene scene, struct rte_ring *rings[2], const char *cores,
		const struct lcore_pair *pair)
{
	static double samples[RTE_DIM(calls)][RTE_DIM(bursts)]
			[RING_PERF_FORMS][ROUNDS];
	unsigned int c, bi, i, form, round;
	const struct call *call;
	double cycles;

	for (round = 0; round <= ROUNDS; round++) {
		perf_progress(cores, round, ROUNDS + 1);
		for (c = 0; c < RTE_DIM(calls); c++) {
			call = &calls[c];
			if (!call_fits(scene, call))
				continue;
			for (i = 0; i < nb_bursts(scene, call) * RING_PERF_FORMS; i++) {
				bi = i / RING_PERF_FORMS;
				/* each form is first in every other round */
				form = (i + round) % RING_PERF_FORMS;
				cycles = sample(scene, &call->loops[form],
					rings[call->elem_size == 16],
					burst_get(call, bi), pair);
				if (cycles < 0) {
					printf("%s failed on %s\n",
						call_case(scene, call), cores);
					return TEST_FAILED;
				}
				/* the first round only warms up */
				if (round > 0)
					samples[c][bi][form][round - 1] = cycles;
			}
		}
	}
	perf_progress(cores, ROUNDS + 1, ROUNDS + 1);

	printf("\n%s: cycles per %s, inlined and not, and how many more a burst takes\n",
		cores, scene == SCENE_EMPTY ? "call" : "element");
	printf("  %-8s%-8s%10s%8s%19s%19s%10s\n", "case", "sync", "element",
		"burst", "inlined", "not inlined", "more");
	for (c = 0; c < RTE_DIM(calls); c++) {
		call = &calls[c];
		if (!call_fits(scene, call))
			continue;
		for (bi = 0; bi < nb_bursts(scene, call); bi++)
			report(scene, call, cores, burst_get(call, bi),
				samples[c][bi]);
	}
	fflush(stdout);
	return TEST_SUCCESS;
}

static int
run_scenes(struct rte_ring *rings[2])
{
	enum lcore_distance distance;
	struct lcore_pair pair;

	if (run_scene(SCENE_EMPTY, rings, "empty ring", NULL) != TEST_SUCCESS ||
			run_scene(SCENE_ONE, rings, "one core", NULL) !=
			TEST_SUCCESS)
		return TEST_FAILED;

	for (distance = 0; distance < LCORES_DISTANCES; distance++) {
		const char *cores = lcore_distance_name(distance);

		if (!lcore_pair_find(distance, &pair))
			printf("\n%s: skipped, this machine has none among its lcores\n",
				cores);
		else if (run_scene(SCENE_PAIR, rings, cores, &pair) !=
				TEST_SUCCESS)
			return TEST_FAILED;
	}

	if (rte_lcore_count() < 2) {
		printf("\nall lcores: skipped, there is only one\n");
		return TEST_SUCCESS;
	}
	return run_scene(SCENE_ALL, rings, "all lcores", NULL);
}

int
test_ring_perf_calls(void)
{
	struct rte_ring *rings[2];
	int ret = TEST_FAILED;

	rings[0] = rte_ring_create_elem("ring_perf_8", 8, RING_SIZE,
			rte_socket_id(), 0);
	rings[1] = rte_ring_create_elem("ring_perf_16", ELEM_SIZE_MAX, RING_SIZE,
			rte_socket_id(), 0);
	if (rings[0] == NULL || rings[1] == NULL)
		printf("Cannot create a ring: %s\n", rte_strerror(rte_errno));
	else
		ret = run_scenes(rings);
	rte_ring_free(rings[0]);
	rte_ring_free(rings[1]);
	return ret;
}
