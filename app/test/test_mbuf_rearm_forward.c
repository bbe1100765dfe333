/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_dev.h>
#include <rte_errno.h>
#include <rte_ethdev.h>
#include <rte_lcore.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_pause.h>
#include <rte_ring.h>
#include <rte_stdatomic.h>

#include <rte_mempool_mem_range.h>
#include <rte_ptr_codec.h>
#include <rte_ptr_ring.h>

#include "test.h"
#include "test_lcore_pair.h"
#include "test_mbuf_rearm.h"
#include "test_perf_report.h"

/*
 * Forwarding between null ports, which make packets out of nothing and swallow
 * them: packets of one length are received, handed over through a ring, and
 * sent. Either all of it on one core, or the ring is between two. The ring is
 * an rte_ring, or one of compressed pointers. A null port copies the packet on
 * each side, as much as it is long.
 *
 * Mbufs are set up when they are received, so that this is where it shows if
 * that takes now more and now less.
 */

#define ROUNDS 101
#define BURST 32
#define SAMPLE_PKTS 4096
#define POOL_SIZE 8191
#define POOL_CACHE 256
#define RING_SIZE 1024
#define QUEUE_SIZE 512
#define NULL_PORT "net_null_rearm%u"

static const uint16_t lengths[] = { 64, 128, 256, 512, 1024, 1280, 1518 };

enum hand_over { HAND_RAW, HAND_COMPRESSED, HANDS };

static const char * const hand_names[HANDS] = {
	[HAND_RAW] = "raw",
	[HAND_COMPRESSED] = "compressed",
};

static struct forward {
	struct rte_mempool *pool;
	struct rte_ring *raw;
	struct rte_ptr_ring *compressed;
	uint16_t ports[RTE_DIM(lengths)];
	unsigned int nb_ports;

	/* of one sample */
	uint16_t port;
	uint64_t bytes;     /* that were sent */
	uint64_t cycles[2]; /* of the side that receives, and that sends */
	RTE_ATOMIC(uint32_t) arrived;
} fwd;

static __rte_always_inline unsigned int
put(struct rte_mbuf **pkts, unsigned int n, enum hand_over hand)
{
	return hand == HAND_RAW ?
		rte_ring_enqueue_burst(fwd.raw, (void **)pkts, n, NULL) :
		rte_ptr_ring_enqueue_burst(fwd.compressed, (void **)pkts, n, NULL);
}

static __rte_always_inline unsigned int
get(struct rte_mbuf **pkts, unsigned int n, enum hand_over hand)
{
	return hand == HAND_RAW ?
		rte_ring_dequeue_burst(fwd.raw, (void **)pkts, n, NULL) :
		rte_ptr_ring_dequeue_burst(fwd.compressed, (void **)pkts, n, NULL);
}

/* Receive a burst and hand it over; how many packets. */
static __rte_always_inline unsigned int
receive_burst(unsigned int n, enum hand_over hand)
{
	struct rte_mbuf *pkts[BURST];
	unsigned int done;

	n = rte_eth_rx_burst(fwd.port, 0, pkts, n);
	for (done = 0; done < n; done += put(pkts + done, n - done, hand))
		;
	return n;
}

/* Take a burst and send it. */
static __rte_always_inline unsigned int
send_burst(enum hand_over hand)
{
	struct rte_mbuf *pkts[BURST];
	unsigned int i, n, done;

	n = get(pkts, BURST, hand);
	for (i = 0; i < n; i++)
		fwd.bytes += pkts[i]->pkt_len;
	for (done = 0; done < n; )
		done += rte_eth_tx_burst(fwd.port, 0, pkts + done, n - done);
	return n;
}

/* The loops, as functions for lcores. */
#define BOTH_FUNC(name, hand) \
static int \
both_##name(void *arg __rte_unused) \
{ \
	uint64_t start = rte_rdtsc_precise(); \
	unsigned int done = 0; \
\
	while (done < SAMPLE_PKTS) { \
		receive_burst(BURST, hand); \
		done += send_burst(hand); \
	} \
	fwd.cycles[0] = fwd.cycles[1] = rte_rdtsc_precise() - start; \
	return 0; \
}

/* One side of two, which meet. */
#define SIDE_FUNC(name, side, burst) \
static int \
name(void *arg __rte_unused) \
{ \
	unsigned int done = 0; \
	uint64_t start; \
\
	lcores_meet(&fwd.arrived, 2); \
	start = rte_rdtsc_precise(); \
	while (done < SAMPLE_PKTS) \
		done += burst; \
	fwd.cycles[side] = rte_rdtsc_precise() - start; \
	return 0; \
}

BOTH_FUNC(raw, HAND_RAW)
BOTH_FUNC(compressed, HAND_COMPRESSED)
SIDE_FUNC(receive_raw, 0, receive_burst(BURST, HAND_RAW))
SIDE_FUNC(receive_compressed, 0, receive_burst(BURST, HAND_COMPRESSED))
SIDE_FUNC(send_raw, 1, send_burst(HAND_RAW))
SIDE_FUNC(send_compressed, 1, send_burst(HAND_COMPRESSED))

static const struct {
	lcore_function_t *both, *receive, *send;
} funcs[HANDS] = {
	[HAND_RAW] = { both_raw, receive_raw, send_raw },
	[HAND_COMPRESSED] = { both_compressed, receive_compressed,
		send_compressed },
};

/* Cycles per packet, averaged over both sides, or a negative value. */
static double
sample(unsigned int li, enum hand_over hand, const struct lcore_pair *pair)
{
	int ret;

	fwd.port = fwd.ports[li];
	fwd.bytes = 0;
	rte_atomic_store_explicit(&fwd.arrived, 0, rte_memory_order_relaxed);
	ret = pair == NULL ? funcs[hand].both(NULL) :
		lcore_pair_run(pair, funcs[hand].receive, funcs[hand].send, NULL);
	if (ret != 0)
		return -1;
	if (fwd.bytes != (uint64_t)SAMPLE_PKTS * lengths[li]) {
		printf("%s, %u bytes: %u packets went in, and %" PRIu64 " bytes came out\n",
			hand_names[hand], lengths[li], SAMPLE_PKTS, fwd.bytes);
		return -1;
	}
	return (double)(fwd.cycles[0] + fwd.cycles[1]) / 2 / SAMPLE_PKTS;
}

static void
report(const char *cores, unsigned int li, enum hand_over hand, double *samples,
		double *raw)
{
	double mean = perf_mean(samples, ROUNDS);
	struct perf_stat st = perf_stat_get(samples, ROUNDS);
	struct perf_json json;

	if (hand == HAND_RAW)
		*raw = st.median;
	printf("%10.1f%10.1f +-%6.1f", mean, st.median, st.spread / 2);
	perf_json_begin(&json, "mbuf_rearm_perf_autotest");
	perf_json_str(&json, "what", "forward");
	perf_json_str(&json, "hand_over", hand_names[hand]);
	perf_json_str(&json, "cores", cores);
	perf_json_num(&json, "length", lengths[li]);
	perf_json_num(&json, "burst", BURST);
	perf_json_num(&json, "cycles_per_packet", st.median);
	perf_json_num(&json, "mean", mean);
	perf_json_num(&json, "spread", st.spread);
	if (hand != HAND_RAW) {
		printf("%8.1f", perf_gain_pct(*raw, st.median));
		perf_json_num(&json, "gain_pct", perf_gain_pct(*raw, st.median));
	}
	perf_json_num(&json, "simd_bits", __rte_ptr_simd_bits());
	perf_json_end(&json);
}

/* On one core if pair is NULL. */
static int
run_cores(const char *cores, const struct lcore_pair *pair)
{
	static double samples[RTE_DIM(lengths)][HANDS][ROUNDS];
	unsigned int round, li, i;
	double cycles, raw = 0;
	enum hand_over hand;
	char title[64];

	snprintf(title, sizeof(title), "forwarding, %s", cores);
	for (round = 0; round <= ROUNDS; round++) {
		perf_progress(title, round, ROUNDS + 1);
		for (li = 0; li < RTE_DIM(lengths); li++) {
			for (i = 0; i < HANDS; i++) {
				/* each is first in every other round */
				hand = (i + round) % HANDS;
				cycles = sample(li, hand, pair);
				if (cycles < 0)
					return TEST_FAILED;
				/* the first round only warms up */
				if (round > 0)
					samples[li][hand][round - 1] = cycles;
			}
		}
	}
	perf_progress(title, ROUNDS + 1, ROUNDS + 1);

	printf("\nForwarding between null ports, bursts of %u, %s: cycles per packet\n",
		BURST, cores);
	printf("%8s%29s%29s\n", "", hand_names[HAND_RAW],
		hand_names[HAND_COMPRESSED]);
	printf("%8s%10s%19s%10s%19s%8s\n", "length", "mean", "median", "mean",
		"median", "gain %");
	for (li = 0; li < RTE_DIM(lengths); li++) {
		printf("%8u", lengths[li]);
		for (hand = 0; hand < HANDS; hand++)
			report(cores, li, hand, samples[li][hand], &raw);
		printf("\n");
	}
	fflush(stdout);
	return TEST_SUCCESS;
}

static int
start_port(uint16_t port)
{
	const struct rte_eth_conf conf = { .rxmode = { .mtu = 0 } };
	const int socket = rte_socket_id();
	int ret;

	ret = rte_eth_dev_configure(port, 1, 1, &conf);
	if (ret == 0)
		ret = rte_eth_rx_queue_setup(port, 0, QUEUE_SIZE, socket, NULL,
				fwd.pool);
	if (ret == 0)
		ret = rte_eth_tx_queue_setup(port, 0, QUEUE_SIZE, socket, NULL);
	if (ret == 0)
		ret = rte_eth_dev_start(port);
	if (ret != 0)
		printf("Cannot start port %u: %s\n", port, rte_strerror(-ret));
	return ret;
}

/* One null port a length. Returns TEST_SKIPPED when there is no such driver. */
static int
open_ports(void)
{
	char name[RTE_DEV_NAME_MAX_LEN], args[32];
	unsigned int i;

	for (i = 0; i < RTE_DIM(lengths); i++) {
		snprintf(name, sizeof(name), NULL_PORT, i);
		snprintf(args, sizeof(args), "size=%u,copy=1", lengths[i]);
		if (rte_eal_hotplug_add("vdev", name, args) != 0)
			return i == 0 ? TEST_SKIPPED : TEST_FAILED;
		if (rte_eth_dev_get_port_by_name(name, &fwd.ports[i]) != 0)
			return TEST_FAILED;
		fwd.nb_ports++;
		if (start_port(fwd.ports[i]) != 0)
			return TEST_FAILED;
	}
	return TEST_SUCCESS;
}

static void
close_ports(void)
{
	char name[RTE_DEV_NAME_MAX_LEN];
	unsigned int i;

	for (i = 0; i < fwd.nb_ports; i++) {
		snprintf(name, sizeof(name), NULL_PORT, i);
		rte_eth_dev_stop(fwd.ports[i]);
		rte_eal_hotplug_remove("vdev", name);
	}
}

static int
open_rings(void)
{
	const unsigned int flags = RING_F_SP_ENQ | RING_F_SC_DEQ;
	struct rte_mempool_obj_layout layout;
	struct rte_ptr_codec codec;

	fwd.pool = rte_pktmbuf_pool_create("mbuf_rearm_fwd", POOL_SIZE,
			POOL_CACHE, 0, RTE_MBUF_DEFAULT_BUF_SIZE,
			rte_socket_id());
	if (fwd.pool == NULL || rte_mempool_get_obj_layout(fwd.pool, &layout) != 0 ||
			rte_ptr_codec_init_objs(&codec, layout.first, layout.last,
				layout.stride, 0) != 0) {
		printf("No pool of %u mbufs, or not in one place: %s\n",
			POOL_SIZE, rte_strerror(rte_errno));
		return TEST_FAILED;
	}
	fwd.raw = rte_ring_create("mbuf_rearm_raw", RING_SIZE, rte_socket_id(),
			flags);
	fwd.compressed = rte_ptr_ring_create("mbuf_rearm_ptr", RING_SIZE,
			rte_socket_id(), flags, &codec);
	if (fwd.raw == NULL || fwd.compressed == NULL) {
		printf("Cannot create a ring: %s\n", rte_strerror(rte_errno));
		return TEST_FAILED;
	}
	printf("\nCompressed pointers take %u bytes\n", codec.width);
	return TEST_SUCCESS;
}

static int
run_forward(void)
{
	enum lcore_distance distance;
	struct lcore_pair pair;

	if (run_cores("one core", NULL) != TEST_SUCCESS)
		return TEST_FAILED;
	for (distance = 0; distance < LCORES_DISTANCES; distance++) {
		const char *cores = lcore_distance_name(distance);

		if (!lcore_pair_find(distance, &pair))
			printf("\nForwarding on %s: skipped, this machine has none among its lcores\n",
				cores);
		else if (run_cores(cores, &pair) != TEST_SUCCESS)
			return TEST_FAILED;
	}
	if (rte_mempool_avail_count(fwd.pool) != POOL_SIZE) {
		printf("%u of %u mbufs did not come back\n", POOL_SIZE -
			rte_mempool_avail_count(fwd.pool), POOL_SIZE);
		return TEST_FAILED;
	}
	return TEST_SUCCESS;
}

int
test_mbuf_rearm_forward(void)
{
	int ret;

	memset(&fwd, 0, sizeof(fwd));
	ret = open_rings();
	if (ret == TEST_SUCCESS)
		ret = open_ports();
	if (ret == TEST_SUCCESS)
		ret = run_forward();
	else if (ret == TEST_SKIPPED)
		printf("Forwarding is skipped: no null port can be made; is the driver net_null there?\n");
	close_ports();
	rte_ptr_ring_free(fwd.compressed);
	rte_ring_free(fwd.raw);
	rte_mempool_free(fwd.pool);
	return ret == TEST_SKIPPED ? TEST_SUCCESS : ret;
}
