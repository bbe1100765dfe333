/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include <rte_common.h>
#include <rte_random.h>

#include <rte_ptr_compress.h>

#include "test.h"
#include "test_ptr_compress.h"

/* shorter names for what is tested */
#define BITS(len) RTE_PTR_COMPRESS_BITS_NEEDED_FOR_POINTER_WITHIN_RANGE(len)
#define SHIFT(align) RTE_PTR_COMPRESS_BIT_SHIFT_FROM_ALIGNMENT(align)
#define CAN_16(len, align) RTE_PTR_COMPRESS_CAN_COMPRESS_16_SHIFT(len, align)
#define CAN_32(len, align) RTE_PTR_COMPRESS_CAN_COMPRESS_32_SHIFT(len, align)

/* In constant expressions of every kind. */
static_assert(BITS(0) == 0, "nothing to name");
static_assert(BITS(1) == 0, "one byte needs no bit");
static_assert(BITS(2) == 1, "two bytes need one");
static_assert(BITS(UINT64_MAX) == 64, "the largest");
static_assert(SHIFT(0) == 0 && SHIFT(1) == 0 && SHIFT(192) == 6, "alignments");
static_assert(SHIFT(UINT64_C(1) << 63) == 63, "the largest");
static_assert(CAN_16(65536, 1) && !CAN_16(65537, 1), "16 bits");
static_assert(CAN_16(UINT64_C(4) << 20, 64), "4 MB of cache lines");
static_assert(CAN_32(UINT64_C(1) << 32, 1), "32 bits");
static_assert(!CAN_32((UINT64_C(1) << 32) + 1, 1), "32 bits");
static_assert(CAN_16(64, 4096) && CAN_32(0, UINT64_MAX), "aligned beyond the range");

enum { AN_ENUM_CONSTANT = BITS(1000) };
struct array {
	char bytes[BITS(1 << 20)];
};
static const unsigned int initializer = SHIFT(4096);
struct bit_field {
	unsigned int field : BITS(4096);
};

/*
 * Lengths and alignments worth a look: all small ones and those around every
 * power of two. Between two powers of two the macros are constant (lengths) or
 * given by the low bits (alignments), so that these stand for all others.
 */
#define SMALL 1030

static uint64_t
interesting(unsigned int i)
{
	if (i < SMALL)
		return i;
	i -= SMALL;
	return (UINT64_C(1) << (i / 7 % 64)) + i % 7 - 3;
}

#define INTERESTING (SMALL + 64 * 7)

static unsigned int
plain_bits(uint64_t len)
{
	unsigned int bits = 0;

	/* until 2^bits reaches the length, which 2^64 does in any case */
	while (bits < 64 && (UINT64_C(1) << bits) < len)
		bits++;
	return bits;
}

static unsigned int
plain_shift(uint64_t align)
{
	unsigned int shift = 0;

	while (align != 0 && align % 2 == 0) {
		align /= 2;
		shift++;
	}
	return shift;
}

/* Whether the distance of the range's last byte, shifted, has too many bits. */
static bool
plain_can(uint64_t len, uint64_t align, unsigned int bits)
{
	uint64_t last = len == 0 ? 0 : len - 1;

	return last >> plain_shift(align) <= (UINT64_C(1) << bits) - 1;
}

static int
check_pair(uint64_t len, uint64_t align)
{
	TEST_ASSERT_EQUAL(BITS(len), plain_bits(len),
		"length %#"PRIx64": %u bits", len, BITS(len));
	TEST_ASSERT_EQUAL(SHIFT(align), plain_shift(align),
		"alignment %#"PRIx64": shift %u", align, SHIFT(align));
	TEST_ASSERT_EQUAL((bool)CAN_16(len, align), plain_can(len, align, 16),
		"length %#"PRIx64", alignment %#"PRIx64": 16 bits %u", len,
		align, CAN_16(len, align));
	TEST_ASSERT_EQUAL((bool)CAN_32(len, align), plain_can(len, align, 32),
		"length %#"PRIx64", alignment %#"PRIx64": 32 bits %u", len,
		align, CAN_32(len, align));
	return TEST_SUCCESS;
}

static int
check_values(void)
{
	unsigned int i, j;

	for (i = 0; i < INTERESTING; i++)
		for (j = 0; j < INTERESTING; j++)
			if (check_pair(interesting(i), interesting(j)) !=
					TEST_SUCCESS)
				return TEST_FAILED;
	for (i = 0; i < 1000000; i++)
		if (check_pair(rte_rand() >> rte_rand_max(64),
				rte_rand() << rte_rand_max(64)) != TEST_SUCCESS)
			return TEST_FAILED;
	return TEST_SUCCESS;
}

/* Any type and any expression, the argument evaluated just once. */
static int
check_expressions(void)
{
	uint8_t len8 = 255;
	uint16_t len16 = 65535;
	int len_int = 4096, one = 1;
	size_t sizes[] = { 4096, 64 };
	const size_t *p;

	TEST_ASSERT_EQUAL(BITS(len8), 8, "uint8_t");
	TEST_ASSERT_EQUAL(BITS(len16), 16, "uint16_t");
	TEST_ASSERT_EQUAL(BITS(len_int), 12, "int");
	TEST_ASSERT_EQUAL(BITS(len_int | one), 13, "operator of low precedence");
	TEST_ASSERT_EQUAL(BITS(one ? 1 << 20 : 2), 20, "conditional");
	TEST_ASSERT_EQUAL(BITS(len_int = 2), 1, "assignment");
	TEST_ASSERT_EQUAL(SHIFT(len8 & 0xf0), 4, "bit operation");
	TEST_ASSERT_EQUAL(SHIFT(one ? 8 : 16), 3, "conditional");
	TEST_ASSERT_EQUAL(2 * BITS(256) + 1, 17, "within an expression");
	TEST_ASSERT_EQUAL(CAN_16(one ? 1 << 22 : 0, one ? 64 : 1), 1,
		"conditionals");

	p = sizes;
	TEST_ASSERT_EQUAL(BITS(*p++), 12, "with a side effect");
	TEST_ASSERT_EQUAL(p - sizes, 1, "argument evaluated %td times", p - sizes);
	TEST_ASSERT_EQUAL(SHIFT(*p++), 6, "with a side effect");
	TEST_ASSERT_EQUAL(p - sizes, 2, "argument not evaluated just once");
	p = sizes;
	TEST_ASSERT_EQUAL(CAN_16(*p++, 64), 1, "with a side effect");
	TEST_ASSERT_EQUAL(CAN_32(4096, *p++), 1, "with a side effect");
	TEST_ASSERT_EQUAL(p - sizes, 2, "arguments not evaluated just once");

	/* the constants above, so that the compiler had to work them out */
	TEST_ASSERT_EQUAL((int)AN_ENUM_CONSTANT, 10, "enum");
	TEST_ASSERT_EQUAL(sizeof(struct array), 20, "array size");
	TEST_ASSERT_EQUAL(initializer, 12, "initializer");
	TEST_ASSERT_EQUAL((struct bit_field){ 4095 }.field, 4095, "bit field");
	return TEST_SUCCESS;
}

int
test_ptr_compress_macros(void)
{
	if (check_values() != TEST_SUCCESS)
		return TEST_FAILED;
	return check_expressions();
}
