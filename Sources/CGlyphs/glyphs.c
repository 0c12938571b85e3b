#include "glyphs.h"

// A multiplication and an addition are rounded separately, on every processor.
#pragma STDC FP_CONTRACT OFF

typedef float floats __attribute__((vector_size(32), aligned(4)));
typedef int32_t ints __attribute__((vector_size(32), aligned(4)));

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
bool tui_glyphs_can_be_wide(void) { return __builtin_cpu_supports("avx2"); }
#else
// Compiled like the other variant.
#define WIDE
bool tui_glyphs_can_be_wide(void) { return false; }
#endif

// Vectors are passed by address: in registers, they would need those that not every processor has.

INLINE void keep_better(const floats *gain, int32_t eight, floats *best, ints *number) {
  ints better = *gain > *best;
  *best = (floats)(((ints)*gain & better) | ((ints)*best & ~better));
  *number = (eight & better) | (*number & ~better);
}

INLINE void keep_greater(floats *numbers, const floats *others) {
  ints greater = *others > *numbers;
  *numbers = (floats)(((ints)*others & greater) | ((ints)*numbers & ~greater));
}

INLINE float greatest_of(const floats *numbers) {
  floats others, greatest = *numbers;
  others = __builtin_shufflevector(greatest, greatest, 4, 5, 6, 7, 4, 5, 6, 7);
  keep_greater(&greatest, &others);
  others = __builtin_shufflevector(greatest, greatest, 2, 3, 2, 3, 4, 5, 6, 7);
  keep_greater(&greatest, &others);
  others = __builtin_shufflevector(greatest, greatest, 1, 1, 2, 3, 4, 5, 6, 7);
  keep_greater(&greatest, &others);
  return greatest[0];
}

INLINE void gains(const floats *weights, ptrdiff_t sums, const float *plane, floats *result) {
  // Two sums, so that an addition need not wait for the previous one.
  floats first = {0}, second = {0};
  for (ptrdiff_t sum = 0; sum < sums; sum += 2) {
    first += weights[sum] * plane[sum];
    second += weights[sum + 1] * plane[sum + 1];
  }
  first += second;
  *result = first * first;
}

INLINE void gains_in_planes(const floats *weights, ptrdiff_t sums, const float *first, const float *second,
                            const float *third, floats *result) {
  floats a = {0}, b = {0}, c = {0};
  for (ptrdiff_t sum = 0; sum < sums; sum++) {
    a += weights[sum] * first[sum];
    b += weights[sum] * second[sum];
    c += weights[sum] * third[sum];
  }
  *result = a * a + b * b + c * c;
}

// Two groups side by side, which use each of the cell's sums twice.
INLINE void gains_of_pair(const floats *weights, ptrdiff_t sums, const float *first, const float *second,
                          const float *third, floats *result) {
  const floats *others = weights + sums;
  floats a = {0}, b = {0}, c = {0}, d = {0}, e = {0}, f = {0};
  for (ptrdiff_t sum = 0; sum < sums; sum++) {
    a += weights[sum] * first[sum];
    b += weights[sum] * second[sum];
    c += weights[sum] * third[sum];
    d += others[sum] * first[sum];
    e += others[sum] * second[sum];
    f += others[sum] * third[sum];
  }
  result[0] = a * a + b * b + c * c;
  result[1] = d * d + e * e + f * f;
}

INLINE void compare(struct tui_glyphs glyphs, const float *plane, void *gain, void *numbers) {
  floats here, most = *(floats *)gain;
  ints number = *(ints *)numbers;
  const floats *weights = glyphs.weights;
  for (ptrdiff_t eight = 0; eight < glyphs.eights; eight++) {
    gains(weights + eight * glyphs.sums, glyphs.sums, plane, &here);
    keep_better(&here, glyphs.first + (int32_t)eight * 8, &most, &number);
  }
  *(floats *)gain = most;
  *(ints *)numbers = number;
}

INLINE void compare_planes(struct tui_glyphs glyphs, const float *first, const float *second, const float *third,
                           void *gain, void *numbers) {
  floats here[2], most = *(floats *)gain;
  ints number = *(ints *)numbers;
  const floats *weights = glyphs.weights;
  ptrdiff_t eight = 0;
  for (; eight + 1 < glyphs.eights; eight += 2) {
    gains_of_pair(weights + eight * glyphs.sums, glyphs.sums, first, second, third, here);
    keep_better(&here[0], glyphs.first + (int32_t)eight * 8, &most, &number);
    keep_better(&here[1], glyphs.first + (int32_t)eight * 8 + 8, &most, &number);
  }
  if (eight < glyphs.eights) {
    gains_in_planes(weights + eight * glyphs.sums, glyphs.sums, first, second, third, here);
    keep_better(&here[0], glyphs.first + (int32_t)eight * 8, &most, &number);
  }
  *(floats *)gain = most;
  *(ints *)numbers = number;
}

INLINE float compare_along(struct tui_glyphs glyphs, const float *main, float room, float greatest, const float *first,
                           const float *second, const float *third, void *gain, void *numbers) {
  floats here, most = *(floats *)gain;
  ints number = *(ints *)numbers;
  const floats *weights = glyphs.weights;
  for (ptrdiff_t eight = 0; eight < glyphs.eights; eight++) {
    gains(weights + eight * glyphs.sums, glyphs.sums, main, &here);
    if (greatest_of(&here) + room <= greatest) continue;
    gains_in_planes(weights + eight * glyphs.sums, glyphs.sums, first, second, third, &here);
    keep_better(&here, glyphs.first + (int32_t)eight * 8, &most, &number);
    float most_here = greatest_of(&here);
    greatest = most_here > greatest ? most_here : greatest;
  }
  *(floats *)gain = most;
  *(ints *)numbers = number;
  return greatest;
}

WIDE static void compare_wide(struct tui_glyphs glyphs, const float *plane, void *gain, void *numbers) {
  compare(glyphs, plane, gain, numbers);
}

void tui_glyphs_compare(bool wide, struct tui_glyphs glyphs, const float *plane, void *gain, void *numbers) {
  if (wide) {
    compare_wide(glyphs, plane, gain, numbers);
  } else {
    compare(glyphs, plane, gain, numbers);
  }
}

WIDE static void compare_planes_wide(struct tui_glyphs glyphs, const float *first, const float *second,
                                     const float *third, void *gain, void *numbers) {
  compare_planes(glyphs, first, second, third, gain, numbers);
}

void tui_glyphs_compare_planes(bool wide, struct tui_glyphs glyphs, const float *first, const float *second,
                               const float *third, void *gain, void *numbers) {
  if (wide) {
    compare_planes_wide(glyphs, first, second, third, gain, numbers);
  } else {
    compare_planes(glyphs, first, second, third, gain, numbers);
  }
}

WIDE static float compare_along_wide(struct tui_glyphs glyphs, const float *main, float room, float greatest,
                                     const float *first, const float *second, const float *third,
                                     void *gain, void *numbers) {
  return compare_along(glyphs, main, room, greatest, first, second, third, gain, numbers);
}

float tui_glyphs_compare_along(bool wide, struct tui_glyphs glyphs, const float *main, float room, float greatest,
                               const float *first, const float *second, const float *third,
                               void *gain, void *numbers) {
  return wide ? compare_along_wide(glyphs, main, room, greatest, first, second, third, gain, numbers)
              : compare_along(glyphs, main, room, greatest, first, second, third, gain, numbers);
}

// By halves, as in Swift.
INLINE float total(const floats *numbers) {
  floats n = *numbers;
  float first = n[0] + n[4], second = n[1] + n[5], third = n[2] + n[6], fourth = n[3] + n[7];
  return (first + third) + (second + fourth);
}

INLINE void finish(float *plane, float *mean, float *energy) {
  floats *eights = (floats *)plane;
  floats a = eights[0], b = eights[1], c = eights[2], d = eights[3];
  floats sum = (a + b) + (c + d);
  float average = total(&sum) / 32;
  a -= average;
  b -= average;
  c -= average;
  d -= average;
  floats squares = (a * a + b * b) + (c * c + d * d);
  eights[0] = a;
  eights[1] = b;
  eights[2] = c;
  eights[3] = d;
  *mean = average;
  *energy = total(&squares);
  // Eight samples are two rows of four.
  floats even = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
  floats odd = __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
  floats first = even + odd;
  even = __builtin_shufflevector(c, d, 0, 2, 4, 6, 8, 10, 12, 14);
  odd = __builtin_shufflevector(c, d, 1, 3, 5, 7, 9, 11, 13, 15);
  floats second = even + odd;
  eights[4] = first;
  eights[5] = second;
  floats upper = __builtin_shufflevector(first, second, 0, 1, 4, 5, 8, 9, 12, 13);
  floats lower = __builtin_shufflevector(first, second, 2, 3, 6, 7, 10, 11, 14, 15);
  eights[6] = upper + lower;
}

INLINE bool load(const uint16_t *samples, ptrdiff_t width, const uint8_t *encoded, struct tui_planes weights,
                 float *planes, float *mean, float *energy) {
  const ptrdiff_t stride = 56;
  uint16_t common = UINT16_MAX;
  for (ptrdiff_t two = 0; two < 4; two++) {
    ints red, green, blue;
    for (ptrdiff_t index = 0; index < 8; index++) {
      const uint16_t *sample = samples + ((two * 2 + index / 4) * width + index % 4) * 4;
      red[index] = encoded[sample[0]];
      green[index] = encoded[sample[1]];
      blue[index] = encoded[sample[2]];
      common &= sample[3];
    }
    floats reds = __builtin_convertvector(red, floats);
    floats greens = __builtin_convertvector(green, floats);
    floats blues = __builtin_convertvector(blue, floats);
    ((floats *)planes)[two] = weights.red * reds + weights.green * greens + weights.blue * blues;
    ((floats *)(planes + stride))[two] = weights.chroma * (reds - greens);
    ((floats *)(planes + 2 * stride))[two] = weights.chroma * (blues - greens);
  }
  for (ptrdiff_t plane = 0; plane < 3; plane++) finish(planes + plane * stride, mean + plane, energy + plane);
  return common == UINT16_MAX;
}

WIDE static bool load_wide(const uint16_t *samples, ptrdiff_t width, const uint8_t *encoded, struct tui_planes weights,
                           float *planes, float *mean, float *energy) {
  return load(samples, width, encoded, weights, planes, mean, energy);
}

bool tui_cell_load(bool wide, const void *samples, ptrdiff_t width, const uint8_t *encoded, struct tui_planes weights,
                   float *planes, void *mean, void *energy) {
  return wide ? load_wide(samples, width, encoded, weights, planes, mean, energy)
              : load(samples, width, encoded, weights, planes, mean, energy);
}
