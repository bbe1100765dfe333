/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_malloc.h>
#include <rte_random.h>

#include <rte_ptr_compress.h>

#include "test.h"
#include "test_perf_report.h"
#include "test_ptr_compress.h"

/*
 * Cycles per pointer of every kernel that runs here, beside the scalar
 * reference compiled with the same flags and a memcpy() of the same pointers.
 * "outlined" are the public functions as they would be if a library exported
 * them: called, and not inlined.
 * Tables are either small and always the same (they stay in the L1 cache), or
 * parts of tables larger than an L2 cache, each used once before it comes
 * round again. "aligned" tables start at cache lines, "unaligned" ones just
 * past a cache line, by the least that their type allows.
 *
 * All kernels of one row take turns for ROUNDS rounds, so that what disturbs
 * the machine disturbs all of them.
 */

#define ROUNDS 501
#define MAX_KERNELS 8
/* pointers in one sample */
#define SAMPLE_PTRS 65536
#define LARGE_PTRS (1 << 21) /* 16 MB of pointers */
#define PAGE 4096
#define BASE ((uintptr_t)0x10000000)
#define SHIFT 6

static const unsigned int sizes[] = {
	4, 7, 8, 16, 31, 32, 64, 128, 256, 1024
};

static const struct {
	const char *name;
	bool compress;
	unsigned int bits;
} ops[PTR_OPS] = {
	[PTR_COMPRESS16] = { "compress16", true, 16 },
	[PTR_COMPRESS32] = { "compress32", true, 32 },
	[PTR_DECOMPRESS16] = { "decompress16", false, 16 },
	[PTR_DECOMPRESS32] = { "decompress32", false, 32 },
};

/* Where the tables of a row lie. */
struct place {
	const char *memory; /* "L1" or "beyond L2" */
	bool aligned;
};

static const struct place places[] = {
	{ "L1", true },
	{ "L1", false },
	{ "beyond L2", true },
	{ "beyond L2", false },
};

struct tables {
	uint8_t *ptrs;
	uint8_t *values;
	uint8_t *copy; /* what memcpy() writes */
	size_t at;     /* pointer that the next sample begins with */
};

static void
run_memcpy(const struct ptr_kernel_run *run)
{
	const uint8_t *src = run->ptrs;
	uint8_t *dest = run->values;
	unsigned int i;

	for (i = 0; i < run->calls; i++) {
		memcpy(dest, src, run->n * sizeof(void *));
		rte_compiler_barrier();
		src += run->ptrs_step;
		dest += run->values_step;
	}
}

/* Cycles per pointer of one sample; k is NULL for memcpy(). */
static __rte_noinline double
sample(struct tables *t, const struct ptr_kernels *k, enum ptr_op op,
		size_t n, const struct place *place)
{
	const size_t value_size = k == NULL ? sizeof(void *) : ops[op].bits / 8;
	const bool large = strcmp(place->memory, "L1") != 0;
	struct ptr_kernel_run run = {
		.base = (void *)BASE,
		.shift = SHIFT,
		.n = n,
		.calls = SAMPLE_PTRS / n,
		.ptrs = t->ptrs + (place->aligned ? 0 : sizeof(void *)),
		.values = (k == NULL ? t->copy : t->values) +
			(place->aligned ? 0 : value_size),
	};
	uint64_t start;

	if (large) {
		run.ptrs += t->at * sizeof(void *);
		run.values += t->at * value_size;
		run.ptrs_step = n * sizeof(void *);
		run.values_step = n * value_size;
		t->at = (t->at + SAMPLE_PTRS) % LARGE_PTRS;
	}
	start = rte_rdtsc_precise();
	if (k == NULL)
		run_memcpy(&run);
	else
		k->run[op](&run);
	return (double)(rte_rdtsc_precise() - start) / (run.calls * n);
}

static void
report(const char *level, enum ptr_op op, size_t n, const struct place *place,
		const struct perf_stat *st, double scalar, double copy)
{
	const bool outlined = strcmp(level, "outlined") == 0;
	struct perf_json json;

	perf_json_begin(&json, "ptr_compress_perf_autotest");
	perf_json_str(&json, "op", ops[op].name);
	perf_json_str(&json, "level", outlined ? "public" : level);
	if (outlined || strcmp(level, "public") == 0)
		perf_json_bool(&json, "inlined", !outlined);
	perf_json_num(&json, "n", n);
	perf_json_str(&json, "memory", place->memory);
	perf_json_str(&json, "alignment", place->aligned ? "aligned" : "unaligned");
	perf_json_num(&json, "cycles_per_ptr", st->median);
	perf_json_num(&json, "spread", st->spread);
	perf_json_num(&json, "ratio_to_scalar", scalar / st->median);
	perf_json_num(&json, "ratio_to_memcpy", st->median / copy);
	perf_json_num(&json, "simd_bits", __rte_ptr_simd_bits());
	perf_json_end(&json);
}

/* One row: an operation on n pointers by every kernel. */
static void
run_row(struct tables *t, const struct ptr_kernels **kernels,
		unsigned int nb_kernels, enum ptr_op op, size_t n,
		const struct place *place)
{
	/* the last is memcpy() */
	double samples[MAX_KERNELS + 1][ROUNDS];
	struct perf_stat st[MAX_KERNELS + 1];
	unsigned int i, k, round;
	uint8_t *stack = __builtin_alloca(1);

	/*
	 * Loads wait for stores to the same offset in another page. Where in
	 * its page the stack lies differs from process to process, and with it
	 * all figures of short bursts would. So leave free what takes sample()
	 * to the end of a page, which small tables do not reach.
	 */
	*(volatile uint8_t *)__builtin_alloca((uintptr_t)stack % PAGE + 1) = 0;

	for (round = 0; round <= ROUNDS; round++) {
		for (i = 0; i <= nb_kernels; i++) {
			/* none always follows the same other */
			k = (i + round) % (nb_kernels + 1);
			/* the first round only warms up */
			samples[k][round == 0 ? 0 : round - 1] = sample(t,
				k == nb_kernels ? NULL : kernels[k], op, n, place);
		}
	}
	for (k = 0; k <= nb_kernels; k++)
		st[k] = perf_stat_get(samples[k], ROUNDS);

	printf("%6zu", n);
	for (k = 0; k <= nb_kernels; k++)
		printf("%8.3f%5.2fx", st[k].median, st[1].median / st[k].median);
	printf("\n");
	for (k = 0; k < nb_kernels; k++)
		report(kernels[k]->name, op, n, place, &st[k], st[1].median,
			st[nb_kernels].median);
	report("memcpy", op, n, place, &st[nb_kernels], st[1].median,
		st[nb_kernels].median);
}

static void
print_heading(const struct ptr_kernels **kernels, unsigned int nb_kernels,
		enum ptr_op op, const struct place *place)
{
	unsigned int k;

	printf("\n%s, tables in %s, %s: cycles per pointer, and speed over scalar\n",
		ops[op].name, place->memory,
		place->aligned ? "aligned" : "unaligned");
	printf("%6s", "n");
	for (k = 0; k < nb_kernels; k++)
		printf("%14s", kernels[k]->name);
	printf("%14s\n", "memcpy");
}

static int
test_ptr_compress_perf(void)
{
	/* a sample may go past the end of the round */
	const size_t room = (LARGE_PTRS + SAMPLE_PTRS) * sizeof(void *) + PAGE;
	const struct ptr_kernels *kernels[MAX_KERNELS], *k;
	unsigned int nb_kernels = 0, done = 0, p, ni, i;
	struct tables t = { .at = 0 };
	uint8_t *mem[3];
	enum ptr_op op;
	int ret = TEST_FAILED;

	perf_report_header("ptr_compress_perf_autotest");
	printf("  \"public\" is what applications call; here its vectors are %u bits wide.\n",
		__rte_ptr_simd_bits());

	for (i = 0; (k = ptr_kernels_get(i)) != NULL; i++)
		if (k->usable() && nb_kernels < MAX_KERNELS)
			kernels[nb_kernels++] = k;

	for (i = 0; i < RTE_DIM(mem); i++)
		mem[i] = rte_zmalloc(NULL, room, PAGE);
	if (mem[0] == NULL || mem[1] == NULL || mem[2] == NULL) {
		printf("No memory for three tables of %zu bytes\n", room);
		goto out;
	}
	/* loads wait for stores to the same offset in another page: none is */
	t.ptrs = mem[0];
	t.values = mem[1] + PAGE / 3 / 64 * 64;
	t.copy = mem[2] + PAGE / 3 / 64 * 64;
	for (i = 0; i < room / sizeof(void *); i++)
		((void **)t.ptrs)[i] = (void *)(BASE +
				((uintptr_t)rte_rand_max(UINT16_MAX) << SHIFT));

	for (p = 0; p < RTE_DIM(places); p++) {
		for (op = 0; op < PTR_OPS; op++) {
			print_heading(kernels, nb_kernels, op, &places[p]);
			for (ni = 0; ni < RTE_DIM(sizes); ni++) {
				perf_progress("ptr_compress_perf_autotest",
					done++, RTE_DIM(places) * PTR_OPS *
					RTE_DIM(sizes));
				run_row(&t, kernels, nb_kernels, op, sizes[ni],
					&places[p]);
			}
		}
	}
	perf_progress("ptr_compress_perf_autotest", done, done);
	ret = perf_json_failed() ? TEST_FAILED : TEST_SUCCESS;
out:
	for (i = 0; i < RTE_DIM(mem); i++)
		rte_free(mem[i]);
	return ret;
}

REGISTER_PERF_TEST(ptr_compress_perf_autotest, test_ptr_compress_perf);
