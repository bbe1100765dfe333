/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

/*
 * The code of the guide page ptr_compress_lib.rst. The page includes what
 * stands between the marks "8<" and ">8"; the rest makes a test of it.
 */

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <rte_common.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_mbuf.h>
#include <rte_mbuf_pool_ops.h>
#include <rte_mempool.h>
#include <rte_memzone.h>
#include <rte_pause.h>
#include <rte_ring.h>
#include <rte_ring_elem.h>
#include <rte_ring_peek_zc.h>

#include <rte_mempool_mem_range.h>
#include <rte_ptr_compress.h>

#include "test.h"

#define POOL_NAME "ptr_compress_guide"
#define POOL_SIZE 2047
#define RING_SIZE 256

/* What both sides have to know. 8< */
struct coding {
	void *base;
	uint8_t shift;
	uint8_t bits; /* of a value: 16 or 32 */
};
/* >8 End of what both sides have to know. */

/* Base and shift from the memory of a mempool. 8< */
static int
coding_from_range(const struct rte_mempool *mp, struct coding *c)
{
	struct rte_mempool_mem_range_info range;
	size_t align = rte_mempool_get_obj_alignment(mp);
	size_t length;

	if (rte_mempool_get_mem_range(mp, &range) != 0)
		return -EINVAL;

	/* objects are aligned, the start of the memory need not be */
	c->base = RTE_PTR_ALIGN_FLOOR(range.start, align);
	length = range.length + RTE_PTR_DIFF(range.start, c->base);
	if (!RTE_PTR_COMPRESS_CAN_COMPRESS_32_SHIFT(length, align))
		return -ERANGE;
	c->shift = RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT(align);
	c->bits = 32;
	return 0;
}
/* >8 End of base and shift from the memory of a mempool. */

/* Base, shift and width from the objects of a mempool. 8< */
static int
coding_from_layout(const struct rte_mempool *mp, struct coding *c)
{
	struct rte_mempool_obj_layout layout;
	uint64_t length;

	if (rte_mempool_get_obj_layout(mp, &layout) != 0)
		return -EINVAL;

	c->base = layout.first;
	c->shift = RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT(layout.stride);
	/* only the first byte of an object is ever pointed to */
	length = RTE_PTR_DIFF(layout.last, layout.first) + 1;
	if (RTE_PTR_COMPRESS_CAN_COMPRESS_16_SHIFT(length, layout.stride))
		c->bits = 16;
	else if (RTE_PTR_COMPRESS_CAN_COMPRESS_32_SHIFT(length, layout.stride))
		c->bits = 32;
	else
		return -ERANGE;
	return 0;
}
/* >8 End of base, shift and width from the objects of a mempool. */

/* Memory known at compile time. 8< */
#define NB_SESSIONS 4096

struct __rte_cache_aligned session {
	uint64_t counters[12];
};

static struct session sessions[NB_SESSIONS];

#define SESSION_SHIFT \
	RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT(sizeof(struct session))

static_assert(RTE_PTR_COMPRESS_CAN_COMPRESS_16_SHIFT(sizeof(sessions),
		sizeof(struct session)), "too many sessions for 16 bits");

static void
sessions_compress(struct session * const *table, uint16_t *values, size_t n)
{
	rte_ptr_compress_16_shift(sessions, (void * const *)table, values, n,
			SESSION_SHIFT);
}

static void
sessions_decompress(const uint16_t *values, struct session **table, size_t n)
{
	rte_ptr_decompress_16_shift(sessions, values, (void **)table, n,
			SESSION_SHIFT);
}
/* >8 End of memory known at compile time. */

static int
test_sessions(void)
{
	static struct session *table[NB_SESSIONS], *back[NB_SESSIONS];
	static uint16_t values[NB_SESSIONS];
	unsigned int i;

	for (i = 0; i < NB_SESSIONS; i++)
		table[i] = &sessions[NB_SESSIONS - 1 - i];
	sessions_compress(table, values, NB_SESSIONS);
	sessions_decompress(values, back, NB_SESSIONS);
	TEST_ASSERT_BUFFERS_ARE_EQUAL(table, back, sizeof(table),
		"A session is not what it was");
	return TEST_SUCCESS;
}

/* The table of the guide: the most memory that each width reaches. */
#define REACHES(bits, alignment, length) \
static_assert(RTE_PTR_COMPRESS_CAN_COMPRESS_##bits##_SHIFT(length, alignment) && \
	!RTE_PTR_COMPRESS_CAN_COMPRESS_##bits##_SHIFT(length + 1, alignment), \
	"the guide is wrong")

#define KB (UINT64_C(1) << 10)
#define MB (UINT64_C(1) << 20)
#define GB (UINT64_C(1) << 30)
#define TB (UINT64_C(1) << 40)

REACHES(16, 8, 512 * KB);
REACHES(32, 8, 32 * GB);
REACHES(16, 64, 4 * MB);
REACHES(32, 64, 256 * GB);
REACHES(16, 128, 8 * MB);
REACHES(32, 128, 512 * GB);
REACHES(16, 1024, 64 * MB);
REACHES(32, 1024, 4 * TB);
REACHES(16, 4096, 256 * MB);
REACHES(32, 4096, 16 * TB);
REACHES(16, 2368, 4 * MB);

/* An element size for a full size that is a power of two. 8< */
static uint32_t
pow2_elt_size(uint32_t elt_size, uint32_t flags)
{
	uint32_t full_size = rte_mempool_calc_obj_size(elt_size, flags, NULL);

	return elt_size + rte_align32pow2(full_size) - full_size;
}
/* >8 End of an element size for a full size that is a power of two. */

/* A pool without gaps that no device accesses. 8< */
static struct rte_mempool *
dense_pool_create(const char *name, unsigned int n, uint32_t elt_size, int socket)
{
	const unsigned int flags = RTE_MEMPOOL_F_NO_SPREAD |
			RTE_MEMPOOL_F_NO_IOVA_CONTIG;

	return rte_mempool_create(name, n, pow2_elt_size(elt_size, flags), 0, 0,
			NULL, NULL, NULL, NULL, socket, flags);
}
/* >8 End of a pool without gaps that no device accesses. */

/* A packet pool without gaps. 8< */
static struct rte_mempool *
dense_packet_pool_create(const char *name, unsigned int n, int socket,
		const struct rte_memzone **mz)
{
	const unsigned int flags = RTE_MEMPOOL_F_NO_SPREAD;
	struct rte_mempool *mp;
	uint32_t elt_size, full_size;

	elt_size = pow2_elt_size(sizeof(struct rte_mbuf) +
			RTE_MBUF_DEFAULT_BUF_SIZE, flags);
	full_size = rte_mempool_calc_obj_size(elt_size, flags, NULL);

	/* aligned to its full size, no object ever crosses a page */
	*mz = rte_memzone_reserve_aligned(name, (size_t)n * full_size, socket,
			0, full_size);
	if (*mz == NULL)
		return NULL;
	mp = rte_mempool_create_empty(name, n, elt_size, 0,
			sizeof(struct rte_pktmbuf_pool_private), socket, flags);
	if (mp == NULL)
		goto fail;
	if (rte_mempool_set_ops_byname(mp, rte_mbuf_best_mempool_ops(), NULL) != 0)
		goto fail;
	rte_pktmbuf_pool_init(mp, NULL);
	if (rte_mempool_populate_virt(mp, (*mz)->addr, (*mz)->len,
			(*mz)->hugepage_sz, NULL, NULL) != (int)n)
		goto fail;
	rte_mempool_obj_iter(mp, rte_pktmbuf_init, NULL);
	return mp;
fail:
	rte_mempool_free(mp);
	rte_memzone_free(*mz);
	return NULL;
}
/* >8 End of a packet pool without gaps. */

/* A pool in memory given by hand. 8< */
static struct rte_mempool *
pool_create_in(void *mem, size_t len, const char *name, uint32_t elt_size)
{
	const unsigned int flags = RTE_MEMPOOL_F_NO_IOVA_CONTIG;
	unsigned int n = len / rte_mempool_calc_obj_size(elt_size, flags, NULL);
	struct rte_mempool *mp;

	mp = rte_mempool_create_empty(name, n, elt_size, 0, 0, SOCKET_ID_ANY,
			flags);
	if (mp == NULL)
		return NULL;
	if (rte_mempool_set_ops_byname(mp, "ring_mp_mc", NULL) != 0 ||
			rte_mempool_populate_iova(mp, mem, RTE_BAD_IOVA, len,
				NULL, NULL) <= 0) {
		rte_mempool_free(mp);
		return NULL;
	}
	return mp;
}
/* >8 End of a pool in memory given by hand. */

/* All objects of a pool there and back. */
static int
check_coding(struct rte_mempool *mp, const struct coding *c)
{
	static void *objs[POOL_SIZE], *back[POOL_SIZE];
	static uint32_t values_32[POOL_SIZE];
	static uint16_t values_16[POOL_SIZE];
	const unsigned int n = rte_mempool_avail_count(mp);

	TEST_ASSERT(n > 0 && n <= POOL_SIZE, "%u objects", n);
	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(mp, objs, n), "No objects");
	if (c->bits == 16) {
		rte_ptr_compress_16_shift(c->base, objs, values_16, n, c->shift);
		rte_ptr_decompress_16_shift(c->base, values_16, back, n, c->shift);
	} else {
		rte_ptr_compress_32_shift(c->base, objs, values_32, n, c->shift);
		rte_ptr_decompress_32_shift(c->base, values_32, back, n, c->shift);
	}
	rte_mempool_put_bulk(mp, objs, n);
	TEST_ASSERT_BUFFERS_ARE_EQUAL(objs, back, n * sizeof(objs[0]),
		"An object is not what it was");
	return TEST_SUCCESS;
}

static int
check_pool(struct rte_mempool *mp, const char *what, uint64_t *stride)
{
	struct rte_mempool_obj_layout layout;
	struct coding c;

	TEST_ASSERT_SUCCESS(coding_from_range(mp, &c), "%s: no range", what);
	TEST_ASSERT_SUCCESS(check_coding(mp, &c), "%s: by range", what);
	TEST_ASSERT_SUCCESS(coding_from_layout(mp, &c), "%s: no layout", what);
	TEST_ASSERT_SUCCESS(check_coding(mp, &c), "%s: by layout", what);
	TEST_ASSERT_SUCCESS(rte_mempool_get_obj_layout(mp, &layout),
		"%s: no layout", what);
	printf("%-25s %u objects of %u bytes, stride %"PRIu64": %u bits\n", what,
		layout.nb_objs, mp->header_size + mp->elt_size + mp->trailer_size,
		layout.stride, c.bits);
	*stride = layout.stride;
	return TEST_SUCCESS;
}

static int
test_default_pool(void)
{
	struct rte_mempool *mp;
	uint64_t stride;
	int ret;

	mp = rte_pktmbuf_pool_create(POOL_NAME, POOL_SIZE, 0, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
	TEST_ASSERT_NOT_NULL(mp, "Cannot create mbuf pool");
	ret = check_pool(mp, "default mbuf pool", &stride);
	rte_mempool_free(mp);
	return ret;
}

static int
test_dense_pool(void)
{
	struct rte_mempool *mp;
	uint64_t stride;
	int ret;

	mp = dense_pool_create(POOL_NAME, POOL_SIZE, 300, SOCKET_ID_ANY);
	TEST_ASSERT_NOT_NULL(mp, "Cannot create mempool");
	ret = check_pool(mp, "pool without gaps", &stride);
	/* where memory is scarce there may be several pieces of it */
	if (ret == TEST_SUCCESS && mp->nb_mem_chunks == 1 && stride != 512) {
		printf("The stride is not the full size\n");
		ret = TEST_FAILED;
	}
	rte_mempool_free(mp);
	return ret;
}

static int
test_dense_packet_pool(void)
{
	const struct rte_memzone *mz, *odd;
	struct rte_mempool *mp;
	uint64_t stride;
	int ret;

	/* what stands in the heap must not matter */
	odd = rte_memzone_reserve("ptr_compress_guide_odd", RTE_CACHE_LINE_SIZE,
			SOCKET_ID_ANY, 0);
	mp = dense_packet_pool_create(POOL_NAME, POOL_SIZE, SOCKET_ID_ANY, &mz);
	if (mp == NULL) {
		printf("Cannot create mbuf pool\n");
		rte_memzone_free(odd);
		return TEST_FAILED;
	}
	ret = check_pool(mp, "packet pool without gaps", &stride);
	if (ret == TEST_SUCCESS && stride != 4096) {
		printf("The stride is not the full size\n");
		ret = TEST_FAILED;
	}
	rte_mempool_free(mp);
	rte_memzone_free(mz);
	rte_memzone_free(odd);
	return ret;
}

static int
test_pool_by_hand(void)
{
	static uint8_t mem[1 << 16];
	struct rte_mempool *mp;
	uint64_t stride;
	int ret;

	mp = pool_create_in(mem + 1, sizeof(mem) - 1, POOL_NAME, 100);
	TEST_ASSERT_NOT_NULL(mp, "Cannot create mempool");
	ret = check_pool(mp, "pool at an odd address", &stride);
	rte_mempool_free(mp);
	return ret;
}

/* Burst into a ring. 8< */
static unsigned int
enqueue_burst(struct rte_ring *r, const struct coding *c, void * const *objs,
		unsigned int n)
{
	struct rte_ring_zc_data zcd;

	n = rte_ring_enqueue_zc_burst_elem_start(r, sizeof(uint32_t), n, &zcd,
			NULL);
	if (n == 0)
		return 0;
	rte_ptr_compress_32_shift(c->base, objs, zcd.ptr1, zcd.n1, c->shift);
	/* the slots go on at the start of the ring */
	if (zcd.n1 < n)
		rte_ptr_compress_32_shift(c->base, objs + zcd.n1, zcd.ptr2,
				n - zcd.n1, c->shift);
	rte_ring_enqueue_zc_elem_finish(r, n);
	return n;
}
/* >8 End of burst into a ring. */

/* Burst out of a ring. 8< */
static unsigned int
dequeue_burst(struct rte_ring *r, const struct coding *c, void **objs,
		unsigned int n)
{
	struct rte_ring_zc_data zcd;

	n = rte_ring_dequeue_zc_burst_elem_start(r, sizeof(uint32_t), n, &zcd,
			NULL);
	if (n == 0)
		return 0;
	rte_ptr_decompress_32_shift(c->base, zcd.ptr1, objs, zcd.n1, c->shift);
	if (zcd.n1 < n)
		rte_ptr_decompress_32_shift(c->base, zcd.ptr2, objs + zcd.n1,
				n - zcd.n1, c->shift);
	rte_ring_dequeue_zc_elem_finish(r, n);
	return n;
}
/* >8 End of burst out of a ring. */

/* Two stages of a pipeline. 8< */
#define BURST 32

struct pipeline {
	struct rte_mempool *mp;
	struct rte_ring *r;
	struct coding coding;
	uint32_t nb_objs; /* to send in all, a multiple of BURST */
};

static int
producer(void *arg)
{
	struct pipeline *p = arg;
	void *objs[BURST];
	unsigned int done, i;
	uint32_t sent;

	for (sent = 0; sent < p->nb_objs; sent += BURST) {
		while (rte_mempool_get_bulk(p->mp, objs, BURST) != 0)
			rte_pause();
		for (i = 0; i < BURST; i++)
			*(uint32_t *)objs[i] = sent + i;
		for (done = 0; done < BURST; )
			done += enqueue_burst(p->r, &p->coding, objs + done,
					BURST - done);
	}
	return 0;
}

static int
consumer(void *arg)
{
	struct pipeline *p = arg;
	uint32_t received = 0, wrong = 0;
	void *objs[BURST];
	unsigned int n, i;

	while (received < p->nb_objs) {
		n = dequeue_burst(p->r, &p->coding, objs, BURST);
		for (i = 0; i < n; i++)
			if (*(uint32_t *)objs[i] != received++)
				wrong++;
		rte_mempool_put_bulk(p->mp, objs, n);
	}
	return wrong == 0 ? 0 : -1;
}
/* >8 End of two stages of a pipeline. */

/* Set up the pipeline. 8< */
static int
pipeline_init(struct pipeline *p, int socket)
{
	p->r = NULL;
	p->mp = rte_mempool_create("pipeline", POOL_SIZE, 128, 0, 0, NULL, NULL,
			NULL, NULL, socket, 0);
	if (p->mp == NULL)
		return -ENOMEM;
	if (coding_from_range(p->mp, &p->coding) != 0)
		return -ERANGE;
	/* elements of 4 bytes where those of rte_ring_create() have 8 */
	p->r = rte_ring_create_elem("pipeline", sizeof(uint32_t), RING_SIZE,
			socket, RING_F_SP_ENQ | RING_F_SC_DEQ);
	return p->r == NULL ? -ENOMEM : 0;
}
/* >8 End of set up the pipeline. */

/* Run the pipeline. 8< */
static int
pipeline_run(struct pipeline *p, unsigned int worker_id)
{
	int ret;

	if (rte_eal_remote_launch(producer, p, worker_id) != 0)
		return -1;
	ret = consumer(p);
	return rte_eal_wait_lcore(worker_id) == 0 ? ret : -1;
}
/* >8 End of run the pipeline. */

/* On a single lcore, one side after the other. */
static int
pipeline_run_alone(struct pipeline *p)
{
	unsigned int i;

	p->nb_objs = RTE_ALIGN_FLOOR(rte_ring_get_capacity(p->r), BURST);
	for (i = 0; i < 100; i++)
		if (producer(p) != 0 || consumer(p) != 0)
			return -1;
	return 0;
}

/* Bursts of every size, and so at every place of the ring. */
static int
ring_bursts(struct pipeline *p)
{
	void *objs[BURST], *back[BURST];
	unsigned int i, n;

	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(p->mp, objs, BURST), "No objects");
	for (i = 0; i < 10 * RING_SIZE; i++) {
		n = i % BURST + 1;
		TEST_ASSERT_EQUAL(enqueue_burst(p->r, &p->coding, objs, n), n,
			"The ring is full");
		TEST_ASSERT_EQUAL(dequeue_burst(p->r, &p->coding, back, BURST), n,
			"Not what went in came out");
		TEST_ASSERT_BUFFERS_ARE_EQUAL(objs, back, n * sizeof(objs[0]),
			"An object is not what it was");
	}
	TEST_ASSERT_EQUAL(dequeue_burst(p->r, &p->coding, back, BURST), 0,
		"The ring is not empty");
	rte_mempool_put_bulk(p->mp, objs, BURST);
	return TEST_SUCCESS;
}

static int
test_pipeline(void)
{
	const unsigned int worker_id = rte_get_next_lcore(-1, 1, 0);
	struct pipeline p = { .nb_objs = 1000 * BURST };
	int ret;

	ret = pipeline_init(&p, SOCKET_ID_ANY);
	if (ret == 0)
		ret = ring_bursts(&p);
	if (ret == 0)
		ret = worker_id < RTE_MAX_LCORE ? pipeline_run(&p, worker_id) :
				pipeline_run_alone(&p);
	rte_ring_free(p.r);
	rte_mempool_free(p.mp);
	TEST_ASSERT_SUCCESS(ret, "Pipeline failed: %d", ret);
	return TEST_SUCCESS;
}

/* A ring without zero copy. 8< */
static unsigned int
enqueue_bulk_copy(struct rte_ring *r, const struct coding *c,
		void * const objs[BURST])
{
	uint32_t values[BURST];

	rte_ptr_compress_32_shift(c->base, objs, values, BURST, c->shift);
	return rte_ring_enqueue_bulk_elem(r, values, sizeof(values[0]), BURST,
			NULL);
}

static unsigned int
dequeue_bulk_copy(struct rte_ring *r, const struct coding *c, void *objs[BURST])
{
	uint32_t values[BURST];

	if (rte_ring_dequeue_bulk_elem(r, values, sizeof(values[0]), BURST,
			NULL) == 0)
		return 0;
	rte_ptr_decompress_32_shift(c->base, values, objs, BURST, c->shift);
	return BURST;
}
/* >8 End of a ring without zero copy. */

static int
ring_copy(struct rte_ring *r, struct rte_mempool *mp)
{
	void *objs[BURST], *back[BURST];
	struct coding c;
	unsigned int i;

	TEST_ASSERT_SUCCESS(coding_from_range(mp, &c), "No range");
	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(mp, objs, BURST), "No objects");
	for (i = 0; i < 100; i++) {
		TEST_ASSERT_EQUAL(dequeue_bulk_copy(r, &c, back), 0,
			"The ring is not empty");
		TEST_ASSERT_EQUAL(enqueue_bulk_copy(r, &c, objs), BURST,
			"The ring is full");
		TEST_ASSERT_EQUAL(dequeue_bulk_copy(r, &c, back), BURST,
			"The ring is empty");
		TEST_ASSERT_BUFFERS_ARE_EQUAL(objs, back, sizeof(objs),
			"An object is not what it was");
	}
	rte_mempool_put_bulk(mp, objs, BURST);
	return TEST_SUCCESS;
}

static int
test_ring_copy(void)
{
	struct rte_mempool *mp;
	struct rte_ring *r;
	int ret = TEST_FAILED;

	mp = rte_mempool_create(POOL_NAME, POOL_SIZE, 128, 0, 0, NULL, NULL,
			NULL, NULL, SOCKET_ID_ANY, 0);
	r = rte_ring_create_elem(POOL_NAME, sizeof(uint32_t), RING_SIZE,
			SOCKET_ID_ANY, 0);
	if (mp != NULL && r != NULL)
		ret = ring_copy(r, mp);
	rte_ring_free(r);
	rte_mempool_free(mp);
	return ret;
}

static struct unit_test_suite ptr_compress_guide_suite = {
	.suite_name = "the code of the pointer compression guide",
	.unit_test_cases = {
		TEST_CASE(test_sessions),
		TEST_CASE(test_default_pool),
		TEST_CASE(test_dense_pool),
		TEST_CASE(test_dense_packet_pool),
		TEST_CASE(test_pool_by_hand),
		TEST_CASE(test_pipeline),
		TEST_CASE(test_ring_copy),
		TEST_CASES_END()
	}
};

static int
test_ptr_compress_guide(void)
{
	return unit_test_suite_runner(&ptr_compress_guide_suite);
}

REGISTER_FAST_TEST(ptr_compress_guide_autotest, true, true, test_ptr_compress_guide);
