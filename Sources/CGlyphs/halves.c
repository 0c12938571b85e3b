#include <string.h>

#include "glyphs.h"
#include "planes.h"

typedef uint8_t bytes __attribute__((vector_size(8)));

enum { columns = 4, rows = 4, lanes = 8 };

// The sums over a part of each of eight cells.
struct sums {
  ints red, green, blue, luma;
};

INLINE void add(struct sums *sums, const struct sums *others) {
  sums->red += others->red;
  sums->green += others->green;
  sums->blue += others->blue;
  sums->luma += others->luma;
}

INLINE void read(const uint16_t *samples, const uint8_t *encoded, struct sums *read) {
  bytes red, green, blue;
  for (int lane = 0; lane < lanes; lane++) {
    const uint16_t *sample = samples + lane * columns * 4;
    red[lane] = encoded[sample[0]];
    green[lane] = encoded[sample[1]];
    blue[lane] = encoded[sample[2]];
  }
  read->red = __builtin_convertvector(red, ints);
  read->green = __builtin_convertvector(green, ints);
  read->blue = __builtin_convertvector(blue, ints);
  // The luma weights in 256ths.
  read->luma = 54 * read->red + 183 * read->green + 19 * read->blue;
}

// The squared distance of two halves in the planes of tui_cell_load.
INLINE void contrast(const struct sums *first, const struct sums *second, float chroma, floats *result) {
  floats red = __builtin_convertvector(first->red - second->red, floats);
  floats green = __builtin_convertvector(first->green - second->green, floats);
  floats blue = __builtin_convertvector(first->blue - second->blue, floats);
  floats luma = __builtin_convertvector(first->luma - second->luma, floats) / 256;
  floats reds = chroma * (red - green), blues = chroma * (blue - green);
  *result = luma * luma + reds * reds + blues * blues;
}

// The mean of the halves of a channel, and what is between that and the first half; of the halves above and below, or where `across`, on
// the left and on the right.
INLINE void split(const ints *quarters, const ints *across, floats *mean, floats *half) {
  ints first = quarters[0] + ((quarters[2] & *across) | (quarters[1] & ~*across));
  ints second = quarters[3] + ((quarters[1] & *across) | (quarters[2] & ~*across));
  floats one = __builtin_convertvector(first, floats), other = __builtin_convertvector(second, floats);
  *mean = (one + other) / 16;
  *half = (one - other) / 16;
}

INLINE void add_channel(const floats *numbers, int shift, ints *colors) {
  const floats zero = {0}, most = zero + 255;
  floats clamped = *numbers;
  ints is_negative = clamped < zero, is_large = clamped > most;
  choose(&is_negative, &zero, &clamped);
  choose(&is_large, &most, &clamped);
  *colors |= __builtin_convertvector(clamped + 0.5f, ints) << shift;
}

INLINE void draw(const uint16_t *samples, ptrdiff_t width, const uint8_t *encoded, struct tui_halves how, ints *first,
                 ints *second, ints *is_across) {
  // Upper left and right, lower left and right: sums of four samples.
  struct sums quarters[4] = {{{0}, {0}, {0}, {0}}};
  floats squares = {0};
  for (ptrdiff_t row = 0; row < rows; row++) {
    for (ptrdiff_t column = 0; column < columns; column++) {
      struct sums sample;
      read(samples + (row * width + column) * 4, encoded, &sample);
      floats luma = __builtin_convertvector(sample.luma, floats);
      squares += luma * luma;
      add(&quarters[row / 2 * 2 + column / 2], &sample);
    }
  }
  struct sums halves[4];
  for (int half = 0; half < 4; half++) halves[half] = quarters[half / 2 * 3];
  add(&halves[0], &quarters[1]);
  add(&halves[1], &quarters[2]);
  add(&halves[2], &quarters[2]);
  add(&halves[3], &quarters[1]);
  floats down, over, mean, half, luma, factor, raised;
  contrast(&halves[0], &halves[2], how.chroma, &down);
  contrast(&halves[1], &halves[3], how.chroma, &over);
  // The split whose halves differ most has the least error.
  const ints across = over > down;
  const ints lumas[4] = {quarters[0].luma, quarters[1].luma, quarters[2].luma, quarters[3].luma};
  split(lumas, &across, &mean, &luma);
  floats shown = 16 * luma * luma, energy = squares - 16 * mean * mean;
  const ints is_dull = (shown > 65536) & (energy > shown);
  raised = 1 + how.contrast_boost * (__builtin_elementwise_sqrt(energy / shown) - 1);
  floats most = (floats){0} + how.maximum_boost;
  ints is_more = how.maximum_boost < raised;
  choose(&is_more, &most, &raised);
  factor = (floats){0} + 1;
  choose(&is_dull, &raised, &factor);
  const ints channels[3][4] = {
      {quarters[0].red, quarters[1].red, quarters[2].red, quarters[3].red},
      {quarters[0].green, quarters[1].green, quarters[2].green, quarters[3].green},
      {quarters[0].blue, quarters[1].blue, quarters[2].blue, quarters[3].blue}};
  *first = *second = (ints){0};
  for (int channel = 0; channel < 3; channel++) {
    split(channels[channel], &across, &mean, &half);
    half *= factor;
    floats front = mean + half, back = mean - half;
    add_channel(&front, 16 - 8 * channel, first);
    add_channel(&back, 16 - 8 * channel, second);
  }
  *is_across = across;
}

// Which of the cells have no empty sample.
INLINE uint32_t whole(const uint16_t *samples, ptrdiff_t width) {
  uint32_t result = 0;
  for (int lane = 0; lane < lanes; lane++) {
    shorts common = ~(shorts){0};
    for (ptrdiff_t row = 0; row < rows; row++) {
      const shorts *two = (const shorts *)(samples + (row * width + lane * columns) * 4);
      common &= two[0] & two[1];
    }
    if ((common[3] & common[7]) == UINT16_MAX) result |= 1u << lane;
  }
  return result;
}

WIDE static void draw_wide(const uint16_t *samples, ptrdiff_t width, const uint8_t *encoded, struct tui_halves how,
                           ints *first, ints *second, ints *is_across) {
  draw(samples, width, encoded, how, first, second, is_across);
}

uint32_t tui_half_cells(bool wide, const void *samples, ptrdiff_t width, ptrdiff_t count, const uint8_t *encoded,
                        struct tui_halves how, void *first, void *second, void *is_across) {
  uint16_t few[rows * lanes * columns * 4];
  if (count < lanes) {
    memset(few, 0, sizeof(few));
    for (ptrdiff_t row = 0; row < rows; row++) {
      memcpy(few + row * lanes * columns * 4, (const uint16_t *)samples + row * width * 4, (size_t)count * columns * 8);
    }
    samples = few;
    width = lanes * columns;
  }
  if (wide) {
    draw_wide(samples, width, encoded, how, first, second, is_across);
  } else {
    draw(samples, width, encoded, how, first, second, is_across);
  }
  return whole(samples, width);
}
