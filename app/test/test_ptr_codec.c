/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_random.h>

#include <rte_ptr_codec.h>

#include "test.h"
#include "test_fenced_mem.h"
#include "test_ptr_codec.h"
#include "test_ptr_codec_plain.h"
#include "test_ptr_codec_random.h"

/*
 * The data path of codecs, all kernels that this CPU has: on random lattices,
 * and with pointers and values that are on none.
 */

/* Set to the seed that a failed run printed to repeat that run. */
#define FIXED_SEED 0

/* past four vectors of any width */
#define MAX_N 150
/* bursts that are spoilt at each position in turn */
#define MAX_SPOILT_N 72
#define LATTICES_PER_N 100
/* for each kind of pointer that spoils one */
#define BURSTS_PER_N 4

#define GUARD 64
#define GUARD_BYTE 0xa5

/*
 * Those of one width come by name from elsewhere. These here are the functions
 * for whatever width the codec has.
 */

static size_t
any_compress(const struct rte_ptr_codec *codec, void * const *src, void *dest,
		size_t n)
{
	rte_ptr_codec_compress(codec, src, dest, n);
	return n;
}

static size_t
any_decompress(const struct rte_ptr_codec *codec, const void *src, void **dest,
		size_t n)
{
	rte_ptr_codec_decompress(codec, src, dest, n);
	return n;
}

static size_t
any_compress_checked(const struct rte_ptr_codec *codec, void * const *src,
		void *dest, size_t n)
{
	return rte_ptr_codec_compress_checked(codec, src, dest, n);
}

static size_t
any_decompress_checked(const struct rte_ptr_codec *codec, const void *src,
		void **dest, size_t n)
{
	return rte_ptr_codec_decompress_checked(codec, src, dest, n);
}

#define ANY_WIDTH(bytes) { \
	.name = "any width", .width = bytes, \
	.compress = any_compress, .decompress = any_decompress, \
	.compress_checked = any_compress_checked, \
	.decompress_checked = any_decompress_checked, \
}

/* Call a check for each set of kernels that runs here. */
static int
for_each_kernel(int (*check)(const struct codec_kernels *k))
{
	static const struct codec_kernels any_width[] = {
		ANY_WIDTH(2), ANY_WIDTH(4), ANY_WIDTH(8),
	};
	const struct codec_kernels *k;
	unsigned int i;

	for (i = 0; (k = codec_kernels_get(i)) != NULL; i++) {
		if (!k->usable())
			printf("%s: skipped, not on this CPU\n", k->name);
		else if (check(k) != TEST_SUCCESS)
			return TEST_FAILED;
	}
	for (i = 0; i < RTE_DIM(any_width); i++)
		if (check(&any_width[i]) != TEST_SUCCESS)
			return TEST_FAILED;
	return TEST_SUCCESS;
}

/* A table somewhere in memory, with what must stay as it is on both sides. */
struct guarded {
	uint8_t mem[GUARD + MAX_N * sizeof(uint64_t) + 64 + GUARD] __rte_aligned(64);
	uint8_t *start;
};

static uint8_t untouched[sizeof(((struct guarded *)0)->mem)];

static void *
guarded_place(struct guarded *g, size_t entry)
{
	memset(g->mem, GUARD_BYTE, sizeof(g->mem));
	g->start = g->mem + GUARD + rte_rand_max(64 / entry) * entry;
	return g->start;
}

/* Whether nothing but the first len bytes of the table was written. */
static bool
guarded_intact(const struct guarded *g, size_t len)
{
	const size_t before = g->start - g->mem;
	const size_t after = sizeof(g->mem) - before - len;

	return memcmp(g->mem, untouched, before) == 0 &&
			memcmp(g->start + len, untouched, after) == 0;
}

static void
value_set(void *values, size_t i, unsigned int width, uint64_t value)
{
	if (width == 2)
		((uint16_t *)values)[i] = (uint16_t)value;
	else if (width == 4)
		((uint32_t *)values)[i] = (uint32_t)value;
	else
		((void **)values)[i] = (void *)(uintptr_t)value;
}

static size_t
value_size(unsigned int width)
{
	return width == 8 ? sizeof(void *) : width;
}

/* A burst of pointers on one lattice, and what they are compressed to. */
struct burst {
	struct lattice lattice;
	struct rte_ptr_codec codec;
	size_t n;
	void *ptrs[MAX_N];
	uint64_t values[MAX_N]; /* room for values of any width */
	char text[160];         /* what to say of it when something is wrong */
};

static int
burst_make(struct burst *b, const struct codec_kernels *k, size_t n)
{
	const struct lattice *l = &b->lattice;
	uint64_t number;
	size_t i;

	b->lattice = lattice_random(k->width);
	b->n = n;
	snprintf(b->text, sizeof(b->text), "%s, %u bytes: %zu of %#"PRIxPTR" + k * %"PRIu64", k < %"PRIu64,
		k->name, k->width, n, l->base, l->stride, l->count);
	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&b->codec, (void *)l->base,
		l->stride, l->count, k->width), "%s: no codec", b->text);
	for (i = 0; i < n; i++) {
		number = lattice_random_number(l);
		b->ptrs[i] = (void *)plain_point(l, number);
		value_set(b->values, i, k->width,
			k->width == 8 ? (uintptr_t)b->ptrs[i] : number);
	}
	return TEST_SUCCESS;
}

/* One burst there and back. */
static int
check_burst(const struct codec_kernels *k, const struct burst *b)
{
	static struct guarded ptr_mem, value_mem;
	const size_t ptrs_len = b->n * sizeof(void *);
	const size_t values_len = b->n * value_size(k->width);
	bool checked;
	size_t taken;
	void **ptrs;
	void *values;
	int i;

	for (i = 0; i < 2; i++) {
		checked = i == 1;
		ptrs = guarded_place(&ptr_mem, sizeof(void *));
		values = guarded_place(&value_mem, value_size(k->width));
		memcpy(ptrs, b->ptrs, ptrs_len);
		taken = (checked ? k->compress_checked : k->compress)(&b->codec,
				ptrs, values, b->n);
		TEST_ASSERT_EQUAL(taken, b->n, "%s: %zu compressed", b->text, taken);
		TEST_ASSERT(memcmp(values, b->values, values_len) == 0,
			"%s: wrong numbers, checked %d", b->text, checked);
		TEST_ASSERT(guarded_intact(&value_mem, values_len),
			"%s: compress wrote outside its table", b->text);
		TEST_ASSERT(memcmp(ptrs, b->ptrs, ptrs_len) == 0 &&
			guarded_intact(&ptr_mem, ptrs_len),
			"%s: compress wrote into its source", b->text);

		ptrs = guarded_place(&ptr_mem, sizeof(void *));
		taken = (checked ? k->decompress_checked : k->decompress)(&b->codec,
				values, ptrs, b->n);
		TEST_ASSERT_EQUAL(taken, b->n, "%s: %zu decompressed", b->text, taken);
		TEST_ASSERT(memcmp(ptrs, b->ptrs, ptrs_len) == 0,
			"%s: wrong pointers, checked %d", b->text, checked);
		TEST_ASSERT(guarded_intact(&ptr_mem, ptrs_len),
			"%s: decompress wrote outside its table", b->text);
		TEST_ASSERT(memcmp(values, b->values, values_len) == 0 &&
			guarded_intact(&value_mem, values_len),
			"%s: decompress wrote into its source", b->text);
	}
	return TEST_SUCCESS;
}

static int
check_round_trip(const struct codec_kernels *k)
{
	static struct burst b;
	unsigned int i;
	size_t n;

	for (n = 0; n <= MAX_N; n++)
		for (i = 0; i < LATTICES_PER_N; i++)
			if (burst_make(&b, k, n) != TEST_SUCCESS ||
					check_burst(k, &b) != TEST_SUCCESS)
				return TEST_FAILED;
	return TEST_SUCCESS;
}

static int
test_round_trip(void)
{
	return for_each_kernel(check_round_trip);
}

/* How many there were of each kind. */
static uint64_t foreign_met[FOREIGN_KINDS];

/* One burst, spoilt at a position, or at none where this is n. */
static int
check_compress_spoilt(const struct codec_kernels *k, const struct burst *b,
		void * const *ptrs, size_t pos)
{
	static struct guarded value_mem;
	void *values = guarded_place(&value_mem, value_size(k->width));
	const size_t taken = k->compress_checked(&b->codec, ptrs, values, b->n);

	TEST_ASSERT_EQUAL(taken, pos, "%s: %zu taken before number %zu, %p",
		b->text, taken, pos, pos < b->n ? ptrs[pos] : NULL);
	TEST_ASSERT(memcmp(values, b->values, pos * value_size(k->width)) == 0,
		"%s: wrong numbers before %zu", b->text, pos);
	TEST_ASSERT(guarded_intact(&value_mem, pos * value_size(k->width)),
		"%s: number %zu, %p, or one after it was compressed", b->text,
		pos, pos < b->n ? ptrs[pos] : NULL);
	return TEST_SUCCESS;
}

/* Each position in turn. */
static int
check_foreign_burst(const struct codec_kernels *k, const struct burst *b,
		enum foreign kind)
{
	void *ptrs[MAX_SPOILT_N];
	uintptr_t foreign;
	uint64_t number;
	bool covered;
	size_t pos;

	for (pos = 0; pos < b->n; pos++) {
		foreign = lattice_foreign(&b->lattice, kind);
		covered = plain_index(&b->lattice, foreign, &number);
		TEST_ASSERT_EQUAL(rte_ptr_codec_covers(&b->codec, (void *)foreign),
			covered, "%s: %#"PRIxPTR" is on it: %d", b->text, foreign, covered);
		if (covered)
			continue;
		foreign_met[kind]++;
		memcpy(ptrs, b->ptrs, b->n * sizeof(*ptrs));
		ptrs[pos] = (void *)foreign;
		/* what follows must not matter */
		if (rte_rand_max(2))
			ptrs[pos + rte_rand_max(b->n - pos)] = (void *)foreign;
		if (check_compress_spoilt(k, b, ptrs, pos) != TEST_SUCCESS)
			return TEST_FAILED;
	}
	return TEST_SUCCESS;
}

static int
check_foreign_pointers(const struct codec_kernels *k)
{
	static struct burst b;
	unsigned int i;
	size_t n;

	for (n = 0; n <= MAX_SPOILT_N; n++)
		for (i = 0; i < BURSTS_PER_N * FOREIGN_KINDS; i++)
			if (burst_make(&b, k, n) != TEST_SUCCESS ||
					check_foreign_burst(k, &b, i % FOREIGN_KINDS) !=
					TEST_SUCCESS)
				return TEST_FAILED;
	return TEST_SUCCESS;
}

static int
test_foreign_pointers(void)
{
	unsigned int kind;

	memset(foreign_met, 0, sizeof(foreign_met));
	if (for_each_kernel(check_foreign_pointers) != TEST_SUCCESS)
		return TEST_FAILED;
	for (kind = 0; kind < FOREIGN_KINDS; kind++)
		TEST_ASSERT(foreign_met[kind] > 1000 ||
			(sizeof(void *) == 4 && kind >= FOREIGN_OF_64_BITS),
			"Only %"PRIu64" foreign pointers of kind %u",
			foreign_met[kind], kind);
	return TEST_SUCCESS;
}

/* A value that is no number of a point, if there are such. */
static bool
some_bad_value(const struct lattice *l, unsigned int width, uint64_t *value)
{
	const uint64_t max = width == 8 ? UINTPTR_MAX :
			(UINT64_C(1) << 8 * width) - 1;
	uint64_t number;

	if (width == 8) {
		*value = lattice_foreign(l, (enum foreign)rte_rand_max(FOREIGN_KINDS));
		return !plain_index(l, (uintptr_t)*value, &number);
	}
	if (l->count > max)
		return false;
	switch (rte_rand_max(5)) {
	case 0:
	case 1:
		*value = l->count;
		break;
	case 2:
		*value = max;
		break;
	case 3: /* a negative one, to who compares signed */
		*value = RTE_MAX(l->count, max / 2 + 1);
		break;
	default:
		*value = l->count + rte_rand() % (max - l->count + 1);
	}
	return true;
}

static int
check_bad_burst(const struct codec_kernels *k, const struct burst *b)
{
	static struct guarded ptr_mem;
	uint64_t values[MAX_SPOILT_N], bad = 0;
	size_t pos, taken;
	void **ptrs;

	for (pos = 0; pos < b->n; pos++) {
		if (!some_bad_value(&b->lattice, k->width, &bad))
			continue;
		memcpy(values, b->values, b->n * value_size(k->width));
		value_set(values, pos, k->width, bad);
		if (rte_rand_max(2))
			value_set(values, pos + rte_rand_max(b->n - pos), k->width, bad);
		ptrs = guarded_place(&ptr_mem, sizeof(*ptrs));
		taken = k->decompress_checked(&b->codec, values, ptrs, b->n);
		TEST_ASSERT_EQUAL(taken, pos, "%s: %zu taken before number %zu, %#"PRIx64,
			b->text, taken, pos, bad);
		TEST_ASSERT(memcmp(ptrs, b->ptrs, pos * sizeof(*ptrs)) == 0,
			"%s: wrong pointers before %zu", b->text, pos);
		TEST_ASSERT(guarded_intact(&ptr_mem, pos * sizeof(*ptrs)),
			"%s: number %zu, %#"PRIx64", or one after it was decompressed",
			b->text, pos, bad);
	}
	return TEST_SUCCESS;
}

static int
check_bad_values(const struct codec_kernels *k)
{
	static struct burst b;
	unsigned int i;
	size_t n;

	for (n = 0; n <= MAX_SPOILT_N; n++)
		for (i = 0; i < BURSTS_PER_N * FOREIGN_KINDS; i++)
			if (burst_make(&b, k, n) != TEST_SUCCESS ||
					check_bad_burst(k, &b) != TEST_SUCCESS)
				return TEST_FAILED;
	return TEST_SUCCESS;
}

static int
test_bad_values(void)
{
	return for_each_kernel(check_bad_values);
}

/* Small lattices: every address in and around them, alone and in a burst. */
static int
check_every_address(const struct codec_kernels *k)
{
	static struct guarded value_mem;
	struct lattice l = { .base = 100000 };
	struct rte_ptr_codec codec;
	void *ptrs[16], *values;
	size_t pos, taken;
	uint64_t number;
	uintptr_t ptr;
	bool covered;

	for (l.stride = 1; l.stride <= 24; l.stride++) {
		for (l.count = 1; l.count <= 7; l.count++) {
			TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, (void *)l.base,
				l.stride, l.count, k->width), "No codec");
			for (ptr = l.base - 2 * (uintptr_t)l.stride;
					ptr <= plain_point(&l, l.count + 1); ptr++) {
				covered = plain_index(&l, ptr, &number);
				TEST_ASSERT_EQUAL(rte_ptr_codec_covers(&codec, (void *)ptr),
					covered, "%#"PRIxPTR" on %#"PRIxPTR" + k * %"PRIu64", k < %"PRIu64,
					ptr, l.base, l.stride, l.count);
				for (pos = 0; pos < RTE_DIM(ptrs); pos++)
					ptrs[pos] = codec.base;
				pos = ptr % RTE_DIM(ptrs);
				ptrs[pos] = (void *)ptr;
				values = guarded_place(&value_mem, value_size(k->width));
				taken = k->compress_checked(&codec, ptrs, values,
						RTE_DIM(ptrs));
				TEST_ASSERT_EQUAL(taken, covered ? RTE_DIM(ptrs) : pos,
					"%s, %u bytes: %zu with %#"PRIxPTR" on %#"PRIxPTR" + k * %"PRIu64", k < %"PRIu64,
					k->name, k->width, taken, ptr, l.base, l.stride, l.count);
			}
		}
	}
	return TEST_SUCCESS;
}

static int
test_every_address(void)
{
	return for_each_kernel(check_every_address);
}

/* Tables that begin right after, or end right before, an unmapped page. */
static int
check_no_access_outside(const struct codec_kernels *k)
{
	const size_t page = sysconf(_SC_PAGESIZE);
	uint8_t *ptr_mem = fenced_alloc(page);
	uint8_t *value_mem = fenced_alloc(page);
	static struct burst b;
	unsigned int i;
	void **ptrs;
	void *values;
	size_t n;

	TEST_ASSERT(ptr_mem != NULL && value_mem != NULL, "no memory");
	for (n = 0; n <= MAX_N; n++) {
		for (i = 0; i < 4; i++) {
			if (burst_make(&b, k, n) != TEST_SUCCESS)
				return TEST_FAILED;
			ptrs = (void **)ptr_mem;
			values = value_mem;
			if (i & 1)
				ptrs = (void **)(ptr_mem + page - n * sizeof(*ptrs));
			if (i & 2)
				values = value_mem + page - n * value_size(k->width);
			memcpy(ptrs, b.ptrs, n * sizeof(*ptrs));
			/* a fault here is the failure */
			k->compress(&b.codec, ptrs, values, n);
			k->decompress(&b.codec, values, ptrs, n);
			k->compress_checked(&b.codec, ptrs, values, n);
			k->decompress_checked(&b.codec, values, ptrs, n);
			if (n == 0)
				continue;
			ptrs[rte_rand_max(n)] = (void *)plain_point(&b.lattice,
					b.lattice.count);
			k->compress_checked(&b.codec, ptrs, values, n);
			memset(values, 0xff, n * value_size(k->width));
			k->decompress_checked(&b.codec, values, ptrs, n);
		}
	}
	fenced_free(ptr_mem, page);
	fenced_free(value_mem, page);
	return TEST_SUCCESS;
}

static int
test_no_access_outside(void)
{
	return for_each_kernel(check_no_access_outside);
}

/* Large tables, in which one pointer is foreign, or none. */
static int
check_large(const struct codec_kernels *k)
{
	enum { N = 20011 };
	static void *ptrs[N], *back[N];
	static uint64_t values[N];
	const struct lattice l = { .base = 0x1000040, .stride = 2368, .count = 60000 };
	struct rte_ptr_codec codec;
	size_t i, taken, foreign;

	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, (void *)l.base, l.stride,
		l.count, k->width), "No codec");
	for (i = 0; i < N; i++)
		ptrs[i] = (void *)plain_point(&l, lattice_random_number(&l));
	k->compress(&codec, ptrs, values, N);
	k->decompress(&codec, values, back, N);
	TEST_ASSERT(memcmp(ptrs, back, sizeof(ptrs)) == 0,
		"%s, %u bytes: not all pointers came back", k->name, k->width);

	for (foreign = N; foreign > 0; foreign /= 2) {
		memset(back, 0, sizeof(back));
		if (foreign < N)
			ptrs[foreign] = RTE_PTR_ADD(ptrs[foreign], 64);
		taken = k->compress_checked(&codec, ptrs, values, N);
		TEST_ASSERT_EQUAL(taken, foreign, "%s, %u bytes: %zu, not %zu taken",
			k->name, k->width, taken, foreign);
		taken = k->decompress_checked(&codec, values, back, taken);
		TEST_ASSERT_EQUAL(taken, foreign, "%s, %u bytes: %zu, not %zu back",
			k->name, k->width, taken, foreign);
		TEST_ASSERT(memcmp(ptrs, back, taken * sizeof(*ptrs)) == 0,
			"%s, %u bytes: not all pointers came back", k->name, k->width);
	}
	return TEST_SUCCESS;
}

static int
test_large(void)
{
	return for_each_kernel(check_large);
}

static struct unit_test_suite ptr_codec_suite = {
	.suite_name = "pointer codec",
	.unit_test_cases = {
		TEST_CASE(test_round_trip),
		TEST_CASE(test_foreign_pointers),
		TEST_CASE(test_bad_values),
		TEST_CASE(test_every_address),
		TEST_CASE(test_no_access_outside),
		TEST_CASE(test_large),
		TEST_CASE(test_ptr_codec_assert),
		TEST_CASES_END()
	}
};

static int
test_ptr_codec(void)
{
	const uint64_t seed = FIXED_SEED != 0 ? FIXED_SEED : rte_rdtsc();
	int ret;

	if (rte_eal_process_type() == RTE_PROC_SECONDARY)
		return test_ptr_codec_pools();

	printf("seed %"PRIu64"\n", seed);
	rte_srand(seed);
	memset(untouched, GUARD_BYTE, sizeof(untouched));
	ret = test_ptr_codec_setup();
	if (unit_test_suite_runner(&ptr_codec_suite) != TEST_SUCCESS)
		ret = TEST_FAILED;
	if (test_ptr_codec_pools() != TEST_SUCCESS)
		ret = TEST_FAILED;
	return ret;
}

REGISTER_FAST_TEST(ptr_codec_autotest, true, true, test_ptr_codec);
