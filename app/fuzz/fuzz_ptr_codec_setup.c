/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_log.h>

#include "test_ptr_codec_plain.h"

/*
 * Codecs set up from any arguments, in every way, and then joined: each is what
 * the definition says, or refused with the error that belongs to it, and then
 * left as it was.
 */

int
LLVMFuzzerInitialize(int *argc, char ***argv);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_JOINED 8

enum what { BY_COUNT, BY_RANGE, BY_OBJS, WAYS };

struct call {
	uint64_t a;
	uint64_t b;
	uint64_t c;
	uint8_t what;
	uint8_t width;
	uint8_t bits; /* numbers as small as this: more of them fit together */
};

static void
require(bool what)
{
	if (!what)
		abort();
}

/* The result of set-up that does not overflow the address space. */
static int
plain_result(struct lattice *l, wide_t last, unsigned int width)
{
	l->count = (uint64_t)RTE_MIN(last / l->stride + 1, (wide_t)UINT64_MAX);
	*l = plain_reduced(*l);
	return plain_width(l, width);
}

static int
plain_by_count(const struct call *c, unsigned int width, struct lattice *l)
{
	wide_t last;

	if (c->b == 0 || c->c == 0)
		return -EINVAL;
	last = (wide_t)(c->c - 1) * c->b;
	if (last > UINTPTR_MAX - c->a)
		return -ERANGE;
	l->base = (uintptr_t)c->a;
	l->stride = c->b;
	return plain_result(l, last, width);
}

static int
plain_by_range(const struct call *c, unsigned int width, struct lattice *l)
{
	wide_t end = (wide_t)c->a + c->b - 1;

	if (c->b == 0 || __builtin_popcountll(c->c) != 1)
		return -EINVAL;
	if (end > UINTPTR_MAX)
		return -ERANGE;
	l->base = (uintptr_t)(c->a - c->a % c->c);
	l->stride = c->c;
	return plain_result(l, end - l->base, width);
}

static int
plain_by_objs(const struct call *c, unsigned int width, struct lattice *l)
{
	if (c->c == 0 || c->b < c->a || (c->b - c->a) % c->c != 0)
		return -EINVAL;
	l->base = (uintptr_t)c->a;
	l->stride = c->c;
	return plain_result(l, c->b - c->a, width);
}

/* One codec; whether there is one. */
static bool
check_call(struct call *c, struct rte_ptr_codec *codec, struct lattice *l)
{
	static const unsigned int widths[] = { 0, 2, 4, 8 };
	const unsigned int width = c->width % 32 ? widths[c->width % 4] : c->width;
	struct rte_ptr_codec before;
	int expect, ret;

	c->a >>= c->bits % 64;
	c->b >>= c->bits % 64;
	c->c >>= c->bits % 64;
	memset(codec, 0xa5, sizeof(*codec));
	memcpy(&before, codec, sizeof(before));
	switch (c->what % WAYS) {
	case BY_COUNT:
		expect = plain_by_count(c, width, l);
		ret = rte_ptr_codec_init(codec, (void *)(uintptr_t)c->a, c->b,
				c->c, width);
		break;
	case BY_RANGE:
		if (c->what & 128)
			c->c = UINT64_C(1) << c->c % 64;
		expect = plain_by_range(c, width, l);
		ret = rte_ptr_codec_init_range(codec, (void *)(uintptr_t)c->a,
				c->b, c->c, width);
		break;
	default:
		if (c->what & 128 && c->c != 0)
			c->b = c->a + c->b / c->c * c->c;
		expect = plain_by_objs(c, width, l);
		ret = rte_ptr_codec_init_objs(codec, (void *)(uintptr_t)c->a,
				(void *)(uintptr_t)c->b, c->c, width);
	}
	require(ret == RTE_MIN(expect, 0));
	if (ret == 0)
		require(plain_codec_is(codec, l, expect));
	else
		require(memcmp(codec, &before, sizeof(before)) == 0);
	return ret == 0;
}

static uint64_t
plain_gcd(uint64_t a, uint64_t b)
{
	return b == 0 ? a : plain_gcd(b, a % b);
}

/* All of them by the first two points of each, and the last. */
static void
check_join(const struct rte_ptr_codec *codecs, const struct lattice *l,
		unsigned int n, unsigned int width)
{
	struct lattice all = { .base = UINTPTR_MAX };
	struct rte_ptr_codec codec;
	uintptr_t last = 0, point;
	unsigned int i, k;
	int expect;

	for (i = 0; i < n; i++) {
		all.base = RTE_MIN(all.base, l[i].base);
		last = RTE_MAX(last, plain_point(&l[i], l[i].count - 1));
	}
	for (i = 0; i < n; i++)
		for (k = 0; k < RTE_MIN(l[i].count, 2u); k++)
			all.stride = plain_gcd(all.stride, plain_point(&l[i], k) - all.base);
	if (all.stride == 0)
		all.stride = l[0].stride;
	expect = plain_result(&all, last - all.base, width);
	require(rte_ptr_codec_join(&codec, codecs, n, width) == RTE_MIN(expect, 0));
	if (expect < 0)
		return;
	require(plain_codec_is(&codec, &all, expect));
	for (i = 0; i < n; i++) {
		point = plain_point(&l[i], l[i].count - 1);
		/* 2^64 points would be one too many: the last address is left out */
		require(rte_ptr_codec_covers_objs(&codec, (void *)l[i].base,
				(void *)point, l[i].stride) || all.count == UINT64_MAX);
	}
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	RTE_SET_USED(argc);
	RTE_SET_USED(argv);
	/* most calls are refused, and each would be logged */
	rte_log_set_global_level(RTE_LOG_EMERG);
	return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rte_ptr_codec codecs[MAX_JOINED];
	struct lattice l[MAX_JOINED];
	struct call call;
	unsigned int n = 0;

	for (; size >= sizeof(call) && n < MAX_JOINED; size -= sizeof(call)) {
		memcpy(&call, data, sizeof(call));
		data += sizeof(call);
		if (check_call(&call, &codecs[n], &l[n]))
			n++;
	}
	if (n > 0) {
		check_join(codecs, l, n, 0);
		check_join(codecs, l, n, 2);
		check_join(codecs, l, n, 8);
	}
	return 0;
}
