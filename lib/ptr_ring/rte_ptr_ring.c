/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_log.h>
#include <rte_memzone.h>
#include <rte_ring.h>
#include <rte_telemetry.h>

#include "rte_ptr_ring.h"

RTE_LOG_REGISTER_DEFAULT(ptr_ring_logtype, INFO);

#define PTR_RING_ERR(fmt, ...) \
	rte_log(RTE_LOG_ERR, ptr_ring_logtype, "PTR_RING: " fmt "\n", ##__VA_ARGS__)

#define MZ_PREFIX "PR_"
#define MZ_FORMAT MZ_PREFIX "%s"

/* What a ring has that is there altogether: "PTRR". */
#define PTR_RING_MAGIC 0x50545252

#define VALID_FLAGS (RING_F_SP_ENQ | RING_F_SC_DEQ | RING_F_EXACT_SZ | \
	RING_F_MP_RTS_ENQ | RING_F_MC_RTS_DEQ | \
	RING_F_MP_HTS_ENQ | RING_F_MC_HTS_DEQ)

/* Slots for so many pointers, or 0 where there can be no such ring. */
static uint32_t
slots_for(unsigned int count, unsigned int flags)
{
	if (count == 0 || count > RTE_RING_SZ_MASK)
		return 0;
	if (flags & RING_F_EXACT_SZ)
		return rte_align32pow2(count + 1);
	return rte_is_power_of_2(count) ? count : 0;
}

static int
check_arguments(const char *name, unsigned int count, unsigned int flags,
		const struct rte_ptr_codec *codec)
{
	if (name == NULL || codec == NULL) {
		PTR_RING_ERR("no ring without a %s", name == NULL ? "name" : "codec");
		return EINVAL;
	}
	if (strlen(name) >= RTE_PTR_RING_NAMESIZE) {
		PTR_RING_ERR("the name %s is longer than %zu characters", name,
			(size_t)RTE_PTR_RING_NAMESIZE - 1);
		return ENAMETOOLONG;
	}
	if (!__rte_ptr_codec_is_set_up(codec)) {
		PTR_RING_ERR("%s: the codec was not set up", name);
		return EINVAL;
	}
	if (slots_for(count, flags) == 0) {
		PTR_RING_ERR("%s: no ring of %u slots: a power of two up to %u, or any number with RING_F_EXACT_SZ",
			name, count, RTE_RING_SZ_MASK);
		return EINVAL;
	}
	if ((flags & ~VALID_FLAGS) != 0) {
		PTR_RING_ERR("%s: no such flags: %#x", name, flags & ~VALID_FLAGS);
		return EINVAL;
	}
	if ((flags & (RING_F_MP_RTS_ENQ | RING_F_MC_RTS_DEQ)) != 0) {
		PTR_RING_ERR("%s: RTS mode is not supported, HTS mode is", name);
		return ENOTSUP;
	}
	return 0;
}

struct rte_ptr_ring *
rte_ptr_ring_create(const char *name, unsigned int count, int socket_id,
		unsigned int flags, const struct rte_ptr_codec *codec)
{
	char mz_name[RTE_MEMZONE_NAMESIZE];
	const struct rte_memzone *mz;
	struct rte_ptr_ring *r;
	uint32_t slots;
	size_t size;
	int ret;

	ret = check_arguments(name, count, flags, codec);
	if (ret != 0) {
		rte_errno = ret;
		return NULL;
	}

	slots = slots_for(count, flags);
	/* on 32-bit targets there are rings of more bytes than addresses */
	if (slots > (SIZE_MAX - sizeof(*r)) / codec->width) {
		PTR_RING_ERR("%s: no memory for %u slots of %u bytes", name,
			slots, codec->width);
		rte_errno = ENOMEM;
		return NULL;
	}
	size = sizeof(*r) + (size_t)slots * codec->width;
	snprintf(mz_name, sizeof(mz_name), MZ_FORMAT, name);
	mz = rte_memzone_reserve_aligned(mz_name, size, socket_id, 0, __alignof__(*r));
	if (mz == NULL) {
		ret = rte_errno;
		PTR_RING_ERR("%s: cannot reserve %zu bytes: %s", name, size,
			ret == EEXIST ? "there is a ring of that name" :
			rte_strerror(ret));
		rte_errno = ret;
		return NULL;
	}

	r = mz->addr;
	memset(r, 0, sizeof(*r));
	ret = rte_ring_init(&r->producers, name, count, flags);
	if (ret == 0)
		ret = rte_ring_init(&r->consumers, name, count, flags);
	if (ret != 0) {
		PTR_RING_ERR("%s: rte_ring does not take flags %#x: %s", name,
			flags, rte_strerror(-ret));
		rte_memzone_free(mz);
		rte_errno = -ret;
		return NULL;
	}
	r->codec = *codec;
	r->mz = mz;
	/* from now on to be found by others */
	rte_atomic_store_explicit(&r->magic, PTR_RING_MAGIC,
			rte_memory_order_release);
	return r;
}

/* The ring in a memzone, NULL when there is none, or not yet. */
static struct rte_ptr_ring *
ring_of(const struct rte_memzone *mz)
{
	struct rte_ptr_ring *r = mz->addr;

	if (strncmp(mz->name, MZ_PREFIX, strlen(MZ_PREFIX)) != 0 ||
			mz->len < sizeof(*r) ||
			rte_atomic_load_explicit(&r->magic,
				rte_memory_order_acquire) != PTR_RING_MAGIC)
		return NULL;
	return r;
}

struct rte_ptr_ring *
rte_ptr_ring_lookup(const char *name)
{
	char mz_name[RTE_MEMZONE_NAMESIZE];
	const struct rte_memzone *mz;
	struct rte_ptr_ring *r = NULL;

	if (name == NULL) {
		rte_errno = EINVAL;
		return NULL;
	}
	if (strlen(name) < RTE_PTR_RING_NAMESIZE) {
		snprintf(mz_name, sizeof(mz_name), MZ_FORMAT, name);
		mz = rte_memzone_lookup(mz_name);
		r = mz == NULL ? NULL : ring_of(mz);
	}
	if (r == NULL)
		rte_errno = ENOENT;
	return r;
}

void
rte_ptr_ring_free(struct rte_ptr_ring *r)
{
	if (r == NULL)
		return;
	if (r->magic != PTR_RING_MAGIC) {
		PTR_RING_ERR("%p is no ring, or was freed already", (void *)r);
		return;
	}
	r->magic = 0;
	if (rte_memzone_free(r->mz) != 0)
		PTR_RING_ERR("cannot free the memzone of ring %s", r->producers.name);
}

void
rte_ptr_ring_reset(struct rte_ptr_ring *r)
{
	rte_ring_reset(&r->producers);
	rte_ring_reset(&r->consumers);
}

static const char *
sync_name(enum rte_ring_sync_type type)
{
	switch (type) {
	case RTE_RING_SYNC_ST:
		return "single thread";
	case RTE_RING_SYNC_MT:
		return "multiple threads";
	case RTE_RING_SYNC_MT_HTS:
		return "multiple threads, HTS";
	default:
		return "unknown";
	}
}

void
rte_ptr_ring_dump(FILE *f, const struct rte_ptr_ring *r)
{
	fprintf(f, "ptr_ring <%s>@%p\n", r->producers.name, (const void *)r);
	fprintf(f, "  size=%u capacity=%u used=%u free=%u\n", r->producers.size,
		r->producers.capacity, rte_ptr_ring_count(r),
		rte_ptr_ring_free_count(r));
	fprintf(f, "  width=%u base=%p stride=%" PRIu32 " points=%" PRIu64 "\n",
		r->codec.width, r->codec.base, r->codec.stride, r->codec.count);
	fprintf(f, "  enqueue: %s, head=%" PRIu32 " tail=%" PRIu32 " saw=%" PRIu32 "\n",
		sync_name(r->producers.prod.sync_type), r->producers.prod.head,
		r->producers.prod.tail, r->producers.cons.tail);
	fprintf(f, "  dequeue: %s, head=%" PRIu32 " tail=%" PRIu32 " saw=%" PRIu32 "\n",
		sync_name(r->consumers.cons.sync_type), r->consumers.cons.head,
		r->consumers.cons.tail, r->consumers.prod.tail);
	fprintf(f, "  refused=%" PRIu32 "\n", rte_ptr_ring_refused(r));
	fprintf(f, "  memory=%zu bytes on socket %d\n", r->mz->len, r->mz->socket_id);
}

static void
dump_walk(const struct rte_memzone *mz, void *arg)
{
	const struct rte_ptr_ring *r = ring_of(mz);

	if (r != NULL)
		rte_ptr_ring_dump(arg, r);
}

void
rte_ptr_ring_list_dump(FILE *f)
{
	rte_memzone_walk(dump_walk, f);
}

static void
list_walk(const struct rte_memzone *mz, void *arg)
{
	const struct rte_ptr_ring *r = ring_of(mz);

	if (r != NULL)
		rte_tel_data_add_array_string(arg, r->producers.name);
}

static int
handle_list(const char *cmd __rte_unused, const char *params __rte_unused,
		struct rte_tel_data *d)
{
	rte_tel_data_start_array(d, RTE_TEL_STRING_VAL);
	rte_memzone_walk(list_walk, d);
	return 0;
}

static int
handle_info(const char *cmd __rte_unused, const char *params,
		struct rte_tel_data *d)
{
	const struct rte_ptr_ring *r;
	char base[32];

	if (params == NULL || *params == '\0')
		return -EINVAL;
	r = rte_ptr_ring_lookup(params);
	if (r == NULL)
		return -ENOENT;
	snprintf(base, sizeof(base), "%p", r->codec.base);
	rte_tel_data_start_dict(d);
	rte_tel_data_add_dict_string(d, "name", r->producers.name);
	rte_tel_data_add_dict_uint(d, "size", r->producers.size);
	rte_tel_data_add_dict_uint(d, "capacity", r->producers.capacity);
	rte_tel_data_add_dict_uint(d, "count", rte_ptr_ring_count(r));
	rte_tel_data_add_dict_uint(d, "width", r->codec.width);
	rte_tel_data_add_dict_uint(d, "stride", r->codec.stride);
	rte_tel_data_add_dict_string(d, "base", base);
	rte_tel_data_add_dict_string(d, "enqueue", sync_name(r->producers.prod.sync_type));
	rte_tel_data_add_dict_string(d, "dequeue", sync_name(r->consumers.cons.sync_type));
	rte_tel_data_add_dict_uint(d, "refused", rte_ptr_ring_refused(r));
	rte_tel_data_add_dict_uint(d, "memory", r->mz->len);
	return 0;
}

RTE_INIT(ptr_ring_init_telemetry)
{
	rte_telemetry_register_cmd("/ptr_ring/list", handle_list,
		"Returns the names of all rings of compressed pointers. Takes no parameters.");
	rte_telemetry_register_cmd("/ptr_ring/info", handle_info,
		"Returns what a ring of compressed pointers is like. Parameters: its name.");
}
