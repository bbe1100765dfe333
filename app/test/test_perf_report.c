/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_vect.h>
#include <rte_version.h>

#include "test_perf_report.h"

/* A build that knows its flags says so; else the macros below have to do. */
#ifndef TEST_BUILD_FLAGS
#define TEST_BUILD_FLAGS ""
#endif

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

#if defined(__AVX512F__)
#define COMPILED_FOR "AVX-512"
#elif defined(__AVX2__)
#define COMPILED_FOR "AVX2"
#elif defined(__SSE4_2__)
#define COMPILED_FOR "SSE4.2"
#elif defined(__ARM_FEATURE_SVE)
#define COMPILED_FOR "SVE"
#elif defined(__ARM_NEON)
#define COMPILED_FOR "NEON"
#else
#define COMPILED_FOR "no vectors"
#endif

static int
cmp_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct perf_stat
perf_stat_get(double *samples, unsigned int n)
{
	struct perf_stat s;

	qsort(samples, n, sizeof(*samples), cmp_double);
	s.median = n % 2 ? samples[n / 2] :
			(samples[n / 2 - 1] + samples[n / 2]) / 2;
	s.spread = samples[(n - 1) * 3 / 4] - samples[(n - 1) / 4];
	return s;
}

double
perf_mean(const double *samples, unsigned int n)
{
	double sum = 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		sum += samples[i];
	return sum / n;
}

double
perf_gain_pct(double raw, double x)
{
	return 100.0 * (raw - x) / raw;
}

/* The CPU as /proc/cpuinfo names it: "model name" on x86, "cpu" on POWER. */
static const char *
cpu_name(void)
{
	static char name[128];
	struct utsname uts;
	char line[256];
	FILE *f;

	if (name[0] != '\0')
		return name;

	f = fopen("/proc/cpuinfo", "r");
	while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
		char *value = strchr(line, ':');

		if (value == NULL || (strncmp(line, "model name", 10) != 0 &&
				strncmp(line, "cpu\t", 4) != 0))
			continue;
		value += strspn(value, ": \t");
		value[strcspn(value, "\n")] = '\0';
		snprintf(name, sizeof(name), "%s", value);
		break;
	}
	if (f != NULL)
		fclose(f);

	/* virtual machines often hide the model: family and vendor stay useful */
	if (name[0] == '\0')
		snprintf(name, sizeof(name), "%s",
			uname(&uts) == 0 ? uts.machine : "unknown");
	return name;
}

static const char *
build_flags(void)
{
	return TEST_BUILD_FLAGS[0] != '\0' ? TEST_BUILD_FLAGS :
			"for " COMPILED_FOR;
}

void
perf_report_header(const char *test)
{
	printf("\n%s\n", test);
	printf("  CPU:        %s, TSC %.2f GHz\n", cpu_name(),
		(double)rte_get_tsc_hz() / 1E9);
	printf("  DPDK:       %s\n", rte_version());
	printf("  compiler:   %s\n", COMPILER);
	printf("  flags:      %s\n", build_flags());
	printf("  SIMD width: compiled for %s, limit %u bits\n", COMPILED_FOR,
		rte_vect_get_max_simd_bitwidth());
	printf("  All figures are TSC cycles: median, spread between quartiles.\n");
	fflush(stdout);
}

void
perf_progress(const char *test, unsigned int done, unsigned int total)
{
	static unsigned int last;
	static uint64_t start;
	unsigned int pct = 100 * done / total;
	char left[32] = "";

	if (done != 0 && pct == last)
		return;
	if (done == 0)
		start = rte_rdtsc();
	else if (done != total)
		snprintf(left, sizeof(left), ", %.0f s left",
			(double)(rte_rdtsc() - start) / (double)rte_get_tsc_hz() *
			(total - done) / done);
	/* blanks, over what may be left of a longer line */
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\r%s: %3u%%%s    %s", test, pct, left,
			done == total ? "\n" : "");
	else if (pct / 10 != last / 10 || done == 0 || done == total)
		fprintf(stderr, "%s: %u%%%s\n", test, pct, left);
	fflush(stderr);
	last = pct;
}

static void
json_quote(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text != '\0'; text++) {
		if (*text == '"' || *text == '\\')
			fprintf(out, "\\%c", *text);
		else if ((unsigned char)*text < ' ')
			fprintf(out, "\\u%04x", (unsigned char)*text);
		else
			fputc(*text, out);
	}
	fputc('"', out);
}

void
perf_json_begin(struct perf_json *json, const char *test)
{
	json->line = NULL;
	json->out = NULL;
	if (getenv(PERF_JSON_ENV) == NULL)
		return;

	json->out = open_memstream(&json->line, &json->len);
	if (json->out == NULL)
		return;
	fputs("{\"test\": ", json->out);
	json_quote(json->out, test);
}

void
perf_json_str(struct perf_json *json, const char *key, const char *value)
{
	if (json->out == NULL)
		return;
	fprintf(json->out, ", \"%s\": ", key);
	json_quote(json->out, value);
}

void
perf_json_num(struct perf_json *json, const char *key, double value)
{
	if (json->out == NULL)
		return;
	/* JSON has no word for infinity or "not a number" */
	if (isfinite(value))
		fprintf(json->out, ", \"%s\": %.6g", key, value);
	else
		fprintf(json->out, ", \"%s\": null", key);
}

void
perf_json_bool(struct perf_json *json, const char *key, bool value)
{
	if (json->out != NULL)
		fprintf(json->out, ", \"%s\": %s", key, value ? "true" : "false");
}

void
perf_json_int(struct perf_json *json, const char *key, uint64_t value)
{
	if (json->out != NULL)
		fprintf(json->out, ", \"%s\": %" PRIu64, key, value);
}

static bool json_failed;

bool
perf_json_failed(void)
{
	return json_failed;
}

static void
json_fail(int err)
{
	if (!json_failed)
		printf("Cannot append to %s (%s): %s\n", getenv(PERF_JSON_ENV),
			PERF_JSON_ENV, strerror(err));
	json_failed = true;
}

void
perf_json_end(struct perf_json *json)
{
	ssize_t written;
	int fd;

	if (json->out == NULL)
		return;

	perf_json_str(json, "cpu", cpu_name());
	perf_json_str(json, "dpdk", rte_version());
	perf_json_str(json, "compiler", COMPILER);
	perf_json_str(json, "flags", build_flags());
	perf_json_num(json, "simd_limit", rte_vect_get_max_simd_bitwidth());
	fputs("}\n", json->out);
	if (fclose(json->out) != 0) {
		json_fail(ENOMEM);
		free(json->line);
		return;
	}

	fd = open(getenv(PERF_JSON_ENV), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
			0644);
	if (fd < 0) {
		json_fail(errno);
	} else {
		written = write(fd, json->line, json->len);
		if (written != (ssize_t)json->len)
			json_fail(written < 0 ? errno : ENOSPC);
		close(fd);
	}
	free(json->line);
}
