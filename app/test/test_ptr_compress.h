/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_PTR_COMPRESS_H
#define TEST_PTR_COMPRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ptr_op {
	PTR_COMPRESS16,
	PTR_COMPRESS32,
	PTR_DECOMPRESS16,
	PTR_DECOMPRESS32,
	PTR_OPS
};

/* Many calls of one kernel in a row, each on the next part of two tables. */
struct ptr_kernel_run {
	void *base;
	uint8_t shift;
	size_t n;           /* pointers a call */
	unsigned int calls;
	uint8_t *ptrs;      /* table of pointers */
	uint8_t *values;    /* table of compressed values */
	size_t ptrs_step;   /* bytes from one part to the next, 0: always one */
	size_t values_step;
};

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
	void (*run[PTR_OPS])(const struct ptr_kernel_run *run);
};

/*
 * Kernels number i, NULL past the last. Number 0 are the public functions, as
 * applications call them, number 1 the scalar reference, number 2 the public
 * functions outlined.
 */
const struct ptr_kernels *
ptr_kernels_get(unsigned int i);

/* Parts of ptr_compress_autotest in files of their own. */
int
test_ptr_compress_macros(void);

int
test_ptr_compress_assert(void);

int
test_ptr_compress_level(void);

#endif /* TEST_PTR_COMPRESS_H */
