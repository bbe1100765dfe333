/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_FENCED_MEM_H
#define TEST_FENCED_MEM_H

/*
 * Memory with an unmapped page on either side: whoever reaches for a byte
 * beyond it is stopped.
 */

#include <stddef.h>
#include <stdint.h>

/* So many bytes, whole pages, zeroed; NULL if there are none. */
uint8_t *
fenced_alloc(size_t len);

void
fenced_free(uint8_t *mem, size_t len);

#endif /* TEST_FENCED_MEM_H */
