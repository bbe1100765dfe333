/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef RTE_MEMPOOL_MEM_RANGE_H
#define RTE_MEMPOOL_MEM_RANGE_H

/**
 * @file
 * Where the memory and the objects of a mempool lie.
 *
 * @warning
 * @b EXPERIMENTAL:
 * All functions in this file may be changed or removed without prior notice.
 *
 * Whoever wants to name the objects of a mempool by something shorter than a
 * pointer has to know from which address to count, in which steps, and how
 * far. Three functions tell, each from the mempool as it is at the time of
 * the call:
 *
 * - rte_mempool_get_mem_range(): the memory given to the mempool,
 * - rte_mempool_get_obj_alignment(): the alignment its flags promise for
 *   every object, those of memory still to be added included,
 * - rte_mempool_get_obj_layout(): the objects that are there, and the widest
 *   step that leads from any of them to any other.
 *
 * All three only read the mempool. Any thread may call them, of a primary or
 * a secondary process, EAL thread or not, also while other threads get and
 * put objects. The mempool must not be populated or freed during the call: no
 * lock guards its lists of memory chunks and of objects. In a secondary
 * process the answers, addresses included, are those of the primary.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rte_common.h>
#include <rte_compat.h>
#include <rte_mempool.h>
#include <rte_version.h>

#ifdef __cplusplus
extern "C" {
#endif

/* From 24.07 on, rte_mempool.h declares these itself. */
#if RTE_VERSION < RTE_VERSION_NUM(24, 7, 0, 0)

/**
 * The memory of a mempool, from its lowest to its highest address.
 */
struct rte_mempool_mem_range_info {
	/** Lowest address of all memory chunks. */
	void *start;
	/** Bytes from start to the end of the highest memory chunk. */
	size_t length;
	/** True if the memory chunks leave no gap between start and end. */
	bool is_contiguous;
};

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Get the range of addresses that holds all memory chunks of a mempool.
 *
 * Every object lies in this range with its header and its trailer. The range
 * is that of the memory as it was given to the mempool. Populated by hand, it
 * may start at any address, and need not end with an object: the distance
 * from the start to an object is not always a multiple of what
 * rte_mempool_get_obj_alignment() returns. To count from an object, use
 * rte_mempool_get_obj_layout().
 *
 * Not to be called while the mempool is being populated or freed.
 *
 * @param mp
 *   The mempool, populated at least in part.
 * @param[out] mem_range
 *   The range. Chunks that adjoin are contiguous in whatever order they were
 *   added. Left as it was on error.
 * @return
 *   - 0: success.
 *   - -EINVAL: an argument is NULL, or the mempool has no memory yet.
 */
__rte_experimental
int
rte_mempool_get_mem_range(const struct rte_mempool *mp,
		struct rte_mempool_mem_range_info *mem_range);

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Get the alignment of all objects of a mempool.
 *
 * It follows from the flags of the mempool alone, so it holds for objects
 * populated later as well, and for memory at any address: populating skips
 * the bytes up to the first aligned one. Objects are often aligned better;
 * rte_mempool_get_obj_layout() finds out. A mempool driver that places objects
 * by rules of its own answers for their alignment itself.
 *
 * @param mp
 *   The mempool, populated or not.
 * @return
 *   The alignment in bytes, a power of two: RTE_MEMPOOL_ALIGN, or
 *   sizeof(uint64_t) with RTE_MEMPOOL_F_NO_CACHE_ALIGN. 0 if mp is NULL.
 */
__rte_experimental
size_t
rte_mempool_get_obj_alignment(const struct rte_mempool *mp);

#endif /* RTE_VERSION */

/**
 * The lattice on which the objects of a mempool lie.
 *
 * The address of every object is first + k * stride, with k < nb_slots.
 * Addresses are those of the elements, as rte_mempool_get() returns them, not
 * those of the headers before them.
 */
struct rte_mempool_obj_layout {
	/** Lowest address of an object. */
	void *first;
	/** Highest address of an object; first if there is only one. */
	void *last;
	/**
	 * Greatest common divisor of all distances between objects, in bytes,
	 * never 0. If there is only one object, its full size: header, element
	 * and trailer.
	 */
	uint64_t stride;
	/** Slots of the lattice, (last - first) / stride + 1. */
	uint64_t nb_slots;
	/** Objects in the mempool, nb_slots at most. */
	uint32_t nb_objs;
};

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Find the lattice on which the objects of a mempool lie.
 *
 * This walks all objects, whether in use or not, so the answer is right for
 * every mempool driver, every flag, and any number and order of memory
 * chunks. In memory without gaps the stride is the full size of an object.
 * Gaps lower it, also those that keep objects from crossing a page: without
 * RTE_MEMPOOL_F_NO_IOVA_CONTIG, objects in several pages may have no more
 * than their alignment in common.
 *
 * The answer is that of the moment. Objects populated later may lie outside
 * the lattice, so call this once the mempool is complete. The time is
 * proportional to the number of objects, and not meant for the data path.
 *
 * @code{.c}
 * struct rte_mempool_obj_layout l;
 *
 * if (rte_mempool_get_obj_layout(mp, &l) == 0 && l.nb_slots <= UINT16_MAX + 1)
 *	k = (uint16_t)(RTE_PTR_DIFF(obj, l.first) / l.stride);
 * ...
 * obj = RTE_PTR_ADD(l.first, k * l.stride);
 * @endcode
 *
 * Not to be called while the mempool is being populated or freed.
 *
 * @param mp
 *   The mempool, populated at least in part.
 * @param[out] layout
 *   The lattice. Left as it was on error.
 * @return
 *   - 0: success.
 *   - -EINVAL: an argument is NULL, the mempool has no objects yet, or its
 *     list of objects does not match their number (memory was added to it
 *     twice, or is being added). The log says which.
 */
__rte_experimental
int
rte_mempool_get_obj_layout(const struct rte_mempool *mp,
		struct rte_mempool_obj_layout *layout);

#ifdef __cplusplus
}
#endif

#endif /* RTE_MEMPOOL_MEM_RANGE_H */
