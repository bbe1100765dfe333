/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_log.h>
#include <rte_memory.h>
#include <rte_memzone.h>

#include <rte_ptr_ring.h>

#include "test.h"
#include "test_heap_use.h"
#include "test_ptr_ring.h"
#include "test_secondary.h"
#include "test_telemetry.h"

/*
 * Rings made, refused, found, printed, freed, and used by two processes.
 */

#define NAME "ptr_ring_test"
#define BASE ((void *)(uintptr_t)0x10000000)
#define STRIDE 192
/* more than there are memzones */
#define MAX_RINGS 20000

/* "length" characters */
static const char *
name_of_length(char *name, size_t length)
{
	memset(name, 'n', length);
	name[length] = '\0';
	return name;
}

static struct rte_ptr_codec
codec_of_width(unsigned int width)
{
	struct rte_ptr_codec codec = { 0 };

	/* of width 0, and all else, when it fails */
	rte_ptr_codec_init(&codec, BASE, STRIDE, 60000, width);
	return codec;
}

static struct test_heap_use use_at_setup;

static int
testsuite_setup(void)
{
	use_at_setup = test_heap_use();
	return TEST_SUCCESS;
}

static int
check_nothing_leaked(void)
{
	return test_heap_use_check(&use_at_setup);
}

static void
ut_teardown(void)
{
	rte_ptr_ring_free(rte_ptr_ring_lookup(NAME));
}

/* All ways to synchronize, all widths: the ring, its name, its memory. */
static int
check_create(unsigned int flags, unsigned int count, unsigned int slots,
		const struct rte_ptr_codec *codec)
{
	const size_t size = RTE_PTR_RING_OVERHEAD + (size_t)slots * codec->width;
	const struct rte_memzone *mz;
	struct rte_ptr_ring *r;

	r = rte_ptr_ring_create(NAME, count, SOCKET_ID_ANY, flags, codec);
	TEST_ASSERT_NOT_NULL(r, "No ring of %u with flags %#x: %s", count,
		flags, rte_strerror(rte_errno));
	TEST_ASSERT(rte_ptr_ring_get_size(r) == slots &&
		rte_ptr_ring_get_capacity(r) ==
			(flags & RING_F_EXACT_SZ ? count : count - 1) &&
		rte_ptr_ring_empty(r), "Ring of %u, flags %#x: size %u, capacity %u",
		count, flags, rte_ptr_ring_get_size(r), rte_ptr_ring_get_capacity(r));
	TEST_ASSERT(rte_ptr_ring_lookup(NAME) == r, "Not found");
	mz = rte_memzone_lookup("PR_" NAME);
	TEST_ASSERT(mz != NULL && mz->addr == r, "No memzone of this name");
	TEST_ASSERT_EQUAL(mz->len, RTE_ALIGN_CEIL(size, (size_t)RTE_CACHE_LINE_SIZE),
		"%zu bytes for %u slots of %u bytes", mz->len, slots, codec->width);
	rte_ptr_ring_free(r);
	TEST_ASSERT_NULL(rte_ptr_ring_lookup(NAME), "Found after it was freed");
	return check_nothing_leaked();
}

static int
check_create_all(unsigned int flags, unsigned int width)
{
	static const unsigned int counts[] = { 2, 16, 64, 4096, 65536 };
	const struct rte_ptr_codec codec = codec_of_width(width);
	const unsigned int exact = flags | RING_F_EXACT_SZ;
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(counts); i++) {
		n = counts[i];
		if (check_create(flags, n, n, &codec) != TEST_SUCCESS ||
				check_create(exact, n - 1, n, &codec) != TEST_SUCCESS ||
				check_create(exact, n, 2 * n, &codec) != TEST_SUCCESS)
			return TEST_FAILED;
	}
	return TEST_SUCCESS;
}

static int
test_create(void)
{
	unsigned int i, j, width;

	for (i = 0; i < PTR_RING_SIDES; i++)
		for (j = 0; j < PTR_RING_SIDES; j++)
			for (width = 2; width <= 8; width *= 2)
				if (check_create_all(ptr_ring_producers[i].flag |
						ptr_ring_consumers[j].flag,
						width) != TEST_SUCCESS)
					return TEST_FAILED;
	return TEST_SUCCESS;
}

struct arguments {
	const char *name;
	unsigned int count;
	unsigned int flags;
	const struct rte_ptr_codec *codec;
};

/* That no ring is made, and the log, rte_errno and memory are as they should. */
static int
check_refused(FILE *log, const char *why, const struct arguments *a, int error)
{
	struct rte_ptr_ring *r;
	char line[256] = "";

	rewind(log);
	rte_openlog_stream(log);
	rte_errno = 0;
	r = rte_ptr_ring_create(a->name, a->count, SOCKET_ID_ANY, a->flags, a->codec);
	rte_openlog_stream(NULL);
	if (r != NULL && error == ENOMEM && sizeof(size_t) == 8) {
		printf("There is memory for %s\n", why);
		rte_ptr_ring_free(r);
		return check_nothing_leaked();
	}
	TEST_ASSERT_NULL(r, "Made in spite of %s", why);
	TEST_ASSERT_EQUAL(rte_errno, error, "%s: error %d, not %d", why, rte_errno, error);
	rewind(log);
	/* EAL has its say on memory before */
	while (strstr(line, "PTR_RING: ") == NULL)
		TEST_ASSERT_NOT_NULL(fgets(line, sizeof(line), log),
			"Nothing in the log on %s", why);
	return check_nothing_leaked();
}

static int
check_errors(FILE *log)
{
	const struct rte_ptr_codec narrow = codec_of_width(2), codec = codec_of_width(4),
		wide = codec_of_width(8), none = { 0 };
	struct rte_ptr_codec no_width = codec, overfull = narrow;
	char name[RTE_PTR_RING_NAMESIZE + 1];
	const char *const too_long = name_of_length(name, RTE_PTR_RING_NAMESIZE);
	const struct {
		const char *why;
		struct arguments arguments;
		int error;
	} errors[] = {
		{ "no name", { NULL, 16, 0, &codec }, EINVAL },
		{ "no codec", { NAME, 16, 0, NULL }, EINVAL },
		{ "a codec not set up", { NAME, 16, 0, &none }, EINVAL },
		{ "a codec of no width", { NAME, 16, 0, &no_width }, EINVAL },
		{ "more points than values", { NAME, 16, 0, &overfull }, EINVAL },
		{ "a long name", { too_long, 16, 0, &codec }, ENAMETOOLONG },
		{ "no slots", { NAME, 0, 0, &codec }, EINVAL },
		{ "no slots exactly", { NAME, 0, RING_F_EXACT_SZ, &codec }, EINVAL },
		{ "3 slots", { NAME, 3, 0, &codec }, EINVAL },
		{ "1000 slots", { NAME, 1000, 0, &codec }, EINVAL },
		{ "2^31 slots", { NAME, 1u << 31, 0, &codec }, EINVAL },
		{ "2^31 pointers", { NAME, 1u << 31, RING_F_EXACT_SZ, &codec }, EINVAL },
		{ "UINT_MAX pointers", { NAME, UINT_MAX, RING_F_EXACT_SZ, &codec }, EINVAL },
		{ "a flag of nothing", { NAME, 16, 1u << 20, &codec }, EINVAL },
		{ "all flags", { NAME, 16, UINT_MAX, &codec }, EINVAL },
		{ "RTS producers", { NAME, 16, RING_F_MP_RTS_ENQ, &codec }, ENOTSUP },
		{ "RTS consumers", { NAME, 16, RING_F_MC_RTS_DEQ, &codec }, ENOTSUP },
		{ "two producers", { NAME, 16, RING_F_SP_ENQ | RING_F_MP_HTS_ENQ,
			&codec }, EINVAL },
		{ "two consumers", { NAME, 16, RING_F_SC_DEQ | RING_F_MC_HTS_DEQ,
			&codec }, EINVAL },
		/* on 32-bit targets not even a number of bytes */
		{ "4 GB", { NAME, 1u << 30, 0, &codec }, ENOMEM },
		{ "8 GB", { NAME, 1u << 30, 0, &wide }, ENOMEM },
		{ "4 GB exactly", { NAME, RTE_RING_SZ_MASK, RING_F_EXACT_SZ, &narrow }, ENOMEM },
		{ "16 GB exactly", { NAME, RTE_RING_SZ_MASK, RING_F_EXACT_SZ, &wide }, ENOMEM },
	};
	struct arguments taken = { NAME, 16, 0, &codec };
	struct rte_ptr_ring *r;
	unsigned int i;
	int ret;

	no_width.width = 3;
	overfull.count = UINT16_MAX + 2;
	for (i = 0; i < RTE_DIM(errors); i++)
		if (check_refused(log, errors[i].why, &errors[i].arguments,
				errors[i].error) != TEST_SUCCESS)
			return TEST_FAILED;

	r = rte_ptr_ring_create(NAME, 16, SOCKET_ID_ANY, 0, &codec);
	TEST_ASSERT_NOT_NULL(r, "No ring");
	use_at_setup = test_heap_use();
	ret = check_refused(log, "the name", &taken, EEXIST);
	TEST_ASSERT(rte_ptr_ring_lookup(NAME) == r, "The first of the name is gone");
	return ret;
}

static int
test_errors(void)
{
	const struct test_heap_use before = use_at_setup;
	FILE *log = tmpfile();
	int ret;

	TEST_ASSERT_NOT_NULL(log, "No temporary file");
	ret = check_errors(log);
	use_at_setup = before;
	fclose(log);
	ut_teardown();
	return ret == TEST_SUCCESS ? check_nothing_leaked() : ret;
}

static int
test_names(void)
{
	const struct rte_ptr_codec codec = codec_of_width(2);
	char name[RTE_PTR_RING_NAMESIZE + 1], other[RTE_PTR_RING_NAMESIZE];
	struct rte_ptr_ring *r, *s;

	name_of_length(name, RTE_PTR_RING_NAMESIZE - 1);
	strcpy(other, name);
	other[RTE_PTR_RING_NAMESIZE - 2] = 'x';
	r = rte_ptr_ring_create(name, 16, SOCKET_ID_ANY, 0, &codec);
	TEST_ASSERT_NOT_NULL(r, "No ring of a name of %zu characters", strlen(name));
	s = rte_ptr_ring_create(other, 16, SOCKET_ID_ANY, 0, &codec);
	TEST_ASSERT(rte_ptr_ring_lookup(name) == r && rte_ptr_ring_lookup(other) == s &&
		r != s && s != NULL, "Names that differ in the last character");
	rte_ptr_ring_free(r);
	TEST_ASSERT(rte_ptr_ring_lookup(name) == NULL && rte_errno == ENOENT,
		"Found after it was freed");
	TEST_ASSERT(rte_ptr_ring_lookup(other) == s, "Another one was freed");
	rte_ptr_ring_free(s);

	TEST_ASSERT(rte_ptr_ring_lookup(NULL) == NULL && rte_errno == EINVAL, "NULL");
	TEST_ASSERT(rte_ptr_ring_lookup("") == NULL && rte_errno == ENOENT, "Empty name");
	TEST_ASSERT(rte_ptr_ring_lookup(NAME) == NULL && rte_errno == ENOENT, "Unknown");
	TEST_ASSERT(rte_ptr_ring_lookup(name_of_length(name, RTE_PTR_RING_NAMESIZE)) == NULL &&
		rte_errno == ENOENT, "A long name");
	rte_ptr_ring_free(NULL);
	return check_nothing_leaked();
}

/* Neither is an rte_ring of this name one of ours, nor any other memzone. */
static int
test_other_memzones(void)
{
	const struct rte_ptr_codec codec = codec_of_width(4);
	const struct rte_memzone *mz;
	struct rte_ptr_ring *r;
	struct rte_ring *ring;

	ring = rte_ring_create(NAME, 16, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(ring, "No rte_ring");
	TEST_ASSERT_NULL(rte_ptr_ring_lookup(NAME), "An rte_ring");
	r = rte_ptr_ring_create(NAME, 16, SOCKET_ID_ANY, 0, &codec);
	TEST_ASSERT(r != NULL && rte_ptr_ring_lookup(NAME) == r &&
		rte_ring_lookup(NAME) == ring, "Beside an rte_ring of its name");
	rte_ptr_ring_free(r);
	rte_ring_free(ring);

	mz = rte_memzone_reserve("PR_" NAME, 64, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(mz, "No memzone");
	memset(mz->addr, 0, mz->len);
	TEST_ASSERT_NULL(rte_ptr_ring_lookup(NAME), "A small memzone");
	rte_memzone_free(mz);
	mz = rte_memzone_reserve("PR_" NAME, 65536, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(mz, "No memzone");
	memset(mz->addr, 0, mz->len);
	TEST_ASSERT_NULL(rte_ptr_ring_lookup(NAME), "A memzone");
	rte_ptr_ring_list_dump(stdout);
	rte_memzone_free(mz);
	return check_nothing_leaked();
}

/* As many rings as there are memzones. */
static int
test_many(void)
{
	const struct rte_ptr_codec codec = codec_of_width(2);
	char name[RTE_PTR_RING_NAMESIZE];
	unsigned int i, n;

	for (n = 0; n < MAX_RINGS; n++) {
		snprintf(name, sizeof(name), "many_%u", n);
		if (rte_ptr_ring_create(name, 2, SOCKET_ID_ANY, 0, &codec) == NULL)
			break;
	}
	TEST_ASSERT(n < MAX_RINGS && (rte_errno == ENOSPC || rte_errno == ENOMEM),
		"Ring %u: %s", n, rte_strerror(rte_errno));
	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "many_%u", i);
		rte_ptr_ring_free(rte_ptr_ring_lookup(name));
	}
	printf("%u rings at a time\n", n);
	return check_nothing_leaked();
}

static struct rte_ptr_ring *
ring_with_three(void)
{
	const struct rte_ptr_codec codec = codec_of_width(2);
	struct rte_ptr_ring *r;
	void *objs[3] = { BASE, BASE, BASE };

	r = rte_ptr_ring_create(NAME, 32, SOCKET_ID_ANY,
		RING_F_SP_ENQ | RING_F_MC_HTS_DEQ, &codec);
	if (r == NULL)
		return NULL;
	rte_ptr_ring_enqueue_bulk(r, objs, 3, NULL);
	/* the functions count none by themselves */
	rte_ptr_ring_enqueue_checked(r, NULL);
	rte_ptr_ring_count_refused(r, 4);
	return rte_ptr_ring_count_refused(r, 1) == 4 ? r : NULL;
}

static int
check_dump(struct rte_ptr_ring *r, bool list)
{
	static const char *const parts[] = {
		"<" NAME ">", "size=32", "capacity=31", "used=3", "free=28",
		"width=2", "stride=192", "points=60000", "HTS", "refused=5",
	};
	char text[4096] = "";
	unsigned int i;
	FILE *f;

	f = tmpfile();
	TEST_ASSERT_NOT_NULL(f, "No temporary file");
	if (list)
		rte_ptr_ring_list_dump(f);
	else
		rte_ptr_ring_dump(f, r);
	rewind(f);
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	for (i = 0; i < RTE_DIM(parts); i++)
		TEST_ASSERT_NOT_NULL(strstr(text, parts[i]), "No %s in: %s",
			parts[i], text);
	return TEST_SUCCESS;
}

static int
test_dump(void)
{
	struct rte_ptr_ring *r = ring_with_three();

	TEST_ASSERT_NOT_NULL(r, "No ring");
	TEST_ASSERT_SUCCESS(check_dump(r, false), "Dump of a ring");
	return check_dump(r, true);
}

static int
test_telemetry(void)
{
	static const char *const parts[] = {
		"\"name\":\"" NAME "\"", "\"size\":32", "\"capacity\":31",
		"\"count\":3", "\"width\":2", "\"stride\":192", "\"refused\":5",
		"\"enqueue\":\"singlethread\"", "\"dequeue\":\"multiplethreads,HTS\"",
	};
	char reply[TEST_TELEMETRY_SIZE], memory[32], base[32];
	struct rte_ptr_ring *r;
	unsigned int i;

	if (!test_telemetry_possible())
		return TEST_SKIPPED;
	TEST_ASSERT_SUCCESS(test_telemetry_ask("/ptr_ring/list", reply), "List");
	TEST_ASSERT_EQUAL(strcmp(reply, "{\"/ptr_ring/list\":[]}"), 0, "%s", reply);

	r = ring_with_three();
	TEST_ASSERT_NOT_NULL(r, "No ring");
	TEST_ASSERT_SUCCESS(test_telemetry_ask("/ptr_ring/list", reply), "List");
	TEST_ASSERT_EQUAL(strcmp(reply, "{\"/ptr_ring/list\":[\"" NAME "\"]}"), 0,
		"%s", reply);
	TEST_ASSERT_SUCCESS(test_telemetry_ask("/ptr_ring/info," NAME, reply), "Info");
	for (i = 0; i < RTE_DIM(parts); i++)
		TEST_ASSERT_NOT_NULL(strstr(reply, parts[i]), "No %s in: %s",
			parts[i], reply);
	snprintf(memory, sizeof(memory), "\"memory\":%zu",
		RTE_ALIGN_CEIL(RTE_PTR_RING_OVERHEAD + 32 * sizeof(uint16_t),
			(size_t)RTE_CACHE_LINE_SIZE));
	snprintf(base, sizeof(base), "\"base\":\"%p\"", BASE);
	TEST_ASSERT(strstr(reply, memory) != NULL && strstr(reply, base) != NULL,
		"No %s and %s in: %s", memory, base, reply);

	TEST_ASSERT_SUCCESS(test_telemetry_ask("/ptr_ring/info,none", reply), "Unknown");
	TEST_ASSERT_EQUAL(strcmp(reply, "{\"/ptr_ring/info\":null}"), 0, "%s", reply);
	TEST_ASSERT_SUCCESS(test_telemetry_ask("/ptr_ring/info", reply), "No name");
	TEST_ASSERT_EQUAL(strcmp(reply, "{\"/ptr_ring/info\":null}"), 0, "%s", reply);
	return TEST_SUCCESS;
}

/*
 * Two processes. The primary makes a ring for each of these, and leaves some
 * pointers in one of them. The secondary takes them, leaves others in the
 * second one, and is gone in the middle of it all: without cleaning up.
 */
#define TO_SECONDARY NAME "_to"
#define TO_PRIMARY NAME "_from"
#define SHARED_N 100

static void *
shared_pointer(unsigned int i)
{
	return RTE_PTR_ADD(BASE, (size_t)(i * 577 % 60000) * STRIDE);
}

/* One pointer after the other, in bursts of any size. */
static int
put_shared(struct rte_ptr_ring *r, unsigned int from, unsigned int n)
{
	void *objs[7];
	unsigned int i, part;

	for (; n != 0; n -= part, from += part) {
		part = RTE_MIN(n, (unsigned int)RTE_DIM(objs));
		for (i = 0; i < part; i++)
			objs[i] = shared_pointer(from + i);
		TEST_ASSERT(rte_ptr_ring_enqueue_bulk(r, objs, part, NULL) == part,
			"Pointer %u does not go in", from);
	}
	return TEST_SUCCESS;
}

static int
take_shared(struct rte_ptr_ring *r, unsigned int from, unsigned int n)
{
	void *objs[5];
	unsigned int i, part;

	for (; n != 0; n -= part, from += part) {
		part = rte_ptr_ring_dequeue_burst(r, objs,
				RTE_MIN(n, (unsigned int)RTE_DIM(objs)), NULL);
		TEST_ASSERT(part != 0, "Pointer %u is not there", from);
		for (i = 0; i < part; i++)
			TEST_ASSERT_EQUAL(objs[i], shared_pointer(from + i),
				"Pointer %u came as %p", from + i, objs[i]);
	}
	return TEST_SUCCESS;
}

static int
test_as_secondary(void)
{
	struct rte_ptr_ring *to = rte_ptr_ring_lookup(TO_SECONDARY);
	struct rte_ptr_ring *from = rte_ptr_ring_lookup(TO_PRIMARY);

	TEST_ASSERT(to != NULL && from != NULL, "The primary process made no rings");
	/* of three times as many, the second part */
	TEST_ASSERT_SUCCESS(take_shared(to, SHARED_N, SHARED_N), "From the primary");
	TEST_ASSERT_SUCCESS(put_shared(from, SHARED_N, SHARED_N), "To the primary");
	printf("secondary process: took %u pointers and put %u\n", SHARED_N, SHARED_N);
	fflush(NULL);
	_exit(TEST_SUCCESS);
}

static int
check_shared(unsigned int flags, unsigned int width)
{
	const struct rte_ptr_codec codec = codec_of_width(width);
	struct rte_ptr_ring *to, *from;

	to = rte_ptr_ring_create(TO_SECONDARY, 4 * SHARED_N, SOCKET_ID_ANY,
		flags | RING_F_EXACT_SZ, &codec);
	from = rte_ptr_ring_create(TO_PRIMARY, 4 * SHARED_N, SOCKET_ID_ANY,
		flags | RING_F_EXACT_SZ, &codec);
	TEST_ASSERT(to != NULL && from != NULL, "No rings");
	/* the primary's part is before and after the secondary's, on each side */
	TEST_ASSERT_SUCCESS(put_shared(to, 0, 3 * SHARED_N), "Primary puts");
	TEST_ASSERT_SUCCESS(take_shared(to, 0, SHARED_N), "Primary takes");
	TEST_ASSERT_SUCCESS(put_shared(from, 0, SHARED_N), "Primary puts");
	TEST_ASSERT_SUCCESS(test_secondary_run("ptr_ring_autotest"), "Secondary");
	TEST_ASSERT_SUCCESS(put_shared(from, 2 * SHARED_N, SHARED_N), "Primary puts");
	TEST_ASSERT_SUCCESS(take_shared(from, 0, 3 * SHARED_N), "Primary takes");
	TEST_ASSERT_SUCCESS(take_shared(to, 2 * SHARED_N, SHARED_N), "Primary takes");
	TEST_ASSERT(rte_ptr_ring_empty(to) && rte_ptr_ring_empty(from), "Not empty");
	return TEST_SUCCESS;
}

static int
test_secondary_process(void)
{
	unsigned int i;
	int ret = TEST_SUCCESS;

	if (!test_secondary_possible())
		return TEST_SKIPPED;
	for (i = 0; i < PTR_RING_SIDES && ret == TEST_SUCCESS; i++) {
		ret = check_shared(ptr_ring_producers[i].flag |
			ptr_ring_consumers[i].flag, 2 << i);
		rte_ptr_ring_free(rte_ptr_ring_lookup(TO_SECONDARY));
		rte_ptr_ring_free(rte_ptr_ring_lookup(TO_PRIMARY));
	}
	return ret;
}

static struct unit_test_suite ptr_ring_setup_suite = {
	.suite_name = "rings of compressed pointers, made and found",
	.setup = testsuite_setup,
	.unit_test_cases = {
		TEST_CASE_ST(NULL, ut_teardown, test_create),
		TEST_CASE_ST(NULL, ut_teardown, test_errors),
		TEST_CASE_ST(NULL, ut_teardown, test_names),
		TEST_CASE_ST(NULL, ut_teardown, test_other_memzones),
		TEST_CASE(test_many),
		TEST_CASE_ST(NULL, ut_teardown, test_dump),
		TEST_CASE_ST(NULL, ut_teardown, test_telemetry),
		TEST_CASE(test_secondary_process),
		TEST_CASES_END()
	}
};

int
test_ptr_ring_setup(void)
{
	if (rte_eal_process_type() == RTE_PROC_SECONDARY)
		return test_as_secondary();
	return unit_test_suite_runner(&ptr_ring_setup_suite);
}
