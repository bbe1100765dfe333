/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_RING_PERF_HAND_H
#define TEST_RING_PERF_HAND_H

/*
 * Handing bursts over through an rte_ring by its own calls: in place where the
 * ring has zero copy, else by way of a table on the stack.
 */

#include <errno.h>
#include <stdio.h>

#include <rte_atomic.h>
#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_pause.h>
#include <rte_ring.h>
#include <rte_ring_peek_zc.h>

#include "test_ring_perf_compress.h"
#include "test_ring_perf_outlined.h"

/*
 * Functions name_zc_inlined_put, name_zc_outlined_put, name_copy_inlined_put and
 * so on, and the same with "get"; the loops over them are made by two more
 * macros. name_inlined_pack(hand, ptrs, mem, n), name_inlined_unpack(hand, mem,
 * ptrs, n) and their outlined forms are inline functions that go from pointers
 * to memory of the ring and back, per_elem pointers to an element of 4 bytes
 * or, if per_elem is 0, one to an element as large as a pointer. The ring's
 * smallest element is 4 bytes: with two values to an element, every burst has
 * to be even.
 */
#define RING_PERF_BY_RTE_RING(name, per_elem) \
RING_PERF_BY_RTE_RING_IN(name, inlined, per_elem) \
RING_PERF_BY_RTE_RING_IN(name, outlined, per_elem)

#define RING_PERF_BY_RTE_RING_IN(name, form, per_elem) \
static __rte_always_inline __rte_unused unsigned int \
name##_zc_##form##_put(struct ring_perf_hand *hand, void * const *ptrs, unsigned int n) \
{ \
	const unsigned int elems = n / RTE_MAX(per_elem, 1U); \
	struct rte_ring_zc_data zcd; \
	unsigned int first; \
\
	if (FORM_##form(rte_ring_enqueue_zc_bulk_elem_start)(hand->ring, (per_elem) == 0 ? \
			sizeof(void *) : sizeof(uint32_t), elems, &zcd, \
			NULL) == 0) \
		return 0; \
	first = zcd.n1 * RTE_MAX(per_elem, 1U); \
	name##_##form##_pack(hand, ptrs, zcd.ptr1, first); \
	if (first < n) \
		name##_##form##_pack(hand, ptrs + first, zcd.ptr2, n - first); \
	FORM_##form(rte_ring_enqueue_zc_elem_finish)(hand->ring, elems); \
	return n; \
} \
static __rte_always_inline __rte_unused unsigned int \
name##_zc_##form##_get(struct ring_perf_hand *hand, void **ptrs, unsigned int n) \
{ \
	const unsigned int elems = n / RTE_MAX(per_elem, 1U); \
	struct rte_ring_zc_data zcd; \
	unsigned int first; \
\
	if (FORM_##form(rte_ring_dequeue_zc_bulk_elem_start)(hand->ring, (per_elem) == 0 ? \
			sizeof(void *) : sizeof(uint32_t), elems, &zcd, \
			NULL) == 0) \
		return 0; \
	first = zcd.n1 * RTE_MAX(per_elem, 1U); \
	name##_##form##_unpack(hand, zcd.ptr1, ptrs, first); \
	if (first < n) \
		name##_##form##_unpack(hand, zcd.ptr2, ptrs + first, n - first); \
	FORM_##form(rte_ring_dequeue_zc_elem_finish)(hand->ring, elems); \
	return n; \
} \
static __rte_always_inline __rte_unused unsigned int \
name##_copy_##form##_put(struct ring_perf_hand *hand, void * const *ptrs, \
		unsigned int n) \
{ \
	uint32_t values[RING_PERF_MAX_BURST * sizeof(void *) / sizeof(uint32_t)]; \
\
	name##_##form##_pack(hand, ptrs, (void *)values, n); \
	/* of another type than the table, to a compiler that reasons by types */ \
	rte_compiler_barrier(); \
	/* not again what is packed already: wait here for room */ \
	while (FORM_##form(rte_ring_enqueue_bulk_elem)(hand->ring, values, \
			(per_elem) == 0 ? sizeof(void *) : sizeof(uint32_t), \
			n / RTE_MAX(per_elem, 1U), NULL) == 0) \
		rte_pause(); \
	return n; \
} \
static __rte_always_inline __rte_unused unsigned int \
name##_copy_##form##_get(struct ring_perf_hand *hand, void **ptrs, unsigned int n) \
{ \
	uint32_t values[RING_PERF_MAX_BURST * sizeof(void *) / sizeof(uint32_t)]; \
\
	if (FORM_##form(rte_ring_dequeue_bulk_elem)(hand->ring, values, \
			(per_elem) == 0 ? sizeof(void *) : sizeof(uint32_t), \
			n / RTE_MAX(per_elem, 1U), NULL) == 0) \
		return 0; \
	rte_compiler_barrier(); \
	name##_##form##_unpack(hand, (void *)values, ptrs, n); \
	return n; \
}

#define RING_PERF_ZC_LOOPS(name) RING_PERF_BOTH_LOOPS(name##_zc)
#define RING_PERF_COPY_LOOPS(name) RING_PERF_BOTH_LOOPS(name##_copy)

/* How many elements are in a ring of rte_ring. */
static inline unsigned int
ring_perf_rte_ring_left(const struct ring_perf_hand *hand)
{
	return rte_ring_count(hand->ring);
}

static inline void
ring_perf_rte_ring_close(struct ring_perf_hand *hand)
{
	rte_ring_free(hand->ring);
}

/* A ring for a case, for as many pointers as all others have room for. */
static inline int
ring_perf_rte_ring_open(struct ring_perf_hand *hand, const char *case_name,
		enum ring_perf_sync sync, unsigned int per_elem)
{
	char name[RTE_RING_NAMESIZE];

	snprintf(name, sizeof(name), "rpc_%s_%u", case_name, sync);
	hand->ring = rte_ring_create_elem(name,
			per_elem == 0 ? sizeof(void *) : sizeof(uint32_t),
			RING_PERF_RING_PTRS / RTE_MAX(per_elem, 1U),
			rte_socket_id(), ring_perf_sync_flags(sync));
	hand->left = ring_perf_rte_ring_left;
	if (hand->ring == NULL) {
		printf("Cannot create ring %s: %s\n", name,
			rte_strerror(rte_errno));
		return -rte_errno;
	}
	return 0;
}

#endif /* TEST_RING_PERF_HAND_H */
