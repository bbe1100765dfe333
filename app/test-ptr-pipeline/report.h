/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef REPORT_H
#define REPORT_H

/* What is printed: once a second, and at the end. */

#include <stdbool.h>
#include <stdint.h>

#include "pipeline.h"

/* What the pipeline runs on. */
void
report_start(const struct pipeline *p);

/* What happened between two moments. */
void
report_second(const struct pipeline *p, const struct snapshot *before,
		const struct snapshot *now);

/* Packets that drivers missed for want of room or mbufs. */
void
report_missed(const struct pipeline *p);

/*
 * All of it, and what became of the packets and mbufs. Returns 0, or -1 when
 * some are lost or the results could not be written.
 */
int
report_summary(const struct pipeline *p, const struct snapshot *start,
		const struct snapshot *end);

#endif /* REPORT_H */
