/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef TEST_RING_PERF_OUTLINED_H
#define TEST_RING_PERF_OUTLINED_H

/*
 * What inline functions would be if they were exported by a library, to keep
 * its ABI: functions of other files, by the name outlined_X for X, with the
 * arguments of X. Link-time optimisation may inline them again, since they are
 * not kept from it.
 */

#include <stddef.h>
#include <stdint.h>

struct rte_ptr_codec;
struct rte_ptr_ring;
struct rte_ring;
struct rte_ring_zc_data;

/* The function of a form: FORM_inlined(f) or FORM_outlined(f). */
#define FORM_inlined(f) f
#define FORM_outlined(f) outlined_##f

/*
 * Lists of the functions, each entry made by f(type, keyword, name, parameters,
 * arguments); the keyword is what stands before the call, return or nothing.
 */
#define OUTLINED_PUT_PARAMS \
	(struct rte_ring *r, void * const *table, unsigned int n, unsigned int *room)
#define OUTLINED_GET_PARAMS \
	(struct rte_ring *r, void **table, unsigned int n, unsigned int *left)
#define OUTLINED_PUT_ELEM_PARAMS \
	(struct rte_ring *r, const void *table, unsigned int esize, \
		unsigned int n, unsigned int *room)
#define OUTLINED_GET_ELEM_PARAMS \
	(struct rte_ring *r, void *table, unsigned int esize, \
		unsigned int n, unsigned int *left)
#define OUTLINED_ZC_PARAMS \
	(struct rte_ring *r, unsigned int esize, unsigned int n, \
		struct rte_ring_zc_data *zcd, unsigned int *left)

/* put is sp_enqueue, mp_enqueue; get is sc_dequeue, mc_dequeue */
#define OUTLINED_RING_SIDES(f, put, get) \
f(int, return, rte_ring_##put, (struct rte_ring *r, void *obj), (r, obj)) \
f(unsigned int, return, rte_ring_##put##_burst, OUTLINED_PUT_PARAMS, (r, table, n, room)) \
f(unsigned int, return, rte_ring_##put##_bulk, OUTLINED_PUT_PARAMS, (r, table, n, room)) \
f(int, return, rte_ring_##put##_elem, (struct rte_ring *r, void *obj, unsigned int esize), \
		(r, obj, esize)) \
f(unsigned int, return, rte_ring_##put##_burst_elem, OUTLINED_PUT_ELEM_PARAMS, \
		(r, table, esize, n, room)) \
f(unsigned int, return, rte_ring_##put##_bulk_elem, OUTLINED_PUT_ELEM_PARAMS, \
		(r, table, esize, n, room)) \
f(int, return, rte_ring_##get, (struct rte_ring *r, void **obj), (r, obj)) \
f(unsigned int, return, rte_ring_##get##_burst, OUTLINED_GET_PARAMS, (r, table, n, left)) \
f(unsigned int, return, rte_ring_##get##_bulk, OUTLINED_GET_PARAMS, (r, table, n, left)) \
f(int, return, rte_ring_##get##_elem, (struct rte_ring *r, void *obj, unsigned int esize), \
		(r, obj, esize)) \
f(unsigned int, return, rte_ring_##get##_burst_elem, OUTLINED_GET_ELEM_PARAMS, \
		(r, table, esize, n, left)) \
f(unsigned int, return, rte_ring_##get##_bulk_elem, OUTLINED_GET_ELEM_PARAMS, \
		(r, table, esize, n, left))

#define OUTLINED_RING(f) \
OUTLINED_RING_SIDES(f, sp_enqueue, sc_dequeue) \
OUTLINED_RING_SIDES(f, mp_enqueue, mc_dequeue) \
f(unsigned int, return, rte_ring_enqueue_bulk, OUTLINED_PUT_PARAMS, (r, table, n, room)) \
f(unsigned int, return, rte_ring_dequeue_bulk, OUTLINED_GET_PARAMS, (r, table, n, left)) \
f(unsigned int, return, rte_ring_enqueue_bulk_elem, OUTLINED_PUT_ELEM_PARAMS, \
		(r, table, esize, n, room)) \
f(unsigned int, return, rte_ring_dequeue_bulk_elem, OUTLINED_GET_ELEM_PARAMS, \
		(r, table, esize, n, left)) \
f(unsigned int, return, rte_ring_enqueue_zc_bulk_elem_start, OUTLINED_ZC_PARAMS, \
		(r, esize, n, zcd, left)) \
f(unsigned int, return, rte_ring_dequeue_zc_bulk_elem_start, OUTLINED_ZC_PARAMS, \
		(r, esize, n, zcd, left)) \
f(void, , rte_ring_enqueue_zc_elem_finish, (struct rte_ring *r, unsigned int n), (r, n)) \
f(void, , rte_ring_dequeue_zc_elem_finish, (struct rte_ring *r, unsigned int n), (r, n))

#define OUTLINED_KERNELS_OF(f, bits) \
f(void, , rte_ptr_compress_##bits##_shift, (void *base, void * const *src, \
		uint##bits##_t *dest, size_t n, uint8_t shift), (base, src, dest, n, shift)) \
f(void, , rte_ptr_decompress_##bits##_shift, (void *base, uint##bits##_t const *src, \
		void **dest, size_t n, uint8_t shift), (base, src, dest, n, shift))

#define OUTLINED_KERNELS(f) \
OUTLINED_KERNELS_OF(f, 16) \
OUTLINED_KERNELS_OF(f, 32)

#define OUTLINED_CODEC(f) \
f(void, , rte_ptr_codec_compress_16, (const struct rte_ptr_codec *codec, \
		void * const *src, uint16_t *dest, size_t n), (codec, src, dest, n)) \
f(void, , rte_ptr_codec_decompress_16, (const struct rte_ptr_codec *codec, \
		uint16_t const *src, void **dest, size_t n), (codec, src, dest, n))

#define OUTLINED_PTR_RING(f) \
f(unsigned int, return, rte_ptr_ring_enqueue_bulk, (struct rte_ptr_ring *r, \
		void * const *table, unsigned int n, unsigned int *room), (r, table, n, room)) \
f(unsigned int, return, rte_ptr_ring_dequeue_bulk, (struct rte_ptr_ring *r, \
		void **table, unsigned int n, unsigned int *left), (r, table, n, left))

#define OUTLINED_DECLARE(type, keyword, name, params, args) \
type outlined_##name params;

#define OUTLINED_DEFINE(type, keyword, name, params, args) \
type outlined_##name params \
{ \
	keyword name args; \
}

OUTLINED_RING(OUTLINED_DECLARE)
OUTLINED_KERNELS(OUTLINED_DECLARE)
OUTLINED_CODEC(OUTLINED_DECLARE)
OUTLINED_PTR_RING(OUTLINED_DECLARE)

#endif /* TEST_RING_PERF_OUTLINED_H */
