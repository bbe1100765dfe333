/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_ethdev.h>

#include <rte_ptr_compress.h>

#include "pipeline.h"
#include "report.h"
#include "test_perf_report.h"

static const char *
mempool_ops(const struct pipeline *p)
{
	return rte_mempool_get_ops(p->pool->ops_index)->name;
}

static double
seconds_between(const struct snapshot *before, const struct snapshot *now)
{
	return (double)(now->tsc - before->tsc) / rte_get_tsc_hz();
}

/* Million packets a second. */
static double
mpps(uint64_t packets, double seconds)
{
	return packets / seconds / 1E6;
}

static double
share_pct(uint64_t part, uint64_t all)
{
	return all == 0 ? 0 : 100.0 * part / all;
}

void
report_start(const struct pipeline *p)
{
	printf("Ports %u, burst %u, ring of %u, %s hand-over of %u bytes a pointer, %u mbufs in mempool driver %s\n",
		p->ports.nb, p->opts.burst, p->opts.ring_size,
		p->opts.compressed ? "compressed" : "raw",
		hand_over_width(&p->hand_over), p->pool->size, mempool_ops(p));
	fflush(stdout);
}

/* What is the same in all records of a run. */
static void
json_begin(struct perf_json *json, const struct pipeline *p, const char *what)
{
	perf_json_begin(json, "ptr_pipeline");
	perf_json_str(json, "what", what);
	perf_json_str(json, "hand_over", p->opts.compressed ? "compressed" : "raw");
	perf_json_num(json, "width", hand_over_width(&p->hand_over));
	perf_json_str(json, "mempool_ops", mempool_ops(p));
	perf_json_num(json, "burst", p->opts.burst);
	perf_json_num(json, "ring_size", p->opts.ring_size);
	perf_json_num(json, "mbufs", p->pool->size);
	perf_json_num(json, "hugepages", rte_eal_has_hugepages());
	perf_json_num(json, "simd_bits", __rte_ptr_simd_bits());
}

static void
json_counts(struct perf_json *json, const struct snapshot *before,
		const struct snapshot *now)
{
	const double seconds = seconds_between(before, now);
	unsigned int i;

	perf_json_num(json, "seconds", seconds);
	perf_json_int(json, "received", now->received - before->received);
	perf_json_int(json, "transmitted", now->transmitted - before->transmitted);
	perf_json_int(json, "dropped", now->dropped - before->dropped);
	for (i = FIRST_DROP; i < NB_VERDICTS; i++) {
		char key[32];

		snprintf(key, sizeof(key), "dropped_%s", drop_name(i));
		perf_json_int(json, key, now->dropped_for[i] - before->dropped_for[i]);
	}
	perf_json_num(json, "mpps",
		mpps(now->transmitted - before->transmitted, seconds));
	perf_json_int(json, "ring_full", now->ring_full - before->ring_full);
	perf_json_int(json, "ring_empty", now->ring_empty - before->ring_empty);
	perf_json_int(json, "bursts_put", now->bursts_put - before->bursts_put);
	perf_json_int(json, "bursts_taken",
		now->bursts_taken - before->bursts_taken);
	perf_json_num(json, "in_ring", now->in_ring);
}

static void
print_dropped(const struct snapshot *before, const struct snapshot *now)
{
	unsigned int i;

	printf("dropped %" PRIu64, now->dropped - before->dropped);
	for (i = FIRST_DROP; i < NB_VERDICTS; i++)
		if (now->dropped_for[i] != before->dropped_for[i])
			printf(", %s %" PRIu64, drop_name(i),
				now->dropped_for[i] - before->dropped_for[i]);
}

void
report_second(const struct pipeline *p, const struct snapshot *before,
		const struct snapshot *now)
{
	const double seconds = seconds_between(before, now);
	struct perf_json json;

	printf("rx %.3f Mpps, tx %.3f Mpps, ring %.0f%% full, ",
		mpps(now->received - before->received, seconds),
		mpps(now->transmitted - before->transmitted, seconds),
		share_pct(now->in_ring, p->opts.ring_size));
	print_dropped(before, now);
	printf("\n");
	fflush(stdout);

	json_begin(&json, p, "second");
	json_counts(&json, before, now);
	perf_json_end(&json);
}

void
report_missed(const struct pipeline *p)
{
	struct rte_eth_stats stats;
	unsigned int i;

	for (i = 0; i < p->ports.nb; i++)
		if (rte_eth_stats_get(p->ports.ids[i], &stats) == 0 &&
				stats.imissed + stats.rx_nombuf != 0)
			printf("Port %u missed %" PRIu64 " packets, and %" PRIu64 " for want of mbufs\n",
				p->ports.ids[i], stats.imissed, stats.rx_nombuf);
}

int
report_summary(const struct pipeline *p, const struct snapshot *start,
		const struct snapshot *end)
{
	const double seconds = seconds_between(start, end);
	const unsigned int mbufs = p->pool->populated_size;
	const unsigned int back = rte_mempool_avail_count(p->pool);
	const bool complete = back == mbufs && end->received ==
			end->transmitted + end->dropped;
	struct perf_json json;

	printf("\nReceived %" PRIu64 ", transmitted %" PRIu64 ", ",
		end->received, end->transmitted);
	print_dropped(start, end);
	printf("\n%.3f Mpps in %.3f seconds, the ring full for %.1f%% of the bursts put, empty for %.1f%% of those taken\n",
		mpps(end->transmitted, seconds), seconds,
		share_pct(end->ring_full, end->ring_full + end->bursts_put),
		share_pct(end->ring_empty, end->ring_empty + end->bursts_taken));
	printf("%u of %u mbufs are back\n", back, mbufs);
	if (!complete)
		complain("some packets or mbufs are lost");
	fflush(stdout);

	json_begin(&json, p, "summary");
	json_counts(&json, start, end);
	perf_json_int(&json, "mbufs_back", back);
	perf_json_end(&json);
	return complete && !perf_json_failed() ? 0 : -1;
}
