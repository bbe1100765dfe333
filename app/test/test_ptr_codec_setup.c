/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_log.h>
#include <rte_random.h>

#include <rte_ptr_codec.h>

#include "test.h"
#include "test_ptr_codec_plain.h"

/*
 * Setting codecs up: what is refused and why, the limits, and the codecs that
 * come out of it.
 */

#define POW2(bits) (UINT64_C(1) << (bits))
/* Tests of what only addresses of 64 bits can reach. */
#define HAS_64_BITS (sizeof(void *) == 8)
#define PTR(address) ((void *)(uintptr_t)(address))

#define NB_RANDOM_INITS 20000
#define NB_RANDOM_JOINS 5000

static void
spoil(struct rte_ptr_codec *codec)
{
	memset(codec, 0xa5, sizeof(*codec));
}

static bool
is_spoilt(const struct rte_ptr_codec *codec)
{
	struct rte_ptr_codec other;

	spoil(&other);
	return memcmp(codec, &other, sizeof(other)) == 0;
}

/* That a call, which sets "codec" up, fails so, and leaves the codec alone. */
#define ASSERT_REFUSED(error, call) do { \
	spoil(&codec); \
	TEST_ASSERT_EQUAL(call, error, "%s", #call); \
	TEST_ASSERT(is_spoilt(&codec), "Written on error: %s", #call); \
} while (0)

/* That it makes this codec. */
#define ASSERT_MAKES(base_, stride_, count_, width_, call) do { \
	const struct lattice makes = { (uintptr_t)(base_), stride_, count_ }; \
\
	spoil(&codec); \
	TEST_ASSERT_SUCCESS(call, "%s", #call); \
	TEST_ASSERT(plain_codec_is(&codec, &makes, width_), \
		"%p + k * %"PRIu32", k < %"PRIu64" in %u bytes from %s", \
		codec.base, codec.stride, codec.count, codec.width, #call); \
} while (0)

static int
test_init_refused(void)
{
	static const unsigned int no_widths[] = { 1, 3, 5, 6, 7, 9, 10, 16, 32, 258, UINT_MAX };
	struct rte_ptr_codec codec;
	unsigned int i;

	TEST_ASSERT_EQUAL(rte_ptr_codec_init(NULL, PTR(64), 64, 10, 0), -EINVAL, "No codec");
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init(&codec, PTR(64), 0, 10, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init(&codec, PTR(64), 64, 0, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init(&codec, PTR(64), 0, 0, 8));
	for (i = 0; i < RTE_DIM(no_widths); i++)
		ASSERT_REFUSED(-EINVAL,
			rte_ptr_codec_init(&codec, PTR(64), 64, 10, no_widths[i]));

	/* beyond the last address, by one byte, and by more than 64 bits hold */
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init(&codec, PTR(UINTPTR_MAX), 1, 2, 0));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init(&codec, PTR(UINTPTR_MAX - 639), 64, 11, 8));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init(&codec, NULL, POW2(63), 3, 0));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init(&codec, NULL, UINT64_MAX, UINT64_MAX, 8));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init(&codec, NULL, POW2(32), POW2(32) + 1, 8));
	return TEST_SUCCESS;
}

static int
test_init_limits(void)
{
	struct rte_ptr_codec codec;

	/* the address space ends with the last pointer */
	ASSERT_MAKES(UINTPTR_MAX, 1, 1, 2,
		rte_ptr_codec_init(&codec, PTR(UINTPTR_MAX), 1, 1, 0));
	ASSERT_MAKES(UINTPTR_MAX - 640, 64, 11, 2,
		rte_ptr_codec_init(&codec, PTR(UINTPTR_MAX - 640), 64, 11, 0));
	ASSERT_MAKES(0, 1, 1, 2, rte_ptr_codec_init(&codec, NULL, 1, 1, 0));

	/* so many points fit, and not one more */
	ASSERT_MAKES(7, 2368, 65536, 2, rte_ptr_codec_init(&codec, PTR(7), 2368, 65536, 0));
	ASSERT_MAKES(7, 2368, 65536, 2, rte_ptr_codec_init(&codec, PTR(7), 2368, 65536, 2));
	ASSERT_MAKES(7, 2368, 65536, 4, rte_ptr_codec_init(&codec, PTR(7), 2368, 65536, 4));
	ASSERT_MAKES(7, 2368, 65536, 8, rte_ptr_codec_init(&codec, PTR(7), 2368, 65536, 8));
	ASSERT_MAKES(7, 2368, 65537, 4, rte_ptr_codec_init(&codec, PTR(7), 2368, 65537, 0));
	ASSERT_MAKES(7, 2368, 65537, 4, rte_ptr_codec_init(&codec, PTR(7), 2368, 65537, 4));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init(&codec, PTR(7), 2368, 65537, 2));
	ASSERT_MAKES(0, 1, POW2(32), 4, rte_ptr_codec_init(&codec, NULL, 1, POW2(32), 0));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init(&codec, NULL, 1, POW2(32), 2));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init(&codec, NULL, 1, POW2(32) + 1, 0));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init(&codec, NULL, 1, POW2(32) + 1, 4));

	/* the last within 2^32 bytes, and the first beyond */
	ASSERT_MAKES(0, 65537, 65536, 2, rte_ptr_codec_init(&codec, NULL, 65537, 65536, 0));
	ASSERT_MAKES(0, POW2(31), 2, 2, rte_ptr_codec_init(&codec, NULL, POW2(31), 2, 0));
	if (!HAS_64_BITS)
		return TEST_SUCCESS;
	ASSERT_MAKES(0, 65536, 65537, 4, rte_ptr_codec_init(&codec, NULL, 65536, 65537, 0));
	ASSERT_MAKES(0, POW2(31), 3, 2, rte_ptr_codec_init(&codec, NULL, POW2(31), 3, 0));

	ASSERT_MAKES(9, 2368, POW2(32), 4,
		rte_ptr_codec_init(&codec, PTR(9), 2368, POW2(32), 0));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init(&codec, PTR(9), 2368, POW2(32) + 1, 0));
	ASSERT_MAKES(9, 2368, POW2(32) + 1, 8,
		rte_ptr_codec_init(&codec, PTR(9), 2368, POW2(32) + 1, 8));
	ASSERT_MAKES(0, 1, UINT64_MAX, 8, rte_ptr_codec_init(&codec, NULL, 1, UINT64_MAX, 8));
	ASSERT_MAKES(0, UINT32_MAX, POW2(32), 4,
		rte_ptr_codec_init(&codec, NULL, UINT32_MAX, POW2(32), 0));

	/* the first strides that are too large to be kept */
	ASSERT_MAKES(5, POW2(31), 19, 2,
		rte_ptr_codec_init(&codec, PTR(5), POW2(32), 10, 0));
	ASSERT_MAKES(5, 1, 9 * (POW2(32) + 1) + 1, 8,
		rte_ptr_codec_init(&codec, PTR(5), POW2(32) + 1, 10, 8));
	ASSERT_MAKES(5, 1, POW2(32) + 2, 8,
		rte_ptr_codec_init(&codec, PTR(5), POW2(32) + 1, 2, 8));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init(&codec, PTR(5), POW2(32) + 1, 2, 0));
	ASSERT_MAKES(5, 1, 1, 2, rte_ptr_codec_init(&codec, PTR(5), POW2(32) + 1, 1, 0));
	ASSERT_MAKES(5, POW2(31), 6 * 8191 + 1, 2,
		rte_ptr_codec_init(&codec, PTR(5), 3 * POW2(32), 8192, 0));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init(&codec, PTR(5), 16 * POW2(32), 2049, 2));
	ASSERT_MAKES(5, POW2(31), 65505, 2,
		rte_ptr_codec_init(&codec, PTR(5), 16 * POW2(32), 2048, 2));
	return TEST_SUCCESS;
}

static uint64_t
random_bits(unsigned int max_bits)
{
	return rte_rand() >> (64 - max_bits + rte_rand_max(max_bits));
}

/* Any lattice: the codec that the definition says, or the error. */
static int
check_random_init(unsigned int width)
{
	struct rte_ptr_codec codec;
	struct lattice l, reduced;
	uintptr_t ptr;
	int expect;

	l.stride = random_bits(rte_rand_max(2) ? 34 : 50) + 1;
	l.count = RTE_MIN(random_bits(34), UINTPTR_MAX / l.stride) + 1;
	l.base = (uintptr_t)rte_rand() >> rte_rand_max(sizeof(void *) * 8);
	reduced = plain_reduced(l);
	expect = plain_width(&reduced, width);
	if (plain_span(&l) > UINTPTR_MAX - l.base)
		expect = -ERANGE;
	if (expect < 0) {
		ASSERT_REFUSED(expect, rte_ptr_codec_init(&codec, PTR(l.base),
			l.stride, l.count, width));
		return TEST_SUCCESS;
	}
	ASSERT_MAKES(l.base, reduced.stride, reduced.count, (unsigned int)expect,
		rte_ptr_codec_init(&codec, PTR(l.base), l.stride, l.count, width));
	/* whatever became of the stride, the points are on it */
	ptr = plain_point(&l, rte_rand() % l.count);
	TEST_ASSERT(rte_ptr_codec_covers(&codec, (void *)ptr), "No %#"PRIxPTR, ptr);
	return TEST_SUCCESS;
}

static int
test_init_random(void)
{
	static const unsigned int widths[] = { 0, 2, 4, 8 };
	const int level = rte_log_get_level(RTE_LOGTYPE_EAL);
	int ret = TEST_SUCCESS;
	unsigned int i;

	/* a line of log for each that is refused would help nobody */
	rte_log_set_level(RTE_LOGTYPE_EAL, RTE_LOG_CRIT);
	for (i = 0; i < NB_RANDOM_INITS && ret == TEST_SUCCESS; i++)
		ret = check_random_init(widths[i % RTE_DIM(widths)]);
	rte_log_set_level(RTE_LOGTYPE_EAL, level);
	return ret;
}

static int
test_range_refused(void)
{
	const uintptr_t end = UINTPTR_MAX;
	struct rte_ptr_codec codec;

	TEST_ASSERT_EQUAL(rte_ptr_codec_init_range(NULL, PTR(64), 64, 64, 0), -EINVAL,
		"No codec");
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init_range(&codec, PTR(64), 0, 64, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init_range(&codec, PTR(64), 64, 0, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init_range(&codec, PTR(64), 64, 3, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init_range(&codec, PTR(64), 64, 96, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init_range(&codec, PTR(64), 64, 64, 3));

	/* the address space ends with the range, or before */
	ASSERT_MAKES(end - 63, 64, 1, 2,
		rte_ptr_codec_init_range(&codec, PTR(end - 63), 64, 64, 0));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init_range(&codec, PTR(end - 63), 65, 64, 0));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init_range(&codec, PTR(2), SIZE_MAX, 4096, 8));
	ASSERT_MAKES(0, POW2(31), (SIZE_MAX / 2 + 1) / POW2(31) + 1, 8,
		rte_ptr_codec_init_range(&codec, PTR(1), SIZE_MAX, SIZE_MAX / 2 + 1, 8));

	/* so long fits, and not one byte more */
	ASSERT_MAKES(640, 64, 65536, 2,
		rte_ptr_codec_init_range(&codec, PTR(640), 65536 * 64, 64, 0));
	ASSERT_MAKES(640, 64, 65537, 4,
		rte_ptr_codec_init_range(&codec, PTR(640), 65536 * 64 + 1, 64, 0));
	ASSERT_REFUSED(-ERANGE,
		rte_ptr_codec_init_range(&codec, PTR(640), 65536 * 64 + 1, 64, 2));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init_range(&codec, PTR(641), 65536 * 64, 64, 2));
	if (!HAS_64_BITS)
		return TEST_SUCCESS;
	ASSERT_MAKES(640, 64, POW2(32), 4,
		rte_ptr_codec_init_range(&codec, PTR(640), (size_t)POW2(38), 64, 0));
	ASSERT_REFUSED(-ERANGE,
		rte_ptr_codec_init_range(&codec, PTR(640), (size_t)POW2(38) + 1, 64, 0));
	return TEST_SUCCESS;
}

/* Every short range: all aligned addresses from the one its start rounds to. */
static int
test_range_small(void)
{
	struct rte_ptr_codec codec;
	size_t length, align;
	uintptr_t start, ptr, low;
	bool is_in;

	for (align = 1; align <= 64; align *= 2) {
		for (start = 128; start <= 192; start++) {
			for (length = 1; length <= 150; length += 1 + length / 20) {
				TEST_ASSERT_SUCCESS(rte_ptr_codec_init_range(&codec, PTR(start),
					length, align, 0), "No codec");
				low = start - start % align;
				for (ptr = 0; ptr < 512; ptr++) {
					is_in = ptr % align == 0 && ptr >= low &&
						ptr < start + length;
					TEST_ASSERT_EQUAL(rte_ptr_codec_covers(&codec, PTR(ptr)),
						is_in, "%#"PRIxPTR" in %zu bytes from %#"PRIxPTR" aligned to %zu",
						ptr, length, start, align);
				}
			}
		}
	}
	return TEST_SUCCESS;
}

static int
test_objs(void)
{
	struct rte_ptr_codec codec;

	TEST_ASSERT_EQUAL(rte_ptr_codec_init_objs(NULL, PTR(64), PTR(128), 64, 0), -EINVAL,
		"No codec");
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init_objs(&codec, PTR(64), PTR(128), 0, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init_objs(&codec, PTR(64), PTR(64), 0, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init_objs(&codec, PTR(128), PTR(64), 64, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init_objs(&codec, PTR(64), PTR(129), 64, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init_objs(&codec, PTR(64), PTR(96), 64, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_init_objs(&codec, PTR(64), PTR(128), 64, 5));
	ASSERT_REFUSED(-ERANGE,
		rte_ptr_codec_init_objs(&codec, PTR(64), PTR(65537 * 64), 64, 2));

	ASSERT_MAKES(64, 64, 65536, 2,
		rte_ptr_codec_init_objs(&codec, PTR(64), PTR(65536 * 64), 64, 0));
	ASSERT_MAKES(64, 64, 65537, 4,
		rte_ptr_codec_init_objs(&codec, PTR(64), PTR(65537 * 64), 64, 0));
	ASSERT_MAKES(8, 2368, 1, 2, rte_ptr_codec_init_objs(&codec, PTR(8), PTR(8), 2368, 0));
	ASSERT_MAKES(8, 2368, 2, 8,
		rte_ptr_codec_init_objs(&codec, PTR(8), PTR(8 + 2368), 2368, 8));
	if (!HAS_64_BITS)
		return TEST_SUCCESS;
	ASSERT_MAKES(8, POW2(31), 2 * 512 + 1, 2,
		rte_ptr_codec_init_objs(&codec, PTR(8), PTR(8 + POW2(41)), POW2(40), 0));
	ASSERT_MAKES(8, 64, POW2(32), 4, rte_ptr_codec_init_objs(&codec, PTR(8),
		PTR(8 + POW2(38) - 64), 64, 0));
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_init_objs(&codec, PTR(8), PTR(8 + POW2(38)), 64, 0));
	return TEST_SUCCESS;
}

/* By definition: that every point of a small layout is one of a small lattice. */
static int
test_covers_objs(void)
{
	const struct lattice l = { .base = 1000, .stride = 12, .count = 20 };
	struct lattice objs;
	struct rte_ptr_codec codec;
	uint64_t k, number;
	uintptr_t last;
	bool covered;

	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, PTR(l.base), l.stride, l.count, 0),
		"No codec");
	for (objs.base = 980; objs.base < 1250; objs.base++) {
		for (objs.stride = 1; objs.stride <= 80; objs.stride++) {
			for (objs.count = 1; objs.count <= 22; objs.count++) {
				last = plain_point(&objs, objs.count - 1);
				for (k = 0, covered = true; k < objs.count && covered; k++)
					covered = plain_index(&l, plain_point(&objs, k), &number);
				TEST_ASSERT_EQUAL(rte_ptr_codec_covers_objs(&codec,
					PTR(objs.base), PTR(last), objs.stride), covered,
					"%#"PRIxPTR" + k * %"PRIu64", k < %"PRIu64": %d",
					objs.base, objs.stride, objs.count, covered);
			}
		}
	}
	TEST_ASSERT(!rte_ptr_codec_covers_objs(&codec, PTR(1012), PTR(1000), 12),
		"Last before first");
	return TEST_SUCCESS;
}

/*
 * The lattice of all points of several, by brute force: the greatest stride
 * that leads from the lowest point to each other.
 */
static struct lattice
plain_join(const struct lattice *l, unsigned int n)
{
	struct lattice all = { UINTPTR_MAX, l[0].stride, 1 };
	uintptr_t last = 0;
	unsigned int i;
	uint64_t k;

	for (i = 0; i < n; i++) {
		all.base = RTE_MIN(all.base, l[i].base);
		last = RTE_MAX(last, plain_point(&l[i], l[i].count - 1));
	}
	if (last == all.base)
		return all;
	all.stride = last - all.base;
again:
	for (i = 0; i < n; i++) {
		for (k = 0; k < l[i].count; k++) {
			if ((plain_point(&l[i], k) - all.base) % all.stride != 0) {
				all.stride--;
				goto again;
			}
		}
	}
	all.count = (last - all.base) / all.stride + 1;
	return all;
}

static int
test_join_random(void)
{
	static const unsigned int units[] = { 1, 1, 7, 8, 24 };
	struct rte_ptr_codec codecs[5], codec;
	struct lattice l[5], all;
	unsigned int i, j, n, unit, to;

	for (i = 0; i < NB_RANDOM_JOINS; i++) {
		n = 1 + rte_rand_max(RTE_DIM(l));
		/* without something in common most would have a stride of 1 */
		unit = units[rte_rand_max(RTE_DIM(units))];
		for (j = 0; j < n; j++) {
			l[j].base = 500 + rte_rand_max(100) * unit;
			l[j].stride = (1 + rte_rand_max(10)) * unit;
			l[j].count = rte_rand_max(3) == 0 ? 1 : 1 + rte_rand_max(8);
			TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codecs[j], PTR(l[j].base),
				l[j].stride, l[j].count, 2 << rte_rand_max(3)), "No codec");
		}
		all = plain_join(l, n);
		ASSERT_MAKES(all.base, all.stride, all.count, 2,
			rte_ptr_codec_join(&codec, codecs, n, 0));
		for (j = 0; j < n; j++)
			TEST_ASSERT(rte_ptr_codec_covers_objs(&codec, PTR(l[j].base),
				PTR(plain_point(&l[j], l[j].count - 1)), l[j].stride),
				"Codec %u of %u not covered", j, n);

		/* into one of those joined */
		to = rte_rand_max(n);
		TEST_ASSERT_SUCCESS(rte_ptr_codec_join(&codecs[to], codecs, n, 4), "In place");
		TEST_ASSERT(plain_codec_is(&codecs[to], &all, 4), "Another codec in place");
	}
	return TEST_SUCCESS;
}

static int
test_join_limits(void)
{
	struct rte_ptr_codec codec, codecs[3];

	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codecs[0], PTR(64), 64, 10, 0), "No codec");
	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codecs[1], PTR(65536 * 64), 64, 1, 0),
		"No codec");
	memset(&codecs[2], 0, sizeof(codecs[2]));
	TEST_ASSERT_EQUAL(rte_ptr_codec_join(NULL, codecs, 2, 0), -EINVAL, "No place");
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_join(&codec, NULL, 2, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_join(&codec, codecs, 0, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_join(&codec, codecs, 3, 0));
	ASSERT_REFUSED(-EINVAL, rte_ptr_codec_join(&codec, codecs, 2, 1));

	/* what is between two pools counts as well */
	ASSERT_MAKES(64, 64, 65536, 2, rte_ptr_codec_join(&codec, codecs, 2, 0));
	codecs[1].base = RTE_PTR_ADD(codecs[1].base, 64);
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_join(&codec, codecs, 2, 2));
	ASSERT_MAKES(64, 64, 65537, 4, rte_ptr_codec_join(&codec, codecs, 2, 0));
	ASSERT_MAKES(64, 64, 10, 2, rte_ptr_codec_join(&codec, codecs, 1, 0));
	ASSERT_MAKES(64, 64, 10, 8, rte_ptr_codec_join(&codec, codecs, 1, 8));
	if (!HAS_64_BITS)
		return TEST_SUCCESS;

	codecs[1].base = PTR(POW2(38));
	ASSERT_MAKES(64, 64, POW2(32), 4, rte_ptr_codec_join(&codec, codecs, 2, 0));
	codecs[1].base = PTR(POW2(38) + 64);
	ASSERT_REFUSED(-ERANGE, rte_ptr_codec_join(&codec, codecs, 2, 0));
	ASSERT_MAKES(64, 64, POW2(32) + 1, 8, rte_ptr_codec_join(&codec, codecs, 2, 8));

	/* single objects: their distance is the stride, however large */
	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codecs[0], PTR(3), 2368, 1, 0), "No codec");
	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codecs[1], PTR(POW2(45) + 3), 64, 1, 0),
		"No codec");
	ASSERT_MAKES(3, POW2(31), POW2(14) + 1, 2, rte_ptr_codec_join(&codec, codecs, 2, 0));
	TEST_ASSERT(rte_ptr_codec_covers(&codec, codecs[1].base), "Far object missing");

	/* both ends of memory */
	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codecs[0], NULL, 1, 1, 0), "No codec");
	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codecs[1], PTR(UINT64_MAX - 1), 1, 1, 0),
		"No codec");
	ASSERT_MAKES(0, 2, POW2(63), 8, rte_ptr_codec_join(&codec, codecs, 2, 8));
	return TEST_SUCCESS;
}

static struct unit_test_suite ptr_codec_setup_suite = {
	.suite_name = "setting up pointer codecs",
	.unit_test_cases = {
		TEST_CASE(test_init_refused),
		TEST_CASE(test_init_limits),
		TEST_CASE(test_init_random),
		TEST_CASE(test_range_refused),
		TEST_CASE(test_range_small),
		TEST_CASE(test_objs),
		TEST_CASE(test_covers_objs),
		TEST_CASE(test_join_random),
		TEST_CASE(test_join_limits),
		TEST_CASES_END()
	}
};

int
test_ptr_codec_setup(void)
{
	return unit_test_suite_runner(&ptr_codec_setup_suite);
}
