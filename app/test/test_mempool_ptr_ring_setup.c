/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_mempool.h>
#include <rte_memzone.h>
#include <rte_ring.h>

#include "test.h"
#include "test_heap_use.h"
#include "test_mempool_ptr_ring.h"
#include "test_secondary.h"
#include "test_telemetry.h"

/*
 * The driver among others, what a mempool of it is called and tells of itself,
 * what memory it takes, and two processes.
 */

#define NAME "mpr_setup"

static struct rte_mempool *pool, *other;

static void
ut_teardown(void)
{
	rte_mempool_free(pool);
	rte_mempool_free(other);
	pool = other = NULL;
}

static int
check_end(void)
{
	ut_teardown();
	return test_heap_use_check_mark();
}

/*
 * DPDK has room for 16 ops of all drivers. That of this one is there once, and
 * so are all of the stock drivers that this process has loaded.
 */

#ifdef RTE_EXEC_ENV_LINUX

#include <dlfcn.h>

static bool
is_loaded(const char *driver)
{
	char path[512];
	void *handle;

	snprintf(path, sizeof(path), RTE_EAL_PMD_PATH "/librte_mempool_%s.so", driver);
	handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
	if (handle != NULL)
		dlclose(handle);
	return handle != NULL;
}

static unsigned int
count_ops(const char *name)
{
	unsigned int i, n = 0;

	for (i = 0; i < rte_mempool_ops_table.num_ops; i++)
		n += strcmp(rte_mempool_ops_table.ops[i].name, name) == 0;
	return n;
}

static int
test_beside_stock_drivers(void)
{
	static const struct {
		const char *driver;
		const char *ops[7];
	} stock[] = {
		{ "ring", { "ring_mp_mc", "ring_sp_sc", "ring_mp_sc", "ring_sp_mc",
			"ring_mt_rts", "ring_mt_hts" } },
		{ "stack", { "stack", "lf_stack" } },
		{ "bucket", { "bucket" } },
		{ "cnxk", { "cn9k_mempool_ops", "cn10k_mempool_ops" } },
		{ "dpaa", { "dpaa" } },
		{ "dpaa2", { "dpaa2" } },
		{ "octeontx", { "octeontx_fpavf" } },
	};
	unsigned int i, j, drivers = 0, ops = 0;

	for (i = 0; i < RTE_DIM(stock); i++) {
		if (!is_loaded(stock[i].driver))
			continue;
		drivers++;
		for (j = 0; stock[i].ops[j] != NULL; j++, ops++)
			TEST_ASSERT(count_ops(stock[i].ops[j]) == 1,
				"%s is there %u times", stock[i].ops[j],
				count_ops(stock[i].ops[j]));
	}
	TEST_ASSERT_EQUAL(count_ops(MPR_OPS), 1, MPR_OPS " is there %u times",
		count_ops(MPR_OPS));
	printf("%u stock drivers with %u ops, %u of %u places taken\n", drivers, ops,
		rte_mempool_ops_table.num_ops, RTE_MEMPOOL_MAX_OPS_IDX);
	return drivers == 0 ? TEST_SKIPPED : TEST_SUCCESS;
}

#else

static int
test_beside_stock_drivers(void)
{
	return TEST_SKIPPED;
}

#endif

/* Names as long as mempools can have, which the stock driver has room for. */
static int
test_names(void)
{
	char name[RTE_MEMPOOL_NAMESIZE], ring[RTE_MEMPOOL_NAMESIZE + 8];
	size_t length;

	for (length = 1; length < RTE_MEMPOOL_NAMESIZE; length++) {
		memset(name, 'n', length);
		name[length] = '\0';
		pool = mpr_create(name, 63, 64, 0, 0, MPR_OPS);
		/* and one that differs in the last character only */
		name[length - 1] = 'x';
		other = mpr_create(name, 63, 64, 0, 0, MPR_OPS);
		TEST_ASSERT(pool != NULL && other != NULL, "No pools of %zu characters",
			length);
		snprintf(ring, sizeof(ring), "M2_%s", pool->name);
		TEST_ASSERT(rte_ptr_ring_lookup(ring) == mpr_ring(pool) &&
			mpr_ring(pool) != mpr_ring(other), "Ring %s", ring);
		TEST_ASSERT(mpr_account(pool) == TEST_SUCCESS &&
			mpr_account(other) == TEST_SUCCESS, "%zu characters", length);
		ut_teardown();
	}
	return check_end();
}

/* What was refused shows, in the dump of the rings and in telemetry. */
static int
test_refused_shows(void)
{
	char reply[TEST_TELEMETRY_SIZE], text[4096] = "";
	void *foreign[3] = { NULL, &foreign, NULL };
	FILE *f;

	pool = mpr_create(NAME, 1000, 64, 0, RTE_MEMPOOL_F_SC_GET, MPR_OPS);
	TEST_ASSERT_NOT_NULL(pool, "No pool");
	rte_mempool_put_bulk(pool, foreign, 3);
	f = tmpfile();
	TEST_ASSERT_NOT_NULL(f, "No temporary file");
	rte_ptr_ring_list_dump(f);
	rewind(f);
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	printf("%s", text);
	TEST_ASSERT(strstr(text, "<M2_" NAME ">") != NULL &&
		strstr(text, "refused=3\n") != NULL &&
		strstr(text, "used=1000 ") != NULL, "Dump");
	if (test_telemetry_possible()) {
		TEST_ASSERT_SUCCESS(test_telemetry_ask("/ptr_ring/info,M2_" NAME, reply),
			"Telemetry");
		printf("%s\n", reply);
		TEST_ASSERT(strstr(reply, "\"refused\":3") != NULL &&
			strstr(reply, "\"count\":1000") != NULL &&
			strstr(reply, "\"width\":2") != NULL, "Telemetry");
	}
	return check_end();
}

static size_t
stock_ring_memory(const struct rte_mempool *mp)
{
	const struct rte_ring *r = mp->pool_data;

	return r->memzone->len;
}

/* Bytes that the rings take: a quarter, or half where 2 bytes do not suffice. */
static int
test_memory(void)
{
	static const unsigned int counts[] = { 255, 1023, 8191, 16383, 60000, 65535, 70000 };
	size_t ours, stock, less;
	unsigned int i, n, width;

	printf("%10s %12s %18s %18s %8s\n", "objects", "slot", "ring, bytes/object",
		"ours, bytes/object", "ratio");
	for (i = 0; i < RTE_DIM(counts); i++) {
		n = counts[i];
		other = mpr_create(NAME "_stock", n, 64, 0, RTE_MEMPOOL_F_NO_SPREAD,
				MPR_STOCK_OPS);
		pool = mpr_create(NAME, n, 64, 0, RTE_MEMPOOL_F_NO_SPREAD, MPR_OPS);
		TEST_ASSERT(other != NULL && pool != NULL, "No pools");
		stock = stock_ring_memory(other);
		ours = mpr_ring(pool)->mz->len;
		width = mpr_ring(pool)->codec.width;
		printf("%10u %12u %18.2f %18.2f %7.1f%%\n", n, width,
			(double)stock / n, (double)ours / n, 100.0 * ours / stock);
		TEST_ASSERT(width == (n > 65536 ? 4 : 2) || pool->nb_mem_chunks > 1,
			"Slots of %u bytes", width);
		less = rte_align32pow2(n + 1) * (sizeof(void *) - width);
		TEST_ASSERT(ours <= stock - less + RTE_PTR_RING_OVERHEAD,
			"%zu bytes, the stock ring has %zu", ours, stock);
		/* where the fixed part is small against the slots */
		if (n >= 16383 && sizeof(void *) == 8)
			TEST_ASSERT(ours * 100 < stock * (width == 2 ? 27 : 51),
				"%zu bytes of %zu", ours, stock);
		ut_teardown();
	}
	return check_end();
}

/*
 * Two processes. The secondary takes half of the objects of a mempool, puts
 * some of them back, and hands others to the primary, which puts these. Then
 * it is gone, without cleaning up.
 */
#define SHARED NAME "_shared"
#define SHARED_N 1000
#define HANDED 300

static struct rte_ring *handed;

static int
test_as_secondary(void)
{
	struct rte_mempool *mp = rte_mempool_lookup(SHARED);
	struct rte_ring *to_primary = rte_ring_lookup(SHARED);
	void *objs[SHARED_N / 2 + 1], *foreign = NULL;
	unsigned int i;

	TEST_ASSERT(mp != NULL && to_primary != NULL, "Nothing of the primary is there");
	TEST_ASSERT(strcmp(rte_mempool_get_ops(mp->ops_index)->name, MPR_OPS) == 0,
		"The drivers are in another order here: ops %d is %s", mp->ops_index,
		rte_mempool_get_ops(mp->ops_index)->name);
	TEST_ASSERT_EQUAL(mpr_count(mp), SHARED_N, "%u objects", mpr_count(mp));
	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(mp, objs, SHARED_N / 2), "Get");
	for (i = 0; i < SHARED_N / 2; i++) {
		struct mpr_obj *o = objs[i];

		TEST_ASSERT_EQUAL(o->index, i, "Object %u is %"PRIu64, i, o->index);
	}
	TEST_ASSERT(rte_ring_enqueue_bulk(to_primary, objs, HANDED, NULL) == HANDED, "Hand over");
	/* the same as in the primary */
	objs[SHARED_N / 2] = &foreign;
	rte_mempool_put_bulk(mp, objs + HANDED, SHARED_N / 2 - HANDED + 1);
	printf("secondary process: took %u objects and put %u\n", SHARED_N / 2,
		SHARED_N / 2 - HANDED);
	fflush(NULL);
	_exit(TEST_SUCCESS);
}

static int
check_secondary(unsigned int width, unsigned int flags)
{
	void *objs[HANDED];
	unsigned int n;

	/* 4 bytes for what it could become */
	pool = mpr_create_empty(SHARED, width == 2 ? SHARED_N : 70000, 64, 0,
			flags | RTE_MEMPOOL_F_NO_IOVA_CONTIG, MPR_OPS);
	handed = rte_ring_create(SHARED, 512, SOCKET_ID_ANY, 0);
	TEST_ASSERT(pool != NULL && handed != NULL, "No pool or ring");
	if (width == 2) {
		n = rte_mempool_populate_default(pool);
	} else {
		const struct rte_memzone *mz;

		mz = rte_memzone_reserve(SHARED, (SHARED_N + 1) * mpr_full_size(pool),
				SOCKET_ID_ANY, RTE_MEMZONE_IOVA_CONTIG);
		TEST_ASSERT_NOT_NULL(mz, "No memory");
		/* wherever it begins, so many */
		n = rte_mempool_populate_iova(pool, mz->addr, mz->iova,
				(SHARED_N + 1) * mpr_full_size(pool) - 1, NULL, NULL);
	}
	mpr_number(pool);
	TEST_ASSERT_EQUAL(mpr_ring(pool)->codec.width, width, "Width");
	TEST_ASSERT_EQUAL(n, SHARED_N, "%u objects", n);
	TEST_ASSERT_SUCCESS(test_secondary_run("mempool_ptr_ring_autotest"), "Secondary");
	n = rte_ring_dequeue_burst(handed, objs, HANDED, NULL);
	rte_mempool_put_bulk(pool, objs, n);
	TEST_ASSERT_EQUAL(n, HANDED, "%u objects came", n);
	TEST_ASSERT_EQUAL(rte_ptr_ring_refused(mpr_ring(pool)), 1, "Refused");
	return mpr_account(pool);
}

static void
secondary_teardown(void)
{
	ut_teardown();
	rte_ring_free(handed);
	handed = NULL;
	rte_memzone_free(rte_memzone_lookup(SHARED));
}

static int
test_secondary_process(void)
{
	unsigned int width, flags = 0;
	int ret = TEST_SUCCESS;

	if (!test_secondary_possible())
		return TEST_SKIPPED;
	for (width = 2; width <= 4 && ret == TEST_SUCCESS; width += 2) {
		ret = check_secondary(width, flags);
		secondary_teardown();
		flags = RTE_MEMPOOL_F_SP_PUT | RTE_MEMPOOL_F_SC_GET;
	}
	/* the memory that the secondary process had for itself is not given back */
	return ret;
}

static struct unit_test_suite mempool_ptr_ring_setup_suite = {
	.suite_name = "mempool driver of compressed pointers, among others",
	.unit_test_cases = {
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_beside_stock_drivers),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_names),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_refused_shows),
		TEST_CASE_ST(test_heap_use_mark, ut_teardown, test_memory),
		TEST_CASE_ST(test_heap_use_mark, secondary_teardown, test_secondary_process),
		TEST_CASES_END()
	}
};

int
test_mempool_ptr_ring_setup(void)
{
	if (rte_eal_process_type() == RTE_PROC_SECONDARY)
		return test_as_secondary();
	return unit_test_suite_runner(&mempool_ptr_ring_setup_suite);
}
