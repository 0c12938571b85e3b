#ifndef TRANSFORMS_H
#define TRANSFORMS_H

// The inverse transform of blocks (RFC 6386, 14.4), two at once, as vectors of eight numbers.
//
// Numbers have 16 bits, as few as are enough for whatever an encoder computes from pixels. Those of hostile files wrap
// around.

#include <stdint.h>
#include <string.h>

#include "inline.h"

typedef int16_t eight __attribute__((vector_size(16)));
typedef int32_t eight_products __attribute__((vector_size(32)));
typedef uint8_t eight_pixels __attribute__((vector_size(8)));

INLINE eight widen(eight_pixels pixels) { return __builtin_convertvector(pixels, eight); }

INLINE eight_pixels clamp(eight numbers) {
  const eight zero = {0};
  return __builtin_convertvector(__builtin_elementwise_min(__builtin_elementwise_max(numbers, zero), zero + 255),
                                 eight_pixels);
}

// The upper halves of products.
INLINE eight multiply_high(eight numbers, int16_t factor) {
  const eight factors = (eight){0} + factor;
  return __builtin_convertvector(
    (__builtin_convertvector(numbers, eight_products) * __builtin_convertvector(factors, eight_products)) >> 16, eight);
}

// √2 cos(π/8) and √2 sin(π/8), in units of 2⁻¹⁶: 65536 + 20091, and 35468. What exceeds a signed number of 16 bits is
// added separately.
INLINE eight times_cosine(eight numbers) { return numbers + multiply_high(numbers, 20091); }
INLINE eight times_sine(eight numbers) { return numbers + multiply_high(numbers, 35468 - 65536); }

INLINE void transform_columns(eight rows[4]) {
  const eight sum = rows[0] + rows[2], difference = rows[0] - rows[2];
  const eight inner = times_sine(rows[1]) - times_cosine(rows[3]), outer = times_cosine(rows[1]) + times_sine(rows[3]);
  rows[0] = sum + outer;
  rows[1] = difference + inner;
  rows[2] = difference - inner;
  rows[3] = sum - outer;
}

// Transposes two blocks whose rows are side by side. The result has the first block's rows, in two vectors, and then
// the second one's.
INLINE void transpose(const eight rows[4], eight halves[4]) {
  const eight first = __builtin_shufflevector(rows[0], rows[1], 0, 8, 1, 9, 2, 10, 3, 11);
  const eight second = __builtin_shufflevector(rows[2], rows[3], 0, 8, 1, 9, 2, 10, 3, 11);
  const eight third = __builtin_shufflevector(rows[0], rows[1], 4, 12, 5, 13, 6, 14, 7, 15);
  const eight fourth = __builtin_shufflevector(rows[2], rows[3], 4, 12, 5, 13, 6, 14, 7, 15);
  halves[0] = __builtin_shufflevector(first, second, 0, 1, 8, 9, 2, 3, 10, 11);
  halves[1] = __builtin_shufflevector(first, second, 4, 5, 12, 13, 6, 7, 14, 15);
  halves[2] = __builtin_shufflevector(third, fourth, 0, 1, 8, 9, 2, 3, 10, 11);
  halves[3] = __builtin_shufflevector(third, fourth, 4, 5, 12, 13, 6, 7, 14, 15);
}

// Puts the rows of two blocks side by side.
INLINE void join(const eight halves[4], eight rows[4]) {
  rows[0] = __builtin_shufflevector(halves[0], halves[2], 0, 1, 2, 3, 8, 9, 10, 11);
  rows[1] = __builtin_shufflevector(halves[0], halves[2], 4, 5, 6, 7, 12, 13, 14, 15);
  rows[2] = __builtin_shufflevector(halves[1], halves[3], 0, 1, 2, 3, 8, 9, 10, 11);
  rows[3] = __builtin_shufflevector(halves[1], halves[3], 4, 5, 6, 7, 12, 13, 14, 15);
}

// Transforms two blocks of coefficients to what is added to the pixels: the first block's upper and lower two rows,
// then the second one's.
INLINE void transform(const int16_t (*blocks)[16], eight halves[4]) {
  eight rows[4];
  memcpy(halves, blocks, 4 * sizeof(eight));
  join(halves, rows);
  transform_columns(rows);
  transpose(rows, halves);
  join(halves, rows);
  rows[0] += 4;
  transform_columns(rows);
  for (int row = 0; row < 4; row++) rows[row] >>= 3;
  transpose(rows, halves);
}

// What is added to all pixels of a block that has only a first coefficient.
INLINE int16_t level_of(const int16_t *block) { return (int16_t)(block[0] + 4) >> 3; }

#endif
