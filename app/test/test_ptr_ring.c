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

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_memory.h>
#include <rte_random.h>

#include <rte_ptr_ring.h>

#include "test.h"
#include "test_ptr_ring.h"

/*
 * What goes into rings and comes out of them, by one thread. Each operation is
 * done on a plain queue as well, and both must agree in everything.
 *
 * The pointers lead nowhere.
 */

/* Set to the seed that a failed run printed to repeat that run. */
#define FIXED_SEED 0

#define NAME "ptr_ring_test"

#define MAX_SLOTS 256
/* more than go into any ring here */
#define MAX_N (MAX_SLOTS + 44)
#define RANDOM_OPERATIONS 3000

const struct ptr_ring_side ptr_ring_producers[PTR_RING_SIDES] = {
	{ "SP", RING_F_SP_ENQ, false },
	{ "MP", 0, true },
	{ "MP HTS", RING_F_MP_HTS_ENQ, true },
};

const struct ptr_ring_side ptr_ring_consumers[PTR_RING_SIDES] = {
	{ "SC", RING_F_SC_DEQ, false },
	{ "MC", 0, true },
	{ "MC HTS", RING_F_MC_HTS_DEQ, true },
};

#define BASE UINT64_C(0x10000000)
/* as many as addresses of the target allow */
#define MANY (sizeof(void *) == 8 ? UINT64_C(1) << 32 : UINT64_C(1) << 20)

static const struct {
	unsigned int width;
	uint64_t stride;
} lattices[] = {
	{ 2, 64 }, { 2, 2368 }, { 4, 64 }, { 4, 2368 }, { 8, 192 }, { 8, 1 },
};

/* A ring and what has to be in it. */
struct subject {
	struct rte_ptr_ring *r;
	struct rte_ptr_codec codec;
	unsigned int capacity;
	void *queue[MAX_SLOTS];
	unsigned int first;
	unsigned int used;
	char text[128]; /* what to say of it when something is wrong */
};

static struct subject subject;

static void
ut_teardown(void)
{
	rte_ptr_ring_free(subject.r);
	subject.r = NULL;
}

static int
subject_make(const struct ptr_ring_side *producer,
		const struct ptr_ring_side *consumer, unsigned int lattice,
		unsigned int count, bool exact)
{
	struct subject *s = &subject;
	const unsigned int width = lattices[lattice].width;
	const uint64_t stride = lattices[lattice].stride;

	ut_teardown();
	memset(s, 0, sizeof(*s));
	s->capacity = exact ? count : count - 1;
	snprintf(s->text, sizeof(s->text), "%s, %s, %u bytes, stride %"PRIu64", %u%s",
		producer->name, consumer->name, width, stride, count,
		exact ? " exactly" : "");
	TEST_ASSERT_SUCCESS(rte_ptr_codec_init(&s->codec, (void *)(uintptr_t)BASE,
		stride, width == 2 ? UINT16_MAX + 1 : MANY, width),
		"%s: no codec", s->text);
	s->r = rte_ptr_ring_create(NAME, count, SOCKET_ID_ANY, producer->flag |
		consumer->flag | (exact ? RING_F_EXACT_SZ : 0), &s->codec);
	TEST_ASSERT_NOT_NULL(s->r, "%s: no ring: %s", s->text, rte_strerror(rte_errno));
	return TEST_SUCCESS;
}

/* Call a check for rings of so many slots, synchronized in every way. */
static int
for_each_ring(unsigned int count, bool exact, int (*check)(struct subject *s))
{
	unsigned int i, j, lattice;

	for (i = 0; i < PTR_RING_SIDES; i++)
		for (j = 0; j < PTR_RING_SIDES; j++)
			for (lattice = 0; lattice < RTE_DIM(lattices); lattice++)
				if (subject_make(&ptr_ring_producers[i],
						&ptr_ring_consumers[j], lattice,
						count, exact) != TEST_SUCCESS ||
						check(&subject) != TEST_SUCCESS)
					return TEST_FAILED;
	return TEST_SUCCESS;
}

static void *
subject_pointer(const struct subject *s)
{
	return (void *)((uintptr_t)s->codec.base +
		(uintptr_t)(rte_rand_max(s->codec.count) * s->codec.stride));
}

static int
check_counts(const struct subject *s)
{
	const struct rte_ptr_ring *r = s->r;

	TEST_ASSERT(rte_ptr_ring_count(r) == s->used &&
		rte_ptr_ring_free_count(r) == s->capacity - s->used &&
		rte_ptr_ring_full(r) == (s->used == s->capacity) &&
		rte_ptr_ring_empty(r) == (s->used == 0),
		"%s: has %u, room %u, full %d, empty %d; has in truth %u",
		s->text, rte_ptr_ring_count(r), rte_ptr_ring_free_count(r),
		rte_ptr_ring_full(r), rte_ptr_ring_empty(r), s->used);
	return TEST_SUCCESS;
}

enum form {
	BULK, BURST, SINGLE, BULK_VALUES,
	DEQUEUE_FORMS,
	BULK_CHECKED = DEQUEUE_FORMS, BURST_CHECKED, SINGLE_CHECKED,
	ENQUEUE_FORMS
};

/* How many went in; of one pointer the error becomes 0, if it is the right one. */
static unsigned int
call_enqueue(struct rte_ptr_ring *r, enum form form, void * const *objs,
		unsigned int n, unsigned int *space)
{
	static void *values[MAX_N];
	int ret;

	switch (form) {
	case BULK:
		return rte_ptr_ring_enqueue_bulk(r, objs, n, space);
	case BULK_VALUES:
		rte_ptr_codec_compress(&r->codec, objs, values, n);
		return rte_ptr_ring_enqueue_bulk_values(r, values, n, space);
	case BURST:
		return rte_ptr_ring_enqueue_burst(r, objs, n, space);
	case BULK_CHECKED:
		return rte_ptr_ring_enqueue_bulk_checked(r, objs, n, space);
	case BURST_CHECKED:
		return rte_ptr_ring_enqueue_burst_checked(r, objs, n, space);
	default:
		ret = form == SINGLE ? rte_ptr_ring_enqueue(r, objs[0]) :
			rte_ptr_ring_enqueue_checked(r, objs[0]);
		return ret == 0 ? 1 : ret == -ENOBUFS ? 0 : UINT_MAX;
	}
}

static unsigned int
call_dequeue(struct rte_ptr_ring *r, enum form form, void **objs, unsigned int n,
		unsigned int *available)
{
	static void *values[MAX_N];
	int ret;

	switch (form) {
	case BULK:
		return rte_ptr_ring_dequeue_bulk(r, objs, n, available);
	case BULK_VALUES:
		n = rte_ptr_ring_dequeue_bulk_values(r, values, n, available);
		rte_ptr_codec_decompress(&r->codec, values, objs, n);
		return n;
	case BURST:
		return rte_ptr_ring_dequeue_burst(r, objs, n, available);
	default:
		ret = rte_ptr_ring_dequeue(r, objs);
		return ret == 0 ? 1 : ret == -ENOENT ? 0 : UINT_MAX;
	}
}

static unsigned int
expected(enum form form, unsigned int n, unsigned int limit)
{
	if (n <= limit)
		return n;
	return form == BURST || form == BURST_CHECKED ? limit : 0;
}

static void
queue_add(struct subject *s, void * const *objs, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		s->queue[(s->first + s->used++) % MAX_SLOTS] = objs[i];
}

static int
enqueue(struct subject *s, enum form form, unsigned int n, bool want_space)
{
	const unsigned int room = s->capacity - s->used;
	static void *objs[MAX_N], *before[MAX_N];
	unsigned int i, done, space = UINT_MAX;

	want_space = want_space && form != SINGLE && form != SINGLE_CHECKED;
	if (form == SINGLE || form == SINGLE_CHECKED)
		n = 1;
	for (i = 0; i < n; i++)
		before[i] = objs[i] = subject_pointer(s);
	done = call_enqueue(s->r, form, objs, n, want_space ? &space : NULL);
	TEST_ASSERT_EQUAL(done, expected(form, n, room),
		"%s: form %d enqueued %u of %u where %u fit", s->text, form,
		done, n, room);
	TEST_ASSERT(!want_space || space == room - done,
		"%s: form %d left room for %u, not %u", s->text, form, space, room - done);
	TEST_ASSERT(memcmp(objs, before, n * sizeof(*objs)) == 0,
		"%s: form %d wrote into its table", s->text, form);
	queue_add(s, objs, done);
	return check_counts(s);
}

static int
dequeue(struct subject *s, enum form form, unsigned int n, bool want_available)
{
	void *objs[MAX_N + 1];
	unsigned int i, done, available = UINT_MAX;

	want_available = want_available && form != SINGLE;
	if (form == SINGLE)
		n = 1;
	for (i = 0; i <= n; i++)
		objs[i] = &objs[i];
	done = call_dequeue(s->r, form, objs, n, want_available ? &available : NULL);
	TEST_ASSERT_EQUAL(done, expected(form, n, s->used),
		"%s: form %d dequeued %u of %u where there were %u", s->text, form,
		done, n, s->used);
	for (i = 0; i < done; i++)
		TEST_ASSERT_EQUAL(objs[i], s->queue[(s->first + i) % MAX_SLOTS],
			"%s: form %d dequeued %p as number %u of %u, which was %p",
			s->text, form, objs[i], i, done,
			s->queue[(s->first + i) % MAX_SLOTS]);
	for (; i <= n; i++)
		TEST_ASSERT_EQUAL(objs[i], &objs[i],
			"%s: form %d dequeued %u and wrote entry %u", s->text, form, done, i);
	s->first = (s->first + done) % MAX_SLOTS;
	s->used -= done;
	TEST_ASSERT(!want_available || available == s->used,
		"%s: form %d left %u, not %u", s->text, form, available, s->used);
	return check_counts(s);
}

/* Fill an empty ring one by one, and empty it so. */
static int
check_size(struct subject *s)
{
	const struct rte_ptr_ring *r = s->r;
	const unsigned int slots = rte_align32pow2(s->capacity + 1);
	unsigned int i;

	TEST_ASSERT_EQUAL(rte_ptr_ring_get_size(r), slots, "%s: size %u", s->text,
		rte_ptr_ring_get_size(r));
	TEST_ASSERT_EQUAL(rte_ptr_ring_get_capacity(r), s->capacity,
		"%s: capacity %u", s->text, rte_ptr_ring_get_capacity(r));
	TEST_ASSERT_SUCCESS(check_counts(s), "New ring");
	/* one more than there is room for */
	for (i = 0; i <= s->capacity; i++)
		TEST_ASSERT_SUCCESS(enqueue(s, i % 2 ? SINGLE : SINGLE_CHECKED, 1, true),
			"Pointer %u", i);
	for (i = 0; i <= s->capacity; i++)
		TEST_ASSERT_SUCCESS(dequeue(s, SINGLE, 1, true), "Pointer %u", i);
	return TEST_SUCCESS;
}

static int
test_sizes(void)
{
	unsigned int count;

	for (count = 2; count <= MAX_SLOTS; count *= 2)
		if (for_each_ring(count, false, check_size) != TEST_SUCCESS)
			return TEST_FAILED;
	for (count = 1; count <= 20; count++)
		if (for_each_ring(count, true, check_size) != TEST_SUCCESS)
			return TEST_FAILED;
	return for_each_ring(MAX_SLOTS - 1, true, check_size);
}

/* A ring of one slot, that is never used, has no room at all. */
static int
check_no_room(struct subject *s)
{
	enum form form;

	for (form = 0; form < ENQUEUE_FORMS; form++)
		TEST_ASSERT_SUCCESS(enqueue(s, form, 3, true), "No room");
	for (form = 0; form < DEQUEUE_FORMS; form++)
		TEST_ASSERT_SUCCESS(dequeue(s, form, 3, true), "Nothing there");
	return TEST_SUCCESS;
}

static int
test_one_slot(void)
{
	return for_each_ring(1, false, check_no_room);
}

/* Every number of pointers, into and out of a ring with every number in it. */
static int
check_every_n(struct subject *s)
{
	const unsigned int huge = MAX_N - 1;
	unsigned int fill, n, i;
	enum form form;

	for (fill = 0; fill <= s->capacity; fill++) {
		for (n = 0; n <= s->capacity + 3; n++) {
			i = n <= s->capacity + 2 ? n : huge;
			for (form = 0; form < ENQUEUE_FORMS; form++) {
				TEST_ASSERT_SUCCESS(enqueue(s, BULK, fill, n % 2), "Fill");
				TEST_ASSERT_SUCCESS(enqueue(s, form, i, n % 3), "Then");
				TEST_ASSERT_SUCCESS(dequeue(s, BURST, huge, n % 2), "Empty");
			}
			for (form = 0; form < DEQUEUE_FORMS; form++) {
				TEST_ASSERT_SUCCESS(enqueue(s, BULK, fill, n % 2), "Fill");
				TEST_ASSERT_SUCCESS(dequeue(s, form, i, n % 3), "Then");
				TEST_ASSERT_SUCCESS(dequeue(s, BURST, huge, n % 2), "Empty");
			}
		}
	}
	return TEST_SUCCESS;
}

static int
test_every_n(void)
{
	if (for_each_ring(8, false, check_every_n) != TEST_SUCCESS)
		return TEST_FAILED;
	return for_each_ring(5, true, check_every_n);
}

/* Every number of pointers, from every slot on, and across 2^32. */
static int
check_wrap(struct subject *s)
{
	const unsigned int slots = rte_ptr_ring_get_size(s->r);
	unsigned int i, n, form = 0;

	for (i = 0; i < slots; i++) {
		for (n = 0; n <= s->capacity; n++, form++) {
			/* the indexes wrap somewhere within the slots, or not at all */
			ptr_ring_go_to(s->r, (n + i) % 3 == 0 ? i : UINT32_MAX - i);
			TEST_ASSERT_SUCCESS(enqueue(s, form % ENQUEUE_FORMS, n, n % 2),
				"Slot %u", i);
			TEST_ASSERT_SUCCESS(enqueue(s, BURST, MAX_N - 1, i % 2),
				"Slot %u, and %u", i, n);
			TEST_ASSERT_SUCCESS(dequeue(s, form % DEQUEUE_FORMS, n, n % 2),
				"Slot %u", i);
			TEST_ASSERT_SUCCESS(dequeue(s, BURST, MAX_N, i % 2),
				"Slot %u, and %u", i, n);
		}
	}
	return TEST_SUCCESS;
}

static int
test_wrap(void)
{
	if (for_each_ring(64, false, check_wrap) != TEST_SUCCESS)
		return TEST_FAILED;
	return for_each_ring(17, true, check_wrap);
}

/* Any operations, the ring nearly empty, half full, or nearly full. */
static int
check_random(struct subject *s)
{
	unsigned int i, bias = 0;
	enum form form;
	uint64_t n;

	ptr_ring_go_to(s->r, UINT32_MAX - (uint32_t)rte_rand_max(20 * MAX_SLOTS));
	for (i = 0; i < RANDOM_OPERATIONS; i++) {
		if (i % 100 == 0)
			bias = rte_rand_max(3);
		n = rte_rand_max(rte_rand_max(4) == 0 ? MAX_N : 40);
		form = rte_rand_max(ENQUEUE_FORMS);
		if (rte_rand_max(4) > bias)
			TEST_ASSERT_SUCCESS(enqueue(s, form, n, rte_rand() & 1),
				"Operation %u", i);
		else
			TEST_ASSERT_SUCCESS(dequeue(s, form % DEQUEUE_FORMS, n,
				rte_rand() & 1), "Operation %u", i);
	}
	return TEST_SUCCESS;
}

static int
test_random(void)
{
	if (for_each_ring(MAX_SLOTS, false, check_random) != TEST_SUCCESS)
		return TEST_FAILED;
	return for_each_ring(100, true, check_random);
}

/*
 * What one side last saw of the other may be old, as it is when a process died
 * and another takes its place; with several threads not older than their head
 * allows, since they see it in common. To a single thread it may be of no use
 * at all, as it is when the indexes were set anew: more pointers or more room
 * than the ring can have.
 */
static int
check_views_at(struct subject *s, unsigned int fill, unsigned int distance)
{
	struct rte_ptr_ring *r = s->r;
	const bool producer_single = s->r->producers.prod.sync_type == RTE_RING_SYNC_ST;
	const bool consumer_single = s->r->consumers.cons.sync_type == RTE_RING_SYNC_ST;
	uint32_t views[4];
	unsigned int i, n;

	for (i = 0; i < RTE_DIM(views); i++) {
		n = (unsigned int)rte_rand_max(s->capacity + 2);
		TEST_ASSERT_SUCCESS(enqueue(s, BULK, fill, false), "Fill");

		/* so far behind, ahead of all that is possible, or anything */
		views[0] = r->consumers.cons.tail - distance;
		views[1] = r->producers.prod.head + 1 + distance;
		views[2] = r->producers.prod.head + (UINT32_C(1) << 31) + distance;
		views[3] = r->producers.prod.head - s->capacity - 1 -
			(uint32_t)rte_rand_max(1u << 30);
		if (!producer_single)
			views[i] = r->consumers.cons.tail -
				(uint32_t)rte_rand_max(s->capacity - s->used + 1);
		r->producers.cons.tail = views[i];
		TEST_ASSERT_SUCCESS(enqueue(s, rte_rand_max(ENQUEUE_FORMS), n, n % 2),
			"Producer saw %"PRIu32", is at %"PRIu32, views[i],
			r->producers.prod.head);

		views[0] = r->consumers.cons.head + (uint32_t)rte_rand_max(s->used + 1);
		views[1] = r->consumers.cons.head - 1 - distance;
		views[2] = r->consumers.cons.head + s->capacity + 1 + distance;
		views[3] = r->consumers.cons.head + s->capacity + 1 +
			(uint32_t)rte_rand_max(1u << 30);
		if (!consumer_single)
			views[i] = r->consumers.cons.head + (uint32_t)rte_rand_max(s->used + 1);
		r->consumers.prod.tail = views[i];
		TEST_ASSERT_SUCCESS(dequeue(s, rte_rand_max(DEQUEUE_FORMS), n, n % 2),
			"Consumer saw %"PRIu32", is at %"PRIu32, views[i],
			r->consumers.cons.head);
		TEST_ASSERT_SUCCESS(dequeue(s, BURST, MAX_N, n % 2), "Empty");
	}
	return TEST_SUCCESS;
}

static int
check_views(struct subject *s)
{
	unsigned int fill, distance;

	for (fill = 0; fill <= s->capacity; fill += 3)
		for (distance = 0; distance < 3 * rte_ptr_ring_get_size(s->r); distance++)
			if (check_views_at(s, fill, distance) != TEST_SUCCESS)
				return TEST_FAILED;
	return TEST_SUCCESS;
}

static int
test_views(void)
{
	if (for_each_ring(32, false, check_views) != TEST_SUCCESS)
		return TEST_FAILED;
	return for_each_ring(10, true, check_views);
}

/* A ring that was reset is a new one, whatever each side had seen. */
static int
check_reset(struct subject *s)
{
	unsigned int i;

	for (i = 0; i < 200; i++) {
		ptr_ring_go_to(s->r, (uint32_t)rte_rand());
		TEST_ASSERT_SUCCESS(enqueue(s, BURST, MAX_N - 1, i % 2), "Before");
		TEST_ASSERT_SUCCESS(dequeue(s, BURST, rte_rand_max(MAX_N), i % 2), "Before");
		TEST_ASSERT_SUCCESS(enqueue(s, BURST, rte_rand_max(MAX_N), i % 2), "Before");
		if (i % 3 == 0) {
			s->r->producers.cons.tail = (uint32_t)rte_rand_max(MAX_SLOTS);
			s->r->consumers.prod.tail = (uint32_t)rte_rand_max(MAX_SLOTS);
		}
		rte_ptr_ring_reset(s->r);
		s->used = 0;
		TEST_ASSERT(rte_ptr_ring_get_capacity(s->r) == s->capacity,
			"%s: other capacity after reset", s->text);
		TEST_ASSERT_SUCCESS(check_counts(s), "Reset");
		TEST_ASSERT_SUCCESS(dequeue(s, i % DEQUEUE_FORMS, 1, i % 2), "Reset");
		TEST_ASSERT_SUCCESS(enqueue(s, i % ENQUEUE_FORMS, s->capacity, i % 2), "Reset");
		TEST_ASSERT_SUCCESS(enqueue(s, BURST, MAX_N - 1, i % 2), "Reset");
		TEST_ASSERT_SUCCESS(dequeue(s, BURST, MAX_N, i % 2), "Reset");
	}
	return TEST_SUCCESS;
}

static int
test_reset(void)
{
	return for_each_ring(16, false, check_reset);
}

/* A pointer that is not on the lattice; NULL when all of this kind are. */
static void *
foreign_pointer(const struct subject *s, unsigned int kind)
{
	const uint64_t stride = s->codec.stride, count = s->codec.count;
	const uint64_t point = (uintptr_t)subject_pointer(s);
	uint64_t p;

	switch (kind) {
	case 0:
		p = point + 1 + (stride > 1 ? rte_rand_max(stride - 1) : 0);
		break;
	case 1:
		p = BASE + stride * count;
		break;
	case 2:
		p = BASE - stride;
		break;
	case 3:
		/* the same in the low 32 bits */
		p = point + (UINT64_C(1) << 32) * (1 + rte_rand_max(UINT16_MAX));
		break;
	case 4:
		/* the same number in the bits that there are slots for */
		p = point + stride * (UINT64_C(1) << 8 * s->codec.width % 64);
		break;
	default:
		p = rte_rand();
	}
	return p > UINTPTR_MAX || rte_ptr_codec_covers(&s->codec, (void *)(uintptr_t)p) ?
		NULL : (void *)(uintptr_t)p;
}

/* All of a ring, as long as there is but one. */
static int
check_bulk_untouched(struct subject *s, void * const *objs, unsigned int n)
{
	static uint8_t before[sizeof(struct rte_ptr_ring) + 2 * MAX_SLOTS * sizeof(uint64_t)];
	const size_t len = sizeof(*s->r) + rte_ptr_ring_get_size(s->r) * s->codec.width;
	unsigned int space = UINT_MAX, done;

	memcpy(before, s->r, len);
	done = rte_ptr_ring_enqueue_bulk_checked(s->r, objs, n, &space);
	TEST_ASSERT(done == 0 && space == s->capacity - s->used,
		"%s: %u of %u in one bulk, room for %u", s->text, done, n, space);
	TEST_ASSERT(rte_ptr_ring_enqueue_bulk_checked(s->r, objs, n, NULL) == 0,
		"%s: of %u in one bulk", s->text, n);
	TEST_ASSERT(memcmp(before, s->r, len) == 0,
		"%s: the ring was written", s->text);
	return check_counts(s);
}

/* A foreign pointer in a table: those before it go in, or none. */
static int
check_foreign_at(struct subject *s, void **objs, unsigned int n, unsigned int at)
{
	const unsigned int room = s->capacity - s->used;
	unsigned int space = UINT_MAX, done;
	struct rte_ptr_ring *r = s->r;
	void *before[MAX_N];

	memcpy(before, objs, n * sizeof(*objs));
	TEST_ASSERT_EQUAL(rte_ptr_ring_enqueue_checked(r, objs[at]), -EINVAL,
		"%s: %p taken", s->text, objs[at]);
	TEST_ASSERT_SUCCESS(check_bulk_untouched(s, objs, n), "%p at %u of %u",
		objs[at], at, n);
	done = rte_ptr_ring_enqueue_burst_checked(r, objs, n, n % 2 ? &space : NULL);
	TEST_ASSERT_EQUAL(done, RTE_MIN(at, room), "%s: %u of %u taken with %p at %u",
		s->text, done, n, objs[at], at);
	TEST_ASSERT(n % 2 == 0 || space == room - done, "%s: room for %u, not %u",
		s->text, space, room - done);
	TEST_ASSERT(memcmp(objs, before, n * sizeof(*objs)) == 0,
		"%s: the table was written", s->text);
	queue_add(s, objs, done);
	TEST_ASSERT_SUCCESS(check_counts(s), "%p at %u of %u", objs[at], at, n);
	/* but for now and then, to begin with the ring filled */
	if (rte_rand_max(3) != 0)
		return dequeue(s, BURST, MAX_N, n % 2);
	return dequeue(s, BURST, n, n % 2);
}

static int
check_foreign(struct subject *s)
{
	static const unsigned int burst[] = { 1, 2, 3, 4, 7, 8, 9, 31, 63, 64, 65, 129, 200 };
	void *objs[MAX_N], *foreign;
	unsigned int i, j, n, at, kinds = 0;

	for (i = 0; i < RTE_DIM(burst); i++) {
		n = burst[i];
		for (at = 0; at < n; at++) {
			for (j = 0; j < n; j++)
				objs[j] = subject_pointer(s);
			foreign = foreign_pointer(s, (at + i) % 6);
			if (foreign == NULL)
				continue;
			kinds |= 1u << (at + i) % 6;
			objs[at] = foreign;
			/* the first of two counts */
			if (n % 2 && at + 1 < n)
				objs[at + 1 + rte_rand_max(n - at - 1)] = foreign;
			TEST_ASSERT_SUCCESS(check_foreign_at(s, objs, n, at), "Foreign");
		}
	}
	TEST_ASSERT(kinds & 2, "%s: there were no foreign pointers", s->text);
	return TEST_SUCCESS;
}

static int
test_foreign_pointers(void)
{
	if (for_each_ring(MAX_SLOTS, false, check_foreign) != TEST_SUCCESS)
		return TEST_FAILED;
	return for_each_ring(40, true, check_foreign);
}

static struct unit_test_suite ptr_ring_suite = {
	.suite_name = "ring of compressed pointers",
	.unit_test_cases = {
		TEST_CASE_ST(NULL, ut_teardown, test_sizes),
		TEST_CASE_ST(NULL, ut_teardown, test_one_slot),
		TEST_CASE_ST(NULL, ut_teardown, test_every_n),
		TEST_CASE_ST(NULL, ut_teardown, test_wrap),
		TEST_CASE_ST(NULL, ut_teardown, test_random),
		TEST_CASE_ST(NULL, ut_teardown, test_views),
		TEST_CASE_ST(NULL, ut_teardown, test_reset),
		TEST_CASE_ST(NULL, ut_teardown, test_foreign_pointers),
		TEST_CASES_END()
	}
};

static int
test_ptr_ring(void)
{
	const uint64_t seed = FIXED_SEED != 0 ? FIXED_SEED : rte_rdtsc();
	int ret;

	if (rte_eal_process_type() == RTE_PROC_SECONDARY)
		return test_ptr_ring_setup();

	printf("seed %"PRIu64"\n", seed);
	rte_srand(seed);
	ret = unit_test_suite_runner(&ptr_ring_suite);
	if (test_ptr_ring_setup() != TEST_SUCCESS)
		ret = TEST_FAILED;
	return ret;
}

REGISTER_FAST_TEST(ptr_ring_autotest, true, true, test_ptr_ring);
