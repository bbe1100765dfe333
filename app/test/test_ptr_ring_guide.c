/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

/*
 * The code of the guide page ptr_ring_lib.rst. The page includes what stands
 * between the marks "8<" and ">8"; the rest makes a test of it.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_log.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_pause.h>
#include <rte_ring.h>
#include <rte_stdatomic.h>

#include <rte_mempool_mem_range.h>
#include <rte_ptr_codec.h>
#include <rte_ptr_ring.h>

#include "test.h"
#include "test_secondary.h"

#define NAME "to_worker"
#define OTHER_NAME "ptr_ring_guide"
#define POOL_SIZE 2047
#define RING_SIZE 1024

/* A ring for the packets of a mempool. 8< */
static struct rte_ptr_ring *
packet_ring_create(const char *name, unsigned int count, int socket,
		unsigned int flags, const struct rte_mempool *mp)
{
	struct rte_mempool_obj_layout layout;
	struct rte_ptr_codec codec;
	int ret;

	/* 0: 2 bytes a pointer if that is enough, else 4 */
	ret = rte_mempool_get_obj_layout(mp, &layout);
	if (ret == 0)
		ret = rte_ptr_codec_init_objs(&codec, layout.first, layout.last,
				layout.stride, 0);
	if (ret != 0) {
		rte_errno = -ret;
		return NULL;
	}
	return rte_ptr_ring_create(name, count, socket, flags, &codec);
}
/* >8 End of a ring for the packets of a mempool. */

/* A ring for the packets of two mempools. 8< */
static struct rte_ptr_ring *
two_pools_ring_create(const char *name, unsigned int count, int socket,
		unsigned int flags, struct rte_mempool * const pools[2])
{
	struct rte_mempool_obj_layout layout;
	struct rte_ptr_codec codecs[2], codec;
	unsigned int i;
	int ret;

	for (i = 0; i < 2; i++) {
		ret = rte_mempool_get_obj_layout(pools[i], &layout);
		if (ret == 0)
			ret = rte_ptr_codec_init_objs(&codecs[i], layout.first,
					layout.last, layout.stride, 0);
		if (ret != 0)
			goto fail;
	}
	ret = rte_ptr_codec_join(&codec, codecs, 2, 0);
	/* too far apart for 4 bytes: pointers as they are */
	if (ret == -ERANGE)
		ret = rte_ptr_codec_join(&codec, codecs, 2, 8);
	if (ret != 0)
		goto fail;
	return rte_ptr_ring_create(name, count, socket, flags, &codec);
fail:
	rte_errno = -ret;
	return NULL;
}
/* >8 End of a ring for the packets of two mempools. */

/* What both cores know. 8< */
#define BURST 32

struct pipeline {
	struct rte_mempool *mp;
	struct rte_ptr_ring *r;
	uint64_t nb_pkts; /* to receive in all */
	uint64_t dropped;
	uint64_t handled;
	RTE_ATOMIC(uint32_t) done; /* nothing more will be sent */
	bool wrong;
};
/* >8 End of what both cores know. */

/* In place of a device: packets that hold their number. */
static unsigned int
receive_burst(struct rte_mempool *mp, struct rte_mbuf **pkts, unsigned int n,
		uint64_t first)
{
	unsigned int i;

	if (rte_pktmbuf_alloc_bulk(mp, pkts, n) != 0)
		return 0;
	for (i = 0; i < n; i++)
		*(uint64_t *)rte_pktmbuf_append(pkts[i], sizeof(first)) = first + i;
	return n;
}

/* The receive core. 8< */
static int
receive_core(void *arg)
{
	struct pipeline *p = arg;
	struct rte_mbuf *pkts[BURST];
	unsigned int n, sent;
	uint64_t received;

	for (received = 0; received < p->nb_pkts; received += n) {
		/* in an application: rte_eth_rx_burst() */
		n = receive_burst(p->mp, pkts, BURST, received);
		sent = rte_ptr_ring_enqueue_burst(p->r, (void **)pkts, n, NULL);
		if (unlikely(sent < n)) {
			/* the worker is slower than the device */
			rte_pktmbuf_free_bulk(pkts + sent, n - sent);
			p->dropped += n - sent;
		}
	}
	rte_atomic_store_explicit(&p->done, 1, rte_memory_order_release);
	return 0;
}
/* >8 End of the receive core. */

/* In place of work: packets come in order, some may be missing. */
static void
handle_packet(struct pipeline *p, const struct rte_mbuf *pkt, uint64_t *next)
{
	const uint64_t number = *rte_pktmbuf_mtod(pkt, const uint64_t *);

	if (pkt->data_len != sizeof(number) || number < *next)
		p->wrong = true;
	*next = number + 1;
}

/* The worker core. 8< */
static int
worker_core(void *arg)
{
	struct pipeline *p = arg;
	struct rte_mbuf *pkts[BURST];
	uint64_t next = 0;
	unsigned int n, i;
	uint32_t done;

	do {
		/* before the ring: all that was sent until then is in there */
		done = rte_atomic_load_explicit(&p->done,
				rte_memory_order_acquire);
		n = rte_ptr_ring_dequeue_burst(p->r, (void **)pkts, BURST, NULL);
		if (n == 0) {
			rte_pause();
			continue;
		}
		for (i = 0; i < n; i++)
			handle_packet(p, pkts[i], &next);
		p->handled += n;
		/* in an application: rte_eth_tx_burst() */
		rte_pktmbuf_free_bulk(pkts, n);
	} while (n > 0 || !done);
	return 0;
}
/* >8 End of the worker core. */

/* Set up and run. 8< */
static int
pipeline_run(struct pipeline *p, unsigned int worker_id)
{
	p->mp = rte_pktmbuf_pool_create("packets", POOL_SIZE, BURST, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
	if (p->mp == NULL)
		return -rte_errno;
	/* one core at each side */
	p->r = packet_ring_create(NAME, RING_SIZE, SOCKET_ID_ANY,
			RING_F_SP_ENQ | RING_F_SC_DEQ, p->mp);
	if (p->r == NULL)
		return -rte_errno;
	if (rte_eal_remote_launch(worker_core, p, worker_id) != 0)
		return -EBUSY;
	receive_core(p);
	return rte_eal_wait_lcore(worker_id);
}
/* >8 End of set up and run. */

/* On a single lcore, one side after the other. */
static int
pipeline_run_alone(struct pipeline *p)
{
	p->mp = rte_pktmbuf_pool_create("packets", POOL_SIZE, BURST, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
	if (p->mp == NULL)
		return -rte_errno;
	p->r = packet_ring_create(NAME, RING_SIZE, SOCKET_ID_ANY,
			RING_F_SP_ENQ | RING_F_SC_DEQ, p->mp);
	if (p->r == NULL)
		return -rte_errno;
	receive_core(p);
	return worker_core(p);
}

static int
check_pipeline(const struct pipeline *p)
{
	TEST_ASSERT(!p->wrong, "A packet came twice, late or altered");
	TEST_ASSERT_EQUAL(p->handled + p->dropped, p->nb_pkts,
		"Packets are missing");
	/* the first that filled the ring came through for certain */
	TEST_ASSERT(p->handled >= rte_ptr_ring_get_capacity(p->r),
		"Too few packets came through");
	TEST_ASSERT_EQUAL(rte_ptr_ring_empty(p->r), 1, "The ring is not empty");
	TEST_ASSERT_EQUAL(rte_mempool_avail_count(p->mp), POOL_SIZE,
		"Packets were not freed");
	printf("%" PRIu64 " packets handled, %" PRIu64 " dropped\n", p->handled,
		p->dropped);
	return TEST_SUCCESS;
}

static int
test_pipeline(void)
{
	const unsigned int worker_id = rte_get_next_lcore(-1, 1, 0);
	struct pipeline p = { .nb_pkts = 10000 * BURST };
	int ret;

	ret = worker_id < RTE_MAX_LCORE ? pipeline_run(&p, worker_id) :
			pipeline_run_alone(&p);
	if (ret == 0)
		ret = check_pipeline(&p);
	else
		printf("Cannot run the pipeline: %s\n", rte_strerror(-ret));
	rte_ptr_ring_free(p.r);
	rte_mempool_free(p.mp);
	return ret == 0 ? TEST_SUCCESS : TEST_FAILED;
}

static struct rte_mempool *
pool_create(const char *name)
{
	return rte_pktmbuf_pool_create(name, 255, 0, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
}

/* Packets of both pools in one burst. */
static int
check_two_pools(struct rte_ptr_ring *r, struct rte_mempool **pools)
{
	struct rte_mbuf *pkts[BURST], *back[BURST];
	unsigned int i;

	TEST_ASSERT_NOT_NULL(r, "No ring: %s", rte_strerror(rte_errno));
	for (i = 0; i < BURST; i++) {
		pkts[i] = rte_pktmbuf_alloc(pools[i % 2]);
		TEST_ASSERT_NOT_NULL(pkts[i], "No packet");
	}
	TEST_ASSERT_EQUAL(rte_ptr_ring_enqueue_bulk(r, (void **)pkts, BURST, NULL),
		BURST, "The ring is full");
	TEST_ASSERT_EQUAL(rte_ptr_ring_dequeue_bulk(r, (void **)back, BURST, NULL),
		BURST, "The ring is empty");
	TEST_ASSERT_BUFFERS_ARE_EQUAL(pkts, back, sizeof(pkts),
		"A packet is not what it was");
	rte_pktmbuf_free_bulk(pkts, BURST);
	return TEST_SUCCESS;
}

static int
test_two_pools(void)
{
	struct rte_mempool *pools[2];
	struct rte_ptr_ring *r = NULL;
	int ret = TEST_FAILED;

	pools[0] = pool_create("packets");
	pools[1] = pool_create("other_packets");
	if (pools[0] != NULL && pools[1] != NULL) {
		r = two_pools_ring_create(NAME, RING_SIZE, SOCKET_ID_ANY, 0, pools);
		ret = check_two_pools(r, pools);
	}
	rte_ptr_ring_free(r);
	rte_mempool_free(pools[0]);
	rte_mempool_free(pools[1]);
	return ret;
}

/* Packets that may be of any mempool. 8< */
static unsigned int
send_any(struct rte_ptr_ring *r, struct rte_ring *others,
		struct rte_mbuf * const *pkts, unsigned int n)
{
	unsigned int done = 0;
	int ret;

	while (done < n) {
		done += rte_ptr_ring_enqueue_burst_checked(r,
				(void * const *)(pkts + done), n - done, NULL);
		if (done == n)
			break;
		/* the ring is full, or this one is not of the mempool */
		ret = rte_ptr_ring_enqueue_checked(r, pkts[done]);
		if (ret == -EINVAL)
			ret = rte_ring_enqueue(others, pkts[done]);
		if (ret != 0)
			break;
		done++;
	}
	return done;
}
/* >8 End of packets that may be of any mempool. */

/* Packets of another pool at each place, and at every second one. */
static int
check_any(struct rte_ptr_ring *r, struct rte_ring *others,
		struct rte_mempool **pools)
{
	struct rte_mbuf *own[BURST], *foreign, *pkts[BURST];
	struct rte_mbuf *back;
	unsigned int at, i;

	TEST_ASSERT(r != NULL && others != NULL, "No rings");
	TEST_ASSERT_SUCCESS(rte_pktmbuf_alloc_bulk(pools[0], own, BURST),
		"No packets");
	foreign = rte_pktmbuf_alloc(pools[1]);
	TEST_ASSERT_NOT_NULL(foreign, "No packet");
	for (at = 0; at <= BURST; at++) {
		for (i = 0; i < BURST; i++)
			pkts[i] = (at == BURST ? i % 2 == 0 : i == at) ?
					foreign : own[i];
		TEST_ASSERT_EQUAL(send_any(r, others, pkts, BURST), BURST,
			"Not all went in");
		for (i = 0; i < BURST; i++) {
			back = NULL;
			if (pkts[i] == foreign)
				rte_ring_dequeue(others, (void **)&back);
			else
				rte_ptr_ring_dequeue(r, (void **)&back);
			TEST_ASSERT(back == pkts[i],
				"A packet is not what it was");
		}
	}

	/* a ring that becomes full on the way */
	for (i = 0; send_any(r, others, own, 1) == 1; i++)
		;
	TEST_ASSERT_EQUAL(i, rte_ptr_ring_get_capacity(r), "Not full");
	TEST_ASSERT_SUCCESS(rte_ptr_ring_dequeue(r, (void **)&back), "Empty");
	TEST_ASSERT_EQUAL(send_any(r, others, own, BURST), 1,
		"More went in than there was room for");
	TEST_ASSERT_EQUAL(rte_ring_empty(others), 1, "A packet went astray");
	rte_pktmbuf_free_bulk(own, BURST);
	rte_pktmbuf_free(foreign);
	return TEST_SUCCESS;
}

static int
test_any_packets(void)
{
	struct rte_ring *others = rte_ring_create(OTHER_NAME, RING_SIZE,
			SOCKET_ID_ANY, 0);
	struct rte_ptr_ring *r = NULL;
	struct rte_mempool *pools[2];
	int ret = TEST_FAILED;

	pools[0] = pool_create("packets");
	pools[1] = pool_create("other_packets");
	if (pools[0] != NULL && pools[1] != NULL) {
		r = packet_ring_create(NAME, RING_SIZE, SOCKET_ID_ANY, 0, pools[0]);
		ret = check_any(r, others, pools);
	}
	rte_ptr_ring_free(r);
	rte_ring_free(others);
	rte_mempool_free(pools[0]);
	rte_mempool_free(pools[1]);
	return ret;
}

/* The worker in another process. 8< */
static int
worker_process(struct pipeline *p, const char *ring_name)
{
	p->r = rte_ptr_ring_lookup(ring_name);
	if (p->r == NULL)
		return -rte_errno;
	return worker_core(p);
}
/* >8 End of the worker in another process. */

/* In the secondary: the packets that are in the ring, and no more. */
static int
test_as_secondary(void)
{
	struct pipeline p = { .done = 1 };

	TEST_ASSERT_SUCCESS(worker_process(&p, NAME), "No ring: %s",
		rte_strerror(rte_errno));
	TEST_ASSERT(!p.wrong, "A packet is not what it was");
	TEST_ASSERT_EQUAL(p.handled, 3 * BURST, "%" PRIu64 " packets", p.handled);
	printf("%" PRIu64 " packets handled in this process\n", p.handled);
	return TEST_SUCCESS;
}

static int
check_processes(struct pipeline *p)
{
	TEST_ASSERT(p->mp != NULL && p->r != NULL, "No ring or no mempool");
	TEST_ASSERT_SUCCESS(receive_core(p), "Not received");
	if (!test_secondary_possible())
		return test_as_secondary();
	TEST_ASSERT_SUCCESS(test_secondary_run("ptr_ring_guide_autotest"),
		"Failed in the secondary process");
	TEST_ASSERT_EQUAL(rte_ptr_ring_empty(p->r), 1, "Packets are left");
	TEST_ASSERT_EQUAL(rte_mempool_avail_count(p->mp), 255,
		"Packets were not freed");
	return TEST_SUCCESS;
}

static int
test_processes(void)
{
	struct pipeline p = { .nb_pkts = 3 * BURST };
	int ret;

	p.mp = pool_create("packets");
	if (p.mp != NULL)
		p.r = packet_ring_create(NAME, RING_SIZE, SOCKET_ID_ANY,
			RING_F_SP_ENQ | RING_F_SC_DEQ, p.mp);
	ret = check_processes(&p);
	rte_ptr_ring_free(p.r);
	rte_mempool_free(p.mp);
	return ret;
}

/* The guide's formula, and the dump that it shows. */
static int
test_memory(void)
{
	static const unsigned int widths[] = { 2, 4, 8 };
	struct rte_ptr_codec codec;
	struct rte_ptr_ring *r;
	size_t bytes, expected;
	char text[1024];
	unsigned int i;
	char *memory;
	FILE *f;

	for (i = 0; i < RTE_DIM(widths); i++) {
		TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, NULL, 64, 100,
			widths[i]), "No codec");
		r = rte_ptr_ring_create(NAME, RING_SIZE, SOCKET_ID_ANY,
				RING_F_MP_HTS_ENQ, &codec);
		TEST_ASSERT_NOT_NULL(r, "No ring");
		memset(text, 0, sizeof(text));
		f = fmemopen(text, sizeof(text) - 1, "w");
		if (f != NULL) {
			rte_ptr_ring_dump(f, r);
			fclose(f);
		}
		rte_ptr_ring_free(r);

		expected = RING_SIZE * widths[i] + RTE_PTR_RING_OVERHEAD;
		memory = strstr(text, "memory=");
		TEST_ASSERT(memory != NULL &&
			sscanf(memory, "memory=%zu bytes", &bytes) == 1,
			"No memory in the dump: %s", text);
		TEST_ASSERT_EQUAL(bytes, expected,
			"%zu bytes and not %zu for width %u", bytes, expected,
			widths[i]);
		TEST_ASSERT(strstr(text, "ptr_ring <" NAME ">@") == text,
			"No name in the dump: %s", text);
	}
	printf("%zu bytes beside the slots; a dump:\n%s",
		(size_t)RTE_PTR_RING_OVERHEAD, text);
	return TEST_SUCCESS;
}

/* The guide's table of errors. Each has a line in the log that it quotes. */

#define LONG_NAME "a_name_that_is_longer_than_28"

static const struct {
	const char *name;
	unsigned int count;
	unsigned int flags;
	bool no_codec;
	int error;
	const char *quoted;
} errors[] = {
	{ NULL, 64, 0, false, EINVAL, "no ring without a name" },
	{ LONG_NAME, 64, 0, false, ENAMETOOLONG, "is longer than 28 characters" },
	{ NAME, 64, 0, true, EINVAL, "the codec was not set up" },
	{ NAME, 100, 0, false, EINVAL, "no ring of 100 slots" },
	{ NAME, 0, RING_F_EXACT_SZ, false, EINVAL, "no ring of 0 slots" },
	{ NAME, 64, 1U << 31, false, EINVAL, "no such flags" },
	{ NAME, 64, RING_F_MP_RTS_ENQ, false, ENOTSUP,
		"RTS mode is not supported" },
	{ OTHER_NAME, 64, 0, false, EEXIST, "there is a ring of that name" },
	/* 8 GB are more than 32 bits can say */
	{ NAME, 1U << 30, 0, false, ENOMEM, sizeof(size_t) > sizeof(uint32_t) ?
		"cannot reserve" : "no memory for" },
};

static int
check_errors(FILE *log)
{
	static const struct rte_ptr_codec none;
	struct rte_ptr_codec codec;
	struct rte_ptr_ring *r;
	char line[512];
	unsigned int i;

	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, NULL, 64, 100, 8), "No codec");
	for (i = 0; i < RTE_DIM(errors); i++) {
		rewind(log);
		rte_openlog_stream(log);
		r = rte_ptr_ring_create(errors[i].name, errors[i].count,
				SOCKET_ID_ANY, errors[i].flags,
				errors[i].no_codec ? &none : &codec);
		rte_openlog_stream(NULL);
		/* some machines do have 8 GB to spare */
		if (r != NULL && errors[i].error == ENOMEM) {
			rte_ptr_ring_free(r);
			continue;
		}
		TEST_ASSERT(r == NULL && rte_errno == errors[i].error,
			"Not the error of \"%s\"", errors[i].quoted);
		rewind(log);
		line[0] = '\0';
		while (fgets(line, sizeof(line), log) != NULL &&
				strstr(line, errors[i].quoted) == NULL)
			line[0] = '\0';
		TEST_ASSERT(line[0] != '\0', "Not \"%s\" in the log",
			errors[i].quoted);
	}
	return TEST_SUCCESS;
}

static int
test_errors(void)
{
	struct rte_ptr_codec codec;
	struct rte_ptr_ring *r;
	FILE *log;
	int ret;

	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, NULL, 64, 100, 0), "No codec");
	r = rte_ptr_ring_create(OTHER_NAME, 64, SOCKET_ID_ANY, 0, &codec);
	TEST_ASSERT_NOT_NULL(r, "No ring");
	log = tmpfile();
	if (log != NULL)
		ret = check_errors(log);
	else
		ret = TEST_FAILED;
	if (log != NULL)
		fclose(log);
	rte_ptr_ring_free(r);
	return ret;
}

static struct unit_test_suite ptr_ring_guide_suite = {
	.suite_name = "the code of the guide on the compressed pointer ring",
	.unit_test_cases = {
		TEST_CASE(test_pipeline),
		TEST_CASE(test_two_pools),
		TEST_CASE(test_any_packets),
		TEST_CASE(test_processes),
		TEST_CASE(test_memory),
		TEST_CASE(test_errors),
		TEST_CASES_END()
	}
};

static int
test_ptr_ring_guide(void)
{
	if (rte_eal_process_type() == RTE_PROC_SECONDARY)
		return test_as_secondary();
	return unit_test_suite_runner(&ptr_ring_guide_suite);
}

REGISTER_FAST_TEST(ptr_ring_guide_autotest, true, true, test_ptr_ring_guide);
