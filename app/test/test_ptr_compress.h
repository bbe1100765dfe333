/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_PTR_COMPRESS_H
#define TEST_PTR_COMPRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One set of kernels, as functions that tests and benchmarks call by name. */
struct ptr_kernels {
	const char *name;
	bool (*usable)(void); /* whether this CPU can run it */
	void (*compress16)(void *ptr_base, void * const *src_table,
		uint16_t *dest_table, size_t n, uint8_t bit_shift);
	void (*decompress16)(void *ptr_base, uint16_t const *src_table,
		void **dest_table, size_t n, uint8_t bit_shift);
	void (*compress32)(void *ptr_base, void * const *src_table,
		uint32_t *dest_table, size_t n, uint8_t bit_shift);
	void (*decompress32)(void *ptr_base, uint32_t const *src_table,
		void **dest_table, size_t n, uint8_t bit_shift);
};

/* Kernels number i, NULL past the last. The public functions come first. */
const struct ptr_kernels *
ptr_kernels_get(unsigned int i);

/* Parts of ptr_compress_autotest in files of their own. */
int
test_ptr_compress_macros(void);

int
test_ptr_compress_assert(void);

#endif /* TEST_PTR_COMPRESS_H */
