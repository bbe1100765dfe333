/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_errno.h>
#include <rte_log.h>
#include <rte_mempool.h>
#include <rte_stdatomic.h>

#include <rte_ptr_codec.h>
#include <rte_ptr_ring.h>

/*
 * A mempool over a ring of compressed pointers.
 *
 * The ring is made when the first memory arrives, since by then only it is
 * known how narrow its slots can be. Objects are placed where their numbers
 * are smallest: at multiples of their full size, so that all chunks and pages
 * are on one lattice. Memory that comes later may widen the lattice, or need
 * wider slots. What is in the ring is then compressed anew: a mempool is not
 * populated while it is in use.
 */

RTE_LOG_REGISTER_DEFAULT(mempool_ptr_ring_logtype, INFO);

#define MEMPOOL_PTR_RING_ERR(fmt, ...) \
	rte_log(RTE_LOG_ERR, mempool_ptr_ring_logtype, \
		"MEMPOOL_PTR_RING: " fmt "\n", ##__VA_ARGS__)

#define MEMPOOL_PTR_RING_DEBUG(fmt, ...) \
	rte_log(RTE_LOG_DEBUG, mempool_ptr_ring_logtype, \
		"MEMPOOL_PTR_RING: " fmt "\n", ##__VA_ARGS__)

/* Pointers that are checked in one go: more than a cache of a core flushes. */
#define PUT_PART 1024

/* Pointers that are moved, or made, in one go. */
#define MOVE_PART 64

/* The smallest pages that there are: larger ones are multiples of it. */
#define SMALL_PAGE 4096

/* Slots of 2 bytes, or of 4, hold so many numbers. */
#define POINTS_2 (UINT64_C(1) << 16)
#define POINTS_4 (UINT64_C(1) << 32)

static unsigned int
ring_slots(const struct rte_mempool *mp)
{
	return rte_align32pow2(mp->size + 1);
}

static int
ptr_ring_alloc(struct rte_mempool *mp)
{
	if (mp->size >= RTE_RING_SZ_MASK) {
		MEMPOOL_PTR_RING_ERR("%s: no mempool of %" PRIu32 " objects: up to %u, that is what a ring holds",
			mp->name, mp->size, RTE_RING_SZ_MASK - 1);
		return -EINVAL;
	}
	return 0;
}

static void
ptr_ring_free(struct rte_mempool *mp)
{
	rte_ptr_ring_free(mp->pool_data);
	mp->pool_data = NULL;
}

static unsigned int
ptr_ring_get_count(const struct rte_mempool *mp)
{
	const struct rte_ptr_ring *r = mp->pool_data;

	return r == NULL ? 0 : rte_ptr_ring_count(r);
}

/* Not this mempool's: it would come out as an object that may be in use. */
static __rte_noinline void
refuse(struct rte_mempool *mp, const void *obj)
{
	struct rte_ptr_ring *r = mp->pool_data;

	if (rte_ptr_ring_count_refused(r, 1) == 0)
		MEMPOOL_PTR_RING_ERR("%s: %p was put, which is not an object of this mempool, and is kept out. Put objects into the mempool they came from. Others like it are counted only, as \"refused\" of the ring %s",
			mp->name, obj, r->producers.name);
}

/* Compress the pointers from the first refused one on, without such. */
static __rte_noinline unsigned int
compress_own(struct rte_mempool *mp, void * const *obj_table, unsigned int n,
		unsigned int done, void *values)
{
	const struct rte_ptr_ring *r = mp->pool_data;
	unsigned int kept = done, taken;

	while (done != n) {
		refuse(mp, obj_table[done++]);
		taken = (unsigned int)rte_ptr_codec_compress_checked(&r->codec,
				obj_table + done,
				RTE_PTR_ADD(values, (size_t)kept * r->codec.width),
				n - done);
		done += taken;
		kept += taken;
	}
	return kept;
}

static __rte_always_inline int
put_part(struct rte_mempool *mp, void * const *obj_table, unsigned int n)
{
	struct rte_ptr_ring *r = mp->pool_data;
	uint32_t values[PUT_PART];
	unsigned int kept;

	kept = (unsigned int)rte_ptr_codec_compress_checked(&r->codec, obj_table,
			values, n);
	if (unlikely(kept != n)) {
		kept = compress_own(mp, obj_table, n, kept, values);
		if (kept == 0)
			return 0;
	}
	return rte_ptr_ring_enqueue_bulk_values(r, values, kept, NULL) == 0 ?
		-ENOBUFS : 0;
}

/* More than anyone puts in one go. */
static __rte_noinline int
put_parts(struct rte_mempool *mp, void * const *obj_table, unsigned int n)
{
	unsigned int part;
	int ret = 0;

	if (n > rte_ptr_ring_free_count(mp->pool_data))
		return -ENOBUFS;
	for (; n != 0 && ret == 0; obj_table += part, n -= part) {
		part = RTE_MIN(n, (unsigned int)PUT_PART);
		ret = put_part(mp, obj_table, part);
	}
	return ret;
}

/*
 * Who puts cannot see an error, and would lose the objects. So those that are
 * the mempool's are taken, whatever is among them, and that is success.
 */
static int
ptr_ring_enqueue(struct rte_mempool *mp, void * const *obj_table, unsigned int n)
{
	if (unlikely(mp->pool_data == NULL))
		return -ENOBUFS;
	if (unlikely(n > PUT_PART))
		return put_parts(mp, obj_table, n);
	return put_part(mp, obj_table, n);
}

static int
ptr_ring_dequeue(struct rte_mempool *mp, void **obj_table, unsigned int n)
{
	struct rte_ptr_ring *r = mp->pool_data;

	/* not populated: nothing there */
	if (unlikely(r == NULL))
		return -ENOBUFS;
	return rte_ptr_ring_dequeue_bulk(r, obj_table, n, NULL) == 0 ?
		-ENOBUFS : 0;
}

static size_t
full_size(const struct rte_mempool *mp)
{
	return (size_t)mp->header_size + mp->elt_size + mp->trailer_size;
}

/*
 * Objects are placed at multiples of their full size, which leaves no gaps but
 * where a page ends. Where that would be a gap in most pages, an object takes
 * one page or several for itself, and these are the lattice.
 */
static bool
takes_pages(size_t size, size_t pg_sz)
{
	return pg_sz != 0 && size > pg_sz / 2;
}

static ssize_t
ptr_ring_calc_mem_size(const struct rte_mempool *mp, uint32_t obj_num,
		uint32_t pg_shift, size_t *min_chunk_size, size_t *align)
{
	const size_t pg_sz = pg_shift == 0 ? 0 : (size_t)1 << pg_shift;
	const size_t size = full_size(mp);
	ssize_t ret;

	if (!takes_pages(size, pg_sz)) {
		/* in each page, or chunk, up to one object's size before the first */
		ret = rte_mempool_op_calc_mem_size_helper(mp, obj_num, pg_shift,
				size, min_chunk_size, align);
		*min_chunk_size += size;
		return ret;
	}
	*min_chunk_size = RTE_ALIGN_CEIL(size, pg_sz);
	*align = pg_sz;
	return (ssize_t)(*min_chunk_size * obj_num);
}

/* Where objects go in a chunk of memory, and what lattice that makes. */
struct chunk {
	uintptr_t start;
	size_t len;
	size_t size;   /* of an object */
	size_t align;  /* objects begin at multiples of it */
	size_t pg_sz;  /* and do not cross pages of this size, if not 0 */
	unsigned int n;
	uintptr_t first, last; /* the first and the last object, with header */
	uint64_t stride;
};

static uintptr_t
multiple_from(uintptr_t at, size_t align)
{
	return at % align == 0 ? at : at + (align - at % align);
}

/* The next place for an object; one beyond the chunk when there is none. */
static uintptr_t
next_place(const struct chunk *c, uintptr_t at)
{
	const uintptr_t end = c->start + c->len;

	at = multiple_from(at, c->align);
	while (c->pg_sz != 0 && c->size <= c->pg_sz && at < end &&
			at / c->pg_sz != (at + c->size - 1) / c->pg_sz)
		at = multiple_from(multiple_from(at, c->pg_sz), c->align);
	return at;
}

/* Place up to max objects in a chunk. */
static void
chunk_plan(struct chunk *c, size_t align, unsigned int max)
{
	const uintptr_t end = c->start + c->len;
	uintptr_t at = c->start;

	c->align = align;
	c->stride = 0;
	for (c->n = 0; c->n < max; c->n++, at += c->size) {
		at = next_place(c, at);
		if (at >= end || end - at < c->size)
			break;
		if (c->n == 0)
			c->first = at;
		else
			c->stride = __rte_ptr_codec_gcd(at - c->last, c->stride);
		c->last = at;
	}
	if (c->n == 1)
		c->stride = c->size;
}

/*
 * Objects side by side, wherever that is: as a driver without wishes places
 * them. Only where by placing them better the mempool would lack some, as who
 * gave the memory had not asked how much is needed for it.
 */
static bool
chunk_is_tight(const struct chunk *aligned, const struct chunk *plain, unsigned int max)
{
	if (aligned->n == plain->n)
		return false;
	/* the last ones */
	if (plain->n == max)
		return true;
	/* small pages, of which ptr_ring_calc_mem_size() wants no more than so many */
	return aligned->len < aligned->pg_sz && aligned->start % SMALL_PAGE == 0 &&
		aligned->n < aligned->len / RTE_ALIGN_CEIL(aligned->size, SMALL_PAGE);
}

/* Move all of a ring to another one, or to the codec that it is to have. */
static void
move_all(struct rte_ptr_ring *from, struct rte_ptr_ring *to,
		const struct rte_ptr_codec *codec)
{
	const struct rte_ptr_codec old = from->codec;
	unsigned int left = rte_ptr_ring_count(from), n;
	void *objs[MOVE_PART];

	for (; left != 0; left -= n) {
		from->codec = old;
		n = rte_ptr_ring_dequeue_burst(from, objs,
				RTE_MIN(left, (unsigned int)MOVE_PART), NULL);
		to->codec = *codec;
		rte_ptr_ring_enqueue_bulk(to, objs, n, NULL);
	}
	to->codec = *codec;
}

static struct rte_ptr_ring *
ring_create(const struct rte_mempool *mp, const struct rte_ptr_codec *codec)
{
	char name[RTE_PTR_RING_NAMESIZE];
	struct rte_ptr_ring *r;
	unsigned int flags = 0;

	if (mp->flags & RTE_MEMPOOL_F_SP_PUT)
		flags |= RING_F_SP_ENQ;
	if (mp->flags & RTE_MEMPOOL_F_SC_GET)
		flags |= RING_F_SC_DEQ;
	/* as long as the names of other drivers' rings; with the width, as one
	 * ring may have to follow another
	 */
	snprintf(name, sizeof(name), "M%c_%s", codec->width == 2 ? '2' : '4',
		mp->name);
	r = rte_ptr_ring_create(name, ring_slots(mp), mp->socket_id, flags, codec);
	if (r == NULL)
		MEMPOOL_PTR_RING_ERR("%s: no memory for %u slots of %u bytes: %s. Populate fails; give the program more memory and try again",
			mp->name, ring_slots(mp), codec->width,
			rte_strerror(rte_errno));
	return r;
}

/* The lattice of a chunk together with that of what the mempool has already. */
static int
settle_codec(const struct rte_mempool *mp, const struct chunk *c,
		struct rte_ptr_codec *codec)
{
	const struct rte_ptr_ring *r = mp->pool_data;
	struct rte_ptr_codec codecs[2];
	unsigned int width;

	/* of width 8, anything does */
	if (rte_ptr_codec_init_objs(codec, (void *)(c->first + mp->header_size),
			(void *)(c->last + mp->header_size), c->stride, 8) != 0)
		return -EINVAL;
	if (r != NULL) {
		codecs[0] = r->codec;
		codecs[1] = *codec;
		if (rte_ptr_codec_join(codec, codecs, RTE_DIM(codecs), 8) != 0)
			return -EINVAL;
	}
	if (codec->count > POINTS_4) {
		MEMPOOL_PTR_RING_ERR("%s: memory at %p is refused: with it the objects are too far apart for 4 bytes, %" PRIu64
			" times %" PRIu32 " bytes. Give memory that is nearer to %p, where others are, or use another mempool driver",
			mp->name, (void *)c->start, codec->count, codec->stride,
			r == NULL ? (void *)c->start : r->codec.base);
		return -ERANGE;
	}
	/* 2 bytes are of use as long as all objects to come may fit as well */
	width = codec->count <= POINTS_2 && mp->size <= POINTS_2 &&
		(r == NULL || r->codec.width == 2) ? 2 : 4;
	return rte_ptr_codec_init(codec, codec->base, codec->stride,
			codec->count, width);
}

/* Make the mempool's ring fit for a chunk, or leave all as it was. */
static int
settle(struct rte_mempool *mp, const struct chunk *c)
{
	struct rte_ptr_ring *r = mp->pool_data, *wider;
	struct rte_ptr_codec codec;

	/* all memory is gone, what it was like is of no interest */
	if (r != NULL && mp->populated_size == 0) {
		ptr_ring_free(mp);
		r = NULL;
	}
	if (settle_codec(mp, c, &codec) != 0) {
		rte_errno = ERANGE;
		return -1;
	}
	if (r == NULL) {
		mp->pool_data = ring_create(mp, &codec);
		return mp->pool_data == NULL ? -1 : 0;
	}
	if (codec.width != r->codec.width) {
		wider = ring_create(mp, &codec);
		if (wider == NULL)
			return -1;
		move_all(r, wider, &codec);
		rte_ptr_ring_count_refused(wider, rte_ptr_ring_refused(r));
		mp->pool_data = wider;
		rte_ptr_ring_free(r);
	} else if (codec.base != r->codec.base || codec.stride != r->codec.stride) {
		move_all(r, r, &codec);
	} else {
		r->codec = codec;
	}
	return 0;
}

static void
chunk_populate(struct rte_mempool *mp, const struct chunk *c, rte_iova_t iova,
		rte_mempool_populate_obj_cb_t *obj_cb, void *obj_cb_arg)
{
	unsigned int i, n = 0;
	uintptr_t at = c->start;
	void *objs[MOVE_PART];

	for (i = 0; i < c->n; i++, at += c->size) {
		at = next_place(c, at);
		objs[n] = (void *)(at + mp->header_size);
		obj_cb(mp, obj_cb_arg, objs[n], iova == RTE_BAD_IOVA ? RTE_BAD_IOVA :
			iova + (at - c->start) + mp->header_size);
		if (++n == MOVE_PART || i == c->n - 1) {
			rte_mempool_ops_enqueue_bulk(mp, objs, n);
			n = 0;
		}
	}
}

/*
 * Whatever else than 0 this returned, errors included, would be taken for a
 * number of objects.
 */
static int
ptr_ring_populate(struct rte_mempool *mp, unsigned int max_objs, void *vaddr,
		rte_iova_t iova, size_t len, rte_mempool_populate_obj_cb_t *obj_cb,
		void *obj_cb_arg)
{
	struct chunk c = {
		.start = (uintptr_t)vaddr,
		.len = len,
		.size = full_size(mp),
	};
	struct chunk plain;

	if (rte_mempool_get_page_size(mp, &c.pg_sz) != 0) {
		MEMPOOL_PTR_RING_ERR("%s: there is no socket %d", mp->name,
			mp->socket_id);
		return 0;
	}
	plain = c;
	chunk_plan(&c, takes_pages(c.size, c.pg_sz) ? c.pg_sz : c.size, max_objs);
	if (c.n < max_objs) {
		chunk_plan(&plain, 1, max_objs);
		if (chunk_is_tight(&c, &plain, max_objs))
			c = plain;
	}
	if (c.n == 0 || settle(mp, &c) != 0)
		return 0;
	chunk_populate(mp, &c, iova, obj_cb, obj_cb_arg);
	MEMPOOL_PTR_RING_DEBUG("%s: %u objects in %zu bytes at %p, now %" PRIu32 " of %" PRIu32 ", %u bytes a slot",
		mp->name, c.n, len, vaddr, mp->populated_size, mp->size,
		((const struct rte_ptr_ring *)mp->pool_data)->codec.width);
	return (int)c.n;
}

static const struct rte_mempool_ops ptr_ring_ops = {
	.name = "ptr_ring",
	.alloc = ptr_ring_alloc,
	.free = ptr_ring_free,
	.enqueue = ptr_ring_enqueue,
	.dequeue = ptr_ring_dequeue,
	.get_count = ptr_ring_get_count,
	.calc_mem_size = ptr_ring_calc_mem_size,
	.populate = ptr_ring_populate,
};

RTE_MEMPOOL_REGISTER_OPS(ptr_ring_ops);
