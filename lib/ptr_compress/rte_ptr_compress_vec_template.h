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
 *
 * The low 32 bits of the lanes of one vector or two, the low 16 bits of the
 * lanes of one, two or four, to any address:
 *
 * PTRV_STORE_1X32(p, a), PTRV_STORE_2X32(p, a, b), PTRV_STORE_1X16(p, a),
 * PTRV_STORE_2X16(p, a, b), PTRV_STORE_4X16(p, a, b, c, d)
 *
 * The functions named _n9_ take 9 pointers or more. Vectors of two pointers
 * make those for up to 8 as well, named _n0_8_. There is no loop over a
 * remainder: the last block is the one that ends with the last pointer,
 * whether or not it overlaps the block before.
 */

#define PTRV_JOIN2(a, b) a##b
#define PTRV_JOIN(a, b) PTRV_JOIN2(a, b)
#define PTRV_NAME(op) PTRV_JOIN(op, PTRV_LEVEL)

/* Parameters of all functions, and what they make of these. */
#define PTRV_PARAMS(src_t, dest_t) \
	const void *ptr_base, src_t src, dest_t dest, size_t n, uint8_t bit_shift
#define PTRV_COMPRESS_LOCALS \
	const PTRV_T base = PTRV_SET1((uintptr_t)ptr_base); \
	const PTRV_COUNT_T count = PTRV_SRL_COUNT(bit_shift); \
	size_t i
#define PTRV_DECOMPRESS_LOCALS \
	const PTRV_T base = PTRV_SET1((uintptr_t)ptr_base); \
	const PTRV_COUNT_T count = PTRV_SLL_COUNT(bit_shift); \
	size_t i

/* From pointers to values, vector number k of those at src[i]. */
#define PTRV_VALUES(k) \
	PTRV_SRL(PTRV_SUB(PTRV_LOAD(&src[i + (k) * PTRV_LANES]), base), count)

/* From values to pointers, vector number k of those at src[i]. */
#define PTRV_POINTERS(load, k) \
	PTRV_STORE(&dest[i + (k) * PTRV_LANES], PTRV_ADD(PTRV_SLL( \
		load(&src[i + (k) * PTRV_LANES]), count), base))

/*
 * Blocks of a given size from the first pointer to the last. Stores are not
 * brought to cache line boundaries first: a block more costs more than they
 * save.
 */
#define PTRV_FOR_BLOCKS(size, block) do { \
	const size_t last = n - (size); \
\
	for (i = 0; i < last; i += (size)) \
		block; \
	i = last; \
	block; \
} while (0)

/* Where there is room for one block and not for more than two. */
#define PTRV_ONE_OR_TWO_BLOCKS(size, block) do { \
	i = 0; \
	block; \
	i = n - (size); \
	if (i != 0) \
		block; \
} while (0)

#if PTRV_LANES == 2

static __rte_always_inline void
PTRV_NAME(__rte_ptr_compress_32_shift_n0_8_)(
		PTRV_PARAMS(void * const *, uint32_t *))
{
	PTRV_COMPRESS_LOCALS;

	if (n >= 4)
		PTRV_ONE_OR_TWO_BLOCKS(4, PTRV_STORE_2X32(&dest[i],
			PTRV_VALUES(0), PTRV_VALUES(1)));
	else if (n >= 2)
		PTRV_ONE_OR_TWO_BLOCKS(2, PTRV_STORE_1X32(&dest[i],
			PTRV_VALUES(0)));
	else if (n != 0)
		*dest = (uint32_t)__rte_ptr_compress_one(ptr_base, *src,
				bit_shift);
}

static __rte_always_inline void
PTRV_NAME(__rte_ptr_compress_16_shift_n0_8_)(
		PTRV_PARAMS(void * const *, uint16_t *))
{
	PTRV_COMPRESS_LOCALS;

	if (n >= 4)
		PTRV_ONE_OR_TWO_BLOCKS(4, PTRV_STORE_2X16(&dest[i],
			PTRV_VALUES(0), PTRV_VALUES(1)));
	else if (n >= 2)
		PTRV_ONE_OR_TWO_BLOCKS(2, PTRV_STORE_1X16(&dest[i],
			PTRV_VALUES(0)));
	else if (n != 0)
		*dest = (uint16_t)__rte_ptr_compress_one(ptr_base, *src,
				bit_shift);
}

#define PTRV_DECOMPRESS_N0_8(load) do { \
	PTRV_DECOMPRESS_LOCALS; \
\
	if (n >= 4) \
		PTRV_ONE_OR_TWO_BLOCKS(4, do { \
			PTRV_POINTERS(load, 0); \
			PTRV_POINTERS(load, 1); \
		} while (0)); \
	else if (n >= 2) \
		PTRV_ONE_OR_TWO_BLOCKS(2, PTRV_POINTERS(load, 0)); \
	else if (n != 0) \
		*dest = __rte_ptr_decompress_one(ptr_base, *src, bit_shift); \
} while (0)

static __rte_always_inline void
PTRV_NAME(__rte_ptr_decompress_32_shift_n0_8_)(
		PTRV_PARAMS(uint32_t const *, void **))
{
	PTRV_DECOMPRESS_N0_8(PTRV_LOAD_32);
}

static __rte_always_inline void
PTRV_NAME(__rte_ptr_decompress_16_shift_n0_8_)(
		PTRV_PARAMS(uint16_t const *, void **))
{
	PTRV_DECOMPRESS_N0_8(PTRV_LOAD_16);
}

#undef PTRV_DECOMPRESS_N0_8
#endif /* PTRV_LANES == 2 */

PTRV_KERNEL void
PTRV_NAME(__rte_ptr_compress_32_shift_n9_)(
		PTRV_PARAMS(void * const *, uint32_t *))
{
	PTRV_COMPRESS_LOCALS;

#if PTRV_LANES == 8
	if (n < 2 * PTRV_LANES) {
		PTRV_ONE_OR_TWO_BLOCKS(PTRV_LANES, PTRV_STORE_1X32(&dest[i],
			PTRV_VALUES(0)));
		return;
	}
#endif
	PTRV_FOR_BLOCKS(2 * PTRV_LANES, PTRV_STORE_2X32(&dest[i],
		PTRV_VALUES(0), PTRV_VALUES(1)));
}

PTRV_KERNEL void
PTRV_NAME(__rte_ptr_compress_16_shift_n9_)(
		PTRV_PARAMS(void * const *, uint16_t *))
{
	PTRV_COMPRESS_LOCALS;

#if PTRV_LANES == 8
	if (n < 2 * PTRV_LANES) {
		PTRV_ONE_OR_TWO_BLOCKS(PTRV_LANES, PTRV_STORE_1X16(&dest[i],
			PTRV_VALUES(0)));
		return;
	}
#endif
#if PTRV_LANES >= 4
	if (n < 4 * PTRV_LANES) {
		PTRV_ONE_OR_TWO_BLOCKS(2 * PTRV_LANES, PTRV_STORE_2X16(&dest[i],
			PTRV_VALUES(0), PTRV_VALUES(1)));
		return;
	}
#endif
	PTRV_FOR_BLOCKS(4 * PTRV_LANES, PTRV_STORE_4X16(&dest[i],
		PTRV_VALUES(0), PTRV_VALUES(1), PTRV_VALUES(2), PTRV_VALUES(3)));
}

/* Two vectors at a time, where that is not more than there is at least. */
#if PTRV_LANES == 8
#define PTRV_FOR_VALUES(load) \
	PTRV_FOR_BLOCKS(PTRV_LANES, PTRV_POINTERS(load, 0))
#else
#define PTRV_FOR_VALUES(load) \
	PTRV_FOR_BLOCKS(2 * PTRV_LANES, do { \
		PTRV_POINTERS(load, 0); \
		PTRV_POINTERS(load, 1); \
	} while (0))
#endif

PTRV_KERNEL void
PTRV_NAME(__rte_ptr_decompress_32_shift_n9_)(
		PTRV_PARAMS(uint32_t const *, void **))
{
	PTRV_DECOMPRESS_LOCALS;

	PTRV_FOR_VALUES(PTRV_LOAD_32);
}

PTRV_KERNEL void
PTRV_NAME(__rte_ptr_decompress_16_shift_n9_)(
		PTRV_PARAMS(uint16_t const *, void **))
{
	PTRV_DECOMPRESS_LOCALS;

	PTRV_FOR_VALUES(PTRV_LOAD_16);
}

#undef PTRV_JOIN2
#undef PTRV_JOIN
#undef PTRV_NAME
#undef PTRV_PARAMS
#undef PTRV_COMPRESS_LOCALS
#undef PTRV_DECOMPRESS_LOCALS
#undef PTRV_VALUES
#undef PTRV_POINTERS
#undef PTRV_FOR_BLOCKS
#undef PTRV_ONE_OR_TWO_BLOCKS
#undef PTRV_FOR_VALUES
#undef PTRV_LEVEL
#undef PTRV_KERNEL
#undef PTRV_LANES
#undef PTRV_T
#undef PTRV_COUNT_T
#undef PTRV_SET1
#undef PTRV_SRL_COUNT
#undef PTRV_SLL_COUNT
#undef PTRV_LOAD
#undef PTRV_LOAD_32
#undef PTRV_LOAD_16
#undef PTRV_STORE
#undef PTRV_SUB
#undef PTRV_ADD
#undef PTRV_SRL
#undef PTRV_SLL
#undef PTRV_STORE_1X32
#undef PTRV_STORE_2X32
#undef PTRV_STORE_1X16
#undef PTRV_STORE_2X16
#undef PTRV_STORE_4X16
