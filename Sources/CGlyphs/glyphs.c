#include "glyphs.h"

#include "planes.h"

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

// The samples or sums of a plane for a level's shapes.
INLINE const float *sums_of(const float *planes, ptrdiff_t plane, ptrdiff_t sums) {
  return planes + plane * plane_stride + (sums == 32 ? 0 : sums == 16 ? 32 : 48);
}

// The best shape of each lane.
INLINE void search(const float *planes, const float *energy, const struct tui_glyphs *levels, ptrdiff_t count,
                   floats *gain, ints *numbers) {
  *gain = (floats){0};
  *numbers = (ints){0};
  bool is_gray = (energy[1] + energy[2]) * 64 < energy[0];
  for (ptrdiff_t level = 0; level < count; level++) {
    ptrdiff_t sums = levels[level].sums;
    const float *luma = sums_of(planes, 0, sums);
    if (is_gray) {
      compare(levels[level], luma, gain, numbers);
    } else {
      compare_planes(levels[level], luma, sums_of(planes, 1, sums), sums_of(planes, 2, sums), gain, numbers);
    }
  }
}

INLINE float sum_of_three(three numbers) { return numbers[0] + numbers[1] + numbers[2]; }

// The direction in the three planes along which the samples vary most, nearly, with length 1; returns the energy in all other directions.
INLINE float find_direction(const float *planes, const float *energy, three *found) {
  const floats *lumas = (const floats *)planes, *reds = (const floats *)(planes + plane_stride);
  const floats *blues = (const floats *)(planes + 2 * plane_stride);
  floats first = {0}, second = {0}, third = {0};
  for (ptrdiff_t eight = 0; eight < 4; eight++) {
    first += lumas[eight] * reds[eight];
    second += lumas[eight] * blues[eight];
    third += reds[eight] * blues[eight];
  }
  float all = energy[0] + energy[1] + energy[2];
  float luma_red = total(&first), luma_blue = total(&second), red_blue = total(&third);
  const three columns[3] = {
      {energy[0], luma_red, luma_blue}, {luma_red, energy[1], red_blue}, {luma_blue, red_blue, energy[2]}};
  // Power iteration, from the axis with the most energy.
  three direction = energy[0] >= energy[1] && energy[0] >= energy[2] ? columns[0]
                    : energy[1] >= energy[2]                         ? columns[1]
                                                                     : columns[2];
  for (int round = 0; round < 3; round++) {
    direction = (columns[0] * direction[0] + columns[1] * direction[1] + columns[2] * direction[2]) / all;
  }
  direction /= __builtin_elementwise_sqrt(sum_of_three(direction * direction));
  three image = columns[0] * direction[0] + columns[1] * direction[1] + columns[2] * direction[2];
  *found = direction;
  float rest = all - sum_of_three(image * direction);
  return rest > 0 ? rest : 0;
}

// The best shape of each lane, but only the one with the greatest gain is certain: most shapes that cannot be that one are left out.
INLINE void search_along(float *planes, const float *energy, const struct tui_glyphs *levels, ptrdiff_t count,
                         floats *gain, ints *numbers) {
  three direction;
  float all = energy[0] + energy[1] + energy[2], rest = find_direction(planes, energy, &direction);
  if (rest * 16 >= all) return search(planes, energy, levels, count, gain, numbers);
  // A fourth plane: the samples and sums of the others along the direction.
  for (ptrdiff_t number = 0; number < plane_stride; number += 8) {
    floats luma = *(const floats *)(planes + number), red = *(const floats *)(planes + plane_stride + number);
    floats blue = *(const floats *)(planes + 2 * plane_stride + number);
    *(floats *)(planes + 3 * plane_stride + number) = luma * direction[0] + red * direction[1] + blue * direction[2];
  }
  // With room for rounding.
  float room = rest * 1.01f + all * 1e-4f, greatest = 0;
  *gain = (floats){0};
  *numbers = (ints){0};
  for (ptrdiff_t level = 0; level < count; level++) {
    ptrdiff_t sums = levels[level].sums;
    greatest =
        compare_along(levels[level], sums_of(planes, 3, sums), room, greatest, sums_of(planes, 0, sums),
                      sums_of(planes, 1, sums), sums_of(planes, 2, sums), gain, numbers);
  }
}

INLINE int32_t best(float *planes, const float *energy, const struct tui_glyphs *levels, ptrdiff_t count) {
  floats gain;
  ints numbers;
  if ((energy[1] + energy[2]) * 64 < energy[0]) {
    search(planes, energy, levels, count, &gain, &numbers);
  } else {
    search_along(planes, energy, levels, count, &gain, &numbers);
  }
  // On a tie between lanes, the first shape wins.
  float greatest = greatest_of(&gain);
  if (greatest <= 0) return 0;
  int32_t first = INT32_MAX;
  for (int32_t lane = 0; lane < 8; lane++) {
    if (gain[lane] == greatest && numbers[lane] + lane < first) first = numbers[lane] + lane;
  }
  return first;
}

WIDE static int32_t best_wide(float *planes, const float *energy, const struct tui_glyphs *levels, ptrdiff_t count) {
  return best(planes, energy, levels, count);
}

int32_t tui_cell_best(bool wide, float *planes, const void *energy, const struct tui_glyphs *levels, ptrdiff_t count) {
  return wide ? best_wide(planes, energy, levels, count) : best(planes, energy, levels, count);
}

WIDE static void search_wide(const float *planes, const float *energy, const struct tui_glyphs *levels, ptrdiff_t count,
                             floats *gain, ints *numbers) {
  search(planes, energy, levels, count, gain, numbers);
}

void tui_cell_candidates(bool wide, const float *planes, const void *energy, const struct tui_glyphs *levels,
                         ptrdiff_t count, void *gain, void *numbers) {
  if (wide) {
    search_wide(planes, energy, levels, count, gain, numbers);
  } else {
    search(planes, energy, levels, count, gain, numbers);
  }
}
