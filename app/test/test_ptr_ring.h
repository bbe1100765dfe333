/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_PTR_RING_H
#define TEST_PTR_RING_H

/*
 * How rings are synchronized, and the other files of ptr_ring_autotest.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_ptr_ring.h>

/* One side of a ring. */
struct ptr_ring_side {
	const char *name;
	unsigned int flag;
	bool several; /* threads may use it */
};

#define PTR_RING_SIDES 3

extern const struct ptr_ring_side ptr_ring_producers[PTR_RING_SIDES];
extern const struct ptr_ring_side ptr_ring_consumers[PTR_RING_SIDES];

/* Let an empty ring go on from an index. */
static inline void
ptr_ring_go_to(struct rte_ptr_ring *r, uint32_t index)
{
	/* in HTS mode head and tail have the same places */
	r->producers.prod.head = r->producers.prod.tail = index;
	r->producers.cons.tail = index;
	r->consumers.cons.head = r->consumers.cons.tail = index;
	r->consumers.prod.tail = index;
}

/* test_ptr_ring_setup.c; in a secondary process its part of it */
int
test_ptr_ring_setup(void);

/* test_ptr_ring_room.c: of the stress tests */
int
test_ptr_ring_room(void);

#endif /* TEST_PTR_RING_H */
