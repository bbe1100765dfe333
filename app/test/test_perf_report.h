/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_PERF_REPORT_H
#define TEST_PERF_REPORT_H

/*
 * What performance tests share: statistics over noisy samples, the header that
 * says what was measured on what, progress, and results as JSON lines.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* When set, each result is appended to this file as one JSON object a line. */
#define PERF_JSON_ENV "DPDK_TEST_PERF_JSON"

struct perf_stat {
	double median;
	double spread; /* distance between the first and the third quartile */
};

/* Statistics of n samples, n at least 1. The samples are sorted in place. */
struct perf_stat
perf_stat_get(double *samples, unsigned int n);

double
perf_mean(const double *samples, unsigned int n);

/* What x saves against raw, in per cent: 100 * (raw - x) / raw. */
double
perf_gain_pct(double raw, double x);

/* Print the name of the test, CPU, DPDK release, compiler, flags, SIMD width. */
void
perf_report_header(const char *test);

/*
 * Show how far a test has come, done of total steps, beginning with none, and
 * how long it will take still; for people, on stderr.
 */
void
perf_progress(const char *test, unsigned int done, unsigned int total);

/* One JSON record, begun for a test, filled key by key, then appended. */
struct perf_json {
	FILE *out;   /* NULL when nobody asked for JSON */
	char *line;
	size_t len;
};

void
perf_json_begin(struct perf_json *json, const char *test);

void
perf_json_str(struct perf_json *json, const char *key, const char *value);

void
perf_json_num(struct perf_json *json, const char *key, double value);

void
perf_json_bool(struct perf_json *json, const char *key, bool value);

/* A count, with all its digits. */
void
perf_json_int(struct perf_json *json, const char *key, uint64_t value);

/*
 * Append the record, as one line in one write. What keeps it from being written
 * is said once; perf_json_failed() tells it to whoever decides on the result.
 */
void
perf_json_end(struct perf_json *json);

bool
perf_json_failed(void);

#endif /* TEST_PERF_REPORT_H */
