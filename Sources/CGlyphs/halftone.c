#include <math.h>
#include <string.h>

#include "glyphs.h"
#include "planes.h"

enum { samples = 32, patch_rows = 10, reach = 3, terms = 44 };

INLINE const floats *row(const float *plane, ptrdiff_t place) { return (const floats *)(plane + place); }

INLINE float total_of_half(const floats *numbers, ptrdiff_t first) {
  floats n = *numbers;
  return n[first] + n[first + 1] + n[first + 2] + n[first + 3];
}

// What ink in each sample adds to the squared error, column by column, and the weights of the patches' squares.
INLINE void prepare(const struct tui_halftone *plane, ptrdiff_t corner, const struct tui_halftone_cell *cell,
                    floats *result) {
  const floats *across = plane->across, *down = plane->down, *spread = plane->spread;
  floats columns[4] = {{0}, {0}, {0}, {0}}, points[4] = {{0}, {0}, {0}, {0}};
  for (ptrdiff_t line = 0; line < patch_rows; line += 2) {
    ptrdiff_t place = corner + line * plane->width, next = place + plane->width;
    floats weight = *row(plane->weights, place), next_weight = *row(plane->weights, next);
    // Twice the weighted rest of two lines, spread over the four samples of a row: the halves of a vector.
    floats one = weight * *row(plane->rest, place), other = next_weight * *row(plane->rest, next);
    floats left = __builtin_shufflevector(one, other, 0, 1, 2, 3, 8, 9, 10, 11);
    floats right = __builtin_shufflevector(one, other, 4, 5, 6, 7, 12, 13, 14, 15);
    floats sum = across[0] * __builtin_shufflevector(left, left, 0, 0, 0, 0, 4, 4, 4, 4);
    sum += across[1] * __builtin_shufflevector(left, left, 1, 1, 1, 1, 5, 5, 5, 5);
    sum += across[2] * __builtin_shufflevector(left, left, 2, 2, 2, 2, 6, 6, 6, 6);
    sum += across[3] * __builtin_shufflevector(left, left, 3, 3, 3, 3, 7, 7, 7, 7);
    sum += across[4] * __builtin_shufflevector(right, right, 0, 0, 0, 0, 4, 4, 4, 4);
    sum += across[5] * __builtin_shufflevector(right, right, 1, 1, 1, 1, 5, 5, 5, 5);
    sum += across[6] * __builtin_shufflevector(right, right, 2, 2, 2, 2, 6, 6, 6, 6);
    sum += across[7] * __builtin_shufflevector(right, right, 3, 3, 3, 3, 7, 7, 7, 7);
    sum *= 2;
    for (ptrdiff_t column = 0; column < 4; column++) {
      columns[column] += down[line] * sum[column];
      columns[column] += down[line + 1] * sum[column + 4];
    }
    // Lines outside the cell belong to its nearest ones.
    points[line <= reach ? 0 : line - reach < 3 ? line - reach : 3] += spread[line] * weight;
    points[line + 1 <= reach ? 0 : line + 1 - reach < 3 ? line + 1 - reach : 3] += spread[line + 1] * next_weight;
  }
  float slope = 2 * cell->ink_weight * cell->ink / samples;
  for (ptrdiff_t column = 0; column < 4; column++) {
    result[column] = columns[column] - *row(cell->strokes, 8 * column) - slope;
  }
  floats sums;
  for (ptrdiff_t line = 0; line < 4; line++) {
    sums[2 * line] = total_of_half(&points[line], 0);
    sums[2 * line + 1] = total_of_half(&points[line], 4);
  }
  result[4] = sums;
}

INLINE void keep_less(const floats *error, int32_t first, floats *least, ints *number) {
  ints less = *error < *least;
  choose(&less, error, least);
  *number = (first & less) | (*number & ~less);
}

// Of equally good glyphs, the first wins.
INLINE int32_t nearest(const floats *least, const ints *found) {
  float minimum = INFINITY;
  int32_t number = 0;
  for (int32_t lane = 0; lane < 8; lane++) {
    int32_t here = (*found)[lane] + lane;
    if ((*least)[lane] < minimum || ((*least)[lane] == minimum && here < number)) {
      minimum = (*least)[lane];
      number = here;
    }
  }
  return number;
}

INLINE struct tui_two_glyphs best(const struct tui_halftone *plane, const struct tui_halftone_place places[2]) {
  float wanted[2][terms + 4] = {{0}};
  floats least[2];
  ints found[2] = {{0}, {0}};
  for (ptrdiff_t place = 0; place < 2; place++) {
    const struct tui_halftone_cell *cell = places[place].cell;
    prepare(plane, places[place].corner, cell, (floats *)wanted[place]);
    wanted[place][40] = cell->stroke_weight;
    wanted[place][41] = cell->calmness;
    wanted[place][42] = cell->ink_weight;
    least[place] = (floats){0} + INFINITY;
  }
  // Two groups at a time, for which each term is read once; each factor is read once for both cells, which takes longest.
  for (ptrdiff_t eight = 0; eight < plane->eights; eight += 2) {
    const floats *factors = (const floats *)plane->factors + eight * terms;
    // The last one is compared twice if their number is odd.
    const floats *others = factors + (eight + 1 < plane->eights ? terms : 0);
    // Two accumulators each, so that an addition need not wait for the previous one.
    floats first[2] = {{0}, {0}}, second[2] = {{0}, {0}}, third[2] = {{0}, {0}}, fourth[2] = {{0}, {0}};
    for (ptrdiff_t term = 0; term < terms; term += 2) {
      for (ptrdiff_t place = 0; place < 2; place++) {
        first[place] += factors[term] * wanted[place][term];
        second[place] += factors[term + 1] * wanted[place][term + 1];
        third[place] += others[term] * wanted[place][term];
        fourth[place] += others[term + 1] * wanted[place][term + 1];
      }
    }
    for (ptrdiff_t place = 0; place < 2; place++) {
      first[place] += second[place];
      third[place] += fourth[place];
      keep_less(&first[place], (int32_t)eight * 8, &least[place], &found[place]);
      keep_less(&third[place], (int32_t)eight * 8 + 8, &least[place], &found[place]);
    }
  }
  return (struct tui_two_glyphs){nearest(&least[0], &found[0]), nearest(&least[1], &found[1])};
}

WIDE static struct tui_two_glyphs best_wide(const struct tui_halftone *plane,
                                            const struct tui_halftone_place places[2]) {
  return best(plane, places);
}

struct tui_two_glyphs tui_halftone_best(bool wide, const struct tui_halftone *plane, struct tui_halftone_place first,
                                        struct tui_halftone_place second) {
  const struct tui_halftone_place places[2] = {first, second};
  return wide ? best_wide(plane, places) : best(plane, places);
}

// One after another, since the order decides the last bit.
INLINE float sum_of_samples(const float *numbers) {
  float sum = numbers[0];
  for (ptrdiff_t index = 1; index < samples; index++) sum += numbers[index];
  return sum;
}

INLINE void target(const float *tones, const float *inks, float weight, const struct tui_halftone_style *style,
                 struct tui_halftone_cell *cell) {
  float squares[samples], mean_tone = sum_of_samples(tones) / samples;
  for (ptrdiff_t eight = 0; eight < samples; eight += 8) {
    floats difference = *row(tones, eight) - mean_tone;
    *(floats *)(squares + eight) = difference * difference;
  }
  float sharpness = 4 * sum_of_samples(squares) / samples;
  float stroke_weight = weight * style->strokes * sqrtf(sharpness);
  float mean = sum_of_samples(inks) / samples, calmness = 1 - sharpness / style->edge_sharpness;
  for (ptrdiff_t eight = 0; eight < samples; eight += 8) {
    floats strokes = (*row(inks, eight) - mean) * (2 * stroke_weight);
    *(floats *)(cell->strokes + eight) = strokes;
  }
  cell->stroke_weight = stroke_weight;
  cell->calmness = style->calmness * weight * (calmness > 0 ? calmness : 0);
  cell->ink = mean;
  cell->ink_weight = style->ink * weight;
}

WIDE static void target_wide(const float *tones, const float *inks, float weight, const struct tui_halftone_style *style,
                           struct tui_halftone_cell *cell) {
  target(tones, inks, weight, style, cell);
}

void tui_halftone_target(bool wide, const float *tones, const float *inks, float weight,
                       const struct tui_halftone_style *style, struct tui_halftone_cell *cell) {
  if (wide) {
    target_wide(tones, inks, weight, style, cell);
  } else {
    target(tones, inks, weight, style, cell);
  }
}

INLINE void add_patch(float *plane, ptrdiff_t width, const floats *patch, float factor) {
  for (ptrdiff_t line = 0; line < patch_rows; line++) *(floats *)(plane + line * width) += patch[line] * factor;
}

WIDE static void add_patch_wide(float *plane, ptrdiff_t width, const floats *patch, float factor) {
  add_patch(plane, width, patch, factor);
}

void tui_patch_add(bool wide, float *plane, ptrdiff_t width, const void *patch, float factor) {
  if (wide) {
    add_patch_wide(plane, width, patch, factor);
  } else {
    add_patch(plane, width, patch, factor);
  }
}

INLINE float product_with_patch(const float *plane, ptrdiff_t width, const floats *patch) {
  floats sum = {0};
  for (ptrdiff_t line = 0; line < patch_rows; line++) sum += *row(plane, line * width) * patch[line];
  return total(&sum);
}

WIDE static float product_with_patch_wide(const float *plane, ptrdiff_t width, const floats *patch) {
  return product_with_patch(plane, width, patch);
}

float tui_patch_product(bool wide, const float *plane, ptrdiff_t width, const void *patch) {
  return wide ? product_with_patch_wide(plane, width, patch) : product_with_patch(plane, width, patch);
}

INLINE void blur(float *values, float *across, float *line, ptrdiff_t width, ptrdiff_t height, const float *weights) {
  memset(line, 0, (size_t)(width + 2 * reach + 8) * sizeof *line);
  // Sums of eight columns at a time, so the last ones of a line go beyond it: into the next line, which follows.
  for (ptrdiff_t y = 0; y < height; y++) {
    memcpy(line + reach, values + y * width, (size_t)width * sizeof *line);
    for (ptrdiff_t x = 0; x < width; x += 8) {
      floats sum = {0};
      for (ptrdiff_t tap = 0; tap <= 2 * reach; tap++) sum += weights[tap] * *row(line, x + tap);
      *(floats *)(across + y * width + x) = sum;
    }
  }
  for (ptrdiff_t y = 0; y < height; y++) {
    ptrdiff_t first = y < reach ? 0 : y - reach, last = y + reach < height ? y + reach : height - 1;
    for (ptrdiff_t x = 0; x < width; x += 8) {
      floats sum = {0};
      for (ptrdiff_t other = first; other <= last; other++) {
        sum += weights[other - y + reach] * *row(across, other * width + x);
      }
      *(floats *)(values + y * width + x) = sum;
    }
  }
}

WIDE static void blur_wide(float *values, float *across, float *line, ptrdiff_t width, ptrdiff_t height,
                           const float *weights) {
  blur(values, across, line, width, height, weights);
}

void tui_plane_blur(bool wide, float *values, float *across, float *line, ptrdiff_t width, ptrdiff_t height,
                    const float *weights) {
  if (wide) {
    blur_wide(values, across, line, width, height, weights);
  } else {
    blur(values, across, line, width, height, weights);
  }
}
