/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <rte_common.h>
#include <rte_random.h>

#include "test_ptr_codec_random.h"

/* 0 to max. */
static uint64_t
random_to(uint64_t max)
{
	return max == UINT64_MAX ? rte_rand() : rte_rand() % (max + 1);
}

/* Of any magnitude, 1 or more. */
static uint64_t
random_bits(unsigned int max_bits)
{
	return (rte_rand() | UINT64_C(1) << 63) >> (64 - max_bits +
			rte_rand_max(max_bits));
}

static uint64_t
some_stride(void)
{
	switch (rte_rand_max(10)) {
	case 0:
		return 1;
	case 1:
		return UINT64_C(1) << rte_rand_max(32);
	case 2:
		return UINT64_C(1) << 31;
	case 3:
		return UINT32_MAX - rte_rand_max(2);
	case 4: /* what mbufs take */
		return 64 * (36 + rte_rand_max(2));
	case 5: /* many factors of two, and others */
		return (3 + 2 * rte_rand_max(1000)) << rte_rand_max(20);
	case 6: /* few points reach across 2^32 bytes */
		return random_bits(32) | UINT64_C(1) << 31;
	case 7:
		return random_bits(32) | 1;
	default:
		return random_bits(32);
	}
}

struct lattice
lattice_random(unsigned int width)
{
	struct lattice l = { .stride = some_stride() };
	const uint64_t max_of_width = width == 8 ? UINT64_C(1) << 48 :
			(UINT64_C(1) << 8 * width) - 1;
	/* numbers of the last point: within 2^32 bytes, within memory */
	const uint64_t max_narrow = UINT32_MAX / l.stride;
	const uint64_t max = RTE_MIN(max_of_width, UINTPTR_MAX / l.stride);
	uint64_t last, room;

	switch (rte_rand_max(8)) {
	case 0:
		last = 0;
		break;
	case 1:
	case 2:
		last = max;
		break;
	case 3:
		last = max_narrow;
		break;
	case 4:
		last = max_narrow + 1;
		break;
	case 5:
		last = rte_rand_max(200);
		break;
	default:
		last = random_bits(48);
	}
	last = RTE_MIN(last, max);
	l.count = last + 1;

	room = UINTPTR_MAX - last * l.stride;
	switch (rte_rand_max(5)) {
	case 0:
		l.base = 0;
		break;
	case 1:
		l.base = (uintptr_t)room;
		break;
	case 2: /* where Linux maps things */
		l.base = (uintptr_t)RTE_MIN(room, UINT64_C(0x100000000000) +
				(rte_rand_max(1 << 20) << 12));
		break;
	case 3: /* a step before a multiple of 2^32 */
		l.base = (uintptr_t)RTE_MIN(room,
				(random_bits(16) << 32) - l.stride);
		break;
	default:
		l.base = (uintptr_t)random_to(room);
	}
	return l;
}

uint64_t
lattice_random_number(const struct lattice *l)
{
	switch (rte_rand_max(8)) {
	case 0:
		return 0;
	case 1:
		return l->count - 1;
	default:
		return random_to(l->count - 1);
	}
}

static uint64_t
foreign_of_64_bits(const struct lattice *l, enum foreign kind, uint64_t ptr)
{
	const int64_t times = (int64_t)random_bits(20) * (rte_rand_max(2) ? 1 : -1);

	switch (kind) {
	case FOREIGN_OFF_2_32:
		return ptr + ((uint64_t)times << 32);
	case FOREIGN_OFF_2_38:
		return ptr + ((uint64_t)times << 38);
	case FOREIGN_SAME_NUMBER: /* to who only looks at 32 bits of it */
		return ptr + ((uint64_t)times << 32) * (l->stride & -l->stride);
	default: /* the number of another point, and a multiple of 2^32 */
		return ptr + ((uint64_t)times << 32) * l->stride;
	}
}

uintptr_t
lattice_foreign(const struct lattice *l, enum foreign kind)
{
	const uintptr_t ptr = plain_point(l, lattice_random_number(l));
	struct lattice other;

	switch (kind) {
	case FOREIGN_ONE_BYTE:
		return rte_rand_max(2) ? ptr + 1 : ptr - 1;
	case FOREIGN_HALF_STRIDE:
		return ptr + (uintptr_t)(l->stride / 2);
	case FOREIGN_SOME_BYTES:
		return ptr + (uintptr_t)random_to(l->stride - 1);
	case FOREIGN_BELOW:
		return l->base - 1 - (uintptr_t)rte_rand_max(1 << 20);
	case FOREIGN_STRIDE_BELOW:
		return l->base - (uintptr_t)l->stride;
	case FOREIGN_PAST_LAST:
		return plain_point(l, l->count);
	case FOREIGN_FAR_PAST:
		return plain_point(l, l->count + random_bits(32));
	case FOREIGN_TOP_BIT:
		return ptr ^ (uintptr_t)1 << (sizeof(ptr) * 8 - 1);
	case FOREIGN_NULL:
		return 0;
	case FOREIGN_ALL_ONES:
		return UINTPTR_MAX;
	case FOREIGN_POOL:
		other = lattice_random(2);
		return plain_point(&other, lattice_random_number(&other));
	case FOREIGN_ANY:
		return (uintptr_t)rte_rand();
	default:
		return (uintptr_t)foreign_of_64_bits(l, kind, ptr);
	}
}
