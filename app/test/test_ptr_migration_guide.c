/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

/*
 * The code of the guide page ptr_compress_migration.rst. The page includes what
 * stands between the marks "8<" and ">8"; the rest makes a test of it.
 */

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_ring.h>

#include <rte_mempool_mem_range.h>
#include <rte_ptr_codec.h>
#include <rte_ptr_compress.h>
#include <rte_ptr_ring.h>

#include "test.h"

#define POOL_SIZE 511
#define RING_SIZE 512
#define BURST 32

/* A ring of pointers. 8< */
static struct rte_ring *
before_create(const struct rte_mempool *mp __rte_unused)
{
	return rte_ring_create("to_worker", RING_SIZE, rte_socket_id(),
			RING_F_SP_ENQ | RING_F_SC_DEQ);
}

static unsigned int
before_send(struct rte_ring *r, struct rte_mbuf **pkts, unsigned int n)
{
	return rte_ring_enqueue_burst(r, (void **)pkts, n, NULL);
}

static unsigned int
before_receive(struct rte_ring *r, struct rte_mbuf **pkts, unsigned int n)
{
	return rte_ring_dequeue_burst(r, (void **)pkts, n, NULL);
}
/* >8 End of a ring of pointers. */

/* A ring of compressed pointers. 8< */
static struct rte_ptr_ring *
after_create(const struct rte_mempool *mp)
{
	struct rte_mempool_obj_layout layout;
	struct rte_ptr_codec codec;

	if (rte_mempool_get_obj_layout(mp, &layout) != 0 ||
			rte_ptr_codec_init_objs(&codec, layout.first, layout.last,
				layout.stride, 0) != 0)
		return NULL;
	return rte_ptr_ring_create("to_worker", RING_SIZE, rte_socket_id(),
			RING_F_SP_ENQ | RING_F_SC_DEQ, &codec);
}

static unsigned int
after_send(struct rte_ptr_ring *r, struct rte_mbuf **pkts, unsigned int n)
{
	return rte_ptr_ring_enqueue_burst(r, (void **)pkts, n, NULL);
}

static unsigned int
after_receive(struct rte_ptr_ring *r, struct rte_mbuf **pkts, unsigned int n)
{
	return rte_ptr_ring_dequeue_burst(r, (void **)pkts, n, NULL);
}
/* >8 End of a ring of compressed pointers. */

/* Indexes made by hand. 8< */
struct index_scheme {
	uintptr_t base;  /* the first object */
	size_t obj_size; /* from one to the next: a pool in one piece */
};

static void
indexes_from_objs(const struct index_scheme *s, void * const *objs,
		uint32_t *indexes, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		indexes[i] = (uint32_t)(((uintptr_t)objs[i] - s->base) / s->obj_size);
}

static void
objs_from_indexes(const struct index_scheme *s, const uint32_t *indexes,
		void **objs, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		objs[i] = (void *)(s->base + indexes[i] * s->obj_size);
}
/* >8 End of indexes made by hand. */

/* The same indexes by a codec. 8< */
static int
index_codec_init(struct rte_ptr_codec *codec, const struct rte_mempool *mp)
{
	struct rte_mempool_obj_layout layout;
	int ret;

	/* width 4: tables of uint32_t, as before */
	ret = rte_mempool_get_obj_layout(mp, &layout);
	return ret != 0 ? ret : rte_ptr_codec_init_objs(codec, layout.first,
			layout.last, layout.stride, sizeof(uint32_t));
}

static void
codec_from_objs(const struct rte_ptr_codec *codec, void * const *objs,
		uint32_t *indexes, unsigned int n)
{
	rte_ptr_codec_compress_32(codec, objs, indexes, n);
}

static void
objs_from_codec(const struct rte_ptr_codec *codec, const uint32_t *indexes,
		void **objs, unsigned int n)
{
	rte_ptr_codec_decompress_32(codec, indexes, objs, n);
}
/* >8 End of the same indexes by a codec. */

/* What a shift is to a codec. 8< */
static int
codec_of_shift(struct rte_ptr_codec *codec, void *base, size_t length,
		uint8_t shift)
{
	return rte_ptr_codec_init_range(codec, base, length,
			(size_t)1 << shift, sizeof(uint32_t));
}
/* >8 End of what a shift is to a codec. */

static struct rte_mempool *mp;
static struct rte_mbuf *pkts[BURST], *got[BURST];

static int
setup(void)
{
	mp = rte_pktmbuf_pool_create("ptr_migration", POOL_SIZE, 0, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, rte_socket_id());
	TEST_ASSERT_NOT_NULL(mp, "No pool: %s", rte_strerror(rte_errno));
	TEST_ASSERT_SUCCESS(rte_pktmbuf_alloc_bulk(mp, pkts, BURST), "No mbufs");
	return TEST_SUCCESS;
}

static void
teardown(void)
{
	rte_pktmbuf_free_bulk(pkts, BURST);
	rte_mempool_free(mp);
}

static int
test_rings(void)
{
	struct rte_ring *before = before_create(mp);
	struct rte_ptr_ring *after = after_create(mp);
	int ret = TEST_FAILED;

	if (before == NULL || after == NULL)
		goto out;
	if (before_send(before, pkts, BURST) != BURST ||
			before_receive(before, got, BURST) != BURST ||
			memcmp(pkts, got, sizeof(pkts)) != 0)
		goto out;
	memset(got, 0, sizeof(got));
	if (after_send(after, pkts, BURST) != BURST ||
			after_receive(after, got, BURST) != BURST ||
			memcmp(pkts, got, sizeof(pkts)) != 0)
		goto out;
	ret = TEST_SUCCESS;
out:
	rte_ring_free(before);
	rte_ptr_ring_free(after);
	return ret;
}

static int
test_indexes(void)
{
	struct rte_mempool_obj_layout layout;
	struct rte_ptr_codec codec;
	uint32_t by_hand[BURST], by_codec[BURST];
	struct index_scheme s;

	TEST_ASSERT_SUCCESS(rte_mempool_get_obj_layout(mp, &layout), "No layout");
	s.base = (uintptr_t)layout.first;
	s.obj_size = layout.stride;
	TEST_ASSERT_SUCCESS(index_codec_init(&codec, mp), "No codec");
	indexes_from_objs(&s, (void **)pkts, by_hand, BURST);
	codec_from_objs(&codec, (void **)pkts, by_codec, BURST);
	TEST_ASSERT(memcmp(by_hand, by_codec, sizeof(by_hand)) == 0,
		"Other indexes by the codec than by hand");
	objs_from_indexes(&s, by_codec, (void **)got, BURST);
	TEST_ASSERT(memcmp(pkts, got, sizeof(pkts)) == 0, "Other objects by hand");
	memset(got, 0, sizeof(got));
	objs_from_codec(&codec, by_hand, (void **)got, BURST);
	TEST_ASSERT(memcmp(pkts, got, sizeof(pkts)) == 0, "Other objects by codec");
	return TEST_SUCCESS;
}

static int
test_shift(void)
{
	const size_t align = rte_mempool_get_obj_alignment(mp);
	struct rte_mempool_mem_range_info range;
	uint32_t by_shift[BURST], by_codec[BURST];
	struct rte_ptr_codec codec;
	uint8_t shift;
	void *base;

	TEST_ASSERT_SUCCESS(rte_mempool_get_mem_range(mp, &range), "No range");
	base = RTE_PTR_ALIGN_FLOOR(range.start, align);
	shift = RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT(align);
	TEST_ASSERT_SUCCESS(codec_of_shift(&codec, base,
		range.length + RTE_PTR_DIFF(range.start, base), shift), "No codec");
	rte_ptr_compress_32_shift(base, (void **)pkts, by_shift, BURST, shift);
	codec_from_objs(&codec, (void **)pkts, by_codec, BURST);
	TEST_ASSERT(memcmp(by_shift, by_codec, sizeof(by_shift)) == 0,
		"Other values by the codec than by the shift");
	return TEST_SUCCESS;
}

static struct unit_test_suite ptr_migration_guide_suite = {
	.suite_name = "the code of the guide on moving to compressed pointers",
	.setup = setup,
	.teardown = teardown,
	.unit_test_cases = {
		TEST_CASE(test_rings),
		TEST_CASE(test_indexes),
		TEST_CASE(test_shift),
		TEST_CASES_END()
	}
};

static int
test_ptr_migration_guide(void)
{
	return unit_test_suite_runner(&ptr_migration_guide_suite);
}

REGISTER_FAST_TEST(ptr_migration_guide_autotest, true, true,
		test_ptr_migration_guide);
