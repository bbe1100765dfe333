/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_atomic.h>
#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_random.h>

#include "test.h"
#include "test_mbuf_rearm.h"
#include "test_perf_report.h"

/*
 * Cycles per packet of a receive loop that sets the four fields of rearm_data
 * in one of these ways:
 *
 * - "aligned": one store of 8 bytes where they are,
 * - "misaligned": one store of 8 bytes, 2 bytes further on, as it was before
 *   2016, within a cache line,
 * - "across a cache line": one store of 8 bytes, half of it in the next line,
 * - "separate fields": four stores of 2 bytes.
 *
 * For each mbuf of a burst the loop also stores what a descriptor says, 16
 * bytes. Then the application looks at the data offset of each. The mbufs are
 * always the same ("L1"), or those of a pool in random order, whose first lines
 * alone are as large as many a second cache ("beyond L2").
 *
 * Then a forwarding loop, see test_mbuf_rearm_forward.c.
 */

#define ROUNDS 201
#define BURST 32
#define SAMPLE_PKTS 8192
#define POOL_SIZE 32767

enum store {
	STORE_ALIGNED,
	STORE_MISALIGNED,
	STORE_ACROSS_LINE,
	STORE_FIELDS,
	STORES
};

static const char * const store_names[STORES] = {
	[STORE_ALIGNED] = "aligned",
	[STORE_MISALIGNED] = "misaligned",
	[STORE_ACROSS_LINE] = "across a cache line",
	[STORE_FIELDS] = "separate fields",
};

enum memory { MEMORY_L1, MEMORY_POOL, MEMORIES };

static const char * const memory_names[MEMORIES] = {
	[MEMORY_L1] = "L1",
	[MEMORY_POOL] = "beyond L2",
};

/* What a queue and its descriptors say. */
static struct {
	struct mbuf_rearm fields;
	uint64_t value;
	uint64_t descriptors[BURST][2];
} rxq;

/* Where a way of storing has the data offset. */
static __rte_always_inline size_t
store_offset(enum store store)
{
	switch (store) {
	case STORE_MISALIGNED:
		return offsetof(struct rte_mbuf, rearm_data) + 2;
	case STORE_ACROSS_LINE:
		return RTE_CACHE_LINE_SIZE - MBUF_REARM_BYTES / 2;
	default:
		return offsetof(struct rte_mbuf, rearm_data);
	}
}

static __rte_always_inline void
set_fields(struct rte_mbuf *m, enum store store)
{
	void *dest = RTE_PTR_ADD(m, store_offset(store));
	volatile uint16_t *fields = dest;

	if (store == STORE_FIELDS) {
		/* volatile, or a compiler may make fewer stores of them */
		fields[0] = rxq.fields.data_off;
		fields[1] = rxq.fields.refcnt;
		fields[2] = rxq.fields.nb_segs;
		fields[3] = rxq.fields.port;
	} else {
		memcpy(dest, &rxq.value, sizeof(rxq.value));
	}
}

/* Where the sum of all data offsets goes, so that they have to be read. */
static volatile uint32_t offsets_sum;

static __rte_always_inline uint64_t
receive(struct rte_mbuf **pkts, enum store store)
{
	unsigned int i, done;
	uint16_t data_off;
	uint64_t start;
	uint32_t sum = 0;

	start = rte_rdtsc_precise();
	for (done = 0; done < SAMPLE_PKTS; done += BURST) {
		for (i = 0; i < BURST; i++) {
			set_fields(pkts[i], store);
			memcpy(RTE_PTR_ADD(pkts[i], offsetof(struct rte_mbuf,
				packet_type)), rxq.descriptors[i],
				sizeof(rxq.descriptors[i]));
		}
		rte_compiler_barrier();
		for (i = 0; i < BURST; i++) {
			memcpy(&data_off, RTE_PTR_ADD(pkts[i],
				store_offset(store)), sizeof(data_off));
			sum += data_off;
		}
		pkts += BURST;
	}
	offsets_sum = sum;
	return rte_rdtsc_precise() - start;
}

#define RECEIVE_FUNC(name, store) \
static __rte_noinline uint64_t \
receive_##name(struct rte_mbuf **pkts) \
{ \
	return receive(pkts, store); \
}

RECEIVE_FUNC(aligned, STORE_ALIGNED)
RECEIVE_FUNC(misaligned, STORE_MISALIGNED)
RECEIVE_FUNC(across_line, STORE_ACROSS_LINE)
RECEIVE_FUNC(fields, STORE_FIELDS)

static uint64_t (* const receives[STORES])(struct rte_mbuf **pkts) = {
	[STORE_ALIGNED] = receive_aligned,
	[STORE_MISALIGNED] = receive_misaligned,
	[STORE_ACROSS_LINE] = receive_across_line,
	[STORE_FIELDS] = receive_fields,
};

/* Tables of mbufs in the order in which they are received. */
static struct rte_mbuf *pool_pkts[RTE_ALIGN_FLOOR(POOL_SIZE, SAMPLE_PKTS)];
static struct rte_mbuf *same_pkts[SAMPLE_PKTS];

static void
fill_tables(struct rte_mbuf **mbufs)
{
	struct rte_mbuf *tmp;
	unsigned int i, j;

	for (i = POOL_SIZE - 1; i > 0; i--) {
		j = rte_rand_max(i + 1);
		tmp = mbufs[i];
		mbufs[i] = mbufs[j];
		mbufs[j] = tmp;
	}
	memcpy(pool_pkts, mbufs, sizeof(pool_pkts));
	for (i = 0; i < RTE_DIM(same_pkts); i++)
		same_pkts[i] = mbufs[i % BURST];
}

static void
report(enum memory memory, enum store store, double *samples, double aligned)
{
	double mean = perf_mean(samples, ROUNDS);
	struct perf_stat st = perf_stat_get(samples, ROUNDS);
	struct perf_json json;

	printf("  %-12s%-22s%10.2f%10.2f +-%6.2f%9.2fx\n", memory_names[memory],
		store_names[store], mean, st.median, st.spread / 2,
		st.median / aligned);
	perf_json_begin(&json, "mbuf_rearm_perf_autotest");
	perf_json_str(&json, "what", "rearm");
	perf_json_str(&json, "store", store_names[store]);
	perf_json_str(&json, "memory", memory_names[memory]);
	perf_json_num(&json, "burst", BURST);
	perf_json_num(&json, "cycles_per_packet", st.median);
	perf_json_num(&json, "mean", mean);
	perf_json_num(&json, "spread", st.spread);
	perf_json_end(&json);
}

static void
run_stores(void)
{
	static double samples[MEMORIES][STORES][ROUNDS];
	unsigned int round, i, at = 0;
	double aligned = 0, cycles;
	enum memory memory;
	enum store store;

	for (round = 0; round <= ROUNDS; round++) {
		for (memory = 0; memory < MEMORIES; memory++) {
			for (i = 0; i < STORES; i++) {
				/* none always follows the same other */
				store = (i + round) % STORES;
				cycles = receives[store](memory == MEMORY_L1 ?
						same_pkts : &pool_pkts[at]);
				if (memory == MEMORY_POOL)
					at = (at + SAMPLE_PKTS) %
						RTE_DIM(pool_pkts);
				/* the first round only warms up */
				if (round > 0)
					samples[memory][store][round - 1] =
						cycles / SAMPLE_PKTS;
			}
		}
	}

	printf("\nA receive loop, bursts of %u: cycles per packet\n", BURST);
	printf("  %-12s%-22s%10s%19s%10s\n", "mbufs in", "rearm_data", "mean",
		"median", "aligned");
	for (memory = 0; memory < MEMORIES; memory++) {
		for (store = 0; store < STORES; store++) {
			double *s = samples[memory][store];

			if (store == STORE_ALIGNED)
				aligned = perf_stat_get(s, ROUNDS).median;
			report(memory, store, s, aligned);
		}
	}
	fflush(stdout);
}

static int
test_stores(void)
{
	static struct rte_mbuf *mbufs[POOL_SIZE];
	struct rte_mempool *pool;
	unsigned int i;

	/* no larger than necessary: hugepages may be few */
	pool = rte_pktmbuf_pool_create("mbuf_rearm", POOL_SIZE, 0, 0,
			RTE_PKTMBUF_HEADROOM, rte_socket_id());
	if (pool == NULL || rte_mempool_get_bulk(pool, (void **)mbufs,
			POOL_SIZE) != 0) {
		printf("No memory for a pool of %u mbufs: %s\n", POOL_SIZE,
			rte_strerror(rte_errno));
		rte_mempool_free(pool);
		return TEST_FAILED;
	}
	rxq.fields.data_off = RTE_PKTMBUF_HEADROOM;
	rxq.fields.refcnt = 1;
	rxq.fields.nb_segs = 1;
	rxq.value = mbuf_rearm_value(&rxq.fields);
	for (i = 0; i < BURST; i++)
		rxq.descriptors[i][0] = rte_rand();
	fill_tables(mbufs);

	run_stores();

	/* what was written beside the fields makes them useless: as they are */
	rte_mempool_free(pool);
	return TEST_SUCCESS;
}

static int
test_mbuf_rearm_perf(void)
{
	perf_report_header("mbuf_rearm_perf_autotest");

	if (test_stores() != TEST_SUCCESS ||
			test_mbuf_rearm_forward() != TEST_SUCCESS)
		return TEST_FAILED;
	return perf_json_failed() ? TEST_FAILED : TEST_SUCCESS;
}

REGISTER_PERF_TEST(mbuf_rearm_perf_autotest, test_mbuf_rearm_perf);
