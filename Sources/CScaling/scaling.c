#include "scaling.h"

#include <string.h>

#include "vectors.h"

typedef float pixel __attribute__((vector_size(16), aligned(4)));
// Two pixels.
typedef floats pair;
typedef uint16_t shorts __attribute__((vector_size(16), aligned(2)));
typedef uint16_t halves __attribute__((vector_size(32), aligned(2)));

// The sum of four by weight, clamped to the range of the second and third.
INLINE void interpolate(const pair *four, const pair *weights, pair *result) {
  pair outer = four[0] * weights[0] + four[3] * weights[3];
  pair inner = four[1] * weights[1] + four[2] * weights[2];
  pair mixed = outer + inner, least = four[1], greatest = four[1];
  keep_lesser(&least, &four[2]);
  keep_greater(&greatest, &four[2]);
  keep_greater(&mixed, &least);
  keep_lesser(&mixed, &greatest);
  *result = mixed;
}

INLINE void interpolate_pair(const float *row, const struct tui_taps *left, const struct tui_taps *right,
                             pair *result) {
  pair four[4], weights[4];
  for (int tap = 0; tap < 4; tap++) {
    const pixel first = *(const pixel *)(row + left->starts[tap]), second = *(const pixel *)(row + right->starts[tap]);
    four[tap] = __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
  }
  const pixel first = *(const pixel *)left->weights, second = *(const pixel *)right->weights;
  const pair both = __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
  weights[0] = __builtin_shufflevector(both, both, 0, 0, 0, 0, 4, 4, 4, 4);
  weights[1] = __builtin_shufflevector(both, both, 1, 1, 1, 1, 5, 5, 5, 5);
  weights[2] = __builtin_shufflevector(both, both, 2, 2, 2, 2, 6, 6, 6, 6);
  weights[3] = __builtin_shufflevector(both, both, 3, 3, 3, 3, 7, 7, 7, 7);
  interpolate(four, weights, result);
}

INLINE void interpolate_row(const float *row, const struct tui_taps *taps, ptrdiff_t count, float *output) {
  pair result;
  ptrdiff_t index = 0;
  for (; index + 1 < count; index += 2) {
    interpolate_pair(row, &taps[index], &taps[index + 1], &result);
    *(pair *)(output + index * 4) = result;
  }
  if (index < count) {
    interpolate_pair(row, &taps[index], &taps[index], &result);
    memcpy(output + index * 4, &result, sizeof(pixel));
  }
}

WIDE static void interpolate_row_wide(const float *row, const struct tui_taps *taps, ptrdiff_t count, float *output) {
  interpolate_row(row, taps, count, output);
}

void tui_interpolate_row(bool wide, const float *row, const struct tui_taps *taps, ptrdiff_t count, float *output) {
  if (wide) {
    interpolate_row_wide(row, taps, count, output);
  } else {
    interpolate_row(row, taps, count, output);
  }
}

INLINE void interpolate_rows(const float *const *rows, const float *factors, ptrdiff_t count, float *output) {
  pair four[4], weights[4], result;
  for (int row = 0; row < 4; row++) weights[row] = (pair){0} + factors[row];
  ptrdiff_t index = 0;
  for (; index + 1 < count; index += 2) {
    for (int row = 0; row < 4; row++) four[row] = *(const pair *)(rows[row] + index * 4);
    interpolate(four, weights, &result);
    *(pair *)(output + index * 4) = result;
  }
  if (index < count) {
    for (int row = 0; row < 4; row++) {
      const pixel last = *(const pixel *)(rows[row] + index * 4);
      four[row] = __builtin_shufflevector(last, last, 0, 1, 2, 3, 0, 1, 2, 3);
    }
    interpolate(four, weights, &result);
    memcpy(output + index * 4, &result, sizeof(pixel));
  }
}

WIDE static void interpolate_rows_wide(const float *const *rows, const float *factors, ptrdiff_t count, float *output) {
  interpolate_rows(rows, factors, count, output);
}

void tui_interpolate_rows(bool wide, const float *first, const float *second, const float *third, const float *fourth,
                          const void *weights, ptrdiff_t count, float *output) {
  const float *const rows[4] = {first, second, third, fourth};
  if (wide) {
    interpolate_rows_wide(rows, weights, count, output);
  } else {
    interpolate_rows(rows, weights, count, output);
  }
}

INLINE void finish_pair(const pair *sums, struct tui_finish how, const pair *matrix, shorts *result) {
  const ints colors = {-1, -1, -1, 0, -1, -1, -1, 0};
  const pair white = (pair){0} + 65535, zero = {0};
  pair numbers = *sums * how.scale;
  if (how.matrix) {
    pair light = matrix[0] * __builtin_shufflevector(numbers, numbers, 0, 0, 0, 0, 4, 4, 4, 4) +
                 matrix[1] * __builtin_shufflevector(numbers, numbers, 1, 1, 1, 1, 5, 5, 5, 5) +
                 matrix[2] * __builtin_shufflevector(numbers, numbers, 2, 2, 2, 2, 6, 6, 6, 6);
    // Out of gamut.
    keep_greater(&light, &zero);
    numbers = (pair)(((ints)light & colors) | ((ints)numbers & ~colors));
  }
  if (how.is_opaque) numbers = (pair)(((ints)numbers & colors) | ((ints)white & ~colors));
  // Rounding in earlier steps may have put a channel slightly above alpha, or alpha above one.
  pair alphas = __builtin_shufflevector(numbers, numbers, 3, 3, 3, 3, 7, 7, 7, 7);
  keep_lesser(&alphas, &white);
  keep_lesser(&numbers, &alphas);
  // Adding 2²³ rounds off a number's fraction and leaves its integer in the low bits of the sum. Each number's low half comes first on
  // every processor that Swift runs on.
  const halves bits = (halves)(numbers + 8388608);
  *result = __builtin_shufflevector(bits, bits, 0, 2, 4, 6, 8, 10, 12, 14);
}

INLINE void finish_row(const float *sums, ptrdiff_t count, struct tui_finish how, uint16_t *pixels, uint16_t *common) {
  pair numbers, matrix[3] = {{0}};
  for (int column = 0; how.matrix && column < 3; column++) {
    const pixel light = *(const pixel *)(how.matrix + column * 4);
    matrix[column] = __builtin_shufflevector(light, light, 0, 1, 2, 3, 0, 1, 2, 3);
  }
  shorts result, set = ~(shorts){0};
  ptrdiff_t index = 0;
  for (; index + 1 < count; index += 2) {
    numbers = *(const pair *)(sums + index * 4);
    finish_pair(&numbers, how, matrix, &result);
    set &= result;
    *(shorts *)(pixels + index * 4) = result;
  }
  if (index < count) {
    const pixel last = *(const pixel *)(sums + index * 4);
    numbers = __builtin_shufflevector(last, last, 0, 1, 2, 3, 0, 1, 2, 3);
    finish_pair(&numbers, how, matrix, &result);
    set &= result;
    memcpy(pixels + index * 4, &result, 4 * sizeof(uint16_t));
  }
  for (int channel = 0; channel < 4; channel++) common[channel] &= set[channel] & set[channel + 4];
}

WIDE static void finish_row_wide(const float *sums, ptrdiff_t count, struct tui_finish how, uint16_t *pixels,
                                 uint16_t *common) {
  finish_row(sums, count, how, pixels, common);
}

void tui_finish_row(bool wide, const float *sums, ptrdiff_t count, struct tui_finish how, void *pixels, void *common) {
  if (wide) {
    finish_row_wide(sums, count, how, pixels, common);
  } else {
    finish_row(sums, count, how, pixels, common);
  }
}
