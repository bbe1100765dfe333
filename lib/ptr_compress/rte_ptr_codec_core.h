/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef RTE_PTR_CODEC_CORE_H
#define RTE_PTR_CODEC_CORE_H

/**
 * @file
 * What a pointer codec is: the structure alone, for kernels and for those who
 * keep codecs in structures of their own. See rte_ptr_codec.h.
 */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A lattice of pointers, base + k * stride with k < count, and how many bytes
 * hold k.
 *
 * Filled by the functions of rte_ptr_codec.h, then only read. Plain data: it
 * may be copied, kept in shared memory, and used by every process that maps
 * the memory its pointers point to.
 */
struct rte_ptr_codec {
	void *base;       /**< The pointer with number 0. */
	uint64_t count;   /**< Number of points on the lattice, never 0. */
	uint64_t last;    /**< Distance of the last point from the base, in bytes. */
	uint64_t inverse; /**< Of the odd part of stride, modulo 2^64. */
	uint32_t stride;  /**< Bytes from one point to the next, never 0. */
	uint8_t shift;    /**< Number of factors of two in stride. */
	uint8_t width;    /**< Bytes of a compressed pointer: 2, 4, or 8 for the pointer itself. */
	uint8_t narrow;   /**< 1 when last is less than 2^32, else 0. */
};

#ifdef __cplusplus
}
#endif

#endif /* RTE_PTR_CODEC_CORE_H */
