/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The DPDK pointer compression authors
 */

#ifndef RTE_PTR_CODEC_H
#define RTE_PTR_CODEC_H

/**
 * @file
 * RTE Pointer Codec
 *
 * Pointer compression that is legal by construction.
 *
 * The objects of a mempool lie on a lattice: base + k * stride, with k less
 * than some count. A codec stores k, in 2 or 4 bytes. Setting it up looks at
 * where the objects really are, and either gives a codec that is right for
 * every one of them or fails and says why. So the application need not know
 * how long the memory is or how the objects are aligned, and the stride need
 * not be a power of two: in memory without gaps it is the full size of an
 * object, and 65,536 objects of any size fit into 2 bytes a pointer.
 *
 * @code{.c}
 * struct rte_mempool_obj_layout layout;
 * struct rte_ptr_codec codec;
 * void *values[BURST]; // room for values of any width
 *
 * if (rte_mempool_get_obj_layout(mp, &layout) < 0 ||
 *         rte_ptr_codec_init_objs(&codec, layout.first, layout.last,
 *             layout.stride, 0) < 0)
 *     return -1; // the log says why
 *
 * rte_ptr_codec_compress(&codec, objs, values, n);
 * // ... hand the values over to another core, which does:
 * rte_ptr_codec_decompress(&codec, values, objs, n);
 * @endcode
 *
 * Pointers of several mempools in one burst: make a codec for each, and join
 * them with rte_ptr_codec_join(). Pointers that may come from elsewhere as
 * well: rte_ptr_codec_compress_checked() takes those before the first that is
 * not on the lattice, and changes none.
 *
 * The forms that take a table of any type see what was written to it as that
 * type, and the other way round.
 *
 * Setting up takes time and writes the codec: one thread, before others use
 * it. All else only reads the codec and may be called by any thread, EAL's or
 * not, of any process that maps the memory. Which kernels run is chosen as in
 * rte_ptr_compress.h and is no part of the codec. Source and destination table
 * must not overlap.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <rte_atomic.h>
#include <rte_common.h>
#include <rte_debug.h>
#include <rte_log.h>

#include "rte_ptr_codec_core.h"
#include "rte_ptr_compress.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A header has no log type of its own: two files would register it twice. */
#define __RTE_PTR_CODEC_LOG(...) \
	rte_log(RTE_LOG_ERR, RTE_LOGTYPE_EAL, "PTR_CODEC: " __VA_ARGS__)

/** @internal Greatest common divisor; that of 0 and x is x. */
static inline uint64_t
__rte_ptr_codec_gcd(uint64_t a, uint64_t b)
{
	uint64_t rest;

	while (b != 0) {
		rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/** @internal Inverse of an odd number modulo 2^64. */
static inline uint64_t
__rte_ptr_codec_inverse(uint64_t odd)
{
	uint64_t x = odd; /* right in the low 3 bits, as odd * odd is 1 mod 8 */
	unsigned int bits;

	for (bits = 3; bits < 64; bits *= 2)
		x *= 2 - odd * x;
	return x;
}

/**
 * @internal The codec of a lattice by its first point, the distance of its
 * last one, and a stride that divides this distance.
 */
static inline int
__rte_ptr_codec_set(struct rte_ptr_codec *codec, uintptr_t base, uint64_t last,
		uint64_t stride, unsigned int width)
{
	uint64_t count;
	unsigned int shift;

	/* no room for more: a divisor of it that is a power of two does as well */
	if (stride > UINT32_MAX)
		stride = RTE_MIN(UINT64_C(1) << 31, stride & -stride);

	if (last > UINTPTR_MAX - base) {
		__RTE_PTR_CODEC_LOG("a lattice from %#" PRIxPTR " cannot span %" PRIu64
			" bytes: it would end beyond the last address\n",
			base, last);
		return -ERANGE;
	}
	/* 2^64 points would be one too many; no object fits at the last address */
	count = last / stride + (last / stride != UINT64_MAX);
	if (width == 0)
		width = count <= (UINT64_C(1) << 16) ? 2 : 4;
	if (width != 2 && width != 4 && width != 8) {
		__RTE_PTR_CODEC_LOG("no width of %u bytes: it is 2, 4 or 8, or 0 for the least that fits\n",
			width);
		return -EINVAL;
	}
	if (width < 8 && count > UINT64_C(1) << 8 * width) {
		__RTE_PTR_CODEC_LOG("%" PRIu64 " points at a stride of %" PRIu64
			" do not fit into %u bytes a pointer, which hold %" PRIu64
			"; %s would fit. Memory without gaps has a larger stride and fewer points\n",
			count, stride, width, UINT64_C(1) << 8 * width,
			count <= UINT64_C(1) << 32 ? "4 bytes" : "only 8 bytes, uncompressed,");
		return -ERANGE;
	}

	shift = (unsigned int)__builtin_ctzll(stride);
	memset(codec, 0, sizeof(*codec));
	codec->base = (void *)base;
	codec->count = count;
	codec->last = (count - 1) * stride;
	codec->inverse = __rte_ptr_codec_inverse(stride >> shift);
	codec->stride = (uint32_t)stride;
	codec->shift = (uint8_t)shift;
	codec->width = (uint8_t)width;
	codec->narrow = codec->last <= UINT32_MAX;
	return 0;
}

/**
 * Set up a codec for the pointers base + k * stride, k < count.
 *
 * @param[out] codec
 *   The codec. Left as it was on error.
 * @param base
 *   The pointer with number 0, any address.
 * @param stride
 *   Bytes from one pointer to the next, 1 or more. A stride of 2^32 or more is
 *   replaced by its largest divisor that is a power of two and at most 2^31,
 *   which makes more points.
 * @param count
 *   Number of pointers, 1 or more. The last one has to be an address.
 * @param width
 *   Bytes of a compressed pointer: 2, 4, or 8 for the pointer as it is; 0 for
 *   2 or 4, the least that fits.
 * @return
 *   - 0: success.
 *   - -EINVAL: codec is NULL, stride or count is 0, or there is no such width.
 *   - -ERANGE: the pointers go beyond the last address, or are too many for
 *     the width; the log says what would fit.
 */
static inline int
rte_ptr_codec_init(struct rte_ptr_codec *codec, const void *base,
		uint64_t stride, uint64_t count, unsigned int width)
{
	if (codec == NULL || stride == 0 || count == 0) {
		__RTE_PTR_CODEC_LOG("%s is 0\n",
			codec == NULL ? "the place for the codec" :
			stride == 0 ? "the stride" : "the number of pointers");
		return -EINVAL;
	}
	if (count - 1 > UINT64_MAX / stride) {
		__RTE_PTR_CODEC_LOG("%" PRIu64 " pointers at a stride of %" PRIu64
			" go beyond the last address\n", count, stride);
		return -ERANGE;
	}
	return __rte_ptr_codec_set(codec, (uintptr_t)base, (count - 1) * stride,
			stride, width);
}

/**
 * Set up a codec for all aligned addresses in a range of memory, as
 * rte_mempool_get_mem_range() and rte_mempool_get_obj_alignment() report it.
 *
 * @param[out] codec
 *   The codec. Left as it was on error.
 * @param start
 *   Start of the range, aligned or not.
 * @param length
 *   Length of the range in bytes, 1 or more.
 * @param alignment
 *   What all pointers are multiples of, a power of two.
 * @param width
 *   As in rte_ptr_codec_init().
 * @return
 *   - 0: success.
 *   - -EINVAL: codec is NULL, length is 0, alignment is no power of two, or
 *     there is no such width.
 *   - -ERANGE: the range goes beyond the last address, or is too long for the
 *     width; the log says what would fit.
 */
static inline int
rte_ptr_codec_init_range(struct rte_ptr_codec *codec, const void *start,
		size_t length, size_t alignment, unsigned int width)
{
	uintptr_t base, end;

	if (codec == NULL || length == 0 || alignment == 0 ||
			(alignment & (alignment - 1)) != 0) {
		__RTE_PTR_CODEC_LOG("%s\n",
			codec == NULL ? "the place for the codec is 0" :
			length == 0 ? "the length of the range is 0" :
			"the alignment is no power of two");
		return -EINVAL;
	}
	if (length - 1 > UINTPTR_MAX - (uintptr_t)start) {
		__RTE_PTR_CODEC_LOG("%zu bytes from %p go beyond the last address\n",
			length, start);
		return -ERANGE;
	}
	base = (uintptr_t)start & ~(uintptr_t)(alignment - 1);
	end = ((uintptr_t)start + length - 1) & ~(uintptr_t)(alignment - 1);
	return __rte_ptr_codec_set(codec, base, end - base, alignment, width);
}

/**
 * Set up a codec for objects from a first to a last one, a multiple of some
 * stride apart, as rte_mempool_get_obj_layout() reports them.
 *
 * @param[out] codec
 *   The codec. Left as it was on error.
 * @param first
 *   The lowest address of an object.
 * @param last
 *   The highest address of an object, a multiple of stride above first.
 * @param stride
 *   Common divisor of all distances between objects, 1 or more, as in
 *   rte_ptr_codec_init().
 * @param width
 *   As in rte_ptr_codec_init().
 * @return
 *   - 0: success.
 *   - -EINVAL: codec is NULL, stride is 0, last is below first or no multiple
 *     of stride above it, or there is no such width.
 *   - -ERANGE: too many points for the width; the log says what would fit.
 */
static inline int
rte_ptr_codec_init_objs(struct rte_ptr_codec *codec, const void *first,
		const void *last, uint64_t stride, unsigned int width)
{
	const uintptr_t span = (uintptr_t)last - (uintptr_t)first;

	if (codec == NULL || stride == 0 || (uintptr_t)last < (uintptr_t)first ||
			span % stride != 0) {
		__RTE_PTR_CODEC_LOG("objects from %p to %p at a stride of %" PRIu64
			" are no lattice%s\n", first, last, stride,
			codec == NULL ? ", nor is there a place for a codec" : "");
		return -EINVAL;
	}
	return __rte_ptr_codec_set(codec, (uintptr_t)first, span, stride, width);
}

/**
 * Set up one codec for all that several codecs are for: those of several
 * mempools whose objects come in one burst.
 *
 * It counts from the lowest base, and its stride is the greatest common divisor
 * of all strides and of the distances between the bases. Mempools far apart
 * take more points than objects, so that a greater width may be needed.
 *
 * @param[out] codec
 *   The codec; may be one of those joined. Left as it was on error.
 * @param codecs
 *   Table of n codecs, set up each.
 * @param n
 *   Number of codecs, 1 or more.
 * @param width
 *   As in rte_ptr_codec_init().
 * @return
 *   - 0: success.
 *   - -EINVAL: a pointer is NULL, n is 0, a codec was not set up, or there is
 *     no such width.
 *   - -ERANGE: too many points for the width; the log says what would fit.
 */
static inline int
rte_ptr_codec_join(struct rte_ptr_codec *codec,
		const struct rte_ptr_codec *codecs, unsigned int n,
		unsigned int width)
{
	uintptr_t base = UINTPTR_MAX, end = 0;
	uint64_t stride = 0;
	unsigned int i;

	if (codec == NULL || codecs == NULL || n == 0) {
		__RTE_PTR_CODEC_LOG("no codecs to join, or no place for the one they make\n");
		return -EINVAL;
	}
	for (i = 0; i < n; i++) {
		if (codecs[i].count == 0 || codecs[i].stride == 0) {
			__RTE_PTR_CODEC_LOG("codec %u of those to join was not set up\n", i);
			return -EINVAL;
		}
		base = RTE_MIN(base, (uintptr_t)codecs[i].base);
		end = RTE_MAX(end, (uintptr_t)codecs[i].base +
				(uintptr_t)codecs[i].last);
	}
	for (i = 0; i < n; i++) {
		stride = __rte_ptr_codec_gcd(stride,
				(uintptr_t)codecs[i].base - base);
		/* the stride of a single object leads nowhere */
		if (codecs[i].count > 1)
			stride = __rte_ptr_codec_gcd(stride, codecs[i].stride);
	}
	if (stride == 0)
		stride = codecs[0].stride;
	return __rte_ptr_codec_set(codec, base, end - base, stride, width);
}

/**
 * Whether a pointer is on the lattice of a codec.
 *
 * @param codec
 *   The codec, set up.
 * @param ptr
 *   Any pointer.
 * @return
 *   True when compressing and decompressing gives this pointer again.
 */
static __rte_always_inline bool
rte_ptr_codec_covers(const struct rte_ptr_codec *codec, const void *ptr)
{
	return __rte_ptr_codec_is_point(codec, ptr,
			__rte_ptr_codec_index(codec, ptr));
}

/**
 * Whether all objects of a layout are on the lattice of a codec: whether the
 * codec of a mempool is still right for it after memory was added.
 *
 * A codec goes on to cover what it covered, whatever is added.
 *
 * @param codec
 *   The codec, set up.
 * @param first
 *   The lowest address of an object.
 * @param last
 *   The highest address of an object.
 * @param stride
 *   Common divisor of all distances between objects, in bytes.
 * @return
 *   True when every point of the layout is one of the codec's.
 */
static inline bool
rte_ptr_codec_covers_objs(const struct rte_ptr_codec *codec, const void *first,
		const void *last, uint64_t stride)
{
	return rte_ptr_codec_covers(codec, first) &&
			rte_ptr_codec_covers(codec, last) &&
			(uintptr_t)first <= (uintptr_t)last &&
			(first == last || stride % codec->stride == 0);
}

/** @internal Whether this may be a codec that was set up. */
static inline bool
__rte_ptr_codec_is_set_up(const struct rte_ptr_codec *codec)
{
	switch (codec->width) {
	case sizeof(uint16_t):
	case sizeof(uint32_t):
		if (codec->count > UINT64_C(1) << 8 * codec->width)
			return false;
		break;
	case sizeof(uint64_t):
		break;
	default:
		return false;
	}
	return codec->count != 0 && codec->stride != 0;
}

/** @internal In debug builds: every pointer is on the lattice. */
static __rte_always_inline void
__rte_ptr_codec_assert(const struct rte_ptr_codec *codec,
		void * const *src_table, size_t n)
{
#ifdef RTE_ENABLE_ASSERT
	size_t i;

	for (i = 0; i < n; i++)
		RTE_ASSERT(rte_ptr_codec_covers(codec, src_table[i]));
#else
	RTE_SET_USED(codec);
	RTE_SET_USED(src_table);
	RTE_SET_USED(n);
#endif
}

/** @internal Whether shifting is all that the stride takes. */
static __rte_always_inline bool
__rte_ptr_codec_is_shift(const struct rte_ptr_codec *codec)
{
	return codec->inverse == 1;
}

/**
 * Compress pointers to 4 bytes each: rte_ptr_codec_compress() where the width
 * is known to be 4.
 *
 * @param codec
 *   The codec, of width 4.
 * @param src_table
 *   Table of n pointers, all on the lattice. Others give some value or other,
 *   and trip RTE_ASSERT() where that is compiled in.
 * @param dest_table
 *   Table for n values. It needs no more than its natural alignment, and
 *   nothing past its n entries is touched.
 * @param n
 *   Number of pointers, 0 or more.
 */
static __rte_always_inline void
rte_ptr_codec_compress_32(const struct rte_ptr_codec *codec,
		void * const *src_table, uint32_t *dest_table, size_t n)
{
	__rte_ptr_codec_assert(codec, src_table, n);
	if (__rte_ptr_codec_is_shift(codec))
		__RTE_PTR_CALL(, compress_32_shift, n, codec->base, src_table,
				dest_table, n, codec->shift);
	else
		__RTE_PTR_CALL(, compress_32_stride, n, codec, src_table,
				dest_table, n);
}

/**
 * Compress pointers to 2 bytes each: rte_ptr_codec_compress() where the width
 * is known to be 2.
 *
 * @param codec
 *   The codec, of width 2.
 * @param src_table
 *   Table of n pointers, all on the lattice. Others give some value or other,
 *   and trip RTE_ASSERT() where that is compiled in.
 * @param dest_table
 *   Table for n values. It needs no more than its natural alignment, and
 *   nothing past its n entries is touched.
 * @param n
 *   Number of pointers, 0 or more.
 */
static __rte_always_inline void
rte_ptr_codec_compress_16(const struct rte_ptr_codec *codec,
		void * const *src_table, uint16_t *dest_table, size_t n)
{
	__rte_ptr_codec_assert(codec, src_table, n);
	if (__rte_ptr_codec_is_shift(codec))
		__RTE_PTR_CALL(, compress_16_shift, n, codec->base, src_table,
				dest_table, n, codec->shift);
	else
		__RTE_PTR_CALL(, compress_16_stride, n, codec, src_table,
				dest_table, n);
}

/**
 * Decompress values of 4 bytes: rte_ptr_codec_decompress() where the width is
 * known to be 4.
 *
 * @param codec
 *   The codec, of width 4.
 * @param src_table
 *   Table of n values that this codec, or a copy of it, made.
 * @param dest_table
 *   Table for n pointers. Nothing past its n entries is touched.
 * @param n
 *   Number of values, 0 or more.
 */
static __rte_always_inline void
rte_ptr_codec_decompress_32(const struct rte_ptr_codec *codec,
		uint32_t const *src_table, void **dest_table, size_t n)
{
	if (__rte_ptr_codec_is_shift(codec))
		__RTE_PTR_CALL(, decompress_32_shift, n, codec->base, src_table,
				dest_table, n, codec->shift);
	else
		__RTE_PTR_CALL(, decompress_32_stride, n, codec, src_table,
				dest_table, n);
}

/**
 * Decompress values of 2 bytes: rte_ptr_codec_decompress() where the width is
 * known to be 2.
 *
 * @param codec
 *   The codec, of width 2.
 * @param src_table
 *   Table of n values that this codec, or a copy of it, made.
 * @param dest_table
 *   Table for n pointers. Nothing past its n entries is touched.
 * @param n
 *   Number of values, 0 or more.
 */
static __rte_always_inline void
rte_ptr_codec_decompress_16(const struct rte_ptr_codec *codec,
		uint16_t const *src_table, void **dest_table, size_t n)
{
	if (__rte_ptr_codec_is_shift(codec))
		__RTE_PTR_CALL(, decompress_16_shift, n, codec->base, src_table,
				dest_table, n, codec->shift);
	else
		__RTE_PTR_CALL(, decompress_16_stride, n, codec, src_table,
				dest_table, n);
}

/**
 * Compress pointers to 4 bytes each, as long as they are on the lattice:
 * rte_ptr_codec_compress_checked() where the width is known to be 4.
 *
 * @param codec
 *   The codec, of width 4.
 * @param src_table
 *   Table of n pointers, any.
 * @param dest_table
 *   Table for as many values as are taken; nothing past them is touched.
 * @param n
 *   Number of pointers, 0 or more.
 * @return
 *   How many pointers there are before the first that is not on the lattice;
 *   these, and no others, are compressed. n when all are on it.
 */
static __rte_always_inline size_t
rte_ptr_codec_compress_32_checked(const struct rte_ptr_codec *codec,
		void * const *src_table, uint32_t *dest_table, size_t n)
{
	size_t taken;

	__RTE_PTR_CALL(taken =, compress_32_checked, n, codec, src_table,
			dest_table, n);
	return taken;
}

/**
 * Compress pointers to 2 bytes each, as long as they are on the lattice:
 * rte_ptr_codec_compress_checked() where the width is known to be 2.
 *
 * @param codec
 *   The codec, of width 2.
 * @param src_table
 *   Table of n pointers, any.
 * @param dest_table
 *   Table for as many values as are taken; nothing past them is touched.
 * @param n
 *   Number of pointers, 0 or more.
 * @return
 *   How many pointers there are before the first that is not on the lattice;
 *   these, and no others, are compressed. n when all are on it.
 */
static __rte_always_inline size_t
rte_ptr_codec_compress_16_checked(const struct rte_ptr_codec *codec,
		void * const *src_table, uint16_t *dest_table, size_t n)
{
	size_t taken;

	__RTE_PTR_CALL(taken =, compress_16_checked, n, codec, src_table,
			dest_table, n);
	return taken;
}

/**
 * Decompress values of 4 bytes from a source that is not trusted:
 * rte_ptr_codec_decompress_checked() where the width is known to be 4.
 *
 * @param codec
 *   The codec, of width 4.
 * @param src_table
 *   Table of n values, any.
 * @param dest_table
 *   Table for as many pointers as are taken; nothing past them is touched.
 * @param n
 *   Number of values, 0 or more.
 * @return
 *   How many values there are before the first that is no number of a point;
 *   these, and no others, are decompressed. n when all are.
 */
static __rte_always_inline size_t
rte_ptr_codec_decompress_32_checked(const struct rte_ptr_codec *codec,
		uint32_t const *src_table, void **dest_table, size_t n)
{
	size_t taken;

	__RTE_PTR_CALL(taken =, decompress_32_checked, n, codec, src_table,
			dest_table, n);
	return taken;
}

/**
 * Decompress values of 2 bytes from a source that is not trusted:
 * rte_ptr_codec_decompress_checked() where the width is known to be 2.
 *
 * @param codec
 *   The codec, of width 2.
 * @param src_table
 *   Table of n values, any.
 * @param dest_table
 *   Table for as many pointers as are taken; nothing past them is touched.
 * @param n
 *   Number of values, 0 or more.
 * @return
 *   How many values there are before the first that is no number of a point;
 *   these, and no others, are decompressed. n when all are.
 */
static __rte_always_inline size_t
rte_ptr_codec_decompress_16_checked(const struct rte_ptr_codec *codec,
		uint16_t const *src_table, void **dest_table, size_t n)
{
	size_t taken;

	__RTE_PTR_CALL(taken =, decompress_16_checked, n, codec, src_table,
			dest_table, n);
	return taken;
}

/** @internal The checked forms of width 8, where pointers are copied. */
static inline size_t
__rte_ptr_codec_copy_checked(const struct rte_ptr_codec *codec,
		void * const *src_table, void **dest_table, size_t n)
{
	size_t i;

	for (i = 0; i < n && rte_ptr_codec_covers(codec, src_table[i]); i++)
		dest_table[i] = src_table[i];
	return i;
}

/**
 * Compress pointers to values of the codec's width.
 *
 * @param codec
 *   The codec, set up.
 * @param src_table
 *   Table of n pointers, all on the lattice. Others give some value or other,
 *   and trip RTE_ASSERT() where that is compiled in.
 * @param dest_table
 *   Table for n values of uint16_t, uint32_t or void *, as the width of the
 *   codec is 2, 4 or 8. It needs no more than their natural alignment, and
 *   nothing past its n entries is touched.
 * @param n
 *   Number of pointers, 0 or more.
 */
static __rte_always_inline void
rte_ptr_codec_compress(const struct rte_ptr_codec *codec,
		void * const *src_table, void *dest_table, size_t n)
{
	/* by type, the values may be foreign to the table: see above */
	rte_compiler_barrier();
	if (codec->width == 4) {
		rte_ptr_codec_compress_32(codec, src_table,
				(uint32_t *)dest_table, n);
	} else if (codec->width == 2) {
		rte_ptr_codec_compress_16(codec, src_table,
				(uint16_t *)dest_table, n);
	} else {
		RTE_ASSERT(codec->width == 8);
		__rte_ptr_codec_assert(codec, src_table, n);
		if (n != 0)
			memcpy(dest_table, src_table, n * sizeof(*src_table));
	}
	rte_compiler_barrier();
}

/**
 * Decompress values of the codec's width to pointers.
 *
 * @param codec
 *   The codec, set up.
 * @param src_table
 *   Table of n values that this codec, or a copy of it, made: of uint16_t,
 *   uint32_t or void *, as the width of the codec is 2, 4 or 8.
 * @param dest_table
 *   Table for n pointers. Nothing past its n entries is touched.
 * @param n
 *   Number of values, 0 or more.
 */
static __rte_always_inline void
rte_ptr_codec_decompress(const struct rte_ptr_codec *codec,
		const void *src_table, void **dest_table, size_t n)
{
	/* by type, the values may be foreign to the table: see above */
	rte_compiler_barrier();
	if (codec->width == 4) {
		rte_ptr_codec_decompress_32(codec,
				(const uint32_t *)src_table, dest_table, n);
	} else if (codec->width == 2) {
		rte_ptr_codec_decompress_16(codec,
				(const uint16_t *)src_table, dest_table, n);
	} else {
		RTE_ASSERT(codec->width == 8);
		if (n != 0)
			memcpy(dest_table, src_table, n * sizeof(*dest_table));
	}
	rte_compiler_barrier();
}

/**
 * Compress pointers to values of the codec's width, as long as they are on the
 * lattice: for bursts of mixed origin.
 *
 * @param codec
 *   The codec, set up.
 * @param src_table
 *   Table of n pointers, any.
 * @param dest_table
 *   Table for as many values as are taken, as in rte_ptr_codec_compress();
 *   nothing past them is touched.
 * @param n
 *   Number of pointers, 0 or more.
 * @return
 *   How many pointers there are before the first that is not on the lattice;
 *   these, and no others, are compressed. n when all are on it.
 */
static __rte_always_inline size_t
rte_ptr_codec_compress_checked(const struct rte_ptr_codec *codec,
		void * const *src_table, void *dest_table, size_t n)
{
	size_t done;

	rte_compiler_barrier();
	if (codec->width == 4)
		done = rte_ptr_codec_compress_32_checked(codec, src_table,
				(uint32_t *)dest_table, n);
	else if (codec->width == 2)
		done = rte_ptr_codec_compress_16_checked(codec, src_table,
				(uint16_t *)dest_table, n);
	else
		done = __rte_ptr_codec_copy_checked(codec, src_table,
			(void **)dest_table, n);
	rte_compiler_barrier();
	return done;
}

/**
 * Decompress values of the codec's width from a source that is not trusted.
 *
 * What it gives are points of the lattice. Whether there is an object at each
 * of them the codec cannot know.
 *
 * @param codec
 *   The codec, set up.
 * @param src_table
 *   Table of n values, any, as in rte_ptr_codec_decompress().
 * @param dest_table
 *   Table for as many pointers as are taken; nothing past them is touched.
 * @param n
 *   Number of values, 0 or more.
 * @return
 *   How many values there are before the first that is no number of a point;
 *   these, and no others, are decompressed. n when all are.
 */
static __rte_always_inline size_t
rte_ptr_codec_decompress_checked(const struct rte_ptr_codec *codec,
		const void *src_table, void **dest_table, size_t n)
{
	size_t done;

	rte_compiler_barrier();
	if (codec->width == 4)
		done = rte_ptr_codec_decompress_32_checked(codec,
				(const uint32_t *)src_table, dest_table, n);
	else if (codec->width == 2)
		done = rte_ptr_codec_decompress_16_checked(codec,
				(const uint16_t *)src_table, dest_table, n);
	else
		done = __rte_ptr_codec_copy_checked(codec, (void * const *)src_table,
			dest_table, n);
	rte_compiler_barrier();
	return done;
}

#ifdef __cplusplus
}
#endif

#endif /* RTE_PTR_CODEC_H */
