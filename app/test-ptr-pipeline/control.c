/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include <rte_common.h>
#include <rte_cycles.h>

#include "control.h"
#include "report.h"

/* Signals that ask for an end. Nobody handles them; one thread waits for them. */
static void
end_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
}

void
control_block_signals(void)
{
	sigset_t set;

	end_signals(&set);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
}

/* Wait for a signal. Returns whether one came in that time. */
static bool
signal_came(double seconds)
{
	struct timespec timeout;
	sigset_t set;
	double whole;

	timeout.tv_nsec = (long)(modf(RTE_MAX(seconds, 0.0), &whole) * 1E9);
	timeout.tv_sec = (time_t)whole;
	end_signals(&set);
	return sigtimedwait(&set, NULL, &timeout) > 0;
}

static void *
control_main(void *arg)
{
	struct pipeline *p = arg;
	const double hz = rte_get_tsc_hz();
	const uint64_t start = rte_get_tsc_cycles();
	const double end = p->opts.run_time > 0 ? p->opts.run_time : INFINITY;
	struct snapshot before, now;
	double elapsed, next = 1;

	snapshot_take(&before, p);
	for (;;) {
		elapsed = (rte_get_tsc_cycles() - start) / hz;
		if (elapsed >= end || signal_came(RTE_MIN(next, end) - elapsed))
			break;
		elapsed = (rte_get_tsc_cycles() - start) / hz;
		if (elapsed < next)
			continue;
		snapshot_take(&now, p);
		report_second(p, &before, &now);
		before = now;
		next = floor(elapsed) + 1;
	}
	rte_atomic_store_explicit(&p->stop, true, rte_memory_order_relaxed);
	return NULL;
}

int
control_start(pthread_t *thread, struct pipeline *p)
{
	const int ret = pthread_create(thread, NULL, control_main, p);

	if (ret != 0)
		complain("cannot start a thread: %s", strerror(ret));
	return ret == 0 ? 0 : -1;
}

void
control_join(pthread_t thread)
{
	/* It waits for this signal. NOLINTNEXTLINE(bugprone-bad-signal-to-kill-thread) */
	pthread_kill(thread, SIGTERM);
	pthread_join(thread, NULL);
}
