/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

/* That the headers compile is the check; there is nothing to run. */
int
main()
{
	return 0;
}
