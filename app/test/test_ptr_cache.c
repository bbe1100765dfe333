/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_memory.h>
#include <rte_mempool.h>
#include <rte_random.h>

#include <rte_ptr_cache.h>

#include "test.h"
#include "test_fenced_mem.h"
#include "test_heap_use.h"
#include "test_ptr_cache.h"

/*
 * What goes into a cache and comes out of it, by one thread, against a model:
 * how many objects have to be in the cache and in the mempool after each
 * operation by the rules of rte_mempool_generic_get() and _put(), and which
 * ones come out, as far as they were seen going in.
 */

/* Set to the seed that a failed run printed to repeat that run. */
#define FIXED_SEED 0

#define MAX_OBJS 4000
/* more than a cache can hold, and more than it gets from a mempool at once */
#define MAX_N 1500
#define RANDOM_OPERATIONS 20000
#define GUARD 0xa5

static const unsigned int widths[] = { 2, 4 };

struct subject {
	struct rte_mempool *mp;
	struct rte_ptr_cache *cache;
	unsigned int nb_objs;
	void *held[MAX_OBJS]; /* what the test has */
	unsigned int nb_held;
	void *known[MAX_OBJS]; /* what is in the cache, NULL if not known */
	unsigned int len;
	unsigned int in_pool;
	char text[96]; /* what to say of it when something is wrong */
};

static struct subject subject;
static void **table_end; /* of a table with no memory behind */

static unsigned int
subject_room(const struct subject *s)
{
	return s->cache->size + s->cache->size / 2;
}

/* Memory behind the values that comes with the cache, but is not its own. */
static uint8_t *
subject_guard(const struct subject *s, size_t *len)
{
	const size_t used = sizeof(*s->cache) +
		(size_t)subject_room(s) * s->cache->codec.width;
	size_t size;

	*len = rte_malloc_validate(s->cache, &size) == 0 ? size - used : 0;
	return (uint8_t *)s->cache + used;
}

static void
subject_free(void)
{
	struct subject *s = &subject;

	rte_ptr_cache_free(s->cache);
	rte_mempool_free(s->mp);
	memset(s, 0, sizeof(*s));
}

static int
subject_make(const char *driver, unsigned int nb_objs, unsigned int width,
		uint32_t size)
{
	struct subject *s = &subject;
	struct rte_ptr_codec codec;
	uint8_t *guard;
	bool missing;
	size_t len;

	memset(s, 0, sizeof(*s));
	snprintf(s->text, sizeof(s->text), "%s, %u objects, %u bytes, cache of %" PRIu32,
		driver, nb_objs, width, size);
	s->mp = ptr_cache_pool_create("ptr_cache", driver, nb_objs, 0, &missing);
	if (missing)
		return TEST_SKIPPED;
	TEST_ASSERT_NOT_NULL(s->mp, "%s: no mempool", s->text);
	TEST_ASSERT_SUCCESS(ptr_cache_codec_init(&codec, s->mp, width),
		"%s: no codec", s->text);
	s->cache = rte_ptr_cache_create(size, SOCKET_ID_ANY, &codec);
	TEST_ASSERT_NOT_NULL(s->cache, "%s: no cache: %s", s->text,
		rte_strerror(rte_errno));
	s->nb_objs = s->in_pool = nb_objs;
	guard = subject_guard(s, &len);
	memset(guard, GUARD, len);
	return TEST_SUCCESS;
}

static int
check_counts(const struct subject *s, const char *what, unsigned int n)
{
	const unsigned int in_pool = rte_mempool_avail_count(s->mp);
	uint8_t *guard;
	size_t i, len;

	TEST_ASSERT(s->cache->len == s->len && in_pool == s->in_pool,
		"%s: after %s of %u the cache has %" PRIu32 " and the mempool %u, not %u and %u",
		s->text, what, n, s->cache->len, in_pool, s->len, s->in_pool);
	TEST_ASSERT_EQUAL(s->cache->bypassed, 0, "%s: %s of %u went past the cache",
		s->text, what, n);
	guard = subject_guard(s, &len);
	for (i = 0; i < len; i++)
		TEST_ASSERT_EQUAL(guard[i], GUARD, "%s: %s of %u wrote byte %zu behind the cache",
			s->text, what, n, i);
	return TEST_SUCCESS;
}

static int
check_known(const struct subject *s, void * const *objs, unsigned int first,
		unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		TEST_ASSERT(s->known[first + i] == NULL || s->known[first + i] == objs[i],
			"%s: number %u of the cache's %u came out as %p, went in as %p",
			s->text, first + i, s->len, objs[i], s->known[first + i]);
	return TEST_SUCCESS;
}

static int
get(struct subject *s, unsigned int n)
{
	const unsigned int there = RTE_MIN(n, s->len), missing = n - there;
	const unsigned int first = s->len - there;
	void **objs = table_end - n;
	bool expected = true;
	int ret;

	objs[-1] = s;
	ret = rte_ptr_cache_get_bulk(s->cache, s->mp, objs, n);
	TEST_ASSERT_EQUAL(objs[-1], s, "%s: a get of %u wrote before its table",
		s->text, n);

	if (missing == 0) {
		s->len -= n;
	} else if (missing <= RTE_MEMPOOL_CACHE_MAX_SIZE &&
			s->in_pool >= missing + s->cache->size) {
		s->in_pool -= missing + s->cache->size;
		s->len = s->cache->size;
	} else if (s->in_pool >= missing) {
		s->in_pool -= missing;
		s->len = 0;
	} else {
		expected = false;
	}
	TEST_ASSERT_EQUAL(ret == 0, expected, "%s: a get of %u returned %d",
		s->text, n, ret);
	TEST_ASSERT(ret == 0 || ret == -ENOBUFS || ret == -ENOENT,
		"%s: a get of %u returned %d", s->text, n, ret);
	if (check_counts(s, "a get", n) != TEST_SUCCESS)
		return TEST_FAILED;
	if (ret != 0)
		return TEST_SUCCESS;

	if (check_known(s, objs, first, there) != TEST_SUCCESS)
		return TEST_FAILED;
	if (missing != 0)
		memset(s->known, 0, s->len * sizeof(*s->known));
	TEST_ASSERT(ptr_cache_take(s->mp, objs, n), "%s: a get of %u", s->text, n);
	memcpy(&s->held[s->nb_held], objs, n * sizeof(*objs));
	s->nb_held += n;
	return TEST_SUCCESS;
}

/* Put some of what the test has, and no particular ones. */
static int
put(struct subject *s, unsigned int n)
{
	void **objs = table_end - n, **pick;
	unsigned int i;

	for (i = 0; i < n; i++) {
		pick = &s->held[rte_rand_max(s->nb_held)];
		objs[i] = *pick;
		*pick = s->held[--s->nb_held];
	}
	TEST_ASSERT(ptr_cache_give(s->mp, objs, n), "%s: a put of %u", s->text, n);
	rte_ptr_cache_put_bulk(s->cache, s->mp, objs, n);

	if (n > subject_room(s)) {
		s->in_pool += n;
	} else {
		if (s->len + n > subject_room(s)) {
			s->in_pool += s->len;
			s->len = 0;
		}
		memcpy(&s->known[s->len], objs, n * sizeof(*objs));
		s->len += n;
	}
	return check_counts(s, "a put", n);
}

static int
flush(struct subject *s)
{
	rte_ptr_cache_flush(s->cache);
	s->in_pool += s->len;
	s->len = 0;
	return check_counts(s, "a flush", 0);
}

/* All the objects are there, each once. */
static int
drain(struct subject *s)
{
	unsigned int i;

	if (flush(s) != TEST_SUCCESS)
		return TEST_FAILED;
	while (s->nb_held < s->nb_objs)
		if (get(s, 1) != TEST_SUCCESS)
			return TEST_FAILED;
	if (get(s, 1) != TEST_SUCCESS)
		return TEST_FAILED;
	for (i = s->nb_objs; i > 0; i--)
		if (put(s, 1) != TEST_SUCCESS)
			return TEST_FAILED;
	return flush(s);
}

/* Call a check for each driver that there is, and both widths. */
static int
for_each_subject(unsigned int nb_objs, uint32_t size,
		int (*check)(struct subject *s))
{
	unsigned int driver, w;
	int ret;

	for (driver = 0; driver < PTR_CACHE_DRIVERS; driver++) {
		for (w = 0; w < RTE_DIM(widths); w++) {
			ret = subject_make(ptr_cache_drivers[driver], nb_objs,
				widths[w], size);
			if (ret == TEST_SKIPPED) {
				printf("  no driver %s here\n", ptr_cache_drivers[driver]);
				break;
			}
			if (ret == TEST_SUCCESS)
				ret = check(&subject);
			if (ret == TEST_SUCCESS)
				ret = drain(&subject);
			subject_free();
			if (ret != TEST_SUCCESS)
				return TEST_FAILED;
		}
	}
	return TEST_SUCCESS;
}

/* Bring the cache to a number of objects, all known, and hold n beside. */
static int
set_len(struct subject *s, unsigned int len, unsigned int n)
{
	while (s->nb_held < len + n)
		if (get(s, 1) != TEST_SUCCESS)
			return TEST_FAILED;
	if (flush(s) != TEST_SUCCESS)
		return TEST_FAILED;
	return put(s, len);
}

/* Every number of objects, with every number of them in the cache. */
static int
check_every_n(struct subject *s)
{
	const unsigned int room = subject_room(s);
	unsigned int n, len;

	for (len = 0; len <= room; len++)
		for (n = 0; n <= 2 * room + 5; n++)
			if (set_len(s, len, 0) != TEST_SUCCESS ||
					get(s, n) != TEST_SUCCESS ||
					set_len(s, len, n) != TEST_SUCCESS ||
					put(s, n) != TEST_SUCCESS)
				return TEST_FAILED;
	return TEST_SUCCESS;
}

static int
test_every_n(void)
{
	uint32_t size;

	for (size = 1; size <= 3; size++)
		if (for_each_subject(200, size, check_every_n) != TEST_SUCCESS)
			return TEST_FAILED;
	return for_each_subject(600, 31, check_every_n);
}

/* The largest cache, and more than what it asks of a mempool at once. */
static int
check_large(struct subject *s)
{
	static const unsigned int lens[] = { 0, 1, 511, 512, 513, 767, 768 };
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(lens); i++)
		for (n = 0; n < MAX_N - 300; n += 1 + n % 17)
			if (set_len(s, lens[i], 0) != TEST_SUCCESS ||
					get(s, n) != TEST_SUCCESS ||
					put(s, n) != TEST_SUCCESS)
				return TEST_FAILED;
	return TEST_SUCCESS;
}

static int
test_large(void)
{
	return for_each_subject(MAX_OBJS, RTE_MEMPOOL_CACHE_MAX_SIZE, check_large);
}

/* Any operations. The mempool is small: it is exhausted all the time. */
static int
check_random(struct subject *s)
{
	const unsigned int room = subject_room(s);
	unsigned int i, n, bias = 0;

	for (i = 0; i < RANDOM_OPERATIONS; i++) {
		if (i % 50 == 0)
			bias = (unsigned int)rte_rand_max(3);
		n = (unsigned int)rte_rand_max(rte_rand_max(4) == 0 ? 2 * room : 20);
		if (rte_rand_max(500) == 0) {
			if (flush(s) != TEST_SUCCESS)
				return TEST_FAILED;
		} else if (rte_rand_max(4) > bias) {
			if (get(s, n) != TEST_SUCCESS)
				return TEST_FAILED;
		} else if (put(s, RTE_MIN(n, s->nb_held)) != TEST_SUCCESS) {
			return TEST_FAILED;
		}
	}
	return TEST_SUCCESS;
}

static int
test_random(void)
{
	if (for_each_subject(500, 64, check_random) != TEST_SUCCESS)
		return TEST_FAILED;
	return for_each_subject(MAX_OBJS, 500, check_random);
}

/* The last object can be had, also where a whole fill can't. */
static int
check_exhausted(struct subject *s)
{
	unsigned int n;

	for (n = 1; n < 40; n++) {
		while (s->nb_held + n <= s->nb_objs)
			if (get(s, n) != TEST_SUCCESS)
				return TEST_FAILED;
		/* all or nothing: nothing, and then all that is left */
		if (get(s, n) != TEST_SUCCESS ||
				get(s, s->nb_objs - s->nb_held) != TEST_SUCCESS)
			return TEST_FAILED;
		TEST_ASSERT(s->nb_held == s->nb_objs && s->len == 0 && s->in_pool == 0,
			"%s: by %u, %u came out", s->text, n, s->nb_held);
		while (s->nb_held > 0)
			if (put(s, RTE_MIN(n, s->nb_held)) != TEST_SUCCESS)
				return TEST_FAILED;
	}
	return TEST_SUCCESS;
}

static int
test_exhausted(void)
{
	return for_each_subject(333, 50, check_exhausted);
}

/* What was put last is got first. */
static int
check_order(struct subject *s)
{
	void *objs[30], *again[30];
	unsigned int i;

	TEST_ASSERT_SUCCESS(rte_mempool_generic_get(s->mp, objs, 30, NULL), "No objects");
	rte_ptr_cache_put_bulk(s->cache, s->mp, objs, 10);
	for (i = 10; i < 20; i++)
		rte_ptr_cache_put_bulk(s->cache, s->mp, objs + i, 1);
	rte_ptr_cache_put_bulk(s->cache, s->mp, objs + 20, 10);
	/* as many as were put come as they were put; one by one, from the end */
	TEST_ASSERT_SUCCESS(rte_ptr_cache_get_bulk(s->cache, s->mp, again + 20, 10), "Get");
	for (i = 20; i > 10; i--)
		TEST_ASSERT_SUCCESS(rte_ptr_cache_get_bulk(s->cache, s->mp,
			again + i - 1, 1), "Get");
	TEST_ASSERT_SUCCESS(rte_ptr_cache_get_bulk(s->cache, s->mp, again, 10), "Get");
	for (i = 0; i < 30; i++)
		TEST_ASSERT_EQUAL(again[i], objs[i], "%s: %p came out for %p as number %u",
			s->text, again[i], objs[i], i);
	rte_mempool_generic_put(s->mp, objs, 30, NULL);
	return TEST_SUCCESS;
}

static int
test_order(void)
{
	return for_each_subject(100, 32, check_order);
}

/* With hugepages, the memory of a NUMA node that has none; else all there is. */
static int
test_no_memory(void)
{
	void **hoard = NULL, **piece; /* each begins with where the next is */
	struct rte_ptr_cache *cache;
	struct rte_ptr_codec codec;
	int error = 0, socket = SOCKET_ID_ANY;
	size_t size;

	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, NULL, 64, 100, 0), "No codec");
	if (rte_eal_has_hugepages())
		socket = RTE_MAX_NUMA_NODES - 1;
	for (size = SIZE_MAX / 8; !rte_eal_has_hugepages() && size >= 64;) {
		piece = rte_malloc(NULL, size, 0);
		if (piece == NULL) {
			size /= 2;
			continue;
		}
		*piece = hoard;
		hoard = piece;
	}
	cache = rte_ptr_cache_create(512, socket, &codec);
	if (cache == NULL)
		error = rte_errno;
	while (hoard != NULL) {
		piece = hoard;
		hoard = *piece;
		rte_free(piece);
	}
	TEST_ASSERT(cache == NULL && error == ENOMEM, "Not ENOMEM but %d", error);
	return TEST_SUCCESS;
}

/* Each error of creation, and what it leaves behind. */
static int
test_create(void)
{
	static const struct rte_ptr_codec none;
	struct rte_ptr_codec codec, wide;
	struct rte_ptr_cache *cache;
	uint32_t size;

	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, NULL, 64, 100, 0), "No codec");
	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&wide, NULL, 64, 100, 8), "No codec");
#define FAILS(error, size, socket, codec) \
	TEST_ASSERT(rte_ptr_cache_create(size, socket, codec) == NULL && \
		rte_errno == error, "Not " #error " but %d", rte_errno)
	FAILS(EINVAL, 32, SOCKET_ID_ANY, NULL);
	FAILS(EINVAL, 32, SOCKET_ID_ANY, &none);
	FAILS(EINVAL, 0, SOCKET_ID_ANY, &codec);
	FAILS(EINVAL, RTE_MEMPOOL_CACHE_MAX_SIZE + 1, SOCKET_ID_ANY, &codec);
	FAILS(EINVAL, UINT32_MAX, SOCKET_ID_ANY, &codec);
	FAILS(ENOTSUP, 32, SOCKET_ID_ANY, &wide);
	wide.width = 3;
	FAILS(EINVAL, 32, SOCKET_ID_ANY, &wide);
	wide.width = 2;
	wide.stride = 0;
	FAILS(EINVAL, 32, SOCKET_ID_ANY, &wide);
	wide.stride = 64;
	wide.count = UINT16_MAX + 2;
	FAILS(EINVAL, 32, SOCKET_ID_ANY, &wide);
#undef FAILS

	rte_ptr_cache_flush(NULL);
	rte_ptr_cache_free(NULL);
	for (size = 1; size <= RTE_MEMPOOL_CACHE_MAX_SIZE; size++) {
		cache = rte_ptr_cache_create(size, SOCKET_ID_ANY, &codec);
		TEST_ASSERT_NOT_NULL(cache, "No cache of %" PRIu32, size);
		TEST_ASSERT(cache->size == size && cache->len == 0 &&
			cache->flushthresh == size + size / 2 &&
			cache->mp == NULL && cache->bypassed == 0 &&
			memcmp(&cache->codec, &codec, sizeof(codec)) == 0 &&
			(uintptr_t)cache % RTE_CACHE_LINE_SIZE == 0,
			"Cache of %" PRIu32 " is not as it should be", size);
		/* before it was ever used */
		rte_ptr_cache_flush(cache);
		rte_ptr_cache_free(cache);
	}
	return TEST_SUCCESS;
}

static int
ut_setup(void)
{
	const size_t len = RTE_ALIGN_CEIL((MAX_OBJS + 1) * sizeof(void *), 65536);
	uint8_t *mem = fenced_alloc(len);

	if (mem == NULL)
		return -1;
	table_end = (void **)(mem + len);
	return 0;
}

static void
ut_teardown(void)
{
	const size_t len = RTE_ALIGN_CEIL((MAX_OBJS + 1) * sizeof(void *), 65536);

	fenced_free((uint8_t *)table_end - len, len);
	table_end = NULL;
}

static struct unit_test_suite ptr_cache_suite = {
	.suite_name = "caches of compressed pointers",
	.setup = ut_setup,
	.teardown = ut_teardown,
	.unit_test_cases = {
		TEST_CASE(test_create),
		TEST_CASE(test_no_memory),
		TEST_CASE(test_order),
		TEST_CASE(test_every_n),
		TEST_CASE(test_large),
		TEST_CASE(test_exhausted),
		TEST_CASE(test_random),
		TEST_CASES_END()
	}
};

static int
test_ptr_cache(void)
{
	const uint64_t seed = FIXED_SEED != 0 ? FIXED_SEED : rte_rdtsc();
	int ret;

	printf("seed %" PRIu64 "\n", seed);
	rte_srand(seed);
	if (rte_eal_process_type() == RTE_PROC_SECONDARY)
		return test_ptr_cache_hostile();
	test_heap_use_mark();
	ret = unit_test_suite_runner(&ptr_cache_suite);
	if (ret == TEST_SUCCESS)
		ret = test_ptr_cache_hostile();
	if (ret == TEST_SUCCESS)
		ret = test_ptr_cache_threads();
	if (ret == TEST_SUCCESS)
		ret = test_heap_use_check_mark();
	return ret;
}

REGISTER_FAST_TEST(ptr_cache_autotest, true, true, test_ptr_cache);
