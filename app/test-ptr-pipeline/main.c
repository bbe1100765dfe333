/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_mbuf.h>

#include "control.h"
#include "pipeline.h"
#include "report.h"
#include "test_perf_report.h"

#define NAME "dpdk-test-ptr-pipeline"
#define STAGES 2

/* mbufs that each lcore keeps at hand; it may come to half as much again */
#define MBUF_CACHE 256
#define DEFAULT_MBUFS 8191

void
complain(const char *format, ...)
{
	va_list ap;

	fprintf(stderr, "%s: ", NAME);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
}

/*
 * mbufs that can be in other places at once. With fewer, ports might have none
 * to receive with, and nothing ever move again.
 */
static unsigned int
mbufs_needed(const struct pipeline *p)
{
	return p->ports.nb * (RX_DESCRIPTORS + TX_DESCRIPTORS) +
		p->opts.ring_size + STAGES * (p->opts.burst + MBUF_CACHE * 3 / 2);
}

static int
pool_create(struct pipeline *p)
{
	const unsigned int needed = mbufs_needed(p);
	unsigned int n = p->opts.nb_mbufs;

	if (n == 0)
		n = RTE_MAX(needed, (unsigned int)DEFAULT_MBUFS);
	if (n < needed) {
		complain("--mbufs has to be %u at least, with these ports, ring and burst",
			needed);
		return -1;
	}
	p->pool = rte_pktmbuf_pool_create("ptr_pipeline", n, MBUF_CACHE, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, rte_socket_id());
	if (p->pool == NULL) {
		complain("cannot create a pool of %u mbufs: %s", n,
			rte_strerror(rte_errno));
		return -1;
	}
	return 0;
}

/* Set up all that the stages need, for a forwarding stage on that lcore. */
static int
set_up(struct pipeline *p, unsigned int lcore)
{
	const int socket = rte_lcore_to_socket_id(lcore);

	if (ports_find(&p->ports) != 0 || pool_create(p) != 0 ||
			ports_start(&p->ports, p->pool, rte_socket_id()) != 0 ||
			routes_read(&p->routes, p->opts.routes_file, &p->ports) != 0 ||
			routes_build(&p->routes, socket) != 0)
		return -1;
	return hand_over_create(&p->hand_over, p->opts.ring_size, socket,
			p->opts.compressed, p->pool);
}

static void
tear_down(struct pipeline *p)
{
	hand_over_free(&p->hand_over);
	routes_free(&p->routes);
	rte_mempool_free(p->pool);
}

/* Run the stages until one is told to stop, or has done all. 8< */
static int
run_stages(struct pipeline *p, unsigned int lcore)
{
	pthread_t control;

	if (control_start(&control, p) != 0)
		return -1;
	rte_eal_remote_launch(forward_main, p, lcore);
	receive_main(p);
	rte_eal_wait_lcore(lcore);
	control_join(control);
	return 0;
}
/* >8 End of run the stages until one is told to stop, or has done all. */

static int
run(struct pipeline *p, unsigned int lcore)
{
	struct snapshot start, end;
	int ret = -1;

	if (set_up(p, lcore) == 0) {
		report_start(p);
		snapshot_take(&start, p);
		ret = run_stages(p, lcore);
		snapshot_take(&end, p);
		report_missed(p);
	}
	ports_close(&p->ports, p->pool);
	if (ret == 0)
		ret = report_summary(p, &start, &end);
	tear_down(p);
	return ret;
}

int
main(int argc, char **argv)
{
	static struct pipeline p;
	unsigned int lcore;
	int parsed, ret;

	control_block_signals();
	rte_set_application_usage_hook(options_usage);
	parsed = rte_eal_init(argc, argv);
	if (parsed < 0) {
		complain("EAL does not start: %s", rte_strerror(rte_errno));
		return EXIT_FAILURE;
	}
	argv[parsed] = argv[0];
	ret = options_parse(&p.opts, argc - parsed, argv + parsed);
	if (ret != 0)
		options_usage(NAME);
	lcore = rte_get_next_lcore(-1, 1, 0);
	if (ret == 0 && lcore == RTE_MAX_LCORE) {
		complain("there are %u stages, and %u lcore for them: give EAL another, as by -l 0,1",
			STAGES, rte_lcore_count());
		ret = -1;
	}
	if (ret == 0) {
		if (p.opts.json_file != NULL)
			setenv(PERF_JSON_ENV, p.opts.json_file, 1);
		ret = run(&p, lcore);
	}
	rte_eal_cleanup();
	return ret < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
