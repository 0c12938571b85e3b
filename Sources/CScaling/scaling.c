#include "scaling.h"

#include <string.h>

#include "vectors.h"

typedef float pixel __attribute__((vector_size(16), aligned(4)));
// Two pixels.
typedef floats pair;
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

// A pixel's four numbers.
typedef uint16_t quarter __attribute__((vector_size(8), aligned(2)));
typedef uint32_t half __attribute__((vector_size(16), aligned(4)));
typedef uint64_t whole __attribute__((vector_size(32)));

INLINE void sum_rows(const uint16_t *pixels, ptrdiff_t numbers, ptrdiff_t rows, uint32_t *sums) {
  ptrdiff_t index = 0;
  for (; index + 8 <= numbers; index += 8) {
    uints sum = __builtin_convertvector(*(const shorts *)(pixels + index), uints);
    for (ptrdiff_t row = 1; row < rows; row++)
      sum += __builtin_convertvector(*(const shorts *)(pixels + row * numbers + index), uints);
    *(uints *)(sums + index) = sum;
  }
  for (; index < numbers; index++) {
    uint32_t sum = 0;
    for (ptrdiff_t row = 0; row < rows; row++) sum += pixels[row * numbers + index];
    sums[index] = sum;
  }
}

// Two or three rows at a time are what most pictures need: without loops over them, most of the time is saved.
INLINE void sum_some_rows(const uint16_t *pixels, ptrdiff_t numbers, ptrdiff_t rows, uint32_t *sums) {
  switch (rows) {
    case 2: sum_rows(pixels, numbers, 2, sums); break;
    case 3: sum_rows(pixels, numbers, 3, sums); break;
    default: sum_rows(pixels, numbers, rows, sums);
  }
}

WIDE static void sum_rows_wide(const uint16_t *pixels, ptrdiff_t numbers, ptrdiff_t rows, uint32_t *sums) {
  sum_some_rows(pixels, numbers, rows, sums);
}

void tui_sum_rows(bool wide, const void *pixels, ptrdiff_t width, ptrdiff_t rows, void *sums) {
  if (wide) {
    sum_rows_wide(pixels, width * 4, rows, sums);
  } else {
    sum_some_rows(pixels, width * 4, rows, sums);
  }
}

INLINE void average_columns(const uint32_t *sums, const int32_t *bounds, ptrdiff_t count, uint32_t rows,
                            const uint32_t *reciprocals, uint32_t limit, uint16_t *means) {
  for (ptrdiff_t index = 0; index < count; index++) {
    const int32_t start = bounds[2 * index], end = bounds[2 * index + 1];
    half sum = *(const half *)(sums + start * 4);
    for (int32_t column = start + 1; column < end; column++) sum += *(const half *)(sums + column * 4);
    const uint32_t pixels = rows * (uint32_t)(end - start);
    quarter mean;
    if (pixels <= limit) {
      mean = __builtin_convertvector((__builtin_convertvector(sum, whole) * reciprocals[pixels]) >> 31, quarter);
    } else {
      mean = __builtin_convertvector(sum / pixels, quarter);
    }
    *(quarter *)(means + index * 4) = mean;
  }
}

WIDE static void average_columns_wide(const uint32_t *sums, const int32_t *bounds, ptrdiff_t count, uint32_t rows,
                                      const uint32_t *reciprocals, uint32_t limit, uint16_t *means) {
  average_columns(sums, bounds, count, rows, reciprocals, limit, means);
}

void tui_average_columns(bool wide, const void *sums, const int32_t *bounds, ptrdiff_t count, uint32_t rows,
                         const uint32_t *reciprocals, uint32_t limit, void *means) {
  if (wide) {
    average_columns_wide(sums, bounds, count, rows, reciprocals, limit, means);
  } else {
    average_columns(sums, bounds, count, rows, reciprocals, limit, means);
  }
}
