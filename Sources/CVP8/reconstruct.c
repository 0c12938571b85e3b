// Reconstructs macroblocks: predicts their pixels from those around them, and adds what the coefficients say.

#include <string.h>

#include "divided.h"
#include "transforms.h"
#include "vp8.h"

enum {
  // What pixels above the picture and at its left are taken to be.
  beyond_top = 127,
  beyond_left = 129,
};

// Where a macroblock is.
struct place {
  bool is_first_row;
  bool is_first;
  bool is_last;
};

// Adds four rows of numbers to the pixels of two blocks.
INLINE void add(const eight rows[4], uint8_t *pixels, ptrdiff_t stride) {
  for (int row = 0; row < 4; row++, pixels += stride) {
    eight_pixels line;
    memcpy(&line, pixels, sizeof(line));
    line = clamp(widen(line) + rows[row]);
    memcpy(pixels, &line, sizeof(line));
  }
}

// Adds two blocks of coefficients, given their codes, to the pixels.
INLINE void add_pair(uint32_t codes, const int16_t (*blocks)[16], uint8_t *pixels, ptrdiff_t stride) {
  eight rows[4], halves[4];
  if (codes == 0) return;
  // Has one of them more than a first coefficient?
  if (codes & 10) {
    transform(blocks, halves);
    join(halves, rows);
  } else {
    const int16_t left = level_of(blocks[0]), right = level_of(blocks[1]);
    rows[0] = rows[1] = rows[2] = rows[3] = (eight){left, left, left, left, right, right, right, right};
  }
  add(rows, pixels, stride);
}

// The gradient mode, TM.
INLINE void predict_gradients(uint8_t *pixels, ptrdiff_t stride, ptrdiff_t size, const uint8_t *above,
                              struct place place) {
  const int16_t corner = place.is_first_row ? beyond_top : place.is_first ? beyond_left : above[-1];
  eight differences[2];
  for (ptrdiff_t half = 0; half < size / 8; half++) {
    eight_pixels line;
    memcpy(&line, above + 8 * half, sizeof(line));
    differences[half] = widen(line) - corner;
  }
  for (ptrdiff_t row = 0; row < size; row++, pixels += stride) {
    const int16_t left = place.is_first ? beyond_left : pixels[-1];
    for (ptrdiff_t half = 0; half < size / 8; half++) {
      const eight_pixels line = clamp(differences[half] + left);
      memcpy(pixels + 8 * half, &line, sizeof(line));
    }
  }
}

// The mean of the pixels above and at the left, as far as they are in the picture.
INLINE uint8_t mean_of(const uint8_t *pixels, ptrdiff_t stride, ptrdiff_t size, struct place place) {
  uint32_t sum = 0, count = 0;
  if (!place.is_first_row) {
    for (ptrdiff_t index = 0; index < size; index++) sum += (pixels - stride)[index];
    count += (uint32_t)size;
  }
  if (!place.is_first) {
    for (ptrdiff_t index = 0; index < size; index++) sum += pixels[index * stride - 1];
    count += (uint32_t)size;
  }
  if (count == 0) return 128;
  // Divisors are powers of two.
  return (uint8_t)((sum + count / 2) >> __builtin_ctz(count));
}

// Predicts a square of pixels as a whole.
INLINE void predict(uint8_t mode, uint8_t *pixels, ptrdiff_t stride, ptrdiff_t size, struct place place) {
  uint8_t beyond[16];
  memset(beyond, beyond_top, sizeof(beyond));
  const uint8_t *above = place.is_first_row ? beyond : pixels - stride;
  switch (mode) {
    case 0: {
      const uint8_t mean = mean_of(pixels, stride, size, place);
      for (ptrdiff_t row = 0; row < size; row++) memset(pixels + row * stride, mean, size);
      break;
    }
    case 1: predict_gradients(pixels, stride, size, above, place); break;
    case 2: {
      uint8_t copy[16];
      memcpy(copy, above, size);
      for (ptrdiff_t row = 0; row < size; row++) memcpy(pixels + row * stride, copy, size);
      break;
    }
    default:
      for (ptrdiff_t row = 0; row < size; row++, pixels += stride)
        memset(pixels, place.is_first ? beyond_left : pixels[-1], size);
  }
}

// Finds what is to be added to the pixels of luma, in pairs of rows of a block.
INLINE void transform_luma(const struct tui_vp8_macroblock *macroblock, eight halves[32]) {
  for (int pair = 0; pair < 8; pair++) {
    const uint32_t codes = macroblock->luma >> (28 - 4 * pair) & 15;
    const int16_t(*blocks)[16] = &macroblock->coefficients[2 * pair];
    eight *result = &halves[4 * pair];
    if (codes & 10) {
      transform(blocks, result);
    } else {
      result[0] = result[1] = (eight){0} + level_of(blocks[0]);
      result[2] = result[3] = (eight){0} + level_of(blocks[1]);
    }
  }
}

// Four pixels of the macroblock that is above at the right. The last blocks of all rows use them: below, there are none
// yet.
INLINE uint32_t above_right_of(const uint8_t *pixels, ptrdiff_t stride, struct place place) {
  uint32_t result;
  if (place.is_first_row) return beyond_top * (uint32_t)everywhere;
  if (place.is_last) return (pixels - stride)[15] * (uint32_t)everywhere;
  memcpy(&result, pixels - stride + 16, sizeof(result));
  return result;
}

static void reconstruct_divided(const struct tui_vp8_modes *modes, const struct tui_vp8_macroblock *macroblock,
                                struct place place, uint8_t *pixels, ptrdiff_t stride) {
  eight halves[32];
  transform_luma(macroblock, halves);
  // The pixels above the current row of blocks, four at a time.
  uint32_t above[5];
  if (place.is_first_row) {
    memset(above, beyond_top, 4 * sizeof(above[0]));
  } else {
    memcpy(above, pixels - stride, 4 * sizeof(above[0]));
  }
  above[4] = above_right_of(pixels, stride, place);
  uint8_t corner = place.is_first_row ? beyond_top : place.is_first ? beyond_left : (pixels - stride)[-1];
  for (int block_row = 0; block_row < 4; block_row++, pixels += 4 * stride) {
    uint32_t left = beyond_left * (uint32_t)everywhere;
    if (!place.is_first)
      left = (uint32_t)pixels[-1] << 24 | (uint32_t)(pixels + stride)[-1] << 16 |
             (uint32_t)(pixels + 2 * stride)[-1] << 8 | (pixels + 3 * stride)[-1];
    const uint8_t next_corner = left & 255;
    for (int column = 0; column < 4; column++) {
      const int block = 4 * block_row + column;
      const struct surroundings around = {
        .above = above[column] | (uint64_t)above[column + 1] << 32, .left = left, .corner = corner};
      corner = (uint8_t)(above[column] >> 24);
      uint32_t rows[4];
      predict_block(modes->luma[block], &around, rows);
      for (int half = 0; half < 2; half++) {
        eight_pixels line;
        memcpy(&line, rows + 2 * half, sizeof(line));
        line = clamp(widen(line) + halves[2 * block + half]);
        memcpy(rows + 2 * half, &line, sizeof(line));
      }
      for (int row = 0; row < 4; row++) memcpy(pixels + 4 * column + row * stride, &rows[row], sizeof(rows[row]));
      above[column] = rows[3];
      left = rows[0] >> 24 << 24 | rows[1] >> 24 << 16 | rows[2] >> 24 << 8 | rows[3] >> 24;
    }
    corner = next_corner;
  }
}

static void reconstruct_whole(const struct tui_vp8_modes *modes, const struct tui_vp8_macroblock *macroblock,
                              struct place place, uint8_t *pixels, ptrdiff_t stride) {
  predict(modes->luma[0], pixels, stride, 16, place);
  for (ptrdiff_t pair = 0; pair < 8; pair++)
    add_pair(macroblock->luma >> (28 - 4 * pair) & 15, &macroblock->coefficients[2 * pair],
             pixels + pair / 2 * 4 * stride + pair % 2 * 8, stride);
}

static void reconstruct_chroma(uint8_t mode, uint32_t codes, const int16_t (*blocks)[16], struct place place,
                               uint8_t *pixels, ptrdiff_t stride) {
  predict(mode, pixels, stride, 8, place);
  add_pair(codes >> 4 & 15, blocks, pixels, stride);
  add_pair(codes & 15, blocks + 2, pixels + 4 * stride, stride);
}

void tui_vp8_reconstruct(const struct tui_vp8_modes *modes, const struct tui_vp8_macroblock *row, size_t count,
                         bool is_first_row, struct tui_vp8_planes planes) {
  const ptrdiff_t stride = (ptrdiff_t)planes.stride, chroma_stride = stride / 2;
  for (size_t index = 0; index < count; index++, modes++, row++) {
    const struct place place = {.is_first_row = is_first_row, .is_first = index == 0, .is_last = index + 1 == count};
    if (modes->is_divided) {
      reconstruct_divided(modes, row, place, planes.luma, stride);
    } else {
      reconstruct_whole(modes, row, place, planes.luma, stride);
    }
    reconstruct_chroma(modes->chroma, row->chroma, row->coefficients + 16, place, planes.blue, chroma_stride);
    reconstruct_chroma(modes->chroma, row->chroma >> 8, row->coefficients + 20, place, planes.red, chroma_stride);
    planes.luma += 16;
    planes.blue += 8;
    planes.red += 8;
  }
}
