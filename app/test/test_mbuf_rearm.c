/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_atomic.h>
#include <rte_common.h>
#include <rte_lcore.h>
#include <rte_mbuf.h>
#include <rte_mempool.h>
#include <rte_random.h>

#include "test.h"
#include "test_mbuf_rearm.h"

/*
 * rearm_data of an mbuf is naturally aligned, and one store of 8 bytes there
 * sets data offset, reference count, number of segments and port, and nothing
 * but these.
 */

#define FIELDS 4
#define RANDOM_TRIES 100000
#define POOL_SIZE 255

/* Where in a structure the fields are. */
struct layout {
	size_t align;            /* of the structure */
	size_t rearm;            /* offset of the 8 bytes */
	size_t offset[FIELDS];   /* of each field, in the order of struct mbuf_rearm */
	size_t size[FIELDS];
	size_t next;             /* offset of what follows */
};

#define FIELD_SIZE(field) sizeof(((struct rte_mbuf *)0)->field)

static const struct layout mbuf_layout = {
	.align = _Alignof(struct rte_mbuf),
	.rearm = offsetof(struct rte_mbuf, rearm_data),
	.offset = {
		offsetof(struct rte_mbuf, data_off),
		offsetof(struct rte_mbuf, refcnt),
		offsetof(struct rte_mbuf, nb_segs),
		offsetof(struct rte_mbuf, port),
	},
	.size = {
		FIELD_SIZE(data_off), FIELD_SIZE(refcnt),
		FIELD_SIZE(nb_segs), FIELD_SIZE(port),
	},
	.next = offsetof(struct rte_mbuf, ol_flags),
};

/* What is wrong with a layout, NULL if it is as it has to be. */
static const char *
layout_wrong(const struct layout *l)
{
	unsigned int i;

	if (l->align % MBUF_REARM_BYTES != 0)
		return "the structure is not aligned";
	if (l->rearm % MBUF_REARM_BYTES != 0)
		return "not naturally aligned";
	if (l->rearm / RTE_CACHE_LINE_SIZE != 0)
		return "not in the first cache line";
	for (i = 0; i < FIELDS; i++)
		if (l->size[i] != sizeof(uint16_t) ||
				l->offset[i] != l->rearm + i * sizeof(uint16_t))
			return "a field is elsewhere";
	if (l->next < l->rearm + MBUF_REARM_BYTES)
		return "another field overlaps";
	return NULL;
}

static int
test_layout(void)
{
	const char *wrong = layout_wrong(&mbuf_layout);
	struct layout bad;
	unsigned int i;

	TEST_ASSERT_NULL(wrong, "%s", wrong);

	/* layouts that are not, as that of 2 bytes further on before 2016 */
	bad = mbuf_layout;
	bad.rearm += 2;
	for (i = 0; i < FIELDS; i++)
		bad.offset[i] += 2;
	bad.next += 8;
	TEST_ASSERT_NOT_NULL(layout_wrong(&bad), "misaligned, and not seen");
	bad = mbuf_layout;
	bad.align = 4;
	TEST_ASSERT_NOT_NULL(layout_wrong(&bad), "4-byte alignment not seen");
	bad = mbuf_layout;
	bad.offset[1] = mbuf_layout.offset[2];
	bad.offset[2] = mbuf_layout.offset[1];
	TEST_ASSERT_NOT_NULL(layout_wrong(&bad), "exchanged fields not seen");
	bad = mbuf_layout;
	bad.size[2] = 1;
	TEST_ASSERT_NOT_NULL(layout_wrong(&bad), "short field not seen");
	bad = mbuf_layout;
	bad.next -= 1;
	TEST_ASSERT_NOT_NULL(layout_wrong(&bad), "overlap not seen");
	return TEST_SUCCESS;
}

/* A number as a CPU of that byte order stores it. */
static void
store_bytes(uint8_t *dest, uint64_t value, unsigned int size, bool big_endian)
{
	unsigned int i;

	for (i = 0; i < size; i++)
		dest[big_endian ? size - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

/* Not only the byte order of the CPU that the test runs on. */
static int
test_byte_orders(void)
{
	const struct mbuf_rearm f = { 0x0102, 0x0304, 0x0506, 0x0708 };
	uint8_t at_once[MBUF_REARM_BYTES], by_field[MBUF_REARM_BYTES];
	unsigned int order;
	uint64_t native;

	for (order = 0; order < 2; order++) {
		const bool big = order == 1;

		store_bytes(at_once, mbuf_rearm_value_of(&f, big),
				sizeof(uint64_t), big);
		store_bytes(by_field, f.data_off, sizeof(uint16_t), big);
		store_bytes(by_field + 2, f.refcnt, sizeof(uint16_t), big);
		store_bytes(by_field + 4, f.nb_segs, sizeof(uint16_t), big);
		store_bytes(by_field + 6, f.port, sizeof(uint16_t), big);
		TEST_ASSERT_BUFFERS_ARE_EQUAL(at_once, by_field,
			sizeof(at_once), "%s-endian value is wrong",
			big ? "big" : "little");
	}
	memcpy(&native, &f, sizeof(native));
	TEST_ASSERT(mbuf_rearm_value(&f) == native,
		"not the byte order of this CPU");
	return TEST_SUCCESS;
}

/* Both ways, as functions of their own: neither knows what the other does. */
static __rte_noinline void
set_at_once(struct rte_mbuf *m, const struct mbuf_rearm *f)
{
	*(volatile uint64_t *)mbuf_rearm_addr(m) = mbuf_rearm_value(f);
	rte_compiler_barrier();
}

static __rte_noinline void
set_one_by_one(struct rte_mbuf *m, const struct mbuf_rearm *f)
{
	m->data_off = f->data_off;
	rte_mbuf_refcnt_set(m, f->refcnt);
	m->nb_segs = f->nb_segs;
	m->port = f->port;
	rte_compiler_barrier();
}

/* An mbuf between bytes that are nobody's to write. */
struct guarded {
	struct rte_mbuf before;
	struct rte_mbuf m;
	struct rte_mbuf after;
};

static struct guarded original, at_once, by_field;

static void
fill_random(void *mem, size_t len)
{
	uint8_t *bytes = mem;
	size_t i;

	for (i = 0; i < len; i++)
		bytes[i] = (uint8_t)rte_rand();
}

/* Set the fields of the same mbuf both ways and compare all there is. */
static int
check_fields(const struct mbuf_rearm *f)
{
	const size_t rearm = offsetof(struct guarded, m) + mbuf_layout.rearm;
	const size_t end = rearm + MBUF_REARM_BYTES;
	const uint8_t *was = (const uint8_t *)&original;
	const uint8_t *is = (const uint8_t *)&at_once;

	at_once = original;
	by_field = original;
	set_at_once(&at_once.m, f);
	set_one_by_one(&by_field.m, f);

	TEST_ASSERT(at_once.m.data_off == f->data_off &&
		rte_mbuf_refcnt_read(&at_once.m) == f->refcnt &&
		at_once.m.nb_segs == f->nb_segs && at_once.m.port == f->port,
		"%#x %#x %#x %#x came back as %#x %#x %#x %#x",
		f->data_off, f->refcnt, f->nb_segs, f->port,
		at_once.m.data_off, rte_mbuf_refcnt_read(&at_once.m),
		at_once.m.nb_segs, at_once.m.port);
	TEST_ASSERT_BUFFERS_ARE_EQUAL(&at_once, &by_field, sizeof(at_once),
		"%#x %#x %#x %#x: one store differs from four",
		f->data_off, f->refcnt, f->nb_segs, f->port);
	TEST_ASSERT(memcmp(is, was, rearm) == 0 &&
		memcmp(is + end, was + end, sizeof(original) - end) == 0,
		"%#x %#x %#x %#x: a neighbour was written to",
		f->data_off, f->refcnt, f->nb_segs, f->port);
	return TEST_SUCCESS;
}

static int
test_each_value(void)
{
	struct mbuf_rearm f = { 0 };
	uint16_t *fields[FIELDS] = { &f.data_off, &f.refcnt, &f.nb_segs, &f.port };
	unsigned int i;
	uint32_t value;

	fill_random(&original, sizeof(original));
	for (i = 0; i < FIELDS; i++) {
		for (value = 0; value <= UINT16_MAX; value++) {
			fill_random(&f, sizeof(f));
			*fields[i] = (uint16_t)value;
			if (check_fields(&f) != TEST_SUCCESS)
				return TEST_FAILED;
		}
	}
	return TEST_SUCCESS;
}

static int
test_values_together(void)
{
	static const uint16_t edges[] = {
		0, 1, 0xff, 0x100, 0x7fff, 0x8000, 0xfffe, 0xffff
	};
	struct mbuf_rearm f;
	unsigned int i;

	for (i = 0; i < RTE_DIM(edges) * RTE_DIM(edges) * RTE_DIM(edges) *
			RTE_DIM(edges); i++) {
		f.data_off = edges[i % RTE_DIM(edges)];
		f.refcnt = edges[i / RTE_DIM(edges) % RTE_DIM(edges)];
		f.nb_segs = edges[i / (RTE_DIM(edges) * RTE_DIM(edges)) %
				RTE_DIM(edges)];
		f.port = edges[i / (RTE_DIM(edges) * RTE_DIM(edges) *
				RTE_DIM(edges))];
		fill_random(&original, sizeof(original));
		if (check_fields(&f) != TEST_SUCCESS)
			return TEST_FAILED;
	}
	for (i = 0; i < RANDOM_TRIES; i++) {
		fill_random(&f, sizeof(f));
		if (i % 64 == 0)
			fill_random(&original, sizeof(original));
		if (check_fields(&f) != TEST_SUCCESS)
			return TEST_FAILED;
	}
	return TEST_SUCCESS;
}

/* As a receive loop does it: the 8 bytes of a template, stored to each mbuf. */
static int
rearm_mbuf(struct rte_mbuf *m, uint64_t value, uint16_t port)
{
	struct rte_mbuf by_reset;

	fill_random(mbuf_rearm_addr(m), MBUF_REARM_BYTES);
	by_reset = *m;
	*(volatile uint64_t *)mbuf_rearm_addr(m) = value;
	rte_compiler_barrier();

	rte_mbuf_refcnt_set(&by_reset, 1);
	rte_pktmbuf_reset(&by_reset);
	by_reset.port = port;
	TEST_ASSERT(m->data_off == by_reset.data_off &&
		m->nb_segs == by_reset.nb_segs && m->port == by_reset.port &&
		rte_mbuf_refcnt_read(m) == rte_mbuf_refcnt_read(&by_reset),
		"not what resetting the mbuf does");
	return TEST_SUCCESS;
}

static int
check_pool(struct rte_mempool *pool)
{
	struct rte_mbuf template = { .data_off = RTE_PKTMBUF_HEADROOM };
	struct rte_mbuf *mbufs[POOL_SIZE];
	int ret = TEST_SUCCESS;
	unsigned int i;
	uint64_t value;

	rte_mbuf_refcnt_set(&template, 1);
	template.nb_segs = 1;
	template.port = 7;
	memcpy(&value, mbuf_rearm_addr(&template), sizeof(value));

	TEST_ASSERT_SUCCESS(rte_pktmbuf_alloc_bulk(pool, mbufs, POOL_SIZE),
		"cannot take all mbufs");
	for (i = 0; i < POOL_SIZE && ret == TEST_SUCCESS; i++) {
		const uintptr_t addr = (uintptr_t)mbuf_rearm_addr(mbufs[i]);

		if (addr % MBUF_REARM_BYTES != 0 ||
				addr % RTE_CACHE_LINE_SIZE + MBUF_REARM_BYTES >
				RTE_CACHE_LINE_SIZE) {
			printf("mbuf %u: its fields are at %#zx\n", i,
				(size_t)addr);
			ret = TEST_FAILED;
		} else {
			ret = rearm_mbuf(mbufs[i], value, 7);
		}
	}
	rte_pktmbuf_free_bulk(mbufs, POOL_SIZE);
	return ret;
}

/* Mbufs of pools with private areas and buffers of many sizes. */
static int
test_pools(void)
{
	static const struct {
		uint16_t priv_size, room;
	} pools[] = {
		{ 0, RTE_MBUF_DEFAULT_BUF_SIZE }, { 8, RTE_MBUF_DEFAULT_BUF_SIZE },
		{ 24, RTE_PKTMBUF_HEADROOM }, { 64, RTE_PKTMBUF_HEADROOM + 1 },
		{ 120, 1001 }, { 0, RTE_PKTMBUF_HEADROOM + 63 },
	};
	struct rte_mempool *pool;
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(pools); i++) {
		pool = rte_pktmbuf_pool_create("mbuf_rearm", POOL_SIZE, 0,
			pools[i].priv_size, pools[i].room, rte_socket_id());
		TEST_ASSERT_NOT_NULL(pool, "cannot create pool %u", i);
		ret = check_pool(pool);
		rte_mempool_free(pool);
		TEST_ASSERT_SUCCESS(ret, "private area of %u bytes, room of %u",
			pools[i].priv_size, pools[i].room);
	}
	return TEST_SUCCESS;
}

static struct unit_test_suite suite = {
	.suite_name = "mbuf_rearm",
	.unit_test_cases = {
		TEST_CASE(test_layout),
		TEST_CASE(test_byte_orders),
		TEST_CASE(test_each_value),
		TEST_CASE(test_values_together),
		TEST_CASE(test_pools),
		TEST_CASES_END()
	}
};

static int
test_mbuf_rearm(void)
{
	return unit_test_suite_runner(&suite);
}

REGISTER_FAST_TEST(mbuf_rearm_autotest, true, true, test_mbuf_rearm);
