/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef RTE_PTR_RING_H
#define RTE_PTR_RING_H

/**
 * @file
 * RTE Pointer Ring
 *
 * @warning
 * @b EXPERIMENTAL:
 * All functions in this file may be changed or removed without prior notice.
 *
 * A ring of compressed pointers, to be used in place of an rte_ring where
 * pointers of mempools go from core to core. Its slots are 2 or 4 bytes, or 8
 * where nothing is to be compressed, so that a cache line that has to travel
 * between cores brings up to four times as many pointers.
 *
 * Arguments, returns and guarantees are those of rte_ring: first in, first
 * out; bulk operations take all or nothing; multiple producers and consumers
 * as the flags say. The synchronization is fixed when the ring is created. A
 * codec (see rte_ptr_codec.h) says what pointers the ring takes:
 *
 * @code{.c}
 * struct rte_mempool_obj_layout layout;
 * struct rte_ptr_codec codec;
 * struct rte_ptr_ring *r;
 *
 * if (rte_mempool_get_obj_layout(mp, &layout) < 0 ||
 *         rte_ptr_codec_init_objs(&codec, layout.first, layout.last,
 *             layout.stride, 0) < 0)
 *     return -1; // the log says why
 * r = rte_ptr_ring_create("to_worker", 1024, SOCKET_ID_ANY,
 *         RING_F_SP_ENQ | RING_F_SC_DEQ, &codec);
 *
 * // one core
 * sent = rte_ptr_ring_enqueue_burst(r, (void **)pkts, n, NULL);
 * // another
 * n = rte_ptr_ring_dequeue_burst(r, (void **)pkts, BURST, NULL);
 * @endcode
 *
 * The enqueue functions trust that all pointers are on the codec's lattice,
 * and assert it in debug builds. Those named _checked trust nobody: they take
 * the pointers before the first that is not on it.
 *
 * A ring of N slots takes N times the width of its codec and
 * RTE_PTR_RING_OVERHEAD bytes beside, rounded up to a cache line.
 *
 * Producers and consumers may be threads of different processes, EAL threads
 * or not. As with rte_ring, a thread that is taken off its CPU in the middle of
 * an operation on a side with multiple threads keeps the others waiting, and a
 * process that is killed there leaves the ring blocked.
 */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_atomic.h>
#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_compat.h>
#include <rte_debug.h>
#include <rte_pause.h>
#include <rte_ring.h>
#include <rte_ring_peek_zc.h>
#include <rte_stdatomic.h>

#include <rte_ptr_codec.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rte_memzone;

/** Characters of the name of a ring, with the terminating zero. */
#define RTE_PTR_RING_NAMESIZE RTE_RING_NAMESIZE

/**
 * A ring of compressed pointers.
 *
 * Each side has an rte_ring to itself, in which the other side's tail is what
 * this side saw of it last. It looks again only when by this there is too
 * little room, or too little to take: in between, nothing of the other side's
 * has to travel. All members are internal.
 */
struct rte_ptr_ring {
	struct rte_ptr_codec codec;   /**< What pointers the ring takes. */
	const struct rte_memzone *mz; /**< The memory that it is in. */
	RTE_ATOMIC(uint32_t) magic;   /**< That the ring is complete. */
	RTE_ATOMIC(uint32_t) refused; /**< See rte_ptr_ring_refused(). */
	struct rte_ring producers;    /**< Whose cons.tail is what they saw. */
	struct rte_ring consumers;    /**< Whose prod.tail is; the slots follow. */
};

/** Bytes that a ring takes beside its slots. */
#define RTE_PTR_RING_OVERHEAD sizeof(struct rte_ptr_ring)

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Create a ring of compressed pointers, in a memzone of its own.
 *
 * Any thread may call it.
 *
 * @param name
 *   Name of the ring, unique among rings of this kind, of up to
 *   RTE_PTR_RING_NAMESIZE - 1 characters.
 * @param count
 *   Number of slots, a power of two; one of them stays empty. With
 *   RING_F_EXACT_SZ any number, of which all can be used.
 * @param socket_id
 *   NUMA node for the memory, or SOCKET_ID_ANY.
 * @param flags
 *   Flags of rte_ring, 0 or more of:
 *   - RING_F_SP_ENQ: a single thread enqueues.
 *   - RING_F_MP_HTS_ENQ: several do, in HTS mode.
 *   - RING_F_SC_DEQ: a single thread dequeues.
 *   - RING_F_MC_HTS_DEQ: several do, in HTS mode.
 *   - RING_F_EXACT_SZ: room for exactly count pointers.
 * @param codec
 *   What pointers the ring takes, and the width of its slots. Copied.
 * @return
 *   The ring, or NULL with rte_errno set:
 *   - EINVAL: name or codec is NULL, the codec is not set up, count is 0, no
 *     power of two or more than RTE_RING_SZ_MASK, or there is no such flag.
 *   - ENAMETOOLONG: the name is too long.
 *   - ENOTSUP: RTS mode.
 *   - EEXIST: there is a ring of that name.
 *   - ENOMEM, ENOSPC: no memory, or no memzone.
 *   The log says what was wrong.
 */
__rte_experimental
struct rte_ptr_ring *
rte_ptr_ring_create(const char *name, unsigned int count, int socket_id,
		unsigned int flags, const struct rte_ptr_codec *codec);

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Find a ring by its name, in any process.
 *
 * @param name
 *   Name of the ring.
 * @return
 *   The ring, or NULL with rte_errno set:
 *   - EINVAL: name is NULL.
 *   - ENOENT: there is no such ring.
 */
__rte_experimental
struct rte_ptr_ring *
rte_ptr_ring_lookup(const char *name);

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Free a ring. No thread of any process may use it meanwhile or afterwards;
 * pointers that are in it are lost.
 *
 * @param r
 *   The ring, or NULL for nothing to be done.
 */
__rte_experimental
void
rte_ptr_ring_free(struct rte_ptr_ring *r);

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Empty a ring. No thread of any process may use it meanwhile; pointers that
 * are in it are lost.
 *
 * @param r
 *   The ring.
 */
__rte_experimental
void
rte_ptr_ring_reset(struct rte_ptr_ring *r);

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Print the state of a ring.
 *
 * @param f
 *   File to print to.
 * @param r
 *   The ring.
 */
__rte_experimental
void
rte_ptr_ring_dump(FILE *f, const struct rte_ptr_ring *r);

/**
 * @warning
 * @b EXPERIMENTAL: this API may change without prior notice.
 *
 * Print the state of all rings of this kind.
 *
 * @param f
 *   File to print to.
 */
__rte_experimental
void
rte_ptr_ring_list_dump(FILE *f);

/**
 * Number of pointers in a ring.
 *
 * @param r
 *   The ring.
 * @return
 *   Number of pointers, as it is when no other thread uses the ring.
 */
static inline unsigned int
rte_ptr_ring_count(const struct rte_ptr_ring *r)
{
	const uint32_t used = (r->producers.prod.tail - r->consumers.cons.tail) &
		r->producers.mask;

	/* both may have moved on between one look and the other */
	return RTE_MIN(used, r->producers.capacity);
}

/**
 * Number of pointers that a ring has room for still.
 *
 * @param r
 *   The ring.
 * @return
 *   Number of pointers, as it is when no other thread uses the ring.
 */
static inline unsigned int
rte_ptr_ring_free_count(const struct rte_ptr_ring *r)
{
	return r->producers.capacity - rte_ptr_ring_count(r);
}

/**
 * Whether a ring is full.
 *
 * @param r
 *   The ring.
 * @return
 *   1 when it is full, else 0.
 */
static inline int
rte_ptr_ring_full(const struct rte_ptr_ring *r)
{
	return rte_ptr_ring_free_count(r) == 0;
}

/**
 * Whether a ring is empty.
 *
 * @param r
 *   The ring.
 * @return
 *   1 when it is empty, else 0.
 */
static inline int
rte_ptr_ring_empty(const struct rte_ptr_ring *r)
{
	return r->producers.prod.tail == r->consumers.cons.tail;
}

/**
 * Number of slots of a ring.
 *
 * @param r
 *   The ring.
 * @return
 *   Number of slots, a power of two.
 */
static inline unsigned int
rte_ptr_ring_get_size(const struct rte_ptr_ring *r)
{
	return rte_ring_get_size(&r->producers);
}

/**
 * Number of pointers that a ring can hold.
 *
 * @param r
 *   The ring.
 * @return
 *   Number of pointers: the number of slots less one, or with RING_F_EXACT_SZ
 *   what was asked for.
 */
static inline unsigned int
rte_ptr_ring_get_capacity(const struct rte_ptr_ring *r)
{
	return rte_ring_get_capacity(&r->producers);
}

/** @internal The slots, of whatever width. */
static __rte_always_inline void *
__rte_ptr_ring_slots(struct rte_ptr_ring *r)
{
	return (void *)(r + 1);
}

/** @internal Compress into n slots in a row. */
static __rte_always_inline void
__rte_ptr_ring_write_row(struct rte_ptr_ring *r, uint32_t idx,
		void * const *obj_table, unsigned int n)
{
	void *slots = __rte_ptr_ring_slots(r);

	if (r->codec.width == sizeof(uint32_t)) {
		rte_ptr_codec_compress_32(&r->codec, obj_table,
				(uint32_t *)slots + idx, n);
	} else if (r->codec.width == sizeof(uint16_t)) {
		rte_ptr_codec_compress_16(&r->codec, obj_table,
				(uint16_t *)slots + idx, n);
	} else {
		__rte_ptr_codec_assert(&r->codec, obj_table, n);
		memcpy((void **)slots + idx, obj_table, n * sizeof(*obj_table));
	}
}

/** @internal Decompress n slots in a row. */
static __rte_always_inline void
__rte_ptr_ring_read_row(struct rte_ptr_ring *r, uint32_t idx,
		void **obj_table, unsigned int n)
{
	const void *slots = __rte_ptr_ring_slots(r);

	if (r->codec.width == sizeof(uint32_t))
		rte_ptr_codec_decompress_32(&r->codec,
				(const uint32_t *)slots + idx, obj_table, n);
	else if (r->codec.width == sizeof(uint16_t))
		rte_ptr_codec_decompress_16(&r->codec,
				(const uint16_t *)slots + idx, obj_table, n);
	else
		memcpy(obj_table, (void * const *)slots + idx,
				n * sizeof(*obj_table));
}

/** @internal The same in two rows, at the end of the slots: seldom, not inlined. */
static __rte_noinline __rte_unused void
__rte_ptr_ring_write_two_rows(struct rte_ptr_ring *r, uint32_t idx,
		void * const *obj_table, unsigned int n)
{
	const unsigned int first = r->producers.size - idx;

	__rte_ptr_ring_write_row(r, idx, obj_table, first);
	__rte_ptr_ring_write_row(r, 0, obj_table + first, n - first);
}

/** @internal Like __rte_ptr_ring_write_two_rows(). */
static __rte_noinline __rte_unused void
__rte_ptr_ring_read_two_rows(struct rte_ptr_ring *r, uint32_t idx,
		void **obj_table, unsigned int n)
{
	const unsigned int first = r->producers.size - idx;

	__rte_ptr_ring_read_row(r, idx, obj_table, first);
	__rte_ptr_ring_read_row(r, 0, obj_table + first, n - first);
}

/** @internal Compress into n slots from an index of the ring on. */
static __rte_always_inline void
__rte_ptr_ring_write(struct rte_ptr_ring *r, uint32_t head,
		void * const *obj_table, unsigned int n)
{
	const uint32_t idx = head & r->producers.mask;

	if (likely(idx + n <= r->producers.size))
		__rte_ptr_ring_write_row(r, idx, obj_table, n);
	else
		__rte_ptr_ring_write_two_rows(r, idx, obj_table, n);
}

/** @internal Decompress n slots from an index of the ring on. */
static __rte_always_inline void
__rte_ptr_ring_read(struct rte_ptr_ring *r, uint32_t head, void **obj_table,
		unsigned int n)
{
	const uint32_t idx = head & r->producers.mask;

	if (likely(idx + n <= r->producers.size))
		__rte_ptr_ring_read_row(r, idx, obj_table, n);
	else
		__rte_ptr_ring_read_two_rows(r, idx, obj_table, n);
}

/*
 * Where a side may go on. Each returns how many of n pointers it may handle,
 * all or none if the behavior is fixed, the index of the first, and how much
 * room or how many pointers it found.
 *
 * The loads of the other side's tail are acquire, the stores of the own tail
 * release: a producer so sees that slots were read before it writes to them
 * again, a consumer that they were written before it reads them. The head of a
 * single thread is nobody else's. Several move theirs by the functions of
 * rte_ring, which load as the other side's tail what one of these threads saw
 * of it: that thread stores it release, and so hands on what it acquired.
 */

/** @internal Pauses of a side that is close behind the other. */
#define __RTE_PTR_RING_PAUSES 4

/** @internal What is close: so many bytes of slots, or less. */
#define __RTE_PTR_RING_CLOSE (16 * RTE_CACHE_LINE_SIZE)

/** @internal Looks without a pause after one that was for nothing. */
#define __RTE_PTR_RING_HURRIES 63

/**
 * @internal How far the other side has come. It is looked at because there are
 * less than n slots between what was seen of it and "from".
 *
 * Of two sides close to each other each takes from the other the lines that it
 * is working on, and looks every few bursts. So let it get ahead once, unless
 * nothing came of that lately, or this side has been waiting for it.
 */
static __rte_always_inline uint32_t
__rte_ptr_ring_look(const struct rte_ptr_ring *r,
		const struct rte_ring_headtail *other,
		struct rte_ring_headtail *view, uint32_t from, unsigned int n,
		enum rte_ring_queue_behavior behavior)
{
	uint32_t tail = rte_atomic_load_explicit(&other->tail,
			rte_memory_order_acquire);
	const uint32_t first = tail;
	/* in a view nobody else needs the head */
	const uint32_t hurries = view->head;
	unsigned int i;

	if (tail - from < (behavior == RTE_RING_QUEUE_FIXED ? n : 1)) {
		if (hurries == 0)
			view->head = 1;
	} else if ((tail - from) * r->codec.width < __RTE_PTR_RING_CLOSE) {
		if (hurries != 0) {
			view->head = hurries - 1;
		} else {
			for (i = 0; i < __RTE_PTR_RING_PAUSES; i++)
				rte_pause();
			tail = rte_atomic_load_explicit(&other->tail,
					rte_memory_order_acquire);
			if (tail == first)
				view->head = __RTE_PTR_RING_HURRIES;
		}
	}
	return tail;
}

/** @internal A single producer. */
static __rte_always_inline unsigned int
__rte_ptr_ring_sp_start(struct rte_ptr_ring *r, unsigned int n,
		enum rte_ring_queue_behavior behavior, bool look,
		uint32_t *head, uint32_t *free_entries)
{
	const uint32_t capacity = r->producers.capacity;
	const uint32_t own = r->producers.prod.head;
	const uint32_t used = own - r->producers.cons.tail;
	uint32_t room = capacity - used;
	uint32_t seen;

	/* more used than there are: what was seen is of another life of the ring */
	if (unlikely(used > capacity) || room < n) {
		seen = __rte_ptr_ring_look(r, &r->consumers.cons,
				&r->producers.cons, own - capacity, n, behavior);
		r->producers.cons.tail = seen;
		room = capacity - (own - seen);
	} else if (look) {
		seen = rte_atomic_load_explicit(&r->consumers.cons.tail,
				rte_memory_order_acquire);
		r->producers.cons.tail = seen;
		room = capacity - (own - seen);
	}
	*head = own;
	*free_entries = room;
	if (unlikely(room < n))
		return behavior == RTE_RING_QUEUE_FIXED ? 0 : room;
	return n;
}

/** @internal A single consumer. */
static __rte_always_inline unsigned int
__rte_ptr_ring_sc_start(struct rte_ptr_ring *r, unsigned int n,
		enum rte_ring_queue_behavior behavior, bool look,
		uint32_t *head, uint32_t *entries)
{
	const uint32_t own = r->consumers.cons.head;
	uint32_t there = r->consumers.prod.tail - own;
	uint32_t seen;

	if (unlikely(there > r->producers.capacity) || there < n) {
		seen = __rte_ptr_ring_look(r, &r->producers.prod,
				&r->consumers.prod, own, n, behavior);
		r->consumers.prod.tail = seen;
		there = seen - own;
	} else if (look) {
		seen = rte_atomic_load_explicit(&r->producers.prod.tail,
				rte_memory_order_acquire);
		r->consumers.prod.tail = seen;
		there = seen - own;
	}
	*head = own;
	*entries = there;
	if (unlikely(there < n))
		return behavior == RTE_RING_QUEUE_FIXED ? 0 : there;
	return n;
}

/** @internal A single thread has done with n slots. */
static __rte_always_inline void
__rte_ptr_ring_st_finish(struct rte_ring_headtail *ht, uint32_t head,
		unsigned int n)
{
	/* not before the slots, for whoever takes over from a killed process */
	rte_compiler_barrier();
	ht->head = head + n;
	rte_atomic_store_explicit(&ht->tail, head + n, rte_memory_order_release);
}

/** @internal One of several threads has: after those that came before it. */
static __rte_always_inline void
__rte_ptr_ring_mt_finish(struct rte_ring_headtail *ht, uint32_t head,
		unsigned int n)
{
	/* acquire: who sees the tail of this thread sees what those did as well */
	rte_wait_until_equal_32((volatile uint32_t *)(uintptr_t)&ht->tail, head,
			rte_memory_order_acquire);
	rte_atomic_store_explicit(&ht->tail, head + n, rte_memory_order_release);
}

/**
 * @internal Index of the slot that the zero-copy calls of rte_ring would use,
 * which take the slots for elements of 4 bytes right behind the ring.
 */
static __rte_always_inline uint32_t
__rte_ptr_ring_zc_index(const struct rte_ring *ring,
		const struct rte_ring_zc_data *zcd)
{
	/* what rte_ring loads of the other side in HTS mode is not acquire */
	rte_atomic_thread_fence(rte_memory_order_acquire);
	return (uint32_t)((const uint32_t *)zcd->ptr1 - (const uint32_t *)(ring + 1));
}

/** @internal One of several producers moves the head, by what they saw. */
static __rte_always_inline unsigned int
__rte_ptr_ring_move_prod_head(struct rte_ring *ring, unsigned int n,
		enum rte_ring_queue_behavior behavior, uint32_t *head,
		uint32_t *free_entries)
{
	struct rte_ring_zc_data zcd;
	uint32_t next;

	if (ring->prod.sync_type == RTE_RING_SYNC_MT)
		return __rte_ring_move_prod_head(ring, 0, n, behavior, head,
				&next, free_entries);
	if (behavior == RTE_RING_QUEUE_FIXED)
		n = rte_ring_enqueue_zc_bulk_elem_start(ring, sizeof(uint32_t),
				n, &zcd, free_entries);
	else
		n = rte_ring_enqueue_zc_burst_elem_start(ring, sizeof(uint32_t),
				n, &zcd, free_entries);
	*free_entries += n;
	*head = n == 0 ? 0 : __rte_ptr_ring_zc_index(ring, &zcd);
	return n;
}

/** @internal One of several consumers does. */
static __rte_always_inline unsigned int
__rte_ptr_ring_move_cons_head(struct rte_ring *ring, unsigned int n,
		enum rte_ring_queue_behavior behavior, uint32_t *head,
		uint32_t *entries)
{
	struct rte_ring_zc_data zcd;
	uint32_t next;

	if (ring->cons.sync_type == RTE_RING_SYNC_MT)
		return __rte_ring_move_cons_head(ring, 0, n, behavior, head,
				&next, entries);
	if (behavior == RTE_RING_QUEUE_FIXED)
		n = rte_ring_dequeue_zc_bulk_elem_start(ring, sizeof(uint32_t),
				n, &zcd, entries);
	else
		n = rte_ring_dequeue_zc_burst_elem_start(ring, sizeof(uint32_t),
				n, &zcd, entries);
	*entries += n;
	*head = n == 0 ? 0 : __rte_ptr_ring_zc_index(ring, &zcd);
	return n;
}

/**
 * @internal One of several threads found more of the other side's than was seen
 * so far, and says so to all.
 */
static __rte_always_inline void
__rte_ptr_ring_mt_saw(struct rte_ring_headtail *view, uint32_t seen, uint32_t tail)
{
	/*
	 * Never back: by a tail from before another thread looked and moved the
	 * head, there would be more room than slots. That thread's will do.
	 */
	rte_atomic_compare_exchange_strong_explicit(&view->tail, &seen, tail,
			rte_memory_order_release, rte_memory_order_relaxed);
}

/** @internal One of several producers, or of several consumers. */
static __rte_always_inline unsigned int
__rte_ptr_ring_mt_start(struct rte_ptr_ring *r, bool enqueue, unsigned int n,
		enum rte_ring_queue_behavior behavior, bool look,
		uint32_t *head, uint32_t *entries)
{
	struct rte_ring *ring = enqueue ? &r->producers : &r->consumers;
	struct rte_ring_headtail *view = enqueue ? &ring->cons : &ring->prod;
	const struct rte_ring_headtail *other = enqueue ? &r->consumers.cons :
		&r->producers.prod;
	enum rte_ring_queue_behavior want = RTE_RING_QUEUE_FIXED;
	unsigned int taken;
	uint32_t seen, tail;

	if (look) {
		seen = rte_atomic_load_explicit(&view->tail,
				rte_memory_order_acquire);
		tail = rte_atomic_load_explicit(&other->tail,
				rte_memory_order_acquire);
		__rte_ptr_ring_mt_saw(view, seen, tail);
	}
	for (;;) {
		seen = rte_atomic_load_explicit(&view->tail,
				rte_memory_order_acquire);
		taken = enqueue ?
			__rte_ptr_ring_move_prod_head(ring, n, want, head, entries) :
			__rte_ptr_ring_move_cons_head(ring, n, want, head, entries);
		if (likely(taken != 0) || n == 0)
			return taken;
		tail = __rte_ptr_ring_look(r, other, view, seen - *entries, n,
				behavior);
		if (tail != seen) {
			__rte_ptr_ring_mt_saw(view, seen, tail);
			continue;
		}
		/* not less than all before it is sure that there is not more */
		if (want == behavior || *entries == 0)
			return 0;
		want = behavior;
	}
}

/** @internal Bytes of a value: pointers may be of 4, in slots of 8. */
static __rte_always_inline size_t
__rte_ptr_ring_value_size(const struct rte_ptr_ring *r)
{
	return RTE_MIN((size_t)r->codec.width, sizeof(void *));
}

/** @internal Copy values into n slots from an index of the ring on. */
static __rte_always_inline void
__rte_ptr_ring_write_values(struct rte_ptr_ring *r, uint32_t head,
		const void *values, unsigned int n)
{
	const size_t size = __rte_ptr_ring_value_size(r);
	uint8_t *slots = (uint8_t *)__rte_ptr_ring_slots(r);
	const uint32_t idx = head & r->producers.mask;
	const uint32_t row = RTE_MIN(n, r->producers.size - idx);

	memcpy(slots + idx * size, values, row * size);
	if (unlikely(row != n))
		memcpy(slots, (const uint8_t *)values + row * size,
			(n - row) * size);
}

/** @internal Copy n slots from an index of the ring on, as values. */
static __rte_always_inline void
__rte_ptr_ring_read_values(struct rte_ptr_ring *r, uint32_t head, void *values,
		unsigned int n)
{
	const size_t size = __rte_ptr_ring_value_size(r);
	const uint8_t *slots = (const uint8_t *)__rte_ptr_ring_slots(r);
	const uint32_t idx = head & r->producers.mask;
	const uint32_t row = RTE_MIN(n, r->producers.size - idx);

	memcpy(values, slots + idx * size, row * size);
	if (unlikely(row != n))
		memcpy((uint8_t *)values + row * size, slots,
			(n - row) * size);
}

/** @internal Enqueue up to n pointers, or values, which is a constant. */
static __rte_always_inline unsigned int
__rte_ptr_ring_do_enqueue(struct rte_ptr_ring *r, const void *table,
		unsigned int n, enum rte_ring_queue_behavior behavior,
		bool values, unsigned int *free_space)
{
	const enum rte_ring_sync_type sync = r->producers.prod.sync_type;
	uint32_t head, room = 0;

	if (likely(sync == RTE_RING_SYNC_ST))
		n = __rte_ptr_ring_sp_start(r, n, behavior, free_space != NULL,
				&head, &room);
	else
		n = __rte_ptr_ring_mt_start(r, true, n, behavior,
				free_space != NULL, &head, &room);

	if (likely(n != 0)) {
		if (values)
			__rte_ptr_ring_write_values(r, head, table, n);
		else
			__rte_ptr_ring_write(r, head, (void * const *)table, n);
		if (likely(sync == RTE_RING_SYNC_ST))
			__rte_ptr_ring_st_finish(&r->producers.prod, head, n);
		else if (sync == RTE_RING_SYNC_MT)
			__rte_ptr_ring_mt_finish(&r->producers.prod, head, n);
		else
			rte_ring_enqueue_zc_elem_finish(&r->producers, n);
	}
	if (free_space != NULL)
		*free_space = room - n;
	return n;
}

/** @internal Dequeue up to n pointers, or values, which is a constant. */
static __rte_always_inline unsigned int
__rte_ptr_ring_do_dequeue(struct rte_ptr_ring *r, void *table,
		unsigned int n, enum rte_ring_queue_behavior behavior,
		bool values, unsigned int *available)
{
	const enum rte_ring_sync_type sync = r->consumers.cons.sync_type;
	uint32_t head, there = 0;

	if (likely(sync == RTE_RING_SYNC_ST))
		n = __rte_ptr_ring_sc_start(r, n, behavior, available != NULL,
				&head, &there);
	else
		n = __rte_ptr_ring_mt_start(r, false, n, behavior,
				available != NULL, &head, &there);

	if (likely(n != 0)) {
		if (values)
			__rte_ptr_ring_read_values(r, head, table, n);
		else
			__rte_ptr_ring_read(r, head, (void **)table, n);
		if (likely(sync == RTE_RING_SYNC_ST))
			__rte_ptr_ring_st_finish(&r->consumers.cons, head, n);
		else if (sync == RTE_RING_SYNC_MT)
			__rte_ptr_ring_mt_finish(&r->consumers.cons, head, n);
		else
			rte_ring_dequeue_zc_elem_finish(&r->consumers, n);
	}
	if (available != NULL)
		*available = there - n;
	return n;
}

/**
 * Enqueue all of several pointers, or none.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   Table of n pointers, all on the lattice of the ring's codec. Another one
 *   comes out as some point of the lattice, and trips RTE_ASSERT() where that
 *   is compiled in.
 * @param n
 *   Number of pointers, 0 or more.
 * @param free_space
 *   If not NULL, receives the room that is left after the operation.
 * @return
 *   n, or 0 when there is no room for all.
 */
static __rte_always_inline unsigned int
rte_ptr_ring_enqueue_bulk(struct rte_ptr_ring *r, void * const *obj_table,
		unsigned int n, unsigned int *free_space)
{
	return __rte_ptr_ring_do_enqueue(r, obj_table, n, RTE_RING_QUEUE_FIXED,
			false, free_space);
}

/**
 * Enqueue as many of several pointers as there is room for.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   Table of n pointers, as in rte_ptr_ring_enqueue_bulk().
 * @param n
 *   Number of pointers, 0 or more.
 * @param free_space
 *   If not NULL, receives the room that is left after the operation.
 * @return
 *   How many were enqueued, from the first on, 0 to n.
 */
static __rte_always_inline unsigned int
rte_ptr_ring_enqueue_burst(struct rte_ptr_ring *r, void * const *obj_table,
		unsigned int n, unsigned int *free_space)
{
	return __rte_ptr_ring_do_enqueue(r, obj_table, n,
			RTE_RING_QUEUE_VARIABLE, false, free_space);
}

/**
 * Enqueue one pointer.
 *
 * @param r
 *   The ring.
 * @param obj
 *   A pointer on the lattice of the ring's codec.
 * @return
 *   - 0: success.
 *   - -ENOBUFS: the ring is full.
 */
static __rte_always_inline int
rte_ptr_ring_enqueue(struct rte_ptr_ring *r, void *obj)
{
	return rte_ptr_ring_enqueue_bulk(r, &obj, 1, NULL) != 0 ? 0 : -ENOBUFS;
}

/** @internal How many pointers there are before the first not on the lattice. */
static inline unsigned int
__rte_ptr_ring_covered(const struct rte_ptr_ring *r, void * const *obj_table,
		unsigned int n)
{
	void *scratch[64];
	unsigned int i, part, taken;

	for (i = 0; i < n; i += part) {
		part = RTE_MIN(n - i, (unsigned int)RTE_DIM(scratch));
		taken = (unsigned int)rte_ptr_codec_compress_checked(&r->codec,
				obj_table + i, scratch, part);
		if (taken != part)
			return i + taken;
	}
	return n;
}

/**
 * Enqueue all of several pointers of any origin, or none.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   Table of n pointers, any.
 * @param n
 *   Number of pointers, 0 or more.
 * @param free_space
 *   If not NULL, receives the room that is left after the operation.
 * @return
 *   n, or 0 when there is no room for all or one is not on the lattice of the
 *   ring's codec.
 */
static inline unsigned int
rte_ptr_ring_enqueue_bulk_checked(struct rte_ptr_ring *r,
		void * const *obj_table, unsigned int n, unsigned int *free_space)
{
	if (__rte_ptr_ring_covered(r, obj_table, n) != n) {
		if (free_space != NULL)
			*free_space = rte_ptr_ring_free_count(r);
		return 0;
	}
	return rte_ptr_ring_enqueue_bulk(r, obj_table, n, free_space);
}

/**
 * Enqueue the pointers before the first that is not on the lattice of the
 * ring's codec, as many as there is room for.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   Table of n pointers, any.
 * @param n
 *   Number of pointers, 0 or more.
 * @param free_space
 *   If not NULL, receives the room that is left after the operation.
 * @return
 *   How many were enqueued, from the first on, 0 to n.
 */
static inline unsigned int
rte_ptr_ring_enqueue_burst_checked(struct rte_ptr_ring *r,
		void * const *obj_table, unsigned int n, unsigned int *free_space)
{
	return rte_ptr_ring_enqueue_burst(r, obj_table,
			__rte_ptr_ring_covered(r, obj_table, n), free_space);
}

/**
 * Enqueue one pointer of any origin.
 *
 * @param r
 *   The ring.
 * @param obj
 *   A pointer, any.
 * @return
 *   - 0: success.
 *   - -EINVAL: it is not on the lattice of the ring's codec.
 *   - -ENOBUFS: the ring is full.
 */
static inline int
rte_ptr_ring_enqueue_checked(struct rte_ptr_ring *r, void *obj)
{
	if (!rte_ptr_codec_covers(&r->codec, obj))
		return -EINVAL;
	return rte_ptr_ring_enqueue(r, obj);
}

/**
 * Enqueue all of several pointers that were compressed before, or none.
 *
 * For who has to look at the pointers first: rte_ptr_codec_compress_checked()
 * does both in one go.
 *
 * @param r
 *   The ring.
 * @param values
 *   Table of n values, as rte_ptr_codec_compress() makes them with the ring's
 *   codec. Any others come out as points of no lattice.
 * @param n
 *   Number of values, 0 or more.
 * @param free_space
 *   If not NULL, receives the room that is left after the operation.
 * @return
 *   n, or 0 when there is no room for all.
 */
static __rte_always_inline unsigned int
rte_ptr_ring_enqueue_bulk_values(struct rte_ptr_ring *r, const void *values,
		unsigned int n, unsigned int *free_space)
{
	return __rte_ptr_ring_do_enqueue(r, values, n, RTE_RING_QUEUE_FIXED,
			true, free_space);
}

/**
 * Number of pointers that whoever enqueues kept out of a ring, as he counted
 * them in it: the mempool driver does. The functions of this file count none.
 *
 * @param r
 *   The ring.
 * @return
 *   Number of pointers, modulo 2^32.
 */
static inline uint32_t
rte_ptr_ring_refused(const struct rte_ptr_ring *r)
{
	return rte_atomic_load_explicit(&r->refused, rte_memory_order_relaxed);
}

/**
 * Count pointers that are kept out of a ring.
 *
 * @param r
 *   The ring.
 * @param n
 *   Number of pointers.
 * @return
 *   How many there were before.
 */
static inline uint32_t
rte_ptr_ring_count_refused(struct rte_ptr_ring *r, uint32_t n)
{
	return rte_atomic_fetch_add_explicit(&r->refused, n,
			rte_memory_order_relaxed);
}

/**
 * Dequeue as many pointers as asked for, or none.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   Table for n pointers.
 * @param n
 *   Number of pointers, 0 or more.
 * @param available
 *   If not NULL, receives how many pointers are left after the operation.
 * @return
 *   n, or 0 when there are not so many.
 */
static __rte_always_inline unsigned int
rte_ptr_ring_dequeue_bulk(struct rte_ptr_ring *r, void **obj_table,
		unsigned int n, unsigned int *available)
{
	return __rte_ptr_ring_do_dequeue(r, obj_table, n, RTE_RING_QUEUE_FIXED,
			false, available);
}

/**
 * Dequeue as many pointers as there are, up to a number.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   Table for n pointers.
 * @param n
 *   Number of pointers, 0 or more.
 * @param available
 *   If not NULL, receives how many pointers are left after the operation.
 * @return
 *   How many were dequeued, 0 to n.
 */
static __rte_always_inline unsigned int
rte_ptr_ring_dequeue_burst(struct rte_ptr_ring *r, void **obj_table,
		unsigned int n, unsigned int *available)
{
	return __rte_ptr_ring_do_dequeue(r, obj_table, n,
			RTE_RING_QUEUE_VARIABLE, false, available);
}

/**
 * Dequeue one pointer.
 *
 * @param r
 *   The ring.
 * @param obj_p
 *   Where the pointer goes.
 * @return
 *   - 0: success.
 *   - -ENOENT: the ring is empty.
 */
static __rte_always_inline int
rte_ptr_ring_dequeue(struct rte_ptr_ring *r, void **obj_p)
{
	return rte_ptr_ring_dequeue_bulk(r, obj_p, 1, NULL) != 0 ? 0 : -ENOENT;
}

/**
 * Dequeue as many pointers as asked for, or none, and leave them compressed.
 *
 * @param r
 *   The ring.
 * @param values
 *   Table for n values, which rte_ptr_codec_decompress() takes with the ring's
 *   codec, and rte_ptr_ring_enqueue_bulk_values() as they are.
 * @param n
 *   Number of values, 0 or more.
 * @param available
 *   If not NULL, receives how many pointers are left after the operation.
 * @return
 *   n, or 0 when there are not so many.
 */
static __rte_always_inline unsigned int
rte_ptr_ring_dequeue_bulk_values(struct rte_ptr_ring *r, void *values,
		unsigned int n, unsigned int *available)
{
	return __rte_ptr_ring_do_dequeue(r, values, n, RTE_RING_QUEUE_FIXED,
			true, available);
}

#ifdef __cplusplus
}
#endif

#endif /* RTE_PTR_RING_H */
