#include "glyphs.h"
#include "planes.h"

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
    ((floats *)(planes + plane_stride))[two] = weights.chroma * (reds - greens);
    ((floats *)(planes + 2 * plane_stride))[two] = weights.chroma * (blues - greens);
  }
  for (ptrdiff_t plane = 0; plane < 3; plane++) finish(planes + plane * plane_stride, mean + plane, energy + plane);
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

INLINE void correlate(const float *planes, const floats *coverage, float *sums) {
  for (ptrdiff_t plane = 0; plane < 3; plane++) {
    const floats *samples = (const floats *)(planes + plane * plane_stride);
    floats sum = {0};
    for (ptrdiff_t eight = 0; eight < 4; eight++) sum += coverage[eight] * samples[eight];
    sums[plane] = total(&sum);
  }
}

WIDE static void correlate_wide(const float *planes, const floats *coverage, float *sums) {
  correlate(planes, coverage, sums);
}

void tui_cell_correlate(bool wide, const float *planes, const void *coverage, void *sums) {
  if (wide) {
    correlate_wide(planes, coverage, sums);
  } else {
    correlate(planes, coverage, sums);
  }
}

INLINE void keep(const float *planes, const float *mean, float energy, const floats *coverage, float norm, float average,
                 ptrdiff_t lane, struct tui_chosen *chosen) {
  float sums[3];
  correlate(planes, coverage, sums);
  for (ptrdiff_t plane = 0; plane < 3; plane++) {
    chosen->means[plane][lane] = mean[plane];
    chosen->sums[plane][lane] = sums[plane];
  }
  chosen->energies[lane] = energy;
  chosen->norms[lane] = norm;
  chosen->averages[lane] = average;
}

WIDE static void keep_wide(const float *planes, const float *mean, float energy, const floats *coverage, float norm,
                           float average, ptrdiff_t lane, struct tui_chosen *chosen) {
  keep(planes, mean, energy, coverage, norm, average, lane, chosen);
}

void tui_cell_keep(bool wide, const float *planes, const void *mean, float energy, const void *coverage, float norm,
                   float average, ptrdiff_t lane, struct tui_chosen *chosen) {
  if (wide) {
    keep_wide(planes, mean, energy, coverage, norm, average, lane, chosen);
  } else {
    keep(planes, mean, energy, coverage, norm, average, lane, chosen);
  }
}
