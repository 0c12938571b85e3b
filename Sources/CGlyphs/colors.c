#include "glyphs.h"
#include "planes.h"

// The encoded red, green and blue of colors in three planes.
INLINE void color(const floats *planes, struct tui_planes weights, ints *result) {
  const floats zero = {0}, most = zero + 255;
  floats red = planes[1] / weights.chroma, blue = planes[2] / weights.chroma;
  floats green = planes[0] - weights.red * red - weights.blue * blue;
  floats channels[3] = {green + red, green, green + blue};
  *result = (ints){0};
  for (int channel = 0; channel < 3; channel++) {
    ints is_negative = channels[channel] < zero, is_large = channels[channel] > most;
    choose(&is_negative, &zero, &channels[channel]);
    choose(&is_large, &most, &channels[channel]);
    *result = *result << 8 | __builtin_convertvector(channels[channel] + 0.5f, ints);
  }
}

INLINE void draw(const struct tui_chosen *chosen, struct tui_planes weights, struct tui_contrast_boost how, ints *front,
                 ints *back) {
  const floats *means = (const floats *)chosen->means, *sums = (const floats *)chosen->sums;
  const floats norms = *(const floats *)chosen->norms, averages = *(const floats *)chosen->averages;
  floats scale = {0}, factor = {0}, inverse = 1 / (norms * norms), raised, planes[3], slopes[3];
  const ints has_shape = norms > 0;
  choose(&has_shape, &inverse, &scale);
  for (int plane = 0; plane < 3; plane++) slopes[plane] = sums[plane] * scale;
  const floats shown = slopes[0] * slopes[0] * norms * norms, energy = *(const floats *)chosen->energies;
  const ints is_dull = (shown > 1) & (energy > shown);
  raised = 1 + how.share * (__builtin_elementwise_sqrt(energy / shown) - 1);
  const floats most = (floats){0} + how.maximum;
  const ints is_more = raised > most;
  choose(&is_more, &most, &raised);
  factor += 1;
  choose(&is_dull, &raised, &factor);
  for (int plane = 0; plane < 3; plane++) {
    slopes[plane] *= factor;
    planes[plane] = means[plane] - slopes[plane] * averages;
  }
  color(planes, weights, back);
  for (int plane = 0; plane < 3; plane++) planes[plane] += slopes[plane];
  color(planes, weights, front);
}

WIDE static void draw_wide(const struct tui_chosen *chosen, struct tui_planes weights, struct tui_contrast_boost how,
                           ints *front, ints *back) {
  draw(chosen, weights, how, front, back);
}

void tui_cell_colors(bool wide, const struct tui_chosen *chosen, struct tui_planes weights, struct tui_contrast_boost how,
                     void *front, void *back) {
  if (wide) {
    draw_wide(chosen, weights, how, front, back);
  } else {
    draw(chosen, weights, how, front, back);
  }
}
