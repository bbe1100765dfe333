/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>

#include "test_ptr_compress.h"

/*
 * Any base, shift, number and values, at any alignment that the types allow:
 * each kernel gives what the definition says. The tables are as large as they
 * have to be, so that AddressSanitizer sees whatever goes past them.
 */

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct header {
	uint64_t base;
	uint8_t shift;
	uint8_t width;
	uint8_t src_offset;
	uint8_t dest_offset;
};

/* A table that ends where its memory ends, off a boundary by some entries. */
static uint8_t *
table(uint8_t **mem, size_t offset, size_t len)
{
	*mem = malloc(offset + len);
	if (*mem == NULL)
		abort();
	return *mem + offset;
}

static void
check_compress(const struct ptr_kernels *k, const struct header *h,
		const uint8_t *data, size_t n)
{
	const size_t value_size = h->width & 1 ? 2 : 4;
	uint8_t *src_mem, *dest_mem;
	void **src = (void **)table(&src_mem, h->src_offset % 8 * sizeof(void *),
			n * sizeof(void *));
	uint8_t *dest = table(&dest_mem, h->dest_offset % 16 * value_size,
			n * value_size);
	uint64_t expect;
	uint32_t got;
	size_t i;

	memcpy(src, data, n * sizeof(void *));
	if (value_size == 2)
		k->compress16((void *)(uintptr_t)h->base, src, (uint16_t *)dest,
				n, h->shift % 64);
	else
		k->compress32((void *)(uintptr_t)h->base, src, (uint32_t *)dest,
				n, h->shift % 64);
	for (i = 0; i < n; i++) {
		expect = (uint64_t)((uintptr_t)src[i] - (uintptr_t)h->base);
		expect >>= h->shift % 64;
		got = 0;
		memcpy(&got, dest + i * value_size, value_size);
		if (got != (value_size == 2 ? (uint16_t)expect : (uint32_t)expect))
			abort();
	}
	free(src_mem);
	free(dest_mem);
}

static void
check_decompress(const struct ptr_kernels *k, const struct header *h,
		const uint8_t *data, size_t n)
{
	const size_t value_size = h->width & 1 ? 2 : 4;
	uint8_t *src_mem, *dest_mem;
	uint8_t *src = table(&src_mem, h->src_offset % 16 * value_size,
			n * value_size);
	void **dest = (void **)table(&dest_mem,
			h->dest_offset % 8 * sizeof(void *), n * sizeof(void *));
	uint32_t value;
	size_t i;

	memcpy(src, data, n * value_size);
	if (value_size == 2)
		k->decompress16((void *)(uintptr_t)h->base, (uint16_t *)src,
				dest, n, h->shift % 64);
	else
		k->decompress32((void *)(uintptr_t)h->base, (uint32_t *)src,
				dest, n, h->shift % 64);
	for (i = 0; i < n; i++) {
		value = 0;
		memcpy(&value, src + i * value_size, value_size);
		if ((uintptr_t)dest[i] != (uintptr_t)h->base +
				(uintptr_t)((uint64_t)value << h->shift % 64))
			abort();
	}
	free(src_mem);
	free(dest_mem);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct ptr_kernels *k;
	struct header h;
	unsigned int i;

	if (size < sizeof(h))
		return 0;
	memcpy(&h, data, sizeof(h));
	data += sizeof(h);
	size -= sizeof(h);
	for (i = 0; (k = ptr_kernels_get(i)) != NULL; i++) {
		if (!k->usable())
			continue;
		check_compress(k, &h, data, size / sizeof(void *));
		check_decompress(k, &h, data, size / (h.width & 1 ? 2 : 4));
	}
	return 0;
}
