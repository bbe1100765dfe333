/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <rte_atomic.h>
#include <rte_common.h>

#include <rte_ptr_compress.h>

#include "test_ptr_compress.h"
#include "test_ptr_compress_usable.h"
#include "test_ring_perf_outlined.h"

/*
 * The kernels of the library as plain functions, each to be called by its
 * name. Which one the public inline functions take depends on how a file is
 * built, on the CPU and on EAL's options.
 */

/* One operation: a single call, and many in a row for the clock. */
#define OP_FUNCS(name, op, func, src_t, dest_t, src_of, dest_of) \
static void \
name##_##op(void *base, src_t src, dest_t dest, size_t n, uint8_t shift) \
{ \
	func(base, src, dest, n, shift); \
} \
static void \
name##_##op##_run(const struct ptr_kernel_run *run) \
{ \
	const uint8_t *src = run->src_of; \
	uint8_t *dest = run->dest_of; \
	unsigned int i; \
\
	for (i = 0; i < run->calls; i++) { \
		func(run->base, (src_t)(uintptr_t)src, (dest_t)dest, run->n, \
				run->shift); \
		rte_compiler_barrier(); \
		src += run->src_of##_step; \
		dest += run->dest_of##_step; \
	} \
}

/* All of them: the library's names are prefix, op, suffix. */
#define KERNEL_FUNCS(name, prefix, suffix) \
OP_FUNCS(name, compress16, prefix##_compress_16_shift##suffix, \
		void * const *, uint16_t *, ptrs, values) \
OP_FUNCS(name, decompress16, prefix##_decompress_16_shift##suffix, \
		uint16_t const *, void **, values, ptrs) \
OP_FUNCS(name, compress32, prefix##_compress_32_shift##suffix, \
		void * const *, uint32_t *, ptrs, values) \
OP_FUNCS(name, decompress32, prefix##_decompress_32_shift##suffix, \
		uint32_t const *, void **, values, ptrs)

#define KERNELS(name, usable) { \
	#name, usable, \
	name##_compress16, name##_decompress16, \
	name##_compress32, name##_decompress32, \
	{ \
		[PTR_COMPRESS16] = name##_compress16_run, \
		[PTR_DECOMPRESS16] = name##_decompress16_run, \
		[PTR_COMPRESS32] = name##_compress32_run, \
		[PTR_DECOMPRESS32] = name##_decompress32_run, \
	} \
}

KERNEL_FUNCS(public, rte_ptr,)
KERNEL_FUNCS(outlined, outlined_rte_ptr,)
KERNEL_FUNCS(scalar, __rte_ptr, _scalar)
#ifdef __RTE_PTR_HAS_X86
KERNEL_FUNCS(sse4, __rte_ptr, _sse4)
KERNEL_FUNCS(avx2, __rte_ptr, _avx2)
KERNEL_FUNCS(avx512_256, __rte_ptr, _avx512_256)
KERNEL_FUNCS(avx512, __rte_ptr, _avx512)
#endif
#ifdef __RTE_PTR_HAS_NEON
KERNEL_FUNCS(neon, __rte_ptr, _neon)
#endif
#ifdef __RTE_PTR_HAS_SVE
KERNEL_FUNCS(sve, __rte_ptr, _sve)
#endif

static const struct ptr_kernels kernels[] = {
	KERNELS(public, kernels_always_usable),
	KERNELS(scalar, kernels_always_usable),
	KERNELS(outlined, kernels_always_usable),
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

const struct ptr_kernels *
ptr_kernels_get(unsigned int i)
{
	return i < RTE_DIM(kernels) ? &kernels[i] : NULL;
}
