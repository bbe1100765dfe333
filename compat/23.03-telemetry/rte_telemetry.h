/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef COMPAT_RTE_TELEMETRY_H
#define COMPAT_RTE_TELEMETRY_H

/*
 * The installed header, with the name that DPDK 23.03 gave to the function
 * that adds a number of 64 bits.
 */

#include_next <rte_telemetry.h>
#include <rte_version.h>

#if RTE_VERSION < RTE_VERSION_NUM(23, 3, 0, 0)
#define rte_tel_data_add_dict_uint rte_tel_data_add_dict_u64
#endif

#endif /* COMPAT_RTE_TELEMETRY_H */
