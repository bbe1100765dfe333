/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_PTR_CODEC_RANDOM_H
#define TEST_PTR_CODEC_RANDOM_H

#include <stdint.h>

#include "test_ptr_codec_plain.h"

/* A lattice that fits into so many bytes a pointer, the limits among them. */
struct lattice
lattice_random(unsigned int width);

/* The number of a point, the first and the last more often than others. */
uint64_t
lattice_random_number(const struct lattice *l);

/*
 * Pointers that are not on a lattice, of every kind. With pointers of 32 bits
 * there are none that are off by 2^32.
 */
enum foreign {
	FOREIGN_ONE_BYTE,
	FOREIGN_HALF_STRIDE,
	FOREIGN_SOME_BYTES,
	FOREIGN_BELOW,
	FOREIGN_STRIDE_BELOW,
	FOREIGN_PAST_LAST,
	FOREIGN_FAR_PAST,
	FOREIGN_TOP_BIT,
	FOREIGN_NULL,
	FOREIGN_ALL_ONES,
	FOREIGN_POOL,
	FOREIGN_ANY,
	FOREIGN_OF_64_BITS,
	FOREIGN_OFF_2_32 = FOREIGN_OF_64_BITS,
	FOREIGN_OFF_2_38,
	FOREIGN_SAME_NUMBER,
	FOREIGN_SAME_LOW_NUMBER,
	FOREIGN_KINDS
};

/* One of a kind. With some lattices it is on the lattice all the same. */
uintptr_t
lattice_foreign(const struct lattice *l, enum foreign kind);

#endif /* TEST_PTR_CODEC_RANDOM_H */
