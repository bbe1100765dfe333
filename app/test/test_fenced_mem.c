/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <sys/mman.h>
#include <unistd.h>

#include "test_fenced_mem.h"

uint8_t *
fenced_alloc(size_t len)
{
	const size_t page = sysconf(_SC_PAGESIZE);
	uint8_t *mem = mmap(NULL, len + 2 * page, PROT_NONE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (mem == MAP_FAILED)
		return NULL;
	if (mprotect(mem + page, len, PROT_READ | PROT_WRITE) != 0) {
		munmap(mem, len + 2 * page);
		return NULL;
	}
	return mem + page;
}

void
fenced_free(uint8_t *mem, size_t len)
{
	const size_t page = sysconf(_SC_PAGESIZE);

	if (mem != NULL)
		munmap(mem - page, len + 2 * page);
}
