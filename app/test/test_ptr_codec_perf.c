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

#include <rte_ptr_codec.h>

#include "test.h"
#include "test_perf_report.h"
#include "test_ptr_codec.h"
#include "test_ptr_compress.h"

/*
 * Cycles per pointer of the codec's kernels, on lattices of three kinds:
 *
 * - "shift": the stride is a power of two, so that a shift does,
 * - "narrow": any stride, all within 2^32 bytes; here, that of mbufs of 2,048
 *   bytes with their headers, in memory without gaps,
 * - "wide": the same stride or so, beyond 2^32 bytes.
 *
 * What each gains is its speed in that of the plain loop: the scalar kernel of
 * the shift, compiled with the same flags. What a check costs is its time in
 * that of the unchecked form. All kernels of a row take turns.
 */

#define ROUNDS 251
#define MAX_KERNELS 8
#define SAMPLE_PTRS 16384
#define MAX_N 1024
#define PAGE 4096
#define BASE ((uintptr_t)0x10000000)

static const unsigned int sizes[] = { 8, 16, 32, 64, 128, 256, MAX_N };

static const struct {
	const char *name;
	unsigned int width;
	uint64_t stride, count;
} lattices[] = {
	{ "shift", 4, 64, 10000000 },
	{ "shift", 2, 64, 65536 },
	{ "narrow", 4, 2368, 1000000 },
	{ "narrow", 2, 2368, 65536 },
	{ "wide", 4, 2368, 4000000 },
	{ "wide", 2, 2368 * 32 + 1, 65536 },
};

static const char * const op_names[CODEC_OPS] = {
	[CODEC_COMPRESS] = "compress",
	[CODEC_DECOMPRESS] = "decompress",
	[CODEC_COMPRESS_CHECKED] = "compress_checked",
	[CODEC_DECOMPRESS_CHECKED] = "decompress_checked",
};

/* What a row is measured with: kernels of the codec, and the plain loop. */
struct bench {
	const struct codec_kernels *kernels[MAX_KERNELS];
	unsigned int nb_kernels;
	struct codec_run run;
	struct ptr_kernel_run plain;
	/* medians by kernel, operation and size; of the plain loop last */
	double cycles[MAX_KERNELS + 1][CODEC_OPS][RTE_DIM(sizes)];
	double spread[MAX_KERNELS + 1][CODEC_OPS][RTE_DIM(sizes)];
};

static enum ptr_op
plain_op(enum codec_op op, unsigned int width)
{
	if (op == CODEC_COMPRESS || op == CODEC_COMPRESS_CHECKED)
		return width == 2 ? PTR_COMPRESS16 : PTR_COMPRESS32;
	return width == 2 ? PTR_DECOMPRESS16 : PTR_DECOMPRESS32;
}

static __rte_noinline double
sample(struct bench *b, unsigned int k, enum codec_op op, size_t n)
{
	uint64_t start;

	b->run.n = b->plain.n = n;
	b->run.calls = b->plain.calls = SAMPLE_PTRS / n;
	start = rte_rdtsc_precise();
	if (k < b->nb_kernels)
		b->kernels[k]->run[op](&b->run);
	else
		ptr_kernels_get(1)->run[plain_op(op, b->run.codec->width)](
				&b->plain);
	return (double)(rte_rdtsc_precise() - start) / (b->run.calls * n);
}

static int
run_row(struct bench *b, enum codec_op op, unsigned int ni)
{
	double samples[MAX_KERNELS + 1][ROUNDS];
	uint8_t *stack = __builtin_alloca(1);
	const size_t n = sizes[ni];
	unsigned int i, k, round;
	struct perf_stat st;

	/* at another place in its page than the tables, see ptr_compress_perf */
	*(volatile uint8_t *)__builtin_alloca((uintptr_t)stack % PAGE + 1) = 0;

	for (round = 0; round <= ROUNDS; round++) {
		for (i = 0; i <= b->nb_kernels; i++) {
			k = (i + round) % (b->nb_kernels + 1);
			/* the first round only warms up */
			samples[k][round == 0 ? 0 : round - 1] =
				sample(b, k, op, n);
			if (k < b->nb_kernels && b->run.taken != n) {
				printf("%s: only %zu of %zu pointers taken\n",
					b->kernels[k]->name, b->run.taken, n);
				return -1;
			}
		}
	}
	for (k = 0; k <= b->nb_kernels; k++) {
		st = perf_stat_get(samples[k], ROUNDS);
		b->cycles[k][op][ni] = st.median;
		b->spread[k][op][ni] = st.spread;
	}
	return 0;
}

static void
report(const struct bench *b, const char *lattice)
{
	const unsigned int plain = b->nb_kernels;
	const unsigned int bits = b->run.codec->width * 8;
	struct perf_json json;
	enum codec_op op;
	unsigned int k, ni;
	char name[32];

	for (op = 0; op < CODEC_OPS; op++) {
		printf("\n%s, %u bits, %s lattice: cycles per pointer, and %s\n",
			op_names[op], bits, lattice,
			op < CODEC_COMPRESS_CHECKED ?
			"speed over the plain shift loop" :
			"time in that of the unchecked form");
		printf("%6s", "n");
		for (k = 0; k < b->nb_kernels; k++)
			printf("%14s", b->kernels[k]->name);
		printf("%14s\n", "plain loop");
		for (ni = 0; ni < RTE_DIM(sizes); ni++) {
			printf("%6u", sizes[ni]);
			for (k = 0; k <= plain; k++) {
				double c = b->cycles[k][op][ni];
				double to_plain = b->cycles[plain][op][ni] / c;
				double to_unchecked = k == plain ||
					op < CODEC_COMPRESS_CHECKED ? 1 :
					c / b->cycles[k][op -
						CODEC_COMPRESS_CHECKED][ni];

				printf("%8.3f%5.2fx", c,
					op < CODEC_COMPRESS_CHECKED ?
					to_plain : to_unchecked);
				if (k == plain)
					continue;
				perf_json_begin(&json, "ptr_codec_perf_autotest");
				snprintf(name, sizeof(name), "codec_%s%u",
					op_names[op], bits);
				perf_json_str(&json, "op", name);
				perf_json_str(&json, "lattice", lattice);
				perf_json_str(&json, "level",
					b->kernels[k]->name);
				perf_json_num(&json, "n", sizes[ni]);
				perf_json_num(&json, "cycles_per_ptr", c);
				perf_json_num(&json, "spread",
					b->spread[k][op][ni]);
				perf_json_num(&json, "ratio_to_scalar", to_plain);
				perf_json_num(&json, "ratio_to_unchecked",
					to_unchecked);
				perf_json_num(&json, "simd_bits",
					__rte_ptr_simd_bits());
				perf_json_end(&json);
			}
			printf("\n");
		}
	}
	fflush(stdout);
}

static int
run_lattice(struct bench *b, unsigned int l, void **ptrs)
{
	const struct codec_kernels *k;
	struct rte_ptr_codec codec;
	enum codec_op op;
	unsigned int i, ni;

	if (rte_ptr_codec_init(&codec, (void *)BASE, lattices[l].stride,
			lattices[l].count, lattices[l].width) != 0) {
		printf("%s, %u bytes: skipped, not for pointers of %zu bytes\n",
			lattices[l].name, lattices[l].width, sizeof(void *));
		return 0;
	}
	b->run.codec = &codec;
	b->plain.base = codec.base;
	b->plain.shift = codec.shift;
	b->nb_kernels = 0;
	for (i = 0; (k = codec_kernels_get(i)) != NULL; i++)
		if (k->width == codec.width && k->usable() &&
				b->nb_kernels < MAX_KERNELS)
			b->kernels[b->nb_kernels++] = k;
	for (i = 0; i < MAX_N; i++)
		ptrs[i] = __rte_ptr_codec_point(&codec,
				rte_rand_max(codec.count));
	b->kernels[0]->compress(&codec, ptrs, b->run.values, MAX_N);

	/* compress first: what it leaves is what decompress finds */
	for (op = 0; op < CODEC_OPS; op++)
		for (ni = 0; ni < RTE_DIM(sizes); ni++) {
			/* the plain loop left values and pointers of its own */
			for (i = 0; i < MAX_N; i++)
				ptrs[i] = __rte_ptr_codec_point(&codec,
						rte_rand_max(codec.count));
			b->kernels[0]->compress(&codec, ptrs, b->run.values,
					MAX_N);
			if (run_row(b, op, ni) != 0)
				return -1;
		}
	report(b, lattices[l].name);
	return 0;
}

static int
test_ptr_codec_perf(void)
{
	struct bench *b = rte_zmalloc(NULL, sizeof(*b), 0);
	uint8_t *mem = rte_zmalloc(NULL, 6 * MAX_N * sizeof(void *), PAGE);
	int ret = TEST_SUCCESS;
	unsigned int l;

	perf_report_header("ptr_codec_perf_autotest");
	printf("  \"public\" is what applications call; here its vectors are %u bits wide.\n",
		__rte_ptr_simd_bits());
	if (b == NULL || mem == NULL) {
		printf("No memory\n");
		ret = TEST_FAILED;
		goto out;
	}
	/* tables of the codec, then those of the plain loop, all apart in a page */
	b->run.ptrs = mem;
	b->run.values = mem + 2 * MAX_N * sizeof(void *) + 1344;
	b->plain.ptrs = mem + 3 * MAX_N * sizeof(void *);
	b->plain.values = mem + 5 * MAX_N * sizeof(void *) + 1344;

	for (l = 0; l < RTE_DIM(lattices) && ret == TEST_SUCCESS; l++) {
		perf_progress("ptr_codec_perf_autotest", l, RTE_DIM(lattices));
		if (run_lattice(b, l, b->run.ptrs) != 0)
			ret = TEST_FAILED;
	}
	perf_progress("ptr_codec_perf_autotest", 1, 1);
	if (perf_json_failed())
		ret = TEST_FAILED;
out:
	rte_free(mem);
	rte_free(b);
	return ret;
}

REGISTER_PERF_TEST(ptr_codec_perf_autotest, test_ptr_codec_perf);
