/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <rte_atomic.h>
#include <rte_common.h>

#include "test_ptr_codec.h"
#include "test_ptr_compress_usable.h"

/*
 * The codec's kernels as plain functions, each to be called by its name. The
 * public functions take those of the shift for strides that are powers of two;
 * the others here divide by any stride.
 */

/* One operation: a single call, and many in a row for the clock. */
#define OP_FUNCS(name, op, call, src_t, dest_t, src_of, dest_of) \
static size_t \
name##_##op(const struct rte_ptr_codec *codec, src_t src, dest_t dest, size_t n) \
{ \
	size_t taken = n; \
\
	call; \
	return taken; \
} \
static void \
name##_##op##_run(struct codec_run *run) \
{ \
	const struct rte_ptr_codec *codec = run->codec; \
	src_t src = run->src_of; \
	dest_t dest = run->dest_of; \
	const size_t n = run->n; \
	size_t taken = n; \
	unsigned int i; \
\
	for (i = 0; i < run->calls; i++) { \
		call; \
		rte_compiler_barrier(); \
	} \
	run->taken = taken; \
}

#define KERNEL_FUNCS(name, compress_f, decompress_f, compress_checked_f, \
		decompress_checked_f) \
OP_FUNCS(name, compress, compress_f(codec, src, dest, n), \
	void * const *, void *, ptrs, values) \
OP_FUNCS(name, decompress, decompress_f(codec, src, dest, n), \
	const void *, void **, values, ptrs) \
OP_FUNCS(name, compress_checked, \
	taken = compress_checked_f(codec, src, dest, n), \
	void * const *, void *, ptrs, values) \
OP_FUNCS(name, decompress_checked, \
	taken = decompress_checked_f(codec, src, dest, n), \
	const void *, void **, values, ptrs)

#define LEVEL_FUNCS(level) \
KERNEL_FUNCS(level##_32, \
	__rte_ptr_compress_32_stride_##level, \
	__rte_ptr_decompress_32_stride_##level, \
	__rte_ptr_compress_32_checked_##level, \
	__rte_ptr_decompress_32_checked_##level) \
KERNEL_FUNCS(level##_16, \
	__rte_ptr_compress_16_stride_##level, \
	__rte_ptr_decompress_16_stride_##level, \
	__rte_ptr_compress_16_checked_##level, \
	__rte_ptr_decompress_16_checked_##level)

#define KERNELS_OF(name, bits, usable) { \
	#name, bits / 8, usable, \
	name##_##bits##_compress, name##_##bits##_decompress, \
	name##_##bits##_compress_checked, name##_##bits##_decompress_checked, \
	{ \
		[CODEC_COMPRESS] = name##_##bits##_compress_run, \
		[CODEC_DECOMPRESS] = name##_##bits##_decompress_run, \
		[CODEC_COMPRESS_CHECKED] = \
			name##_##bits##_compress_checked_run, \
		[CODEC_DECOMPRESS_CHECKED] = \
			name##_##bits##_decompress_checked_run, \
	} \
}
#define KERNELS(name, usable) \
	KERNELS_OF(name, 32, usable), KERNELS_OF(name, 16, usable)

KERNEL_FUNCS(public_32, rte_ptr_codec_compress_32, rte_ptr_codec_decompress_32,
	rte_ptr_codec_compress_32_checked, rte_ptr_codec_decompress_32_checked)
KERNEL_FUNCS(public_16, rte_ptr_codec_compress_16, rte_ptr_codec_decompress_16,
	rte_ptr_codec_compress_16_checked, rte_ptr_codec_decompress_16_checked)
LEVEL_FUNCS(scalar)
#ifdef __RTE_PTR_HAS_X86
LEVEL_FUNCS(sse4)
LEVEL_FUNCS(avx2)
LEVEL_FUNCS(avx512_256)
LEVEL_FUNCS(avx512)
#endif
#ifdef __RTE_PTR_HAS_NEON
LEVEL_FUNCS(neon)
#endif
#ifdef __RTE_PTR_HAS_SVE
LEVEL_FUNCS(sve)
#endif

static const struct codec_kernels kernels[] = {
	KERNELS(public, kernels_always_usable),
	KERNELS(scalar, kernels_always_usable),
#ifdef __RTE_PTR_HAS_X86
	KERNELS(sse4, kernels_always_usable),
	KERNELS(avx2, kernels_usable_avx2),
	KERNELS(avx512_256, kernels_usable_avx512),
	KERNELS(avx512, kernels_usable_avx512),
#endif
#ifdef __RTE_PTR_HAS_NEON
	KERNELS(neon, kernels_always_usable),
#endif
#ifdef __RTE_PTR_HAS_SVE
	KERNELS(sve, kernels_always_usable),
#endif
};

const struct codec_kernels *
codec_kernels_get(unsigned int i)
{
	return i < RTE_DIM(kernels) ? &kernels[i] : NULL;
}
