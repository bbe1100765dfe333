/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_log.h>
#include <rte_malloc.h>
#include <rte_mempool.h>
#include <rte_random.h>

#include <rte_ptr_cache.h>

#include "test.h"
#include "test_ptr_cache.h"
#include "test_secondary.h"

/*
 * Caches that are not used as they should be, or not alone: pointers that are
 * not the mempool's, codecs that do not cover all of it, one cache for several
 * mempools, several kinds of caches for one, another process.
 */

#define NAME "ptr_cache_host"
#define NB_OBJS 700
#define SIZE 64
#define MAX_N 150
#define SHARED_N 40

static struct rte_mempool *pools[2];
static struct rte_ptr_cache *cache;

static void
ut_teardown(void)
{
	unsigned int i;

	rte_ptr_cache_free(cache);
	cache = NULL;
	for (i = 0; i < RTE_DIM(pools); i++) {
		rte_mempool_free(pools[i]);
		pools[i] = NULL;
	}
}

/* Every object of a mempool is in there, once, and nothing else. */
static int
check_all_there(struct rte_mempool *mp, unsigned int nb_objs)
{
	static void *objs[NB_OBJS + MAX_N];
	unsigned int n = 0;

	TEST_ASSERT_EQUAL(rte_mempool_avail_count(mp), nb_objs,
		"%u objects are there", rte_mempool_avail_count(mp));
	while (n < RTE_DIM(objs) && rte_mempool_get(mp, &objs[n]) == 0)
		n++;
	TEST_ASSERT_EQUAL(n, nb_objs, "%u objects came out", n);
	TEST_ASSERT(ptr_cache_take(mp, objs, n) && ptr_cache_give(mp, objs, n),
		"The mempool's contents");
	rte_mempool_put_bulk(mp, objs, n);
	return TEST_SUCCESS;
}

/*
 * A mempool and a cache for it; points_div: its codec covers only such a part.
 * TEST_SKIPPED when there is no such driver.
 */
static int
make(unsigned int pool, const char *driver, unsigned int width,
		unsigned int cache_size, unsigned int points_div)
{
	char name[RTE_MEMPOOL_NAMESIZE];
	struct rte_ptr_codec codec;
	bool missing;

	snprintf(name, sizeof(name), NAME "_%u", pool);
	pools[pool] = ptr_cache_pool_create(name, driver, NB_OBJS, cache_size,
			&missing);
	if (missing)
		return TEST_SKIPPED;
	TEST_ASSERT_NOT_NULL(pools[pool], "No mempool");
	TEST_ASSERT_SUCCESS(ptr_cache_codec_init(&codec, pools[pool], width),
		"No codec");
	if (points_div != 1)
		TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, codec.base,
			codec.stride, codec.count / points_div, width), "No codec");
	if (cache == NULL)
		cache = rte_ptr_cache_create(SIZE, SOCKET_ID_ANY, &codec);
	TEST_ASSERT_NOT_NULL(cache, "No cache");
	return TEST_SUCCESS;
}

/* Another cache, for a lattice with the same base. */
static int
remake_cache(uint32_t stride, uint64_t count)
{
	struct rte_ptr_codec codec = cache->codec;

	rte_ptr_cache_free(cache);
	cache = NULL;
	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, codec.base, stride, count,
		codec.width), "No codec");
	cache = rte_ptr_cache_create(SIZE, SOCKET_ID_ANY, &codec);
	TEST_ASSERT_NOT_NULL(cache, "No cache");
	return TEST_SUCCESS;
}

/* Call a check for each driver, both widths. */
static int
for_each_driver(int (*check)(const char *driver, unsigned int width))
{
	unsigned int driver, width;
	int ret;

	for (driver = 0; driver < PTR_CACHE_DRIVERS; driver++) {
		for (width = 2; width <= 4; width += 2) {
			ret = check(ptr_cache_drivers[driver], width);
			ut_teardown();
			if (ret == TEST_SKIPPED)
				break;
			TEST_ASSERT_SUCCESS(ret, "Driver %s, width %u",
				ptr_cache_drivers[driver], width);
		}
	}
	return TEST_SUCCESS;
}

/*
 * Put n pointers of which that at "at" is foreign. A driver that takes any
 * pointer has it now, as it would have without a cache; ours does not.
 */
static int
check_foreign(struct rte_mempool *mp, void *foreign, unsigned int n,
		unsigned int at, bool refused)
{
	const unsigned int there = refused ? NB_OBJS - 1 : NB_OBJS;
	const uint64_t bypassed = cache->bypassed;
	static void *all[NB_OBJS];
	void *objs[MAX_N] = { NULL }, *own;
	unsigned int i, found = 0;

	TEST_ASSERT_SUCCESS(rte_ptr_cache_get_bulk(cache, mp, objs, n), "No objects");
	own = objs[at];
	objs[at] = foreign;
	rte_ptr_cache_put_bulk(cache, mp, objs, n);
	TEST_ASSERT_EQUAL(objs[at], foreign, "The table was written to");
	TEST_ASSERT_EQUAL(cache->len + rte_mempool_avail_count(mp), there,
		"%u of %u, %p: %u are there, not %u", at, n, foreign,
		cache->len + rte_mempool_avail_count(mp), there);
	if (n <= cache->flushthresh)
		TEST_ASSERT(cache->bypassed == bypassed + 1, "%u of %u, %p: %" PRIu64 " went past",
			at, n, foreign, cache->bypassed - bypassed);

	/* find it, and leave it out */
	rte_ptr_cache_flush(cache);
	for (i = 0; i < there; i++)
		TEST_ASSERT_SUCCESS(rte_mempool_generic_get(mp, &all[i], 1, NULL),
			"%u objects", i);
	for (i = 0; i < there; i++) {
		if (all[i] == foreign)
			found++;
		else
			rte_mempool_generic_put(mp, &all[i], 1, NULL);
	}
	TEST_ASSERT_EQUAL(found, !refused, "%p is there %u times", foreign, found);
	rte_mempool_generic_put(mp, &own, 1, NULL);
	return TEST_SUCCESS;
}

static int
foreign(const char *driver, unsigned int width)
{
	static const unsigned int sizes[] = { 1, 2, 3, 5, 8, 9, 17, 33, 64, 95, 97, 120 };
	const bool refused = strcmp(driver, "ptr_ring") == 0;
	void *pointers[9], *obj;
	struct rte_mempool *mp;
	unsigned int i, n, at;
	int ret;

	ret = make(0, driver, width, 0, 1);
	if (ret != TEST_SUCCESS)
		return ret;
	mp = pools[0];
	TEST_ASSERT_SUCCESS(rte_mempool_generic_get(mp, &obj, 1, NULL), "No object");
	rte_mempool_generic_put(mp, &obj, 1, NULL);
	pointers[0] = NULL;
	pointers[1] = RTE_PTR_ADD(obj, 1);
	pointers[2] = RTE_PTR_ADD(obj, 64);
	pointers[3] = RTE_PTR_SUB(cache->codec.base, cache->codec.stride);
	pointers[4] = RTE_PTR_ADD(cache->codec.base,
			(uintptr_t)(cache->codec.count * cache->codec.stride));
	/* the same number modulo 2^16, and modulo 2^32 */
	pointers[5] = RTE_PTR_ADD(obj, (uintptr_t)cache->codec.stride << 16);
	pointers[6] = RTE_PTR_ADD(obj, (uintptr_t)((uint64_t)cache->codec.stride << 32));
	pointers[7] = (void *)UINTPTR_MAX;
	/* the number of an object, if divided with the remainder dropped */
	pointers[8] = RTE_PTR_ADD(obj, cache->codec.stride >> cache->codec.shift);
	for (i = 0; i < RTE_DIM(pointers); i++) {
		/* nothing was added on 32-bit targets */
		if (pointers[i] == obj)
			continue;
		for (n = 0; n < RTE_DIM(sizes); n++)
			for (at = 0; at < sizes[n]; at += 1 + sizes[n] / 9)
				if (check_foreign(mp, pointers[i], sizes[n], at,
						refused) != TEST_SUCCESS)
					return TEST_FAILED;
	}
	return check_all_there(mp, NB_OBJS);
}

static int
test_foreign(void)
{
	int ret;

	/* one line for each cache, and more of the driver's own: not here */
	rte_openlog_stream(tmpfile());
	ret = for_each_driver(foreign);
	rte_openlog_stream(NULL);
	return ret;
}

/* That one line. */
static int
test_log(void)
{
	struct rte_mempool *mp;
	char line[512] = "";
	void *objs[3];
	unsigned int i;
	FILE *log;

	TEST_ASSERT_SUCCESS(make(0, "ring_mp_mc", 0, 0, 1), "Setup");
	mp = pools[0];
	log = tmpfile();
	TEST_ASSERT_NOT_NULL(log, "No file");
	for (i = 0; i < RTE_DIM(objs); i++)
		objs[i] = RTE_PTR_ADD(cache->codec.base, i + 1);
	rte_openlog_stream(log);
	rte_ptr_cache_put_bulk(cache, mp, objs, 1);
	rte_ptr_cache_put_bulk(cache, mp, objs + 1, 2);
	rte_openlog_stream(NULL);
	rewind(log);
	for (i = 0; fgets(line, sizeof(line), log) != NULL; i++)
		if (strstr(line, "PTR_CACHE: " NAME "_0: ") == NULL ||
				strstr(line, "goes past a cache") == NULL)
			break;
	fclose(log);
	TEST_ASSERT_EQUAL(i, 1, "%u lines in the log: %s", i, line);
	TEST_ASSERT_EQUAL(cache->bypassed, 3, "Not 3 but %" PRIu64, cache->bypassed);
	return TEST_SUCCESS;
}

/* Gets and puts of all kinds, until the mempool was through it often. */
static int
use_for_long(struct rte_mempool *mp, unsigned int operations,
		int (*get)(struct rte_mempool *mp, void **objs, unsigned int n),
		void (*put)(struct rte_mempool *mp, void **objs, unsigned int n))
{
	static void *held[NB_OBJS];
	unsigned int i, j, n, nb_held = 0;
	void *swap;

	for (i = 0; i < operations || nb_held > 0; i++) {
		n = (unsigned int)rte_rand_max(rte_rand_max(4) == 0 ? MAX_N : 12);
		if (i < operations && rte_rand_max(2) == 0) {
			if (nb_held + n > NB_OBJS || get(mp, &held[nb_held], n) != 0)
				continue;
			TEST_ASSERT(ptr_cache_take(mp, &held[nb_held], n),
				"Get of %u, operation %u", n, i);
			nb_held += n;
		} else {
			n = RTE_MIN(n, nb_held);
			/* not always those that were got last */
			for (j = 0; j < n; j++) {
				const unsigned int other = (unsigned int)rte_rand_max(nb_held);

				swap = held[other];
				held[other] = held[nb_held - 1 - j];
				held[nb_held - 1 - j] = swap;
			}
			nb_held -= n;
			TEST_ASSERT(ptr_cache_give(mp, &held[nb_held], n),
				"Put of %u, operation %u", n, i);
			put(mp, &held[nb_held], n);
		}
	}
	return TEST_SUCCESS;
}

static int
cache_get(struct rte_mempool *mp, void **objs, unsigned int n)
{
	return rte_ptr_cache_get_bulk(cache, mp, objs, n);
}

static void
cache_put(struct rte_mempool *mp, void **objs, unsigned int n)
{
	rte_ptr_cache_put_bulk(cache, mp, objs, n);
}

/* As it is with a mempool that got more memory after the codec was set up. */
static int
part_covered(const char *driver, unsigned int width)
{
	int ret;

	ret = make(0, driver, width, 0, 2);
	if (ret != TEST_SUCCESS)
		return ret;
	if (use_for_long(pools[0], 20000, cache_get, cache_put) != TEST_SUCCESS)
		return TEST_FAILED;
	TEST_ASSERT(cache->bypassed > 0, "Nothing went past the cache");
	rte_ptr_cache_flush(cache);
	return check_all_there(pools[0], NB_OBJS);
}

static int
test_part_covered(void)
{
	return for_each_driver(part_covered);
}

/* Get n objects, one at a time; all that the mempool then lacks is these. */
static int
get_exactly(struct rte_mempool *mp, void **objs, unsigned int n)
{
	const unsigned int there = rte_mempool_avail_count(mp);
	const uint64_t bypassed = cache->bypassed;
	unsigned int i;

	for (i = 0; i < n; i++)
		TEST_ASSERT_SUCCESS(rte_ptr_cache_get_bulk(cache, mp, &objs[i], 1),
			"No object %u", i);
	TEST_ASSERT(rte_mempool_avail_count(mp) == there - n && cache->len == 0,
		"%u objects are left of %u", rte_mempool_avail_count(mp), there);
	TEST_ASSERT_EQUAL(cache->bypassed, bypassed, "A get has put");
	return TEST_SUCCESS;
}

/*
 * A get puts nothing where another thread may be the only one that may, and
 * where objects have gone back before.
 */
static int
gets_only(const char *driver, unsigned int width)
{
	void *objs[NB_OBJS];
	struct rte_mempool *mp;
	unsigned int n = 0;
	int ret;

	ret = make(0, driver, width, 0, 2);
	if (ret != TEST_SUCCESS)
		return ret;
	mp = pools[0];
	mp->flags |= RTE_MEMPOOL_F_SP_PUT;
	if (get_exactly(mp, objs, NB_OBJS) != TEST_SUCCESS)
		return TEST_FAILED;
	rte_mempool_put_bulk(mp, objs, NB_OBJS);
	mp->flags &= ~RTE_MEMPOOL_F_SP_PUT;

	while (cache->bypassed == 0 || cache->len != 0)
		TEST_ASSERT(n < NB_OBJS && rte_ptr_cache_get_bulk(cache, mp,
			&objs[n++], 1) == 0, "Nothing went past the cache");
	TEST_ASSERT(n < NB_OBJS - 10, "Too few objects are left");
	if (get_exactly(mp, objs + n, 10) != TEST_SUCCESS)
		return TEST_FAILED;
	rte_mempool_put_bulk(mp, objs, n + 10);
	return check_all_there(mp, NB_OBJS);
}

static int
test_gets_only(void)
{
	return for_each_driver(gets_only);
}

/*
 * A codec like that of our driver's ring but for the stride: the same value is
 * another object's.
 */
static int
finer(const char *driver, unsigned int width)
{
	int ret;

	ret = make(0, driver, width, 0, 1);
	if (ret != TEST_SUCCESS)
		return ret;
	if (remake_cache(cache->codec.stride / 2, cache->codec.count) != TEST_SUCCESS)
		return TEST_FAILED;
	if (use_for_long(pools[0], 20000, cache_get, cache_put) != TEST_SUCCESS)
		return TEST_FAILED;
	rte_ptr_cache_flush(cache);
	return check_all_there(pools[0], NB_OBJS);
}

static int
test_finer(void)
{
	return for_each_driver(finer);
}

/* As it is with the codec of another mempool. */
static int
none_covered(const char *driver, unsigned int width)
{
	struct rte_ptr_codec codec;
	int ret;

	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, &codec, 64, 100, width), "No codec");
	cache = rte_ptr_cache_create(SIZE, SOCKET_ID_ANY, &codec);
	TEST_ASSERT_NOT_NULL(cache, "No cache");
	ret = make(0, driver, width, 0, 1);
	if (ret != TEST_SUCCESS)
		return ret;
	if (use_for_long(pools[0], 10000, cache_get, cache_put) != TEST_SUCCESS)
		return TEST_FAILED;
	TEST_ASSERT_EQUAL(cache->len, 0, "There is something in the cache");
	return check_all_there(pools[0], NB_OBJS);
}

static int
test_none_covered(void)
{
	return for_each_driver(none_covered);
}

/*
 * Two mempools take turns, whether or not the cache's codec is for both. A
 * mempool that follows another one at its place is another one.
 */
static int
two_pools(const char *driver, unsigned int width)
{
	void *objs[2][MAX_N];
	unsigned int i, p, n;
	int ret;

	for (p = 0; p < 2; p++) {
		ret = make(p, driver, width, 0, 1);
		if (ret != TEST_SUCCESS)
			return ret;
	}
	for (i = 0; i < 2000; i++) {
		for (p = 0; p < 2; p++) {
			n = 1 + (unsigned int)rte_rand_max(MAX_N);
			TEST_ASSERT_SUCCESS(rte_ptr_cache_get_bulk(cache,
				pools[p], objs[p], n), "No objects");
			TEST_ASSERT(ptr_cache_take(pools[p], objs[p], n),
				"Get of %u from mempool %u", n, p);
			/* what came from the other one is there again */
			TEST_ASSERT_EQUAL(rte_mempool_avail_count(pools[!p]), NB_OBJS,
				"%u in the other mempool",
				rte_mempool_avail_count(pools[!p]));
			TEST_ASSERT(ptr_cache_give(pools[p], objs[p], n), "Put");
			rte_ptr_cache_put_bulk(cache, pools[p], objs[p], n);
			if (p == 1 || i % 2 == 0)
				continue;
			/* the other way round: a put meets the other's objects */
			TEST_ASSERT_SUCCESS(rte_mempool_generic_get(pools[1], objs[1],
				n, NULL), "No objects");
			rte_ptr_cache_put_bulk(cache, pools[1], objs[1], n);
			TEST_ASSERT_EQUAL(rte_mempool_avail_count(pools[0]), NB_OBJS,
				"%u after a put into the other mempool",
				rte_mempool_avail_count(pools[0]));
		}
	}
	rte_ptr_cache_flush(cache);
	for (p = 0; p < 2; p++)
		if (check_all_there(pools[p], NB_OBJS) != TEST_SUCCESS)
			return TEST_FAILED;
	return TEST_SUCCESS;
}

static int
test_two_pools(void)
{
	return for_each_driver(two_pools);
}

/* Memory that comes later, below and above: compressed anew by our driver. */
static int
grown(const char *driver, unsigned int width)
{
	static const unsigned int parts[] = { 1, 0, 2 };
	struct rte_ptr_codec codec;
	struct rte_mempool *mp;
	unsigned int i, held = 0;
	size_t part;
	void *mem;
	int ret;

	mp = pools[0] = rte_mempool_create_empty(NAME "_0", NB_OBJS, 100, 0, 0,
			SOCKET_ID_ANY, RTE_MEMPOOL_F_NO_IOVA_CONTIG |
			RTE_MEMPOOL_F_NO_SPREAD);
	TEST_ASSERT_NOT_NULL(mp, "No mempool");
	if (rte_mempool_set_ops_byname(mp, driver, NULL) != 0)
		return TEST_SKIPPED;
	part = RTE_ALIGN_CEIL((NB_OBJS / 3 + 2) * (size_t)(mp->header_size +
			mp->elt_size + mp->trailer_size), 4096);
	mem = rte_malloc(NULL, 3 * part, 4096);
	TEST_ASSERT_NOT_NULL(mem, "No memory");
	for (i = 0, ret = TEST_SUCCESS; i < 3 && ret == TEST_SUCCESS; i++) {
		if (rte_mempool_populate_virt(mp, RTE_PTR_ADD(mem, parts[i] * part),
				part, 4096, NULL, NULL) <= 0) {
			ret = TEST_FAILED;
			break;
		}
		rte_mempool_obj_iter(mp, ptr_cache_object_init, NULL);
		if (cache == NULL && ptr_cache_codec_init(&codec, mp, width) == 0)
			cache = rte_ptr_cache_create(SIZE, SOCKET_ID_ANY, &codec);
		ret = cache == NULL ? TEST_FAILED :
			use_for_long(mp, 5000, cache_get, cache_put);
		if (i < 2 && cache != NULL)
			held += cache->len;
	}
	/* memory came with some in the cache, if not each time: use is at random */
	if (ret == TEST_SUCCESS && held == 0)
		ret = TEST_FAILED;
	if (ret == TEST_SUCCESS) {
		rte_ptr_cache_flush(cache);
		ret = check_all_there(mp, mp->populated_size);
	}
	rte_ptr_cache_free(cache);
	rte_mempool_free(mp);
	rte_free(mem);
	cache = NULL;
	pools[0] = NULL;
	return ret;
}

static int
test_grown(void)
{
	return for_each_driver(grown);
}

/*
 * Calls of a driver, which others than caches do not make here. Where a cache
 * has no business with what a driver keeps at pool_data, as some keep a number
 * there, it is out of sight.
 */
static struct rte_mempool_ops driver_ops;
static unsigned int driver_calls;
static void *driver_data, *seen_data;

static int
counting_enqueue(struct rte_mempool *mp, void * const *objs, unsigned int n)
{
	int ret;

	driver_calls++;
	mp->pool_data = driver_data;
	ret = driver_ops.enqueue(mp, objs, n);
	mp->pool_data = seen_data;
	return ret;
}

static int
counting_dequeue(struct rte_mempool *mp, void **objs, unsigned int n)
{
	int ret;

	driver_calls++;
	mp->pool_data = driver_data;
	ret = driver_ops.dequeue(mp, objs, n);
	mp->pool_data = seen_data;
	return ret;
}

static unsigned int
unseen_get_count(const struct rte_mempool *mp)
{
	struct rte_mempool whole = *mp;

	whole.pool_data = driver_data;
	return driver_ops.get_count(&whole);
}

/* Few at once: with many, pointers are to go past the cache. */
static int
few_get(struct rte_mempool *mp, void **objs, unsigned int n)
{
	return n > SIZE || rte_mempool_avail_count(mp) < 2 * SIZE ? -1 :
		rte_ptr_cache_get_bulk(cache, mp, objs, n);
}

static void
few_put(struct rte_mempool *mp, void **objs, unsigned int n)
{
	rte_ptr_cache_put_bulk(cache, mp, objs, RTE_MIN(n, (unsigned int)SIZE));
	if (n > SIZE)
		few_put(mp, objs + SIZE, n - SIZE);
}

/* Over our driver values move as they are, if they are the same there. */
static int
direct(const char *driver, unsigned int width)
{
	struct rte_mempool_ops *ops;
	bool ours;
	int ret;

	ret = make(0, driver, width, 0, 1);
	if (ret != TEST_SUCCESS)
		return ret;
	ours = strcmp(driver, "ptr_ring") == 0;
	driver_data = pools[0]->pool_data;
	seen_data = ours ? driver_data : (void *)(uintptr_t)1;
	driver_calls = 0;
	ops = rte_mempool_get_ops(pools[0]->ops_index);
	driver_ops = *ops;
	ops->enqueue = counting_enqueue;
	ops->dequeue = counting_dequeue;
	ops->get_count = unseen_get_count;
	pools[0]->pool_data = seen_data;
	ret = use_for_long(pools[0], 10000, few_get, few_put);
	rte_ptr_cache_flush(cache);
	pools[0]->pool_data = driver_data;
	*ops = driver_ops;
	if (ret != TEST_SUCCESS)
		return ret;
	/* so many objects fit into 2 bytes each */
	TEST_ASSERT((driver_calls == 0) == (width == 2 && ours),
		"%u calls of the driver", driver_calls);
	return check_all_there(pools[0], NB_OBJS);
}

static int
test_direct(void)
{
	return for_each_driver(direct);
}

/*
 * A codec of twice as many points as there are: the cache holds a pointer that
 * the mempool's ring can't, and must not give it to that as a value.
 */
static int
more_covered(const char *driver, unsigned int width)
{
	const bool refused = strcmp(driver, "ptr_ring") == 0;
	void *objs[NB_OBJS], *foreign, *own;
	struct rte_ptr_codec codec;
	struct rte_mempool *mp;
	unsigned int i, n = 0;
	int ret;

	ret = make(0, driver, width, 0, 1);
	if (ret != TEST_SUCCESS)
		return ret;
	mp = pools[0];
	codec = cache->codec;
	foreign = RTE_PTR_ADD(codec.base, (uintptr_t)(codec.count * codec.stride));
	if (remake_cache(codec.stride, 2 * codec.count) != TEST_SUCCESS)
		return TEST_FAILED;
	TEST_ASSERT_SUCCESS(rte_mempool_generic_get(mp, &own, 1, NULL), "No object");
	rte_ptr_cache_put_bulk(cache, mp, &foreign, 1);
	TEST_ASSERT_EQUAL(cache->len, 1, "It is not in the cache");
	rte_ptr_cache_flush(cache);
	while (n < NB_OBJS && rte_mempool_generic_get(mp, &objs[n], 1, NULL) == 0)
		n++;
	TEST_ASSERT_EQUAL(n, refused ? NB_OBJS - 1 : NB_OBJS, "%u came out", n);
	for (i = 0; i < n; i++)
		if (objs[i] != foreign)
			rte_mempool_generic_put(mp, &objs[i], 1, NULL);
	rte_mempool_generic_put(mp, &own, 1, NULL);
	return check_all_there(mp, NB_OBJS);
}

static int
test_more_covered(void)
{
	return for_each_driver(more_covered);
}

/* A mempool is freed and another one made, most likely at the same place. */
static int
one_after_the_other(const char *driver, unsigned int width)
{
	unsigned int i;
	int ret;

	for (i = 0; i < 4; i++) {
		ret = make(0, driver, i % 2 ? width : 6 - width, 0, 1);
		if (ret != TEST_SUCCESS)
			return ret;
		if (use_for_long(pools[0], 2000, cache_get, cache_put) != TEST_SUCCESS)
			return TEST_FAILED;
		/* empty by flush, or by chance and not unbound */
		if (i % 2 == 0) {
			rte_ptr_cache_flush(cache);
			TEST_ASSERT_NULL(cache->mp, "The cache still is a mempool's");
		} else {
			while (cache->len != 0) {
				void *obj;

				TEST_ASSERT_SUCCESS(rte_ptr_cache_get_bulk(cache,
					pools[0], &obj, 1), "No object");
				rte_mempool_generic_put(pools[0], &obj, 1, NULL);
			}
		}
		if (check_all_there(pools[0], NB_OBJS) != TEST_SUCCESS)
			return TEST_FAILED;
		rte_mempool_free(pools[0]);
		pools[0] = NULL;
	}
	return TEST_SUCCESS;
}

static int
test_one_after_the_other(void)
{
	return for_each_driver(one_after_the_other);
}

/* The mempool's own caches, one of the user's, this one, and none. */
static struct rte_mempool_cache *user_cache;

static int
mixed_get(struct rte_mempool *mp, void **objs, unsigned int n)
{
	switch (rte_rand_max(4)) {
	case 0:
		return rte_mempool_get_bulk(mp, objs, n);
	case 1:
		return rte_mempool_generic_get(mp, objs, n, user_cache);
	case 2:
		return rte_mempool_generic_get(mp, objs, n, NULL);
	default:
		return rte_ptr_cache_get_bulk(cache, mp, objs, n);
	}
}

static void
mixed_put(struct rte_mempool *mp, void **objs, unsigned int n)
{
	switch (rte_rand_max(4)) {
	case 0:
		rte_mempool_put_bulk(mp, objs, n);
		break;
	case 1:
		rte_mempool_generic_put(mp, objs, n, user_cache);
		break;
	case 2:
		rte_mempool_generic_put(mp, objs, n, NULL);
		break;
	default:
		rte_ptr_cache_put_bulk(cache, mp, objs, n);
	}
}

static int
mixed(const char *driver, unsigned int width)
{
	int ret;

	ret = make(0, driver, width, 32, 1);
	if (ret != TEST_SUCCESS)
		return ret;
	user_cache = rte_mempool_cache_create(48, SOCKET_ID_ANY);
	TEST_ASSERT_NOT_NULL(user_cache, "No cache of the user's");
	ret = use_for_long(pools[0], 30000, mixed_get, mixed_put);
	rte_mempool_cache_flush(user_cache, pools[0]);
	rte_mempool_cache_free(user_cache);
	if (ret != TEST_SUCCESS)
		return ret;
	/* the mempool's own cache of this lcore may hold some as well */
	rte_ptr_cache_free(cache);
	cache = NULL;
	return check_all_there(pools[0], NB_OBJS);
}

static int
test_mixed(void)
{
	return for_each_driver(mixed);
}

/* In a secondary process: its own cache for the primary's mempool. */
static int
test_as_secondary(void)
{
	struct rte_mempool *mp = rte_mempool_lookup(NAME "_0");
	struct rte_ptr_codec codec;
	void *objs[SHARED_N];

	TEST_ASSERT_NOT_NULL(mp, "No mempool");
	TEST_ASSERT_SUCCESS(ptr_cache_codec_init(&codec, mp, 0), "No codec");
	cache = rte_ptr_cache_create(SIZE, SOCKET_ID_ANY, &codec);
	TEST_ASSERT_NOT_NULL(cache, "No cache");
	TEST_ASSERT_SUCCESS(use_for_long(mp, 5000, cache_get, cache_put), "Use");
	/* some stay out: the primary puts them back */
	TEST_ASSERT_SUCCESS(rte_ptr_cache_get_bulk(cache, mp, objs, SHARED_N), "Get");
	TEST_ASSERT(ptr_cache_take(mp, objs, SHARED_N), "Get");
	rte_ptr_cache_free(cache);
	cache = NULL;
	printf("secondary process: %u objects stay out\n", SHARED_N);
	return TEST_SUCCESS;
}

struct find {
	void *objs[NB_OBJS];
	unsigned int n;
};

static void
find_out(struct rte_mempool *mp, void *arg, void *obj, unsigned int i)
{
	struct ptr_cache_object *o = obj;
	struct find *f = arg;

	RTE_SET_USED(mp);
	RTE_SET_USED(i);
	if (o->out != 0)
		f->objs[f->n++] = obj;
}

static int
secondary(const char *driver, unsigned int width)
{
	static struct find f;
	int ret;

	ret = make(0, driver, width, 0, 1);
	if (ret != TEST_SUCCESS)
		return ret;
	TEST_ASSERT_SUCCESS(test_secondary_run("ptr_cache_autotest"), "Secondary");
	f.n = 0;
	rte_mempool_obj_iter(pools[0], find_out, &f);
	TEST_ASSERT(f.n == SHARED_N && ptr_cache_give(pools[0], f.objs, f.n),
		"%u objects are out", f.n);
	rte_ptr_cache_put_bulk(cache, pools[0], f.objs, f.n);
	rte_ptr_cache_flush(cache);
	return check_all_there(pools[0], NB_OBJS);
}

static int
test_secondary_process(void)
{
	if (!test_secondary_possible())
		return TEST_SKIPPED;
	return for_each_driver(secondary);
}

static struct unit_test_suite ptr_cache_hostile_suite = {
	.suite_name = "caches of compressed pointers, ill-used and shared",
	.unit_test_cases = {
		TEST_CASE_ST(NULL, ut_teardown, test_foreign),
		TEST_CASE_ST(NULL, ut_teardown, test_log),
		TEST_CASE_ST(NULL, ut_teardown, test_part_covered),
		TEST_CASE_ST(NULL, ut_teardown, test_gets_only),
		TEST_CASE_ST(NULL, ut_teardown, test_finer),
		TEST_CASE_ST(NULL, ut_teardown, test_none_covered),
		TEST_CASE_ST(NULL, ut_teardown, test_more_covered),
		TEST_CASE_ST(NULL, ut_teardown, test_two_pools),
		TEST_CASE_ST(NULL, ut_teardown, test_grown),
		TEST_CASE_ST(NULL, ut_teardown, test_direct),
		TEST_CASE_ST(NULL, ut_teardown, test_one_after_the_other),
		TEST_CASE_ST(NULL, ut_teardown, test_mixed),
		TEST_CASE_ST(NULL, ut_teardown, test_secondary_process),
		TEST_CASES_END()
	}
};

int
test_ptr_cache_hostile(void)
{
	if (rte_eal_process_type() == RTE_PROC_SECONDARY)
		return test_as_secondary();
	return unit_test_suite_runner(&ptr_cache_hostile_suite);
}
