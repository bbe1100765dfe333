/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

/*
 * For cppcheck alone: macros that make loops and types, since it reads no
 * headers of others.
 */

#define TAILQ_HEAD(name, type) struct name
#define TAILQ_ENTRY(type) struct type *
#define TAILQ_FOREACH(var, head, field) for (var = next(head); var; var = next(var))
#define STAILQ_FOREACH(var, head, field) for (var = next(head); var; var = next(var))
#define RTE_LCORE_FOREACH(i) for (i = next(0); i < 8; i = next(i))
#define RTE_LCORE_FOREACH_WORKER(i) for (i = next(0); i < 8; i = next(i))
#define RTE_ETH_FOREACH_DEV(i) for (i = next(0); i < 8; i = next(i))
