/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>

#include "test_ptr_codec.h"
#include "test_ptr_codec_plain.h"

/*
 * Any lattice, and pointers and values that are on it, near it, or anywhere:
 * the checked kernels take what the definition says, and the unchecked ones
 * give the same of that. The tables are as large as they have to be, so that
 * AddressSanitizer sees whatever goes past them.
 */

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FILL 0xa5

struct header {
	uint64_t base;
	uint64_t stride;
	uint64_t count;
	uint8_t at_end; /* of the address space, or of 2^32 bytes */
	uint8_t src_offset;
	uint8_t dest_offset;
};

static void
require(bool what)
{
	if (!what)
		abort();
}

/* A table that ends where its memory ends, off a boundary by some entries. */
static void *
table(void **mem, size_t entry, uint8_t offset, size_t n)
{
	const size_t before = offset % 8 * entry;

	*mem = malloc(before + n * entry);
	require(*mem != NULL);
	memset(*mem, FILL, before + n * entry);
	return RTE_PTR_ADD(*mem, before);
}

/* Whether all from entry number "from" on is as table() left it. */
static bool
is_fill(const void *table, size_t entry, size_t from, size_t n)
{
	const uint8_t *p = table;
	size_t i;

	for (i = from * entry; i < n * entry; i++)
		if (p[i] != FILL)
			return false;
	return true;
}

static uint64_t
value_get(const void *values, size_t i, unsigned int width)
{
	uint64_t value = 0;

	memcpy(&value, (const uint8_t *)values + i * width, width);
	return value;
}

static struct lattice
lattice_of(const struct header *h, unsigned int width)
{
	struct lattice l = { .stride = h->stride % UINT32_MAX + 1 };
	const uint64_t max = width == 2 ? UINT16_MAX : UINT32_MAX;
	uint64_t last;

	last = h->at_end & 2 ? UINT32_MAX / l.stride + h->count % 3 : h->count;
	last = RTE_MIN(last % (max + 1), UINTPTR_MAX / l.stride);
	l.count = last + 1;
	l.base = (uintptr_t)(h->at_end & 1 ? UINT64_MAX : h->base);
	l.base = RTE_MIN(l.base, UINTPTR_MAX - (uintptr_t)(last * l.stride));
	return l;
}

/* Of eight words one is what it is, half are points, the rest near to some. */
static uintptr_t
pointer_of(const struct lattice *l, uint64_t word)
{
	const uintptr_t point = plain_point(l, (word >> 3) % l->count);

	switch (word % 8) {
	case 4:
		return point + (uintptr_t)((int64_t)word >> 56);
	case 5:
		return point ^ (uintptr_t)1 << (word >> 3) % (sizeof(point) * 8);
	case 6:
		return point + (uintptr_t)((word >> 40) * l->stride << (word >> 3) % 64);
	case 7:
		return (uintptr_t)word;
	default:
		return point;
	}
}

static void
check_compress(const struct codec_kernels *k, const struct rte_ptr_codec *codec,
		const struct lattice *l, const struct header *h,
		const uint8_t *data, size_t n)
{
	void *src_mem, *dest_mem;
	void **src = table(&src_mem, sizeof(*src), h->src_offset, n);
	void *dest = table(&dest_mem, k->width, h->dest_offset, n);
	uint64_t word, number;
	size_t i, expect = n;

	for (i = 0; i < n; i++) {
		memcpy(&word, data + i * sizeof(word), sizeof(word));
		src[i] = (void *)pointer_of(l, word);
		require(rte_ptr_codec_covers(codec, src[i]) ==
				plain_index(l, (uintptr_t)src[i], &number));
		if (expect == n && !plain_index(l, (uintptr_t)src[i], &number))
			expect = i;
	}
	require(k->compress_checked(codec, src, dest, n) == expect);
	for (i = 0; i < expect; i++)
		require(plain_index(l, (uintptr_t)src[i], &number) &&
				value_get(dest, i, k->width) == number);
	require(is_fill(dest, k->width, expect, n));

	k->compress(codec, src, dest, expect);
	for (i = 0; i < expect; i++)
		require(plain_index(l, (uintptr_t)src[i], &number) &&
				value_get(dest, i, k->width) == number);
	require(is_fill(dest, k->width, expect, n));
	free(src_mem);
	free(dest_mem);
}

static void
check_decompress(const struct codec_kernels *k, const struct rte_ptr_codec *codec,
		const struct lattice *l, const struct header *h,
		const uint8_t *data, size_t n)
{
	void *src_mem, *dest_mem;
	void *src = table(&src_mem, k->width, h->src_offset, n);
	void **dest = table(&dest_mem, sizeof(*dest), h->dest_offset, n);
	uint64_t word;
	uint32_t value;
	size_t i, expect = n;

	for (i = 0; i < n; i++) {
		memcpy(&word, data + i * sizeof(word), sizeof(word));
		/* half of them small enough, the rest as they are, or at the limit */
		value = (uint32_t)(word % 4 == 0 ? word >> 8 : word % 4 == 1 ?
				l->count - 1 + (word >> 8) % 2 : (word >> 8) % l->count);
		memcpy((uint8_t *)src + i * k->width, &value, k->width);
		if (expect == n && value_get(src, i, k->width) >= l->count)
			expect = i;
	}
	require(k->decompress_checked(codec, src, dest, n) == expect);
	for (i = 0; i < expect; i++)
		require((uintptr_t)dest[i] == plain_point(l,
				value_get(src, i, k->width)));
	require(is_fill(dest, sizeof(*dest), expect, n));

	k->decompress(codec, src, dest, expect);
	for (i = 0; i < expect; i++)
		require((uintptr_t)dest[i] == plain_point(l,
				value_get(src, i, k->width)));
	require(is_fill(dest, sizeof(*dest), expect, n));
	free(src_mem);
	free(dest_mem);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct codec_kernels *k;
	struct rte_ptr_codec codec;
	struct lattice l;
	struct header h;
	unsigned int i;

	if (size < sizeof(h))
		return 0;
	memcpy(&h, data, sizeof(h));
	data += sizeof(h);
	size -= sizeof(h);
	for (i = 0; (k = codec_kernels_get(i)) != NULL; i++) {
		if (!k->usable())
			continue;
		l = lattice_of(&h, k->width);
		require(rte_ptr_codec_init(&codec, (void *)l.base, l.stride,
				l.count, k->width) == 0);
		require(plain_codec_is(&codec, &l, k->width));
		check_compress(k, &codec, &l, &h, data, size / sizeof(uint64_t));
		check_decompress(k, &codec, &l, &h, data, size / sizeof(uint64_t));
	}
	return 0;
}
