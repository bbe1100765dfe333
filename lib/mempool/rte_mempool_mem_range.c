/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <sys/queue.h>

#include <rte_common.h>
#include <rte_log.h>
#include <rte_mempool.h>
#include <rte_version.h>

#include "rte_mempool_mem_range.h"

RTE_LOG_REGISTER_SUFFIX(mempool_mem_range_logtype, mem_range, INFO);

/* From 24.07 on, DPDK's own librte_mempool has these. */
#if RTE_VERSION < RTE_VERSION_NUM(24, 7, 0, 0)

int
rte_mempool_get_mem_range(const struct rte_mempool *mp,
		struct rte_mempool_mem_range_info *mem_range)
{
	const struct rte_mempool_memhdr *hdr;
	uintptr_t start = UINTPTR_MAX;
	uintptr_t end = 0;
	size_t sum = 0;

	if (mp == NULL || mem_range == NULL || STAILQ_EMPTY(&mp->mem_list))
		return -EINVAL;

	STAILQ_FOREACH(hdr, &mp->mem_list, next) {
		start = RTE_MIN(start, (uintptr_t)hdr->addr);
		end = RTE_MAX(end, (uintptr_t)hdr->addr + hdr->len);
		sum += hdr->len;
	}

	mem_range->start = (void *)start;
	mem_range->length = end - start;
	/* Chunks do not overlap: what they do not fill is a gap. */
	mem_range->is_contiguous = sum == mem_range->length;
	return 0;
}

size_t
rte_mempool_get_obj_alignment(const struct rte_mempool *mp)
{
	if (mp == NULL)
		return 0;

	/*
	 * What rte_mempool_populate_iova() rounds the start of a chunk up to;
	 * the sizes of header and object are multiples of it.
	 */
	if (mp->flags & RTE_MEMPOOL_F_NO_CACHE_ALIGN)
		return sizeof(uint64_t);
	return RTE_MEMPOOL_ALIGN;
}

#endif /* RTE_VERSION */

/* One division if b divides a, as it mostly does here. */
static uintptr_t
gcd(uintptr_t a, uintptr_t b)
{
	while (b != 0) {
		uintptr_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

int
rte_mempool_get_obj_layout(const struct rte_mempool *mp,
		struct rte_mempool_obj_layout *layout)
{
	const struct rte_mempool_objhdr *hdr;
	uintptr_t origin, obj, first, last;
	uintptr_t stride = 0;
	uint32_t n = 0;

	if (mp == NULL || layout == NULL) {
		rte_log(RTE_LOG_ERR, mempool_mem_range_logtype,
			"MEMPOOL: no layout: the mempool or the place for its layout is NULL\n");
		return -EINVAL;
	}

	hdr = STAILQ_FIRST(&mp->elt_list);
	if (hdr == NULL) {
		rte_log(RTE_LOG_ERR, mempool_mem_range_logtype,
			"MEMPOOL: no layout: mempool %s has no objects yet, populate it first\n",
			mp->name);
		return -EINVAL;
	}

	/* The element follows its header. */
	origin = (uintptr_t)(hdr + 1);
	first = origin;
	last = origin;
	STAILQ_FOREACH(hdr, &mp->elt_list, next) {
		/* A list that was spoilt may run in a circle. */
		if (n++ == mp->populated_size)
			break;
		obj = (uintptr_t)(hdr + 1);
		first = RTE_MIN(first, obj);
		last = RTE_MAX(last, obj);
		/* Distances from one object divide all others, too. */
		stride = gcd(obj > origin ? obj - origin : origin - obj, stride);
	}

	if (n != mp->populated_size) {
		rte_log(RTE_LOG_ERR, mempool_mem_range_logtype,
			"MEMPOOL: no layout: mempool %s was populated with %" PRIu32
			" objects but lists %s: give it no memory twice, and none meanwhile\n",
			mp->name, mp->populated_size,
			n < mp->populated_size ? "fewer" : "more");
		return -EINVAL;
	}

	if (n == 1)
		stride = mp->header_size + mp->elt_size + mp->trailer_size;

	layout->first = (void *)first;
	layout->last = (void *)last;
	layout->stride = stride;
	layout->nb_slots = (last - first) / stride + 1;
	layout->nb_objs = n;
	return 0;
}
