/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_log.h>
#include <rte_mempool.h>

#include "test.h"
#include "test_mempool_ptr_ring.h"

struct rte_mempool *
mpr_create_empty(const char *name, unsigned int n, unsigned int elt_size,
		unsigned int cache_size, unsigned int flags, const char *ops)
{
	struct rte_mempool *mp;

	mp = rte_mempool_create_empty(name, n, elt_size, cache_size, 0,
			SOCKET_ID_ANY, flags);
	if (mp != NULL && rte_mempool_set_ops_byname(mp, ops, NULL) != 0) {
		printf("There are no ops %s\n", ops);
		rte_mempool_free(mp);
		mp = NULL;
	}
	return mp;
}

struct rte_mempool *
mpr_create(const char *name, unsigned int n, unsigned int elt_size,
		unsigned int cache_size, unsigned int flags, const char *ops)
{
	struct rte_mempool *mp;
	int ret;

	mp = mpr_create_empty(name, n, elt_size, cache_size, flags, ops);
	if (mp == NULL)
		return NULL;
	ret = rte_mempool_populate_default(mp);
	if (ret != (int)n) {
		printf("%s: populated with %d of %u\n", name, ret, n);
		rte_mempool_free(mp);
		return NULL;
	}
	mpr_number(mp);
	return mp;
}

static void
number_obj(struct rte_mempool *mp __rte_unused, void *arg __rte_unused,
		void *obj, unsigned int i)
{
	struct mpr_obj *o = obj;

	o->index = i;
	o->mark = 0;
}

void
mpr_number(struct rte_mempool *mp)
{
	rte_mempool_obj_iter(mp, number_obj, NULL);
}

static void
count_marked(struct rte_mempool *mp __rte_unused, void *count, void *obj,
		unsigned int i __rte_unused)
{
	struct mpr_obj *o = obj;

	*(unsigned int *)count += o->mark == 1;
	o->mark = 0;
}

static int
check_objects(struct rte_mempool *mp, void * const *objs, unsigned int n)
{
	unsigned int i, marked = 0;
	struct mpr_obj *o;

	for (i = 0; i < n; i++) {
		o = objs[i];
		TEST_ASSERT(rte_mempool_from_obj(o) == mp, "%s: %p is another's",
			mp->name, objs[i]);
		TEST_ASSERT(o->mark++ == 0, "%s: %p came twice", mp->name, objs[i]);
	}
	rte_mempool_obj_iter(mp, count_marked, &marked);
	TEST_ASSERT(marked == n, "%s: %u of %u came", mp->name, marked, n);
	return TEST_SUCCESS;
}

int
mpr_account(struct rte_mempool *mp)
{
	const unsigned int size = mp->populated_size;
	unsigned int done, n, left;
	void **objs;
	int ret;

	if (mp->cache_size != 0 && rte_lcore_id() < RTE_MAX_LCORE)
		rte_mempool_cache_flush(rte_mempool_default_cache(mp, rte_lcore_id()), mp);
	n = mpr_count(mp);
	TEST_ASSERT(n == size, "%s: %u of %u objects are in it", mp->name, n, size);
	objs = calloc(size + 1, sizeof(*objs));
	TEST_ASSERT_NOT_NULL(objs, "Out of memory");
	for (done = 0; done < size; done += n) {
		n = RTE_MIN(size - done, 1 + done % 200);
		if (rte_mempool_ops_dequeue_bulk(mp, objs + done, n) != 0)
			break;
	}
	left = mpr_count(mp);
	ret = check_objects(mp, objs, done);
	rte_mempool_ops_enqueue_bulk(mp, objs, done);
	free(objs);
	TEST_ASSERT(done == size && left == 0, "%s: %u of %u came, %u left",
		mp->name, done, size, left);
	TEST_ASSERT(mpr_count(mp) == size,
		"%s: %u of %u went back", mp->name, mpr_count(mp), size);
	return ret;
}

#ifdef RTE_EXEC_ENV_WINDOWS

void *
mpr_map(void *addr __rte_unused, size_t len __rte_unused)
{
	return NULL;
}

void
mpr_unmap(void *addr __rte_unused, size_t len __rte_unused)
{
}

#else

#include <sys/mman.h>

void *
mpr_map(void *addr, size_t len)
{
	void *mem = mmap(addr, len, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (mem == MAP_FAILED)
		return NULL;
	if (addr != NULL && mem != addr) {
		munmap(mem, len);
		return NULL;
	}
	return mem;
}

void
mpr_unmap(void *addr, size_t len)
{
	if (addr != NULL)
		munmap(addr, len);
}

#endif

static FILE *log_file;

int
mpr_log_start(void)
{
	log_file = tmpfile();
	TEST_ASSERT_NOT_NULL(log_file, "No temporary file");
	rte_openlog_stream(log_file);
	return TEST_SUCCESS;
}

unsigned int
mpr_log_stop(const char *part)
{
	unsigned int lines = 0;
	char line[1024];

	rte_openlog_stream(NULL);
	rewind(log_file);
	while (fgets(line, sizeof(line), log_file) != NULL) {
		lines += strstr(line, part) != NULL;
		printf("  log: %s", line);
	}
	fclose(log_file);
	log_file = NULL;
	return lines;
}
