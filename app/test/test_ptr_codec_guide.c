/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

/*
 * The code of the section on the codec in the guide page ptr_compress_lib.rst.
 * The page includes what stands between the marks "8<" and ">8"; the rest makes
 * a test of it.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_log.h>
#include <rte_mbuf.h>
#include <rte_mbuf_pool_ops.h>
#include <rte_memory.h>
#include <rte_mempool.h>
#include <rte_memzone.h>
#include <rte_ring.h>
#include <rte_ring_elem.h>
#include <rte_ring_peek_zc.h>

#include <rte_mempool_mem_range.h>
#include <rte_ptr_codec.h>

#include "test.h"
#include "test_secondary.h"

#define NAME "ptr_codec_guide"
#define OTHER_NAME "ptr_codec_guide_other"
#define MAX_OBJS 65536
#define RING_SIZE 256
#define BURST 32

static void *objs[MAX_OBJS], *back[MAX_OBJS];
static uint32_t values[MAX_OBJS];

/* A codec for the objects of a mempool. 8< */
static int
codec_for_pool(struct rte_ptr_codec *codec, const struct rte_mempool *mp,
		unsigned int width)
{
	struct rte_mempool_obj_layout layout;
	int ret;

	ret = rte_mempool_get_obj_layout(mp, &layout);
	if (ret != 0)
		return ret;
	return rte_ptr_codec_init_objs(codec, layout.first, layout.last,
			layout.stride, width);
}
/* >8 End of a codec for the objects of a mempool. */

/* A codec for several mempools. 8< */
#define MAX_POOLS 4

static int
codec_for_pools(struct rte_ptr_codec *codec, struct rte_mempool * const *pools,
		unsigned int n)
{
	struct rte_ptr_codec codecs[MAX_POOLS];
	unsigned int i;
	int ret;

	if (n > MAX_POOLS)
		return -EINVAL;
	for (i = 0; i < n; i++) {
		ret = codec_for_pool(&codecs[i], pools[i], 0);
		if (ret != 0)
			return ret;
	}
	return rte_ptr_codec_join(codec, codecs, n, 0);
}
/* >8 End of a codec for several mempools. */

/* A pool without gaps that no device accesses. 8< */
static struct rte_mempool *
pool_create(const char *name, unsigned int n, uint32_t elt_size, int socket)
{
	return rte_mempool_create(name, n, elt_size, 0, 0, NULL, NULL, NULL, NULL,
			socket, RTE_MEMPOOL_F_NO_IOVA_CONTIG);
}
/* >8 End of a pool without gaps that no device accesses. */

/* A packet pool in contiguous memory. 8< */
static struct rte_mempool *
packet_pool_create(const char *name, unsigned int n, int socket,
		const struct rte_memzone **mz)
{
	const uint32_t elt_size = sizeof(struct rte_mbuf) +
			RTE_MBUF_DEFAULT_BUF_SIZE;
	/* objects may cross pages: each is contiguous, for all memory is */
	const unsigned int flags = RTE_MEMPOOL_F_NO_IOVA_CONTIG;
	const size_t full_size = rte_mempool_calc_obj_size(elt_size, flags, NULL);
	struct rte_mempool *mp;

	*mz = rte_memzone_reserve(name, n * full_size, socket,
			RTE_MEMZONE_IOVA_CONTIG);
	if (*mz == NULL)
		return NULL;
	mp = rte_mempool_create_empty(name, n, elt_size, 0,
			sizeof(struct rte_pktmbuf_pool_private), socket, flags);
	if (mp == NULL)
		goto fail;
	if (rte_mempool_set_ops_byname(mp, rte_mbuf_best_mempool_ops(), NULL) != 0)
		goto fail;
	rte_pktmbuf_pool_init(mp, NULL);
	if (rte_mempool_populate_iova(mp, (*mz)->addr, (*mz)->iova, (*mz)->len,
			NULL, NULL) != (int)n)
		goto fail;
	rte_mempool_obj_iter(mp, rte_pktmbuf_init, NULL);
	return mp;
fail:
	rte_mempool_free(mp);
	rte_memzone_free(*mz);
	return NULL;
}
/* >8 End of a packet pool in contiguous memory. */

/* Burst into a ring. 8< */
static unsigned int
codec_enqueue(struct rte_ring *r, const struct rte_ptr_codec *codec,
		void * const *table, unsigned int n)
{
	/* an element of the ring holds one value of 4 bytes or two of 2 */
	const unsigned int per_elem = sizeof(uint32_t) / codec->width;
	struct rte_ring_zc_data zcd;
	unsigned int n1;

	n = per_elem * rte_ring_enqueue_zc_burst_elem_start(r, sizeof(uint32_t),
			n / per_elem, &zcd, NULL);
	if (n == 0)
		return 0;
	n1 = per_elem * zcd.n1;
	rte_ptr_codec_compress(codec, table, zcd.ptr1, n1);
	/* the slots go on at the start of the ring */
	if (n1 < n)
		rte_ptr_codec_compress(codec, table + n1, zcd.ptr2, n - n1);
	rte_ring_enqueue_zc_elem_finish(r, n / per_elem);
	return n;
}
/* >8 End of burst into a ring. */

/* Burst out of a ring. 8< */
static unsigned int
codec_dequeue(struct rte_ring *r, const struct rte_ptr_codec *codec,
		void **table, unsigned int n)
{
	const unsigned int per_elem = sizeof(uint32_t) / codec->width;
	struct rte_ring_zc_data zcd;
	unsigned int n1;

	n = per_elem * rte_ring_dequeue_zc_burst_elem_start(r, sizeof(uint32_t),
			n / per_elem, &zcd, NULL);
	if (n == 0)
		return 0;
	n1 = per_elem * zcd.n1;
	rte_ptr_codec_decompress(codec, zcd.ptr1, table, n1);
	if (n1 < n)
		rte_ptr_codec_decompress(codec, zcd.ptr2, table + n1, n - n1);
	rte_ring_dequeue_zc_elem_finish(r, n / per_elem);
	return n;
}
/* >8 End of burst out of a ring. */

/* A burst of mixed origin. 8< */
static unsigned int
enqueue_mixed(struct rte_ring *r, struct rte_ring *ptr_ring,
		const struct rte_ptr_codec *codec, /* of width 4 */
		void * const *table, unsigned int n) /* BURST at most */
{
	uint32_t burst[BURST];
	unsigned int done, taken, sent;

	for (done = 0; done < n; done++) {
		taken = rte_ptr_codec_compress_32_checked(codec, table + done,
				burst, n - done);
		sent = rte_ring_enqueue_burst_elem(r, burst, sizeof(burst[0]),
				taken, NULL);
		done += sent;
		if (sent < taken || done == n)
			break;
		/* table[done] comes from elsewhere: it goes as it is */
		if (rte_ring_enqueue(ptr_ring, table[done]) != 0)
			break;
	}
	return done;
}
/* >8 End of a burst of mixed origin. */

/* Values that are not trusted. 8< */
static int
receive_untrusted(const struct rte_ptr_codec *codec, const void *received,
		void **table, unsigned int n)
{
	return rte_ptr_codec_decompress_checked(codec, received, table, n) == n ?
			0 : -EBADMSG;
}
/* >8 End of values that are not trusted. */

/* Is the codec of a mempool still right for it? 8< */
static bool
codec_is_current(const struct rte_ptr_codec *codec, const struct rte_mempool *mp)
{
	struct rte_mempool_obj_layout layout;

	return rte_mempool_get_obj_layout(mp, &layout) == 0 &&
			rte_ptr_codec_covers_objs(codec, layout.first,
				layout.last, layout.stride);
}
/* >8 End of is the codec of a mempool still right for it? */

/* A codec for memory that a mempool grows into. 8< */
static int
codec_for_memory(struct rte_ptr_codec *codec, const struct rte_mempool *mp,
		const void *mem, size_t len)
{
	return rte_ptr_codec_init_range(codec, mem, len,
			rte_mempool_get_obj_alignment(mp), 0);
}
/* >8 End of a codec for memory that a mempool grows into. */

/* A codec for other processes. 8< */
static int
codec_publish(const char *name, const struct rte_ptr_codec *codec)
{
	const struct rte_memzone *mz = rte_memzone_reserve(name, sizeof(*codec),
			SOCKET_ID_ANY, 0);

	if (mz == NULL)
		return -rte_errno;
	*(struct rte_ptr_codec *)mz->addr = *codec;
	return 0;
}

static const struct rte_ptr_codec *
codec_lookup(const char *name)
{
	const struct rte_memzone *mz = rte_memzone_lookup(name);

	return mz == NULL ? NULL : mz->addr;
}
/* >8 End of a codec for other processes. */

/* All free objects of a pool there and back. */
static int
check_codec(const struct rte_ptr_codec *codec, struct rte_mempool *mp)
{
	const unsigned int n = rte_mempool_avail_count(mp);

	TEST_ASSERT(n > 0 && n <= MAX_OBJS, "%u objects", n);
	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(mp, objs, n), "No objects");
	memset(back, 0, n * sizeof(back[0]));
	rte_ptr_codec_compress(codec, objs, values, n);
	rte_ptr_codec_decompress(codec, values, back, n);
	rte_mempool_put_bulk(mp, objs, n);
	TEST_ASSERT_BUFFERS_ARE_EQUAL(objs, back, n * sizeof(objs[0]),
		"An object is not what it was");
	return TEST_SUCCESS;
}

static uint32_t
full_size_of(const struct rte_mempool *mp)
{
	return mp->header_size + mp->elt_size + mp->trailer_size;
}

/* A row of the guide's table of pools. */
static int
check_pool(struct rte_mempool *mp, const char *what, bool no_gaps)
{
	/* gcc 12 does not see at -O3 that it is set below */
	struct rte_ptr_codec codec = { .count = 0 };

	TEST_ASSERT_NOT_NULL(mp, "%s: cannot create it: %s", what,
		rte_strerror(rte_errno));
	TEST_ASSERT_SUCCESS(codec_for_pool(&codec, mp, 0), "%s: no codec", what);
	printf("%-27s%6u objects of %u bytes: stride %u, %" PRIu64 " points, %u bytes\n",
		what, mp->populated_size, full_size_of(mp), codec.stride,
		codec.count, codec.width);
	TEST_ASSERT_SUCCESS(check_codec(&codec, mp), "%s", what);
	TEST_ASSERT(codec_is_current(&codec, mp), "%s: not covered", what);
	/* where memory is scarce there may be several pieces of it */
	if (no_gaps && mp->nb_mem_chunks == 1) {
		TEST_ASSERT_EQUAL(codec.stride, full_size_of(mp),
			"%s: the stride is not the full size", what);
		TEST_ASSERT_EQUAL(codec.width, 2, "%s: wrong width", what);
	}
	return TEST_SUCCESS;
}

static int
test_pools(void)
{
	/* objects larger than a page, here one of 4 KB, have no gaps either */
	const bool pages_4k = rte_eal_has_hugepages() == 0 &&
			sysconf(_SC_PAGESIZE) == 4096;
	const struct {
		const char *what;
		unsigned int n;
		uint32_t elt_size;
		bool packets, no_gaps;
	} pools[] = {
		{ "mbufs", 8191, RTE_MBUF_DEFAULT_BUF_SIZE, true, false },
		{ "few mbufs", 800, RTE_MBUF_DEFAULT_BUF_SIZE, true, false },
		{ "large mbufs", 2000, 9344, true, pages_4k },
		{ "objects", MAX_OBJS, 100, false, false },
		{ "objects without gaps", MAX_OBJS, 100, false, true },
	};
	struct rte_mempool *mp;
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(pools); i++) {
		if (pools[i].packets)
			mp = rte_pktmbuf_pool_create(NAME, pools[i].n, 0, 0,
				pools[i].elt_size, SOCKET_ID_ANY);
		else if (pools[i].no_gaps)
			mp = pool_create(NAME, pools[i].n, pools[i].elt_size,
				SOCKET_ID_ANY);
		else
			mp = rte_mempool_create(NAME, pools[i].n,
				pools[i].elt_size, 0, 0, NULL, NULL, NULL, NULL,
				SOCKET_ID_ANY, 0);
		ret = check_pool(mp, pools[i].what, pools[i].no_gaps);
		rte_mempool_free(mp);
		if (ret != TEST_SUCCESS)
			return ret;
	}
	return TEST_SUCCESS;
}

/* Counts what a device could not do with an object. */
static void
check_iova(struct rte_mempool *mp, void *opaque, void *obj, unsigned int idx)
{
	const rte_iova_t iova = rte_mempool_virt2iova(obj);
	unsigned int *wrong = opaque;

	RTE_SET_USED(idx);
	if (iova == RTE_BAD_IOVA || rte_mem_virt2iova(obj) != iova ||
			rte_mem_virt2iova(RTE_PTR_ADD(obj, mp->elt_size - 1)) !=
			iova + mp->elt_size - 1)
		(*wrong)++;
}

static int
test_packet_pool(void)
{
	const struct rte_memzone *mz;
	struct rte_mempool *mp;
	unsigned int wrong = 0;
	int ret;

	mp = packet_pool_create(NAME, 8191, SOCKET_ID_ANY, &mz);
	if (mp == NULL && rte_eal_iova_mode() != RTE_IOVA_VA) {
		printf("No contiguous memory for 8191 mbufs, trying 500\n");
		mp = packet_pool_create(NAME, 500, SOCKET_ID_ANY, &mz);
		if (mp == NULL)
			return TEST_SKIPPED;
	}
	ret = check_pool(mp, "mbufs in contiguous memory", true);
	if (mp == NULL)
		return ret;
	rte_mempool_obj_iter(mp, check_iova, &wrong);
	rte_mempool_free(mp);
	rte_memzone_free(mz);
	TEST_ASSERT_EQUAL(wrong, 0, "%u mbufs are not for devices", wrong);
	return ret;
}

static int
check_join(struct rte_mempool **pools)
{
	struct rte_ptr_codec codec;
	unsigned int i;

	for (i = 0; i < 2; i++)
		TEST_ASSERT_NOT_NULL(pools[i], "Cannot create mempool");
	TEST_ASSERT_SUCCESS(codec_for_pools(&codec, pools, 2), "No codec");
	for (i = 0; i < 2; i++) {
		TEST_ASSERT_SUCCESS(check_codec(&codec, pools[i]), "Pool %u", i);
		TEST_ASSERT(codec_is_current(&codec, pools[i]),
			"Pool %u is not covered", i);
	}
	for (i = 0; i < 2; i++)
		TEST_ASSERT_SUCCESS(rte_mempool_get(pools[i], &objs[i]),
			"No object");
	rte_ptr_codec_compress(&codec, objs, values, 2);
	rte_ptr_codec_decompress(&codec, values, back, 2);
	for (i = 0; i < 2; i++)
		rte_mempool_put(pools[i], objs[i]);
	TEST_ASSERT_BUFFERS_ARE_EQUAL(objs, back, 2 * sizeof(objs[0]),
		"An object of two pools is not what it was");
	printf("two pools: stride %u, %" PRIu64 " points, %u bytes\n",
		codec.stride, codec.count, codec.width);
	return TEST_SUCCESS;
}

static int
test_several_pools(void)
{
	struct rte_mempool *pools[2];
	int ret;

	pools[0] = rte_pktmbuf_pool_create(NAME, 1023, 0, 0,
			RTE_MBUF_DEFAULT_BUF_SIZE, SOCKET_ID_ANY);
	pools[1] = pool_create(OTHER_NAME, 1023, 200, SOCKET_ID_ANY);
	ret = check_join(pools);
	rte_mempool_free(pools[0]);
	rte_mempool_free(pools[1]);
	return ret;
}

/* Bursts of every size, and so at every place of the ring. */
static int
check_ring(struct rte_ring *r, struct rte_mempool *mp, unsigned int width)
{
	struct rte_ptr_codec codec;
	unsigned int i, n;

	TEST_ASSERT(r != NULL && mp != NULL, "No ring or no mempool");
	TEST_ASSERT_SUCCESS(codec_for_pool(&codec, mp, width), "No codec");
	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(mp, objs, BURST), "No objects");
	for (i = 0; i < 10 * RING_SIZE; i++) {
		n = i % BURST + 1;
		/* of two pointers to an element, an odd one stays behind */
		TEST_ASSERT_EQUAL(codec_enqueue(r, &codec, objs, n),
			width == 2 ? n & ~1u : n, "Not all went in");
		if (width == 2)
			n &= ~1u;
		TEST_ASSERT_EQUAL(codec_dequeue(r, &codec, back, BURST), n,
			"Not what went in came out");
		TEST_ASSERT_BUFFERS_ARE_EQUAL(objs, back, n * sizeof(objs[0]),
			"An object is not what it was");
	}
	TEST_ASSERT_EQUAL(codec_dequeue(r, &codec, back, BURST), 0,
		"The ring is not empty");
	rte_mempool_put_bulk(mp, objs, BURST);
	return TEST_SUCCESS;
}

static int
test_ring(void)
{
	struct rte_mempool *mp = pool_create(NAME, 1023, 300, SOCKET_ID_ANY);
	struct rte_ring *r = rte_ring_create_elem(NAME, sizeof(uint32_t),
			RING_SIZE, SOCKET_ID_ANY, RING_F_SP_ENQ | RING_F_SC_DEQ);
	int ret;

	ret = check_ring(r, mp, 2);
	if (ret == TEST_SUCCESS)
		ret = check_ring(r, mp, 4);
	rte_ring_free(r);
	rte_mempool_free(mp);
	return ret;
}

/* A foreign pointer at each position, and at every second one. */
static int
check_mixed(struct rte_ring *r, struct rte_ring *ptr_ring, struct rte_mempool *mp)
{
	struct rte_ptr_codec codec;
	void *burst[BURST], *obj;
	uint32_t value;
	unsigned int at, i;
	bool foreign;

	TEST_ASSERT(r != NULL && ptr_ring != NULL && mp != NULL,
		"No rings or no mempool");
	TEST_ASSERT_SUCCESS(codec_for_pool(&codec, mp, 4), "No codec");
	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(mp, objs, BURST), "No objects");
	for (at = 0; at <= BURST; at++) {
		for (i = 0; i < BURST; i++) {
			foreign = at == BURST ? i % 2 == 0 : i == at;
			burst[i] = foreign ? &burst[i] : objs[i];
		}
		TEST_ASSERT_EQUAL(enqueue_mixed(r, ptr_ring, &codec, burst, BURST),
			BURST, "Not all went in");
		for (i = 0; i < BURST; i++) {
			foreign = at == BURST ? i % 2 == 0 : i == at;
			if (foreign) {
				TEST_ASSERT_SUCCESS(rte_ring_dequeue(ptr_ring, &obj),
					"A foreign pointer is missing");
			} else {
				TEST_ASSERT_SUCCESS(rte_ring_dequeue_elem(r,
					&value, sizeof(value)),
					"A value is missing");
				rte_ptr_codec_decompress_32(&codec,
					&value, &obj, 1);
			}
			TEST_ASSERT(obj == burst[i],
				"A pointer is not what it was");
		}
		TEST_ASSERT(rte_ring_empty(r) && rte_ring_empty(ptr_ring),
			"More came out than went in");
	}
	rte_mempool_put_bulk(mp, objs, BURST);
	return TEST_SUCCESS;
}

static int
test_mixed(void)
{
	struct rte_mempool *mp = pool_create(NAME, 1023, 300, SOCKET_ID_ANY);
	struct rte_ring *r = rte_ring_create_elem(NAME, sizeof(uint32_t),
			RING_SIZE, SOCKET_ID_ANY, 0);
	struct rte_ring *ptr_ring = rte_ring_create(OTHER_NAME, RING_SIZE,
			SOCKET_ID_ANY, 0);
	int ret;

	ret = check_mixed(r, ptr_ring, mp);
	rte_ring_free(r);
	rte_ring_free(ptr_ring);
	rte_mempool_free(mp);
	return ret;
}

static int
test_untrusted(void)
{
	static uint8_t mem[100 * 64];
	uint16_t received[BURST];
	struct rte_ptr_codec codec;
	unsigned int i, at;

	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&codec, mem, 64, 100, 0), "No codec");
	for (i = 0; i < BURST; i++)
		received[i] = 99 - i;
	TEST_ASSERT_SUCCESS(receive_untrusted(&codec, received, back, BURST),
		"Good values were refused");
	for (i = 0; i < BURST; i++)
		TEST_ASSERT(back[i] == &mem[received[i] * 64], "A wrong pointer");
	for (at = 0; at < BURST; at++) {
		received[at] += 100;
		TEST_ASSERT_EQUAL(receive_untrusted(&codec, received, back, BURST),
			-EBADMSG, "A bad value was taken");
		received[at] -= 100;
	}
	return TEST_SUCCESS;
}

/* A pool that grows: first in the middle of its memory. */
static int
check_growth(struct rte_mempool *mp)
{
	static uint8_t mem[1 << 16];
	struct rte_ptr_codec before, after, all;

	TEST_ASSERT_NOT_NULL(mp, "Cannot create mempool");
	TEST_ASSERT_SUCCESS(rte_mempool_set_ops_byname(mp, "ring_mp_mc", NULL),
		"No driver");
	TEST_ASSERT(rte_mempool_populate_iova(mp, (char *)mem + sizeof(mem) / 2,
		RTE_BAD_IOVA, sizeof(mem) / 4, NULL, NULL) > 1, "Not populated");
	TEST_ASSERT_SUCCESS(codec_for_pool(&before, mp, 0), "No codec");
	TEST_ASSERT_SUCCESS(codec_for_memory(&all, mp, mem, sizeof(mem)), "No codec");
	TEST_ASSERT(codec_is_current(&before, mp), "Not covered");
	TEST_ASSERT(codec_is_current(&all, mp), "Not covered");

	TEST_ASSERT(rte_mempool_populate_iova(mp, (char *)mem, RTE_BAD_IOVA,
		sizeof(mem) / 4, NULL, NULL) > 1, "Not populated");
	TEST_ASSERT(!codec_is_current(&before, mp), "Memory below is covered");
	TEST_ASSERT(codec_is_current(&all, mp), "Not covered");
	TEST_ASSERT_SUCCESS(check_codec(&all, mp), "Wrong");
	TEST_ASSERT_SUCCESS(codec_for_pool(&after, mp, 0), "No codec");
	TEST_ASSERT_SUCCESS(check_codec(&after, mp), "Wrong");
	return TEST_SUCCESS;
}

static int
test_growth(void)
{
	struct rte_mempool *mp = rte_mempool_create_empty(NAME, 1023, 100, 0, 0,
			SOCKET_ID_ANY, RTE_MEMPOOL_F_NO_IOVA_CONTIG);
	int ret;

	ret = check_growth(mp);
	rte_mempool_free(mp);
	return ret;
}

/* In the secondary: objects come, are written to, and go back. */
static int
test_as_secondary(void)
{
	const struct rte_ptr_codec *codec = codec_lookup(NAME);
	struct rte_ring *r = rte_ring_lookup(NAME);
	unsigned int i;

	TEST_ASSERT(codec != NULL && r != NULL, "The primary left nothing");
	TEST_ASSERT_EQUAL(codec_dequeue(r, codec, objs, BURST), BURST,
		"Too few objects");
	for (i = 0; i < BURST; i++) {
		TEST_ASSERT_EQUAL(*(uint32_t *)objs[i], i, "Another object");
		*(uint32_t *)objs[i] = ~i;
	}
	TEST_ASSERT_EQUAL(codec_enqueue(r, codec, objs, BURST), BURST,
		"The ring is full");
	printf("secondary process: %u objects with the primary's codec\n", i);
	return TEST_SUCCESS;
}

static int
check_processes(struct rte_ring *r, struct rte_mempool *mp)
{
	struct rte_ptr_codec codec;
	unsigned int i;

	TEST_ASSERT(r != NULL && mp != NULL, "No ring or no mempool");
	TEST_ASSERT_SUCCESS(codec_for_pool(&codec, mp, 0), "No codec");
	TEST_ASSERT_SUCCESS(codec_publish(NAME, &codec), "No memzone");
	TEST_ASSERT_EQUAL(codec_publish(NAME, &codec), -EEXIST, "Two of a name");
	TEST_ASSERT_NOT_NULL(codec_lookup(NAME), "Not found");
	TEST_ASSERT_SUCCESS(memcmp(codec_lookup(NAME), &codec, sizeof(codec)),
		"Another codec");

	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(mp, objs, BURST), "No objects");
	for (i = 0; i < BURST; i++)
		*(uint32_t *)objs[i] = i;
	TEST_ASSERT_EQUAL(codec_enqueue(r, &codec, objs, BURST), BURST,
		"The ring is full");
	if (!test_secondary_possible())
		return test_as_secondary();
	TEST_ASSERT_SUCCESS(test_secondary_run("ptr_codec_guide_autotest"),
		"Failed in the secondary process");
	TEST_ASSERT_EQUAL(codec_dequeue(r, &codec, back, BURST), BURST,
		"Too few objects");
	TEST_ASSERT_BUFFERS_ARE_EQUAL(objs, back, BURST * sizeof(objs[0]),
		"Other objects came back");
	for (i = 0; i < BURST; i++)
		TEST_ASSERT_EQUAL(*(uint32_t *)objs[i], ~i, "Another object");
	return TEST_SUCCESS;
}

static int
test_processes(void)
{
	struct rte_mempool *mp = pool_create(NAME, 1023, 300, SOCKET_ID_ANY);
	struct rte_ring *r = rte_ring_create_elem(NAME, sizeof(uint32_t),
			RING_SIZE, SOCKET_ID_ANY, RING_F_SP_ENQ | RING_F_SC_DEQ);
	int ret;

	ret = check_processes(r, mp);
	rte_memzone_free(rte_memzone_lookup(NAME));
	rte_ring_free(r);
	rte_mempool_free(mp);
	return ret;
}

/* The guide's table of errors. Each has a line in the log that it quotes. */

static char mem_of_errors[64];

static int
error_too_many(struct rte_ptr_codec *codec)
{
	return rte_ptr_codec_init(codec, NULL, 64, 65537, 2);
}

static int
error_only_8(struct rte_ptr_codec *codec)
{
	return rte_ptr_codec_init(codec, NULL, 1, UINT64_C(1) << 33, 0);
}

static int
error_beyond(struct rte_ptr_codec *codec)
{
	return rte_ptr_codec_init_range(codec, mem_of_errors, SIZE_MAX, 64, 0);
}

static int
error_no_lattice(struct rte_ptr_codec *codec)
{
	return rte_ptr_codec_init_objs(codec, mem_of_errors, mem_of_errors + 63,
			64, 0);
}

static int
error_no_width(struct rte_ptr_codec *codec)
{
	return rte_ptr_codec_init(codec, mem_of_errors, 1, 64, 3);
}

static int
error_zero(struct rte_ptr_codec *codec)
{
	return rte_ptr_codec_init(codec, mem_of_errors, 0, 64, 0);
}

static int
error_alignment(struct rte_ptr_codec *codec)
{
	return rte_ptr_codec_init_range(codec, mem_of_errors, 64, 24, 0);
}

static int
error_not_set_up(struct rte_ptr_codec *codec)
{
	static const struct rte_ptr_codec none;

	return rte_ptr_codec_join(codec, &none, 1, 0);
}

static int
error_no_codecs(struct rte_ptr_codec *codec)
{
	return rte_ptr_codec_join(codec, NULL, 0, 0);
}

static const struct {
	int (*provoke)(struct rte_ptr_codec *codec);
	int error;
	const char *quoted;
	bool of_64_bits; /* cannot be on 32-bit systems */
} errors[] = {
	{ error_too_many, -ERANGE, "do not fit into 2 bytes a pointer", false },
	{ error_too_many, -ERANGE, "4 bytes would fit", false },
	{ error_only_8, -ERANGE, "only 8 bytes, uncompressed, would fit", true },
	{ error_beyond, -ERANGE, "beyond the last address", false },
	{ error_no_lattice, -EINVAL, "are no lattice", false },
	{ error_no_width, -EINVAL, "no width of 3 bytes", false },
	{ error_zero, -EINVAL, "is 0", false },
	{ error_alignment, -EINVAL, "the alignment is no power of two", false },
	{ error_not_set_up, -EINVAL, "was not set up", false },
	{ error_no_codecs, -EINVAL, "no codecs to join", false },
};

static int
check_errors(FILE *log)
{
	struct rte_ptr_codec codec;
	char line[512];
	unsigned int i;
	int ret;

	for (i = 0; i < RTE_DIM(errors); i++) {
		if (errors[i].of_64_bits && sizeof(void *) < 8)
			continue;
		rewind(log);
		rte_openlog_stream(log);
		ret = errors[i].provoke(&codec);
		rte_openlog_stream(NULL);
		TEST_ASSERT_EQUAL(ret, errors[i].error, "Not the error of \"%s\"",
			errors[i].quoted);
		rewind(log);
		TEST_ASSERT(fgets(line, sizeof(line), log) != NULL &&
			strstr(line, errors[i].quoted) != NULL,
			"Not \"%s\" in the log", errors[i].quoted);
	}
	return TEST_SUCCESS;
}

static int
test_errors(void)
{
	FILE *log;
	int ret;

	if (!rte_log_can_log(RTE_LOGTYPE_EAL, RTE_LOG_ERR))
		return TEST_SKIPPED;
	log = tmpfile();
	TEST_ASSERT_NOT_NULL(log, "No temporary file");
	ret = check_errors(log);
	fclose(log);
	return ret;
}

static struct unit_test_suite ptr_codec_guide_suite = {
	.suite_name = "the code of the guide on the pointer codec",
	.unit_test_cases = {
		TEST_CASE(test_pools),
		TEST_CASE(test_packet_pool),
		TEST_CASE(test_several_pools),
		TEST_CASE(test_ring),
		TEST_CASE(test_mixed),
		TEST_CASE(test_untrusted),
		TEST_CASE(test_growth),
		TEST_CASE(test_processes),
		TEST_CASE(test_errors),
		TEST_CASES_END()
	}
};

static int
test_ptr_codec_guide(void)
{
	if (rte_eal_process_type() == RTE_PROC_SECONDARY)
		return test_as_secondary();
	return unit_test_suite_runner(&ptr_codec_guide_suite);
}

REGISTER_FAST_TEST(ptr_codec_guide_autotest, true, true, test_ptr_codec_guide);
