/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

/* DPDK was upgraded after this was installed: then its own, all of it. */
#ifdef __has_include_next
#if __has_include_next(<rte_stdatomic.h>)
#define RTE_COMPAT_HAS_STDATOMIC
#endif
#endif

#ifdef RTE_COMPAT_HAS_STDATOMIC
#include_next <rte_stdatomic.h>
#elif !defined(RTE_STDATOMIC_H)
#define RTE_STDATOMIC_H

/**
 * @file
 * The atomic operations that DPDK has since 23.11, for a DPDK without them:
 * by the compiler's builtins, as DPDK does by default.
 */

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RTE_ATOMIC(type) type
#define __rte_atomic

typedef int rte_memory_order;

#define rte_memory_order_relaxed __ATOMIC_RELAXED
#define rte_memory_order_consume __ATOMIC_CONSUME
#define rte_memory_order_acquire __ATOMIC_ACQUIRE
#define rte_memory_order_release __ATOMIC_RELEASE
#define rte_memory_order_acq_rel __ATOMIC_ACQ_REL
#define rte_memory_order_seq_cst __ATOMIC_SEQ_CST

#define rte_atomic_load_explicit(ptr, order) __atomic_load_n(ptr, order)
#define rte_atomic_store_explicit(ptr, val, order) __atomic_store_n(ptr, val, order)
#define rte_atomic_exchange_explicit(ptr, val, order) __atomic_exchange_n(ptr, val, order)
#define rte_atomic_compare_exchange_strong_explicit(ptr, expected, desired, succ, fail) \
	__atomic_compare_exchange_n(ptr, expected, desired, 0, succ, fail)
#define rte_atomic_compare_exchange_weak_explicit(ptr, expected, desired, succ, fail) \
	__atomic_compare_exchange_n(ptr, expected, desired, 1, succ, fail)
#define rte_atomic_fetch_add_explicit(ptr, val, order) __atomic_fetch_add(ptr, val, order)
#define rte_atomic_fetch_sub_explicit(ptr, val, order) __atomic_fetch_sub(ptr, val, order)
#define rte_atomic_fetch_or_explicit(ptr, val, order) __atomic_fetch_or(ptr, val, order)
#define rte_atomic_fetch_and_explicit(ptr, val, order) __atomic_fetch_and(ptr, val, order)

#ifdef __cplusplus
}
#endif

#endif /* RTE_COMPAT_HAS_STDATOMIC */
