#include "glyphs.h"

#include "planes.h"
#include "rounded.h"

INLINE void keep_better(const floats *gain, int32_t eight, floats *best, ints *number) {
  ints better = *gain > *best;
  choose(&better, gain, best);
  *number = (eight & better) | (*number & ~better);
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

enum { most_eights = 256 };

// Where a level's numbers begin among a cell's pairs, and the samples in each of them: squares of rounded products are that much too small.
INLINE void estimate(struct tui_glyphs level, const int32_t *pairs, floats *result) {
  switch (level.sums) {
  case 8: return rounded_gains_of_level(level.rounded, level.eights, 4, pairs + 24, 4, result);
  case 16: return rounded_gains_of_level(level.rounded, level.eights, 8, pairs + 16, 2, result);
  default: return rounded_gains_of_level(level.rounded, level.eights, 16, pairs, 1, result);
  }
}

// The same as search, but only for the shape with the greatest gain; if no other comes near, returns its number, otherwise -1.
INLINE int32_t search_by_estimates(const float *planes, const float *energy, const struct tui_glyphs *levels,
                                   ptrdiff_t count, floats *gain, ints *numbers) {
  floats estimates[most_eights], most = {0};
  int32_t pairs[3 * pairs_per_plane];
  round_planes(planes, energy[0] + energy[1] + energy[2], pairs);
  ptrdiff_t number = 0;
  for (ptrdiff_t level = 0; level < count; number += levels[level++].eights) {
    estimate(levels[level], pairs, estimates + number);
  }
  for (ptrdiff_t eight = 0; eight < number; eight++) keep_greater(&most, &estimates[eight]);
  const float least = greatest_of(&most) - gain_errors;
  int near = 0;
  int32_t last = 0;
  number = 0;
  for (ptrdiff_t level = 0; level < count; level++) {
    for (int32_t eight = 0; eight < levels[level].eights; eight++) {
      unsigned lanes = above(&estimates[number++], least);
      if (lanes == 0) continue;
      near += __builtin_popcount(lanes);
      last = levels[level].first + eight * 8 + __builtin_ctz(lanes);
    }
  }
  if (near == 1 && least > 0) return last;
  *gain = (floats){0};
  *numbers = (ints){0};
  number = 0;
  for (ptrdiff_t level = 0; level < count; level++) {
    ptrdiff_t sums = levels[level].sums;
    const float *luma = sums_of(planes, 0, sums), *red = sums_of(planes, 1, sums), *blue = sums_of(planes, 2, sums);
    const floats *weights = levels[level].weights;
    for (int32_t eight = 0; eight < levels[level].eights; eight++) {
      if (above(&estimates[number++], least) == 0) continue;
      floats here;
      gains_in_planes(weights + eight * sums, sums, luma, red, blue, &here);
      keep_better(&here, levels[level].first + eight * 8, gain, numbers);
    }
  }
  return -1;
}

INLINE int32_t best(const float *planes, const float *energy, const struct tui_glyphs *levels, ptrdiff_t count) {
  floats gain;
  ints numbers;
  ptrdiff_t eights = 0;
  for (ptrdiff_t level = 0; level < count; level++) eights += levels[level].eights;
  if ((energy[1] + energy[2]) * 64 < energy[0] || eights > most_eights) {
    search(planes, energy, levels, count, &gain, &numbers);
  } else {
    int32_t only = search_by_estimates(planes, energy, levels, count, &gain, &numbers);
    if (only >= 0) return only;
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

WIDE static int32_t best_wide(const float *planes, const float *energy, const struct tui_glyphs *levels, ptrdiff_t count) {
  return best(planes, energy, levels, count);
}

int32_t tui_cell_best(bool wide, const float *planes, const void *energy, const struct tui_glyphs *levels, ptrdiff_t count) {
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
