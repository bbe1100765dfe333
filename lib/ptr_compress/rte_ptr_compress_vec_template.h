/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

/*
 * The kernels for one kind of vector. This file is included once for each,
 * with these macros defined; it undefines them all.
 *
 * PTRV_LEVEL           suffix of the names of the functions made here
 * PTRV_KERNEL          storage class and attributes of these functions
 * PTRV_LANES           pointers in a vector: 2, 4 or 8
 * PTRV_T               type of a vector, lanes of 64 bits
 * PTRV_COUNT_T         type of a shift count
 * PTRV_SET1(x)         x in all lanes
 * PTRV_SRL_COUNT(n)    what PTRV_SRL takes to shift right by n bits
 * PTRV_SLL_COUNT(n)    what PTRV_SLL takes to shift left by n bits
 * PTRV_LOAD(p)         a vector from any address
 * PTRV_LOAD_32(p)      as many 32-bit values as there are lanes, zero-extended
 * PTRV_LOAD_16(p)      the same of 16-bit values
 * PTRV_STORE(p, a)     a vector to any address
 * PTRV_SUB, PTRV_ADD, PTRV_SRL, PTRV_SLL
 * PTRV_MUL(a, b)       64-bit products of the low 32 bits of the lanes
 *
 * The low 32 bits of the lanes of one vector or two, the low 16 bits of the
 * lanes of one, two or four, to any address:
 *
 * PTRV_STORE_1X32(p, a), PTRV_STORE_2X32(p, a, b), PTRV_STORE_1X16(p, a),
 * PTRV_STORE_2X16(p, a, b), PTRV_STORE_4X16(p, a, b, c, d)
 *
 * Checks of the k-th vector of a block, and whether all lanes of all vectors
 * since k was 0 have passed:
 *
 * PTRV_CHECK_LOCALS         variables of these
 * PTRV_CHECK_EQ(k, a, b)    a equals b
 * PTRV_CHECK_LE(k, a, max)  a is not above max, unsigned
 * PTRV_PASS_EQ_LE(max)      both, for all
 * PTRV_CHECK_LT(k, a, end)  a is below end, both of 33 bits at most
 * PTRV_PASS_LT(end)         that, for all
 *
 * and, where rotation takes one instruction and PTRV_CHECK_LT() takes 64 bits:
 *
 * PTRV_ROR_LOW(d, a, count)  low half of each lane of a, rotated right by as
 *                      many bits as PTRV_SRL_COUNT(count) said, below the
 *                      high half of d
 *
 * The functions named _n9_ take 9 pointers or more. Vectors of two pointers
 * make those for up to 8 as well, named _n0_8_. There is no loop over a
 * remainder: the last block is the one that ends with the last pointer,
 * whether or not it overlaps the block before.
 */

#define PTRV_JOIN2(a, b) a##b
#define PTRV_JOIN(a, b) PTRV_JOIN2(a, b)
#define PTRV_NAME(op) PTRV_JOIN(op, PTRV_LEVEL)

/*
 * A block of 1, 2 or 4 vectors: "make" fills vector k, "check" may leave the
 * function, "store" writes.
 */
#define PTRV_BLOCK_1(make, check, store) do { \
	PTRV_T v0; \
\
	make(0, v0); \
	check; \
	store(&dest[i], v0); \
} while (0)
#define PTRV_BLOCK_2(make, check, store) do { \
	PTRV_T v0, v1; \
\
	make(0, v0); \
	make(1, v1); \
	check; \
	store(&dest[i], v0, v1); \
} while (0)
#define PTRV_BLOCK_4(make, check, store) do { \
	PTRV_T v0, v1, v2, v3; \
\
	make(0, v0); \
	make(1, v1); \
	make(2, v2); \
	make(3, v3); \
	check; \
	store(&dest[i], v0, v1, v2, v3); \
} while (0)
#define PTRV_STORE_1(p, a) PTRV_STORE(p, a)
#define PTRV_STORE_2(p, a, b) do { \
	PTRV_STORE(p, a); \
	PTRV_STORE((p) + PTRV_LANES, b); \
} while (0)
#define PTRV_STORE_4(p, a, b, c, d) do { \
	PTRV_STORE_2(p, a, b); \
	PTRV_STORE_2((p) + 2 * PTRV_LANES, c, d); \
} while (0)
#define PTRV_STORE_4X32(p, a, b, c, d) do { \
	PTRV_STORE_2X32(p, a, b); \
	PTRV_STORE_2X32((p) + 2 * PTRV_LANES, c, d); \
} while (0)

/* Where there is room for one block and not for more than two. */
#define PTRV_ONE_OR_TWO_BLOCKS(size, block) do { \
	i = 0; \
	block; \
	i = n - (size); \
	if (i != 0) \
		block; \
} while (0)

/*
 * All of n >= 9: blocks of four vectors, as far as there are so many, which
 * leave little to the loop itself. Stores are not brought to cache line
 * boundaries first: a block more costs more than they save.
 */
#define PTRV_N9(make, check, store_1, store_2, store_4) do { \
	if (PTRV_LANES == 8 && n < 2 * PTRV_LANES) { \
		PTRV_ONE_OR_TWO_BLOCKS(PTRV_LANES, \
			PTRV_BLOCK_1(make, check, store_1)); \
	} else if (PTRV_LANES >= 4 && n < 4 * PTRV_LANES) { \
		PTRV_ONE_OR_TWO_BLOCKS(2 * PTRV_LANES, \
			PTRV_BLOCK_2(make, check, store_2)); \
	} else { \
		for (i = 0; i + 4 * PTRV_LANES < n; i += 4 * PTRV_LANES) \
			PTRV_BLOCK_4(make, check, store_4); \
		if (n - i > 2 * PTRV_LANES) { \
			i = n - 4 * PTRV_LANES; \
			PTRV_BLOCK_4(make, check, store_4); \
		} else { \
			i = n - 2 * PTRV_LANES; \
			PTRV_BLOCK_2(make, check, store_2); \
		} \
	} \
} while (0)
#define PTRV_COMPRESS_32_N9(make, check) \
	PTRV_N9(make, check, PTRV_STORE_1X32, PTRV_STORE_2X32, PTRV_STORE_4X32)
#define PTRV_COMPRESS_16_N9(make, check) \
	PTRV_N9(make, check, PTRV_STORE_1X16, PTRV_STORE_2X16, PTRV_STORE_4X16)
#define PTRV_DECOMPRESS_N9(make, check) \
	PTRV_N9(make, check, PTRV_STORE_1, PTRV_STORE_2, PTRV_STORE_4)

/* All of up to 8, by vectors of two; "one" does a single one. */
#define PTRV_N0_8(make, check, store_1, store_2, one) do { \
	if (n >= 4) \
		PTRV_ONE_OR_TWO_BLOCKS(4, PTRV_BLOCK_2(make, check, store_2)); \
	else if (n >= 2) \
		PTRV_ONE_OR_TWO_BLOCKS(2, PTRV_BLOCK_1(make, check, store_1)); \
	else if (n != 0) \
		one; \
} while (0)

#define PTRV_NO_CHECK do { } while (0)

/*
 * By shift: low bits of the distance from a base, shifted right.
 */

#define PTRV_SHIFT_PARAMS(src_t, dest_t) \
	const void *ptr_base, src_t src, dest_t dest, size_t n, uint8_t bit_shift
#define PTRV_COMPRESS_SHIFT_LOCALS \
	const PTRV_T base = PTRV_SET1((uintptr_t)ptr_base); \
	const PTRV_COUNT_T count = PTRV_SRL_COUNT(bit_shift); \
	size_t i
#define PTRV_DECOMPRESS_SHIFT_LOCALS \
	const PTRV_T base = PTRV_SET1((uintptr_t)ptr_base); \
	const PTRV_COUNT_T count = PTRV_SLL_COUNT(bit_shift); \
	size_t i
#define PTRV_MAKE_SHIFTED(k, v) \
	(v = PTRV_SRL(PTRV_SUB(PTRV_LOAD(&src[i + (k) * PTRV_LANES]), base), \
		count))
#define PTRV_MAKE_UNSHIFTED_32(k, v) \
	(v = PTRV_ADD(PTRV_SLL(PTRV_LOAD_32(&src[i + (k) * PTRV_LANES]), \
		count), base))
#define PTRV_MAKE_UNSHIFTED_16(k, v) \
	(v = PTRV_ADD(PTRV_SLL(PTRV_LOAD_16(&src[i + (k) * PTRV_LANES]), \
		count), base))

PTRV_KERNEL void
PTRV_NAME(__rte_ptr_compress_32_shift_n9_)(
		PTRV_SHIFT_PARAMS(void * const *, uint32_t *))
{
	PTRV_COMPRESS_SHIFT_LOCALS;

	PTRV_COMPRESS_32_N9(PTRV_MAKE_SHIFTED, PTRV_NO_CHECK);
}

PTRV_KERNEL void
PTRV_NAME(__rte_ptr_compress_16_shift_n9_)(
		PTRV_SHIFT_PARAMS(void * const *, uint16_t *))
{
	PTRV_COMPRESS_SHIFT_LOCALS;

	PTRV_COMPRESS_16_N9(PTRV_MAKE_SHIFTED, PTRV_NO_CHECK);
}

PTRV_KERNEL void
PTRV_NAME(__rte_ptr_decompress_32_shift_n9_)(
		PTRV_SHIFT_PARAMS(uint32_t const *, void **))
{
	PTRV_DECOMPRESS_SHIFT_LOCALS;

	PTRV_DECOMPRESS_N9(PTRV_MAKE_UNSHIFTED_32, PTRV_NO_CHECK);
}

PTRV_KERNEL void
PTRV_NAME(__rte_ptr_decompress_16_shift_n9_)(
		PTRV_SHIFT_PARAMS(uint16_t const *, void **))
{
	PTRV_DECOMPRESS_SHIFT_LOCALS;

	PTRV_DECOMPRESS_N9(PTRV_MAKE_UNSHIFTED_16, PTRV_NO_CHECK);
}

#if PTRV_LANES == 2

static __rte_always_inline void
PTRV_NAME(__rte_ptr_compress_32_shift_n0_8_)(
		PTRV_SHIFT_PARAMS(void * const *, uint32_t *))
{
	PTRV_COMPRESS_SHIFT_LOCALS;

	PTRV_N0_8(PTRV_MAKE_SHIFTED, PTRV_NO_CHECK, PTRV_STORE_1X32,
		PTRV_STORE_2X32, __rte_ptr_compress_32_shift_scalar(ptr_base,
			src, dest, 1, bit_shift));
}

static __rte_always_inline void
PTRV_NAME(__rte_ptr_compress_16_shift_n0_8_)(
		PTRV_SHIFT_PARAMS(void * const *, uint16_t *))
{
	PTRV_COMPRESS_SHIFT_LOCALS;

	PTRV_N0_8(PTRV_MAKE_SHIFTED, PTRV_NO_CHECK, PTRV_STORE_1X16,
		PTRV_STORE_2X16, __rte_ptr_compress_16_shift_scalar(ptr_base,
			src, dest, 1, bit_shift));
}

static __rte_always_inline void
PTRV_NAME(__rte_ptr_decompress_32_shift_n0_8_)(
		PTRV_SHIFT_PARAMS(uint32_t const *, void **))
{
	PTRV_DECOMPRESS_SHIFT_LOCALS;

	PTRV_N0_8(PTRV_MAKE_UNSHIFTED_32, PTRV_NO_CHECK, PTRV_STORE_1,
		PTRV_STORE_2, __rte_ptr_decompress_32_shift_scalar(ptr_base,
			src, dest, 1, bit_shift));
}

static __rte_always_inline void
PTRV_NAME(__rte_ptr_decompress_16_shift_n0_8_)(
		PTRV_SHIFT_PARAMS(uint16_t const *, void **))
{
	PTRV_DECOMPRESS_SHIFT_LOCALS;

	PTRV_N0_8(PTRV_MAKE_UNSHIFTED_16, PTRV_NO_CHECK, PTRV_STORE_1,
		PTRV_STORE_2, __rte_ptr_decompress_16_shift_scalar(ptr_base,
			src, dest, 1, bit_shift));
}

#endif /* PTRV_LANES == 2 */

/*
 * By stride: the number of the point on a codec's lattice. The factors of two
 * are shifted out of the distance, then a multiplication by the inverse of
 * what is left of the stride divides by it, modulo 2^32.
 */

#define PTRV_STRIDE_PARAMS(src_t, dest_t) \
	const struct rte_ptr_codec *codec, src_t src, dest_t dest, size_t n
#define PTRV_COMPRESS_STRIDE_LOCALS \
	const PTRV_T base = PTRV_SET1((uintptr_t)codec->base); \
	const PTRV_T inverse = PTRV_SET1(codec->inverse); \
	const PTRV_COUNT_T count = PTRV_SRL_COUNT(codec->shift); \
	size_t i
#define PTRV_DECOMPRESS_STRIDE_LOCALS \
	const PTRV_T base = PTRV_SET1((uintptr_t)codec->base); \
	const PTRV_T stride = PTRV_SET1(codec->stride); \
	size_t i
#define PTRV_MAKE_INDEX(k, v) \
	(v = PTRV_MUL(PTRV_SRL(PTRV_SUB(PTRV_LOAD(&src[i + \
		(k) * PTRV_LANES]), base), count), inverse))
#define PTRV_MAKE_POINT_32(k, v) \
	(v = PTRV_ADD(PTRV_MUL(PTRV_LOAD_32(&src[i + (k) * PTRV_LANES]), \
		stride), base))
#define PTRV_MAKE_POINT_16(k, v) \
	(v = PTRV_ADD(PTRV_MUL(PTRV_LOAD_16(&src[i + (k) * PTRV_LANES]), \
		stride), base))

PTRV_KERNEL void
PTRV_NAME(__rte_ptr_compress_32_stride_n9_)(
		PTRV_STRIDE_PARAMS(void * const *, uint32_t *))
{
	PTRV_COMPRESS_STRIDE_LOCALS;

	PTRV_COMPRESS_32_N9(PTRV_MAKE_INDEX, PTRV_NO_CHECK);
}

PTRV_KERNEL void
PTRV_NAME(__rte_ptr_compress_16_stride_n9_)(
		PTRV_STRIDE_PARAMS(void * const *, uint16_t *))
{
	PTRV_COMPRESS_STRIDE_LOCALS;

	PTRV_COMPRESS_16_N9(PTRV_MAKE_INDEX, PTRV_NO_CHECK);
}

PTRV_KERNEL void
PTRV_NAME(__rte_ptr_decompress_32_stride_n9_)(
		PTRV_STRIDE_PARAMS(uint32_t const *, void **))
{
	PTRV_DECOMPRESS_STRIDE_LOCALS;

	PTRV_DECOMPRESS_N9(PTRV_MAKE_POINT_32, PTRV_NO_CHECK);
}

PTRV_KERNEL void
PTRV_NAME(__rte_ptr_decompress_16_stride_n9_)(
		PTRV_STRIDE_PARAMS(uint16_t const *, void **))
{
	PTRV_DECOMPRESS_STRIDE_LOCALS;

	PTRV_DECOMPRESS_N9(PTRV_MAKE_POINT_16, PTRV_NO_CHECK);
}

#if PTRV_LANES == 2

static __rte_always_inline void
PTRV_NAME(__rte_ptr_compress_32_stride_n0_8_)(
		PTRV_STRIDE_PARAMS(void * const *, uint32_t *))
{
	PTRV_COMPRESS_STRIDE_LOCALS;

	PTRV_N0_8(PTRV_MAKE_INDEX, PTRV_NO_CHECK, PTRV_STORE_1X32,
		PTRV_STORE_2X32,
		__rte_ptr_compress_32_stride_scalar(codec, src, dest, 1));
}

static __rte_always_inline void
PTRV_NAME(__rte_ptr_compress_16_stride_n0_8_)(
		PTRV_STRIDE_PARAMS(void * const *, uint16_t *))
{
	PTRV_COMPRESS_STRIDE_LOCALS;

	PTRV_N0_8(PTRV_MAKE_INDEX, PTRV_NO_CHECK, PTRV_STORE_1X16,
		PTRV_STORE_2X16,
		__rte_ptr_compress_16_stride_scalar(codec, src, dest, 1));
}

static __rte_always_inline void
PTRV_NAME(__rte_ptr_decompress_32_stride_n0_8_)(
		PTRV_STRIDE_PARAMS(uint32_t const *, void **))
{
	PTRV_DECOMPRESS_STRIDE_LOCALS;

	PTRV_N0_8(PTRV_MAKE_POINT_32, PTRV_NO_CHECK, PTRV_STORE_1,
		PTRV_STORE_2,
		__rte_ptr_decompress_32_stride_scalar(codec, src, dest, 1));
}

static __rte_always_inline void
PTRV_NAME(__rte_ptr_decompress_16_stride_n0_8_)(
		PTRV_STRIDE_PARAMS(uint16_t const *, void **))
{
	PTRV_DECOMPRESS_STRIDE_LOCALS;

	PTRV_N0_8(PTRV_MAKE_POINT_16, PTRV_NO_CHECK, PTRV_STORE_1,
		PTRV_STORE_2,
		__rte_ptr_decompress_16_stride_scalar(codec, src, dest, 1));
}

#endif /* PTRV_LANES == 2 */

/*
 * The same with a check of every entry: as many as pass before the first that
 * does not. A block in which one does not is left to the scalar reference.
 *
 * The number alone proves nothing: every distance has one, modulo 2^32. It has
 * to lead back to the distance, and this must not be past the last point. Where
 * the lattice spans 2^32 bytes at most, rotation in place of the shift moves
 * the bits that a shift would lose to the top: the number then is below the
 * number of points if and only if the low half of the distance is on the
 * lattice, and what is left to see is that the high half is zero.
 */

#define PTRV_COMPRESS_CHECKED_LOCALS \
	PTRV_COMPRESS_STRIDE_LOCALS; \
	const PTRV_T stride = PTRV_SET1(codec->stride); \
	const PTRV_T last = PTRV_SET1(codec->last); \
	PTRV_CHECK_LOCALS; \
	PTRV_T distance
#define PTRV_MAKE_CHECKED(k, v) do { \
	distance = PTRV_SUB(PTRV_LOAD(&src[i + (k) * PTRV_LANES]), base); \
	v = PTRV_MUL(PTRV_SRL(distance, count), inverse); \
	PTRV_CHECK_EQ(k, PTRV_MUL(v, stride), distance); \
	PTRV_CHECK_LE(k, distance, last); \
} while (0)
#define PTRV_OR_REST(op, pass) \
	if (unlikely(!(pass))) \
		return __rte_ptr_##op##_checked_rest(codec, src, dest, n, i)

#ifdef PTRV_ROR_LOW
#define PTRV_COMPRESS_NARROW_LOCALS \
	PTRV_COMPRESS_STRIDE_LOCALS; \
	const PTRV_T points = PTRV_SET1(codec->count); \
	PTRV_CHECK_LOCALS; \
	PTRV_T distance
#define PTRV_MAKE_NARROW(k, v) do { \
	distance = PTRV_SUB(PTRV_LOAD(&src[i + (k) * PTRV_LANES]), base); \
	v = PTRV_ROR_LOW(distance, PTRV_MUL(distance, inverse), count); \
	PTRV_CHECK_LT(k, v, points); \
} while (0)

PTRV_KERNEL size_t
PTRV_NAME(__rte_ptr_compress_32_narrow_n9_)(
		PTRV_STRIDE_PARAMS(void * const *, uint32_t *))
{
	PTRV_COMPRESS_NARROW_LOCALS;

	PTRV_COMPRESS_32_N9(PTRV_MAKE_NARROW,
		PTRV_OR_REST(compress_32, PTRV_PASS_LT(points)));
	return n;
}

PTRV_KERNEL size_t
PTRV_NAME(__rte_ptr_compress_16_narrow_n9_)(
		PTRV_STRIDE_PARAMS(void * const *, uint16_t *))
{
	PTRV_COMPRESS_NARROW_LOCALS;

	PTRV_COMPRESS_16_N9(PTRV_MAKE_NARROW,
		PTRV_OR_REST(compress_16, PTRV_PASS_LT(points)));
	return n;
}

#define PTRV_IF_NARROW(op) \
	if (codec->narrow) \
		return PTRV_NAME(__rte_ptr_##op##_narrow_n9_)(codec, src, \
				dest, n)
#else
#define PTRV_IF_NARROW(op)
#endif /* PTRV_ROR_LOW */

PTRV_KERNEL size_t
PTRV_NAME(__rte_ptr_compress_32_checked_n9_)(
		PTRV_STRIDE_PARAMS(void * const *, uint32_t *))
{
	PTRV_COMPRESS_CHECKED_LOCALS;

	PTRV_IF_NARROW(compress_32);
	PTRV_COMPRESS_32_N9(PTRV_MAKE_CHECKED,
		PTRV_OR_REST(compress_32, PTRV_PASS_EQ_LE(last)));
	return n;
}

PTRV_KERNEL size_t
PTRV_NAME(__rte_ptr_compress_16_checked_n9_)(
		PTRV_STRIDE_PARAMS(void * const *, uint16_t *))
{
	PTRV_COMPRESS_CHECKED_LOCALS;

	PTRV_IF_NARROW(compress_16);
	PTRV_COMPRESS_16_N9(PTRV_MAKE_CHECKED,
		PTRV_OR_REST(compress_16, PTRV_PASS_EQ_LE(last)));
	return n;
}

#define PTRV_DECOMPRESS_CHECKED_LOCALS \
	PTRV_DECOMPRESS_STRIDE_LOCALS; \
	const PTRV_T points = PTRV_SET1(codec->count); \
	PTRV_CHECK_LOCALS; \
	PTRV_T index
#define PTRV_MAKE_CHECKED_32(k, v) do { \
	index = PTRV_LOAD_32(&src[i + (k) * PTRV_LANES]); \
	v = PTRV_ADD(PTRV_MUL(index, stride), base); \
	PTRV_CHECK_LT(k, index, points); \
} while (0)
#define PTRV_MAKE_CHECKED_16(k, v) do { \
	index = PTRV_LOAD_16(&src[i + (k) * PTRV_LANES]); \
	v = PTRV_ADD(PTRV_MUL(index, stride), base); \
	PTRV_CHECK_LT(k, index, points); \
} while (0)

PTRV_KERNEL size_t
PTRV_NAME(__rte_ptr_decompress_32_checked_n9_)(
		PTRV_STRIDE_PARAMS(uint32_t const *, void **))
{
	PTRV_DECOMPRESS_CHECKED_LOCALS;

	PTRV_DECOMPRESS_N9(PTRV_MAKE_CHECKED_32,
		PTRV_OR_REST(decompress_32, PTRV_PASS_LT(points)));
	return n;
}

PTRV_KERNEL size_t
PTRV_NAME(__rte_ptr_decompress_16_checked_n9_)(
		PTRV_STRIDE_PARAMS(uint16_t const *, void **))
{
	PTRV_DECOMPRESS_CHECKED_LOCALS;

	PTRV_DECOMPRESS_N9(PTRV_MAKE_CHECKED_16,
		PTRV_OR_REST(decompress_16, PTRV_PASS_LT(points)));
	return n;
}

#if PTRV_LANES == 2

static __rte_always_inline size_t
PTRV_NAME(__rte_ptr_compress_32_checked_n0_8_)(
		PTRV_STRIDE_PARAMS(void * const *, uint32_t *))
{
	PTRV_COMPRESS_CHECKED_LOCALS;

	PTRV_N0_8(PTRV_MAKE_CHECKED,
		PTRV_OR_REST(compress_32, PTRV_PASS_EQ_LE(last)),
		PTRV_STORE_1X32, PTRV_STORE_2X32,
		return __rte_ptr_compress_32_checked_scalar(codec, src, dest, n));
	return n;
}

static __rte_always_inline size_t
PTRV_NAME(__rte_ptr_compress_16_checked_n0_8_)(
		PTRV_STRIDE_PARAMS(void * const *, uint16_t *))
{
	PTRV_COMPRESS_CHECKED_LOCALS;

	PTRV_N0_8(PTRV_MAKE_CHECKED,
		PTRV_OR_REST(compress_16, PTRV_PASS_EQ_LE(last)),
		PTRV_STORE_1X16, PTRV_STORE_2X16,
		return __rte_ptr_compress_16_checked_scalar(codec, src, dest, n));
	return n;
}

static __rte_always_inline size_t
PTRV_NAME(__rte_ptr_decompress_32_checked_n0_8_)(
		PTRV_STRIDE_PARAMS(uint32_t const *, void **))
{
	PTRV_DECOMPRESS_CHECKED_LOCALS;

	PTRV_N0_8(PTRV_MAKE_CHECKED_32, PTRV_OR_REST(decompress_32, PTRV_PASS_LT(points)),
		PTRV_STORE_1, PTRV_STORE_2,
		return __rte_ptr_decompress_32_checked_scalar(codec, src, dest, n));
	return n;
}

static __rte_always_inline size_t
PTRV_NAME(__rte_ptr_decompress_16_checked_n0_8_)(
		PTRV_STRIDE_PARAMS(uint16_t const *, void **))
{
	PTRV_DECOMPRESS_CHECKED_LOCALS;

	PTRV_N0_8(PTRV_MAKE_CHECKED_16, PTRV_OR_REST(decompress_16, PTRV_PASS_LT(points)),
		PTRV_STORE_1, PTRV_STORE_2,
		return __rte_ptr_decompress_16_checked_scalar(codec, src, dest, n));
	return n;
}

#endif /* PTRV_LANES == 2 */

#undef PTRV_ADD
#undef PTRV_BLOCK_1
#undef PTRV_BLOCK_2
#undef PTRV_BLOCK_4
#undef PTRV_CHECK_EQ
#undef PTRV_CHECK_LE
#undef PTRV_CHECK_LOCALS
#undef PTRV_CHECK_LT
#undef PTRV_COMPRESS_16_N9
#undef PTRV_COMPRESS_32_N9
#undef PTRV_COMPRESS_CHECKED_LOCALS
#undef PTRV_COMPRESS_NARROW_LOCALS
#undef PTRV_COMPRESS_SHIFT_LOCALS
#undef PTRV_COMPRESS_STRIDE_LOCALS
#undef PTRV_COUNT_T
#undef PTRV_DECOMPRESS_CHECKED_LOCALS
#undef PTRV_DECOMPRESS_N9
#undef PTRV_DECOMPRESS_SHIFT_LOCALS
#undef PTRV_DECOMPRESS_STRIDE_LOCALS
#undef PTRV_IF_NARROW
#undef PTRV_JOIN
#undef PTRV_JOIN2
#undef PTRV_KERNEL
#undef PTRV_LANES
#undef PTRV_LEVEL
#undef PTRV_LOAD
#undef PTRV_LOAD_16
#undef PTRV_LOAD_32
#undef PTRV_MAKE_CHECKED
#undef PTRV_MAKE_CHECKED_16
#undef PTRV_MAKE_CHECKED_32
#undef PTRV_MAKE_INDEX
#undef PTRV_MAKE_NARROW
#undef PTRV_MAKE_POINT_16
#undef PTRV_MAKE_POINT_32
#undef PTRV_MAKE_SHIFTED
#undef PTRV_MAKE_UNSHIFTED_16
#undef PTRV_MAKE_UNSHIFTED_32
#undef PTRV_MUL
#undef PTRV_N0_8
#undef PTRV_N9
#undef PTRV_NAME
#undef PTRV_NO_CHECK
#undef PTRV_ONE_OR_TWO_BLOCKS
#undef PTRV_OR_REST
#undef PTRV_PASS_EQ_LE
#undef PTRV_PASS_LT
#undef PTRV_ROR_LOW
#undef PTRV_SET1
#undef PTRV_SHIFT_PARAMS
#undef PTRV_SLL
#undef PTRV_SLL_COUNT
#undef PTRV_SRL
#undef PTRV_SRL_COUNT
#undef PTRV_STORE
#undef PTRV_STORE_1
#undef PTRV_STORE_1X16
#undef PTRV_STORE_1X32
#undef PTRV_STORE_2
#undef PTRV_STORE_2X16
#undef PTRV_STORE_2X32
#undef PTRV_STORE_4
#undef PTRV_STORE_4X16
#undef PTRV_STORE_4X32
#undef PTRV_STRIDE_PARAMS
#undef PTRV_SUB
#undef PTRV_T
