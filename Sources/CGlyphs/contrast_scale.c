#include <string.h>

#include "contrast.h"
#include "vectors.h"

enum { lanes = 8, channels = 4 };

// Multiplies four samples of two points.
INLINE void scale_four(uint16_t *samples, float first, float second, bool are_ink) {
  const floats most = (floats){0} + 65535;
  for (ptrdiff_t half = 0; half < 2; half++, samples += lanes) {
    float factor = half == 0 ? first : second;
    floats factors = {factor, factor, factor, 1, factor, factor, factor, 1};
    floats light = __builtin_convertvector(*(shorts *)samples, floats), white = {0};
    if (are_ink) {
      // Empty samples stay empty, and alphas as they are.
      ints is_opaque = (ints)__builtin_shufflevector(light, light, 3, 3, 3, 3, 7, 7, 7, 7) != 0;
      white = (floats)((ints)most & is_opaque & (ints){-1, -1, -1, 0, -1, -1, -1, 0});
      light = white - light;
      floats fullest = __builtin_shufflevector(light, light, 1, 2, 0, 0, 5, 6, 4, 4);
      const floats last = __builtin_shufflevector(light, light, 2, 0, 1, 1, 6, 4, 5, 5);
      keep_greater(&fullest, &last);
      keep_greater(&fullest, &light);
      const floats limits = most / fullest;
      keep_lesser(&factors, &limits);
    }
    light *= factors;
    keep_lesser(&light, &most);
    if (are_ink) light = white - light;
    // With 23 bits before the point, a number's last bits are those of the whole number nearest to it.
    ints rounded = (ints)(light + 8388608) & 0xFFFF;
    *(shorts *)samples = __builtin_convertvector(rounded, shorts);
  }
}

// Multiplies a sample.
INLINE void scale_one(uint16_t *sample, float factor, bool are_ink) {
  uint16_t white = are_ink && sample[3] != 0 ? 65535 : 0;
  if (are_ink) {
    uint16_t least = sample[0] < sample[1] ? sample[0] : sample[1];
    least = least < sample[2] ? least : sample[2];
    float limit = 65535 / (float)(65535 - least);
    factor = factor < limit ? factor : limit;
  }
  for (ptrdiff_t channel = 0; channel < 3; channel++) {
    float light = (float)(are_ink ? white - sample[channel] : sample[channel]) * factor;
    light = light > 65535 ? 65535 : light;
    light = (are_ink ? (float)white - light : light) + 8388608;
    int32_t rounded;
    memcpy(&rounded, &light, sizeof rounded);
    sample[channel] = (uint16_t)rounded;
  }
}

INLINE void scale_all(const struct tui_contrast_points *points, const struct tui_contrast_samples *samples,
                      struct tui_contrast_rows rows, bool are_ink) {
  ptrdiff_t across = samples->across;
  for (ptrdiff_t row = rows.start; row < rows.end; row++) {
    const float *factors = points->factor + row * points->stride;
    for (ptrdiff_t down = 0; down < samples->down; down++) {
      uint16_t *line = (uint16_t *)samples->samples + (row * samples->down + down) * samples->width * channels;
      ptrdiff_t x = 0;
      for (; across == 2 && x + 1 < points->width; x += 2) {
        scale_four(line + x * 2 * channels, factors[x], factors[x + 1], are_ink);
      }
      for (; x < points->width; x++) {
        for (ptrdiff_t index = x * across; index < (x + 1) * across; index++) {
          scale_one(line + index * channels, factors[x], are_ink);
        }
      }
    }
  }
}

INLINE void scale(const struct tui_contrast_points *points, const struct tui_contrast_samples *samples,
                  struct tui_contrast_rows rows) {
  if (samples->are_ink) {
    scale_all(points, samples, rows, true);
  } else {
    scale_all(points, samples, rows, false);
  }
}

WIDE static void scale_wide(const struct tui_contrast_points *points, const struct tui_contrast_samples *samples,
                            struct tui_contrast_rows rows) {
  scale(points, samples, rows);
}

void tui_contrast_scale(bool wide, const struct tui_contrast_points *points, const struct tui_contrast_samples *samples,
                        struct tui_contrast_rows rows) {
  if (wide) {
    scale_wide(points, samples, rows);
  } else {
    scale(points, samples, rows);
  }
}
