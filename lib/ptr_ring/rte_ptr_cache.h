/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef RTE_PTR_CACHE_H
#define RTE_PTR_CACHE_H

/**
 * @file
 * RTE Pointer Cache
 *
 * @warning
 * @b EXPERIMENTAL:
 * All functions in this file may be changed or removed without prior notice.
 *
 * A cache of objects of a mempool for one thread, as rte_mempool_cache_create()
 * makes them, that holds its objects compressed: 2 or 4 bytes each instead of
 * 8. Any thread may have one, those that EAL does not know included, which
 * without a cache of their own pay for the mempool's ring with each burst.
 *
 * A codec (see rte_ptr_codec.h) says how objects are compressed:
 *
 * @code{.c}
 * struct rte_mempool_obj_layout layout;
 * struct rte_ptr_codec codec;
 * struct rte_ptr_cache *cache;
 *
 * if (rte_mempool_get_obj_layout(mp, &layout) < 0 ||
 *         rte_ptr_codec_init_objs(&codec, layout.first, layout.last,
 *             layout.stride, 0) < 0)
 *     return -1; // the log says why
 * cache = rte_ptr_cache_create(256, SOCKET_ID_ANY, &codec);
 *
 * if (rte_ptr_cache_get_bulk(cache, mp, objs, n) == 0) {
 *     // ... use the n objects
 *     rte_ptr_cache_put_bulk(cache, mp, objs, n);
 * }
 *
 * rte_ptr_cache_free(cache); // its objects go back to the mempool
 * @endcode
 *
 * (rte_mempool_get_obj_layout() is of rte_mempool_mem_range.h.)
 *
 * Sizes and thresholds are those of rte_mempool_generic_get() and
 * rte_mempool_generic_put(), and the mempool may be used by them, with caches
 * of its own and without, at the same time. What was put last is got first.
 * Within one get, objects come in the order in which they were put.
 *
 * Nothing goes into the cache unchecked. Pointers that the codec does not
 * cover, as those of memory that was added to the mempool later on, or foreign
 * ones, go past the cache to the mempool, which takes or refuses them as it
 * does without a cache; the others of the burst go into the cache.
 *
 * A cache holds objects of one mempool at a time. Used with another one, it
 * first returns what it holds to the mempool that it is from. With a mempool
 * of the driver "ptr_ring" that compresses in the same way, compressed objects
 * go from the mempool to the cache and back as they are.
 *
 * A get fills the cache with what may be outside of the codec, and returns that
 * to the mempool: it puts. For a mempool with RTE_MEMPOOL_F_SP_PUT, whose only
 * putter may be another thread, it takes no more than it needs, unless objects
 * go as they are; and so it does for any mempool in which it has once found
 * such objects, until the cache is flushed.
 *
 * One thread of one process may use a cache at a time: none of these functions
 * may be called for one cache by two threads at once.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_compat.h>
#include <rte_mempool.h>

#include <rte_ptr_codec.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A cache of compressed objects. The values follow it in memory.
 *
 * Members are to be read only.
 */
struct __rte_cache_aligned rte_ptr_cache {
	struct rte_ptr_codec codec; /**< How objects are compressed. */
	struct rte_mempool *mp;     /**< Where the objects are from, NULL if unused. */
	uint32_t len;               /**< Number of objects in the cache. */
	uint32_t flushthresh;       /**< Number of objects that it has room for. */
	uint32_t size;              /**< Number of objects that a get fills it with. */
	bool exact_gets;            /**< Gets take what they need and no more. */
	uint64_t bypassed;          /**< Number of pointers that the codec did not cover. */
};

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Create a cache of compressed objects.
 *
 * Any thread may call it, and hand the cache to another one.
 *
 * @param size
 *   Number of objects that a get fills the cache with, 1 to
 *   RTE_MEMPOOL_CACHE_MAX_SIZE. A put that would bring the cache above one and
 *   a half times as many empties it first.
 * @param socket_id
 *   NUMA node for the memory, or SOCKET_ID_ANY.
 * @param codec
 *   How objects are compressed, of width 2 or 4. Copied.
 * @return
 *   The cache, or NULL with rte_errno set:
 *   - EINVAL: codec is NULL or not set up, or size is out of range.
 *   - ENOTSUP: the codec is of width 8, which compresses nothing.
 *   - ENOMEM: no memory.
 *   The log says what was wrong.
 */
__rte_experimental
struct rte_ptr_cache *
rte_ptr_cache_create(uint32_t size, int socket_id,
		const struct rte_ptr_codec *codec);

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Return all objects of a cache to the mempool that they are from.
 *
 * To be called before this mempool is freed, unless the cache is.
 *
 * @param cache
 *   The cache, or NULL for nothing to be done.
 */
__rte_experimental
void
rte_ptr_cache_flush(struct rte_ptr_cache *cache);

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Free a cache, after its objects were returned to the mempool that they are
 * from, as rte_ptr_cache_flush() does.
 *
 * @param cache
 *   The cache, or NULL for nothing to be done.
 */
__rte_experimental
void
rte_ptr_cache_free(struct rte_ptr_cache *cache);

/** @internal A get that the cache alone does not satisfy. */
__rte_experimental
int
__rte_ptr_cache_get_slow(struct rte_ptr_cache *cache, struct rte_mempool *mp,
		void **obj_table, unsigned int n);

/** @internal A put that does not simply go into the cache. */
__rte_experimental
void
__rte_ptr_cache_put_slow(struct rte_ptr_cache *cache, struct rte_mempool *mp,
		void * const *obj_table, unsigned int n);

/** @internal A place among the values, of whatever width. */
static __rte_always_inline void *
__rte_ptr_cache_at(struct rte_ptr_cache *cache, uint32_t i)
{
	return RTE_PTR_ADD(cache + 1, (size_t)i * cache->codec.width);
}

/*
 * Objects from their values, and values from pointers: true if the codec
 * covers all of them, else the values are of no use. For one, which kernel to
 * take costs more than to do without.
 */
#define __RTE_PTR_CACHE_MOVES(bits) \
static __rte_always_inline void \
__rte_ptr_cache_read_##bits(const struct rte_ptr_codec *codec, \
		const uint##bits##_t *values, void **obj_table, unsigned int n) \
{ \
	if (n == 1) \
		obj_table[0] = __rte_ptr_codec_point(codec, values[0]); \
	else \
		rte_ptr_codec_decompress_##bits(codec, values, obj_table, n); \
} \
static __rte_always_inline bool \
__rte_ptr_cache_write_##bits(const struct rte_ptr_codec *codec, \
		uint##bits##_t *values, void * const *obj_table, unsigned int n) \
{ \
	uint64_t k; \
\
	if (n != 1) \
		return rte_ptr_codec_compress_##bits##_checked(codec, \
				obj_table, values, n) == n; \
	k = __rte_ptr_codec_index_or_beyond(codec, obj_table[0]); \
	values[0] = (uint##bits##_t)k; \
	return k < codec->count; \
}

__RTE_PTR_CACHE_MOVES(16)
__RTE_PTR_CACHE_MOVES(32)

#undef __RTE_PTR_CACHE_MOVES

/** @internal Objects from a place in the cache on. */
static __rte_always_inline void
__rte_ptr_cache_read(struct rte_ptr_cache *cache, uint32_t first,
		void **obj_table, unsigned int n)
{
	if (cache->codec.width == sizeof(uint16_t))
		__rte_ptr_cache_read_16(&cache->codec,
				(uint16_t *)(cache + 1) + first, obj_table, n);
	else
		__rte_ptr_cache_read_32(&cache->codec,
				(uint32_t *)(cache + 1) + first, obj_table, n);
}

/** @internal Pointers to a place in the cache; false if it can't hold one. */
static __rte_always_inline bool
__rte_ptr_cache_write(struct rte_ptr_cache *cache, uint32_t first,
		void * const *obj_table, unsigned int n)
{
	if (cache->codec.width == sizeof(uint16_t))
		return __rte_ptr_cache_write_16(&cache->codec,
				(uint16_t *)(cache + 1) + first, obj_table, n);
	return __rte_ptr_cache_write_32(&cache->codec,
			(uint32_t *)(cache + 1) + first, obj_table, n);
}

/**
 * Get several objects of a mempool through a cache, all or none.
 *
 * As rte_mempool_generic_get() does: if there are not as many in the cache,
 * those missing come from the mempool, and as many with them as the cache is
 * to be filled with; if the mempool has not so many, only those missing.
 *
 * @param cache
 *   The cache, of the calling thread.
 * @param mp
 *   The mempool.
 * @param obj_table
 *   Table for n objects. If there are not so many, its contents are undefined.
 * @param n
 *   Number of objects, 0 or more, also more than the cache holds.
 * @return
 *   - 0: success.
 *   - <0: there are not so many objects, and none was taken: the error of the
 *     mempool's driver, with those of DPDK -ENOBUFS or -ENOENT.
 */
static __rte_always_inline int
rte_ptr_cache_get_bulk(struct rte_ptr_cache *cache, struct rte_mempool *mp,
		void **obj_table, unsigned int n)
{
	const uint32_t len = cache->len;
	int ret = 0;

	if (likely(n <= len && cache->mp == mp)) {
		cache->len = len - n;
		__rte_ptr_cache_read(cache, len - n, obj_table, n);
	} else {
		ret = __rte_ptr_cache_get_slow(cache, mp, obj_table, n);
	}
	if (likely(ret == 0)) {
		RTE_MEMPOOL_STAT_ADD(mp, get_success_bulk, 1);
		RTE_MEMPOOL_STAT_ADD(mp, get_success_objs, n);
		RTE_MEMPOOL_CHECK_COOKIES(mp, obj_table, n, 1);
	} else {
		RTE_MEMPOOL_STAT_ADD(mp, get_fail_bulk, 1);
		RTE_MEMPOOL_STAT_ADD(mp, get_fail_objs, n);
	}
	return ret;
}

/**
 * Put several objects back into a mempool through a cache.
 *
 * As rte_mempool_generic_put() does: if there is no room for them in the
 * cache, what is in there goes to the mempool first; if they are more than
 * there ever is room for, they go to the mempool themselves, as they are.
 *
 * @param cache
 *   The cache, of the calling thread.
 * @param mp
 *   The mempool that the objects are from.
 * @param obj_table
 *   Table of n objects. Of those that would go into the cache, pointers that
 *   the codec does not cover go past it to the mempool. The first one is
 *   reported in the log; the member bypassed of the cache counts them.
 * @param n
 *   Number of objects, 0 or more, also more than the cache holds.
 */
static __rte_always_inline void
rte_ptr_cache_put_bulk(struct rte_ptr_cache *cache, struct rte_mempool *mp,
		void * const *obj_table, unsigned int n)
{
	const uint32_t len = cache->len;

	RTE_MEMPOOL_CHECK_COOKIES(mp, obj_table, n, 0);
	RTE_MEMPOOL_STAT_ADD(mp, put_bulk, 1);
	RTE_MEMPOOL_STAT_ADD(mp, put_objs, n);
	if (likely(n <= cache->flushthresh - len && cache->mp == mp &&
			__rte_ptr_cache_write(cache, len, obj_table, n)))
		cache->len = len + n;
	else
		__rte_ptr_cache_put_slow(cache, mp, obj_table, n);
}

#ifdef __cplusplus
}
#endif

#endif /* RTE_PTR_CACHE_H */
