#ifndef C_GLYPHS_ROUNDED_H
#define C_GLYPHS_ROUNDED_H

// Gains of shapes from small integers: half as much to compute, and exact enough to leave out nearly all shapes but the best.
//
// Seen as vectors, a shape's weights and a plane's samples are multiplied. Weights are rounded to 16384ths, the samples' to 32000ths of
// the length of all of them, and sums of m samples likewise, divided by the root of m. As a shape has length 1, each product is then off
// by at most 1/3000 of that length; so are three planes' together, and a gain, the square of their length, by at most 1/1500 of the
// energy. No sum of products is above 16384 * 32000.

#include "planes.h"

// Sixteen small integers, and eight.
typedef int16_t words __attribute__((vector_size(32), aligned(2)));
typedef int16_t eight_words __attribute__((vector_size(16), aligned(2)));
typedef int32_t products __attribute__((vector_size(64)));
typedef bool bits __attribute__((ext_vector_type(8)));

enum { pairs_per_plane = plane_stride / 2, weight_scale = 16384, sample_scale = 32000 };

// More than twice the greatest error of a gain, for cells of any energy.
static const float gain_errors = (float)weight_scale * weight_scale * sample_scale * sample_scale / 500;

// Adds to eight numbers the sums of the products of a pair with eight others.
INLINE void add_products(const words *weights, int32_t pair, ints *sums) {
  ints pairs = (ints){0} + pair;
  products all = __builtin_convertvector(*weights, products) * __builtin_convertvector((words)pairs, products);
  *sums += __builtin_shufflevector(all, all, 0, 2, 4, 6, 8, 10, 12, 14) +
           __builtin_shufflevector(all, all, 1, 3, 5, 7, 9, 11, 13, 15);
}

INLINE void add_square(const ints *numbers, float factor, floats *sum) {
  floats converted = __builtin_convertvector(*numbers, floats);
  *sum += converted * converted * factor;
}

// The gains of two groups side by side, which use each of the cell's pairs twice.
INLINE void rounded_gains_of_two(const words *weights, ptrdiff_t pairs, const int32_t *first, float factor,
                                 floats *result) {
  const words *others = weights + pairs;
  const int32_t *second = first + pairs_per_plane, *third = second + pairs_per_plane;
  ints a = {0}, b = {0}, c = {0}, d = {0}, e = {0}, f = {0};
  for (ptrdiff_t pair = 0; pair < pairs; pair++) {
    add_products(&weights[pair], first[pair], &a);
    add_products(&weights[pair], second[pair], &b);
    add_products(&weights[pair], third[pair], &c);
    add_products(&others[pair], first[pair], &d);
    add_products(&others[pair], second[pair], &e);
    add_products(&others[pair], third[pair], &f);
  }
  result[0] = result[1] = (floats){0};
  add_square(&a, factor, &result[0]);
  add_square(&b, factor, &result[0]);
  add_square(&c, factor, &result[0]);
  add_square(&d, factor, &result[1]);
  add_square(&e, factor, &result[1]);
  add_square(&f, factor, &result[1]);
}

INLINE void rounded_gains(const words *weights, ptrdiff_t pairs, const int32_t *first, float factor, floats *result) {
  const int32_t *second = first + pairs_per_plane, *third = second + pairs_per_plane;
  ints a = {0}, b = {0}, c = {0};
  for (ptrdiff_t pair = 0; pair < pairs; pair++) {
    add_products(&weights[pair], first[pair], &a);
    add_products(&weights[pair], second[pair], &b);
    add_products(&weights[pair], third[pair], &c);
  }
  *result = (floats){0};
  add_square(&a, factor, result);
  add_square(&b, factor, result);
  add_square(&c, factor, result);
}

// The gains of all groups of a level, with their `pairs` and `factor` as constants, so that loops over pairs are unrolled.
INLINE void rounded_gains_of_level(const void *rounded, ptrdiff_t eights, ptrdiff_t pairs, const int32_t *first,
                                   float factor, floats *result) {
  const words *weights = rounded;
  ptrdiff_t eight = 0;
  for (; eight + 1 < eights; eight += 2) {
    rounded_gains_of_two(weights + eight * pairs, pairs, first, factor, result + eight);
  }
  if (eight < eights) rounded_gains(weights + eight * pairs, pairs, first, factor, result + eight);
}

INLINE void round_eight(const float *numbers, float factor, int16_t *result) {
  // Adding 1.5 * 2^23 leaves a number's integer in the low bits of the sum.
  ints rounded = (ints)(*(const floats *)numbers * factor + 12582912);
  *(eight_words *)result = __builtin_convertvector(rounded, eight_words);
}

// The numbers of three planes, in pairs.
INLINE void round_planes(const float *planes, float energy, int32_t *pairs) {
  const float scale = sample_scale / __builtin_elementwise_sqrt(energy);
  for (ptrdiff_t plane = 0; plane < 3; plane++) {
    const float *from = planes + plane * plane_stride;
    int16_t *to = (int16_t *)(pairs + plane * pairs_per_plane);
    for (int start = 0; start < 32; start += 8) round_eight(from + start, scale, to + start);
    for (int start = 32; start < 48; start += 8) round_eight(from + start, scale * 0.70710677f, to + start);
    round_eight(from + 48, scale / 2, to + 48);
  }
}

// A bit for each of the numbers that is above another.
INLINE unsigned above(const floats *numbers, float other) {
  const bits set = __builtin_convertvector(*numbers > other, bits);
  return __builtin_bit_cast(uint8_t, set);
}

#endif
