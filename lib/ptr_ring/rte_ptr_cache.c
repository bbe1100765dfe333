/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_log.h>
#include <rte_malloc.h>
#include <rte_mempool.h>

#include "rte_ptr_cache.h"
#include "rte_ptr_ring.h"

RTE_LOG_REGISTER_SUFFIX(ptr_cache_logtype, cache, INFO);

#define PTR_CACHE_LOG(level, fmt, ...) \
	rte_log(RTE_LOG_ ## level, ptr_cache_logtype, \
		"PTR_CACHE: " fmt "\n", ##__VA_ARGS__)

struct rte_ptr_cache *
rte_ptr_cache_create(uint32_t size, int socket_id,
		const struct rte_ptr_codec *codec)
{
	struct rte_ptr_cache *cache;
	uint32_t room;

	if (codec == NULL || !__rte_ptr_codec_is_set_up(codec)) {
		PTR_CACHE_LOG(ERR, "no cache without a codec that was set up");
		rte_errno = EINVAL;
		return NULL;
	}
	if (codec->width == 8) {
		PTR_CACHE_LOG(ERR, "a codec of 8 bytes compresses nothing: use rte_mempool_cache_create()");
		rte_errno = ENOTSUP;
		return NULL;
	}
	if (size == 0 || size > RTE_MEMPOOL_CACHE_MAX_SIZE) {
		PTR_CACHE_LOG(ERR, "no cache of %" PRIu32 " objects: 1 to %u",
			size, RTE_MEMPOOL_CACHE_MAX_SIZE);
		rte_errno = EINVAL;
		return NULL;
	}
	room = size + size / 2;
	cache = rte_zmalloc_socket("PTR_CACHE", sizeof(*cache) +
			(size_t)room * codec->width, __alignof__(*cache),
			socket_id);
	if (cache == NULL) {
		PTR_CACHE_LOG(ERR, "no memory for a cache of %" PRIu32 " objects of %u bytes",
			size, codec->width);
		rte_errno = ENOMEM;
		return NULL;
	}
	cache->codec = *codec;
	cache->size = size;
	cache->flushthresh = room;
	return cache;
}

/*
 * The ring of a mempool of our driver, if it holds what the cache holds, value
 * by value; else NULL. Looked for each time: memory that is added to a mempool
 * may change how its ring compresses.
 */
static struct rte_ptr_ring *
ring_of(const struct rte_ptr_cache *cache, const struct rte_mempool *mp)
{
	const struct rte_ptr_codec *codec = &cache->codec;
	struct rte_ptr_ring *r = mp->pool_data;

	if (strcmp(rte_mempool_get_ops(mp->ops_index)->name, "ptr_ring") != 0 ||
			r == NULL || r->codec.base != codec->base ||
			r->codec.stride != codec->stride ||
			r->codec.count != codec->count ||
			r->codec.width != codec->width)
		return NULL;
	return r;
}

/* Pointers that can't be in the cache: as without it, the mempool decides. */
static void
bypass(struct rte_ptr_cache *cache, struct rte_mempool *mp,
		void * const *obj_table, unsigned int n)
{
	if (cache->bypassed == 0)
		PTR_CACHE_LOG(WARNING, "%s: %p goes past a cache, whose codec does not cover it. Others like it are counted only",
			mp->name, obj_table[0]);
	cache->bypassed += n;
	rte_mempool_ops_enqueue_bulk(mp, obj_table, n);
}

/* Pointers of any kind, for which there is room in the cache. */
static void
add(struct rte_ptr_cache *cache, struct rte_mempool *mp,
		void * const *obj_table, unsigned int n)
{
	unsigned int i, done;

	for (i = 0; i < n; i += done) {
		done = (unsigned int)rte_ptr_codec_compress_checked(&cache->codec,
				obj_table + i,
				__rte_ptr_cache_at(cache, cache->len), n - i);
		cache->len += done;
		if (done != 0)
			continue;
		while (i + done < n && !rte_ptr_codec_covers(&cache->codec,
				obj_table[i + done]))
			done++;
		bypass(cache, mp, obj_table + i, done);
	}
}

/* All of the cache to its mempool. */
static void
empty(struct rte_ptr_cache *cache)
{
	void *objs[RTE_MEMPOOL_CACHE_MAX_SIZE * 2];
	struct rte_mempool *mp = cache->mp;
	struct rte_ptr_ring *r;

	if (cache->len == 0)
		return;
	r = ring_of(cache, mp);
	if (r != NULL) {
		RTE_MEMPOOL_STAT_ADD(mp, put_common_pool_bulk, 1);
		RTE_MEMPOOL_STAT_ADD(mp, put_common_pool_objs, cache->len);
		rte_ptr_ring_enqueue_bulk_values(r, __rte_ptr_cache_at(cache, 0),
			cache->len, NULL);
	} else {
		__rte_ptr_cache_read(cache, 0, objs, cache->len);
		rte_mempool_ops_enqueue_bulk(mp, objs, cache->len);
	}
	cache->len = 0;
}

void
rte_ptr_cache_flush(struct rte_ptr_cache *cache)
{
	if (cache == NULL)
		return;
	empty(cache);
	/* it may be freed now, and there may be another one at its place */
	cache->mp = NULL;
}

void
rte_ptr_cache_free(struct rte_ptr_cache *cache)
{
	if (cache == NULL)
		return;
	rte_ptr_cache_flush(cache);
	rte_free(cache);
}

/* From now on it is this mempool's. */
static void
use_with(struct rte_ptr_cache *cache, struct rte_mempool *mp)
{
	if (cache->mp != mp) {
		empty(cache);
		cache->mp = mp;
		cache->exact_gets = false;
	}
}

/*
 * Fill an empty cache, and a table with n objects. What the codec does not
 * cover goes back, which takes the right to put: that is asked for, and it is
 * done once only. Fails without having taken anything.
 */
static int
fill(struct rte_ptr_cache *cache, struct rte_mempool *mp, void **obj_table,
		unsigned int n)
{
	void *objs[RTE_MEMPOOL_CACHE_MAX_SIZE * 2];
	struct rte_ptr_ring *r = ring_of(cache, mp);
	const unsigned int all = cache->size + n;
	const uint64_t bypassed = cache->bypassed;
	int ret;

	if (r != NULL) {
		if (rte_ptr_ring_dequeue_bulk_values(r, objs, all, NULL) == 0)
			return -ENOBUFS;
		RTE_MEMPOOL_STAT_ADD(mp, get_common_pool_bulk, 1);
		RTE_MEMPOOL_STAT_ADD(mp, get_common_pool_objs, all);
		rte_ptr_codec_decompress(&cache->codec, objs, obj_table, n);
		memcpy(__rte_ptr_cache_at(cache, 0),
			RTE_PTR_ADD(objs, (size_t)n * cache->codec.width),
			(size_t)cache->size * cache->codec.width);
		cache->len = cache->size;
		return 0;
	}

	if (cache->exact_gets || (mp->flags & RTE_MEMPOOL_F_SP_PUT) != 0)
		return -ENOBUFS;
	ret = rte_mempool_ops_dequeue_bulk(mp, objs, all);
	if (ret < 0)
		return ret;
	memcpy(obj_table, objs, n * sizeof(*objs));
	add(cache, mp, objs + n, cache->size);
	cache->exact_gets = cache->bypassed != bypassed;
	return 0;
}

int
__rte_ptr_cache_get_slow(struct rte_ptr_cache *cache, struct rte_mempool *mp,
		void **obj_table, unsigned int n)
{
	unsigned int there, missing;
	int ret = -ENOBUFS;

	use_with(cache, mp);
	there = RTE_MIN(n, cache->len);
	missing = n - there;
	cache->len -= there;
	__rte_ptr_cache_read(cache, cache->len, obj_table, there);
	if (missing == 0)
		return 0;

	if (missing <= RTE_MEMPOOL_CACHE_MAX_SIZE)
		ret = fill(cache, mp, obj_table + there, missing);
	if (ret < 0)
		ret = rte_mempool_ops_dequeue_bulk(mp, obj_table + there, missing);
	/* they are in the cache still */
	if (ret < 0)
		cache->len += there;
	return ret;
}

void
__rte_ptr_cache_put_slow(struct rte_ptr_cache *cache, struct rte_mempool *mp,
		void * const *obj_table, unsigned int n)
{
	use_with(cache, mp);
	if (n > cache->flushthresh) {
		rte_mempool_ops_enqueue_bulk(mp, obj_table, n);
		return;
	}
	if (n > cache->flushthresh - cache->len)
		empty(cache);
	add(cache, mp, obj_table, n);
}
