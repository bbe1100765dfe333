/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_PTR_CODEC_H
#define TEST_PTR_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rte_ptr_codec.h>

enum codec_op {
	CODEC_COMPRESS,
	CODEC_DECOMPRESS,
	CODEC_COMPRESS_CHECKED,
	CODEC_DECOMPRESS_CHECKED,
	CODEC_OPS
};

/* Many calls of one kernel in a row on the same tables. */
struct codec_run {
	const struct rte_ptr_codec *codec;
	size_t n;           /* pointers a call */
	unsigned int calls;
	void *ptrs;
	void *values;
	size_t taken;       /* of the last call, n where nothing is checked */
};

/*
 * One set of kernels of one width, as functions that tests and benchmarks call
 * by name. The unchecked ones return n.
 */
struct codec_kernels {
	const char *name;
	unsigned int width;   /* 2 or 4 bytes */
	bool (*usable)(void); /* whether this CPU can run it */
	size_t (*compress)(const struct rte_ptr_codec *codec,
		void * const *src, void *dest, size_t n);
	size_t (*decompress)(const struct rte_ptr_codec *codec,
		const void *src, void **dest, size_t n);
	size_t (*compress_checked)(const struct rte_ptr_codec *codec,
		void * const *src, void *dest, size_t n);
	size_t (*decompress_checked)(const struct rte_ptr_codec *codec,
		const void *src, void **dest, size_t n);
	void (*run[CODEC_OPS])(struct codec_run *run);
};

/*
 * Kernels number i, NULL past the last. Numbers 0 and 1 are the public
 * functions of width 4 and 2, numbers 2 and 3 the scalar reference, and so on.
 */
const struct codec_kernels *
codec_kernels_get(unsigned int i);

#endif /* TEST_PTR_CODEC_H */
