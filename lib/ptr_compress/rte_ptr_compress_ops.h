/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef RTE_PTR_COMPRESS_OPS_H
#define RTE_PTR_COMPRESS_OPS_H

/**
 * @file
 * @internal
 * The operations that there are kernels for, with their parameters, for all
 * that has to be done once for each of them.
 */

#include <stddef.h>
#include <stdint.h>

#include "rte_ptr_codec_core.h"

/* What an operation returns: nothing, or the number of entries taken. */
#define __RTE_PTR_TYPE_none void
#define __RTE_PTR_TYPE_taken size_t
#define __RTE_PTR_RETURN_none
#define __RTE_PTR_RETURN_taken return

#define __RTE_PTR_SHIFT_ARGS (ptr_base, src, dest, n, bit_shift)
#define __RTE_PTR_SHIFT_PARAMS(src_t, dest_t) \
	(const void *ptr_base, src_t src, dest_t dest, size_t n, \
		uint8_t bit_shift)
#define __RTE_PTR_STRIDE_ARGS (codec, src, dest, n)
#define __RTE_PTR_STRIDE_PARAMS(src_t, dest_t) \
	(const struct rte_ptr_codec *codec, src_t src, dest_t dest, size_t n)

/* do_op(ret, op, params, args) for each. */
#define __RTE_PTR_FOR_EACH_OP(do_op) \
do_op(none, compress_32_shift, \
	__RTE_PTR_SHIFT_PARAMS(void * const *, uint32_t *), \
	__RTE_PTR_SHIFT_ARGS) \
do_op(none, compress_16_shift, \
	__RTE_PTR_SHIFT_PARAMS(void * const *, uint16_t *), \
	__RTE_PTR_SHIFT_ARGS) \
do_op(none, decompress_32_shift, \
	__RTE_PTR_SHIFT_PARAMS(uint32_t const *, void **), \
	__RTE_PTR_SHIFT_ARGS) \
do_op(none, decompress_16_shift, \
	__RTE_PTR_SHIFT_PARAMS(uint16_t const *, void **), \
	__RTE_PTR_SHIFT_ARGS) \
do_op(none, compress_32_stride, \
	__RTE_PTR_STRIDE_PARAMS(void * const *, uint32_t *), \
	__RTE_PTR_STRIDE_ARGS) \
do_op(none, compress_16_stride, \
	__RTE_PTR_STRIDE_PARAMS(void * const *, uint16_t *), \
	__RTE_PTR_STRIDE_ARGS) \
do_op(none, decompress_32_stride, \
	__RTE_PTR_STRIDE_PARAMS(uint32_t const *, void **), \
	__RTE_PTR_STRIDE_ARGS) \
do_op(none, decompress_16_stride, \
	__RTE_PTR_STRIDE_PARAMS(uint16_t const *, void **), \
	__RTE_PTR_STRIDE_ARGS) \
do_op(taken, compress_32_checked, \
	__RTE_PTR_STRIDE_PARAMS(void * const *, uint32_t *), \
	__RTE_PTR_STRIDE_ARGS) \
do_op(taken, compress_16_checked, \
	__RTE_PTR_STRIDE_PARAMS(void * const *, uint16_t *), \
	__RTE_PTR_STRIDE_ARGS) \
do_op(taken, decompress_32_checked, \
	__RTE_PTR_STRIDE_PARAMS(uint32_t const *, void **), \
	__RTE_PTR_STRIDE_ARGS) \
do_op(taken, decompress_16_checked, \
	__RTE_PTR_STRIDE_PARAMS(uint16_t const *, void **), \
	__RTE_PTR_STRIDE_ARGS)

#endif /* RTE_PTR_COMPRESS_OPS_H */
