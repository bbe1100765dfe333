/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_PTR_CODEC_PLAIN_H
#define TEST_PTR_CODEC_PLAIN_H

/*
 * The definition that codecs are compared with: plain division, and numbers
 * wide enough for nothing to overflow.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#include <rte_common.h>

#include <rte_ptr_codec.h>

/* Parts of ptr_codec_autotest in files of their own. */
int
test_ptr_codec_setup(void);

int
test_ptr_codec_pools(void);

int
test_ptr_codec_assert(void);

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide_t;
#else
/* enough for addresses of 32 bits */
typedef uint64_t wide_t;
#endif

/* The addresses base + k * stride, k < count. */
struct lattice {
	uintptr_t base;
	uint64_t stride;
	uint64_t count;
};

static inline wide_t
plain_span(const struct lattice *l)
{
	return (wide_t)(l->count - 1) * l->stride;
}

static inline uintptr_t
plain_point(const struct lattice *l, uint64_t k)
{
	return (uintptr_t)(l->base + (wide_t)k * l->stride);
}

/* Whether an address is on the lattice; if so, its number. */
static inline bool
plain_index(const struct lattice *l, uintptr_t ptr, uint64_t *k)
{
	const wide_t distance = (wide_t)ptr - l->base;

	if (ptr < l->base || distance % l->stride != 0 ||
			distance / l->stride >= l->count)
		return false;
	*k = (uint64_t)(distance / l->stride);
	return true;
}

/*
 * The lattice that has all these points where the stride has to be less than
 * 2^32: by the largest power of two that divides it.
 */
static inline struct lattice
plain_reduced(struct lattice l)
{
	const wide_t span = plain_span(&l);
	uint64_t power = UINT64_C(1) << 31;

	if (l.stride <= UINT32_MAX)
		return l;
	while (l.stride % power != 0)
		power /= 2;
	l.stride = power;
	l.count = (uint64_t)RTE_MIN(span / power + 1, (wide_t)UINT64_MAX);
	return l;
}

/* What asking for a width gives: a width, -EINVAL or -ERANGE. */
static inline int
plain_width(const struct lattice *l, unsigned int width)
{
	switch (width) {
	case 0:
		return l->count <= UINT64_C(65536) ? 2 :
			l->count <= UINT64_C(4294967296) ? 4 : -ERANGE;
	case 2:
		return l->count <= UINT64_C(65536) ? 2 : -ERANGE;
	case 4:
		return l->count <= UINT64_C(4294967296) ? 4 : -ERANGE;
	case 8:
		return 8;
	default:
		return -EINVAL;
	}
}

/* Whether a codec is right in all that it holds. */
static inline bool
plain_codec_is(const struct rte_ptr_codec *codec, const struct lattice *l,
		unsigned int width)
{
	const uint64_t power = UINT64_C(1) << codec->shift;

	return (uintptr_t)codec->base == l->base && codec->count == l->count &&
		codec->stride == l->stride && codec->width == width &&
		codec->last == plain_span(l) &&
		codec->narrow == (plain_span(l) < (wide_t)1 << 32) &&
		codec->stride % power == 0 && codec->stride / power % 2 == 1 &&
		codec->stride / power * codec->inverse == 1;
}

#endif /* TEST_PTR_CODEC_PLAIN_H */
