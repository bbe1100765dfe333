/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <rte_errno.h>

#include <rte_mempool_mem_range.h>
#include <rte_ptr_codec.h>

#include "hand_over.h"
#include "pipeline.h"

#define NAME "ptr_pipeline"
#define FLAGS (RING_F_SP_ENQ | RING_F_SC_DEQ | RING_F_EXACT_SZ)

/* Create the ring between the stages. 8< */
static struct rte_ptr_ring *
compressed_create(unsigned int size, int socket, const struct rte_mempool *pool)
{
	struct rte_mempool_obj_layout layout;
	struct rte_ptr_codec codec;
	int ret;

	ret = rte_mempool_get_obj_layout(pool, &layout);
	if (ret == 0)
		ret = rte_ptr_codec_init_objs(&codec, layout.first, layout.last,
				layout.stride, 0);
	if (ret != 0) {
		rte_errno = -ret;
		return NULL;
	}
	return rte_ptr_ring_create(NAME, size, socket, FLAGS, &codec);
}
/* >8 End of create the ring between the stages. */

int
hand_over_create(struct hand_over *h, unsigned int size, int socket,
		bool compressed, const struct rte_mempool *pool)
{
	if (compressed)
		h->compressed = compressed_create(size, socket, pool);
	else
		h->raw = rte_ring_create(NAME, size, socket, FLAGS);
	if (h->compressed == NULL && h->raw == NULL) {
		complain("cannot create a ring for %u packets: %s", size,
			rte_strerror(rte_errno));
		return -1;
	}
	return 0;
}

void
hand_over_free(struct hand_over *h)
{
	rte_ptr_ring_free(h->compressed);
	rte_ring_free(h->raw);
}

unsigned int
hand_over_width(const struct hand_over *h)
{
	return h->compressed != NULL ? h->compressed->codec.width : sizeof(void *);
}

unsigned int
hand_over_count(const struct hand_over *h)
{
	return h->compressed != NULL ? rte_ptr_ring_count(h->compressed) :
			rte_ring_count(h->raw);
}
