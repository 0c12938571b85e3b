#ifndef DIVIDED_H
#define DIVIDED_H

// The prediction of a block of 4×4 pixels from those around it (RFC 6386, 12.3).
//
// Pixels are the bytes of numbers, the first one lowest: thus all the means that a mode needs are computed at once.
// Vectors would not be faster for so few pixels, because moving them there and back takes time.

#include <stdint.h>
#include <string.h>

#include "transforms.h"

// The pixels around a block.
struct surroundings {
  // Eight pixels above, of which the last four are above the next block.
  uint64_t above;
  // Four at the left, from the bottom.
  uint32_t left;
  uint8_t corner;
};

static const uint64_t everywhere = 0x0101010101010101;

// The means of pixels, halves rounded up: of two numbers, `|` is the sum less the bits in common, and half of `^` is
// what it exceeds the mean by.
INLINE uint64_t means_of_two(uint64_t first, uint64_t second) {
  return (first | second) - (((first ^ second) & 0xFE * everywhere) >> 1);
}

// The means of pixels of which the second ones count twice.
INLINE uint64_t means_of_three(uint64_t first, uint64_t second, uint64_t third) {
  const uint64_t outer = (first & third) + (((first ^ third) & 0xFE * everywhere) >> 1);
  return means_of_two(outer, second);
}

// Puts a zero after each of four pixels.
INLINE uint64_t spread(uint64_t pixels) {
  pixels &= 0xFFFFFFFF;
  pixels = (pixels | pixels << 16) & 0x0000FFFF0000FFFF;
  return (pixels | pixels << 8) & 0x00FF00FF00FF00FF;
}

INLINE uint32_t average(const struct surroundings *around) {
  const uint64_t pixels = (around->above & 0xFFFFFFFF) | (uint64_t)around->left << 32, mask = 0x00FF00FF00FF00FF;
  const uint64_t pairs = (pixels & mask) + (pixels >> 8 & mask);
  return (uint32_t)(((pairs * 0x0001000100010001) >> 48) + 4) >> 3;
}

INLINE void predict_gradient(const struct surroundings *around, uint32_t rows[4]) {
  eight_pixels above;
  const uint64_t twice = (around->above & 0xFFFFFFFF) * 0x100000001;
  memcpy(&above, &twice, sizeof(above));
  const eight differences = widen(above) - around->corner;
  for (int half = 0; half < 2; half++) {
    const int16_t first = (int16_t)(around->left >> (24 - 16 * half) & 255);
    const int16_t second = (int16_t)(around->left >> (16 - 16 * half) & 255);
    const eight_pixels result =
      clamp(differences + (eight){first, first, first, first, second, second, second, second});
    memcpy(rows + 2 * half, &result, sizeof(result));
  }
}

// Predicts the rows of a block.
INLINE void predict_block(uint8_t mode, const struct surroundings *around, uint32_t rows[4]) {
  const uint64_t above = around->above, corner = around->corner;
  // Twelve pixels from the bottom left to the top right: the first eight, and those from the second and third on.
  const uint64_t edge = around->left | corner << 32 | above << 40;
  const uint64_t second_edge = edge >> 8 | (above >> 24) << 56, third_edge = edge >> 16 | (above >> 24) << 48;
  const uint32_t last_left = around->left & 255;
  uint64_t pixels, twos, threes;
  switch (mode) {
    case 0:  // DC: the mean.
      rows[0] = rows[1] = rows[2] = rows[3] = average(around) * (uint32_t)everywhere;
      break;
    case 1:  // TM: gradients.
      predict_gradient(around, rows);
      break;
    case 2:  // VE: downward, smoothed.
      rows[0] = rows[1] = rows[2] = rows[3] = (uint32_t)means_of_three(above << 8 | corner, above, above >> 8);
      break;
    case 3:  // HE: to the right, smoothed.
      pixels = edge << 8 | last_left;
      threes = means_of_three(pixels, edge, second_edge);
      for (int row = 0; row < 4; row++) rows[row] = (uint32_t)(threes >> (24 - 8 * row) & 255) * (uint32_t)everywhere;
      break;
    case 4:  // RD: down to the right.
      threes = means_of_three(edge, second_edge, third_edge);
      for (int row = 0; row < 4; row++) rows[row] = (uint32_t)(threes >> (24 - 8 * row));
      break;
    case 5:  // VR: steeply down to the right.
      twos = means_of_two(edge, second_edge);
      threes = means_of_three(edge, second_edge, third_edge);
      rows[0] = (uint32_t)(twos >> 32);
      rows[1] = (uint32_t)(threes >> 24);
      rows[2] = rows[0] << 8 | (threes >> 16 & 255);
      rows[3] = rows[1] << 8 | (threes >> 8 & 255);
      break;
    case 6:  // LD: down to the left.
      threes = means_of_three(above, above >> 8, above >> 16 | (above >> 56) << 48);
      for (int row = 0; row < 4; row++) rows[row] = (uint32_t)(threes >> (8 * row));
      break;
    case 7:  // VL: steeply down to the left.
      twos = means_of_two(above, above >> 8);
      threes = means_of_three(above, above >> 8, above >> 16);
      rows[0] = (uint32_t)twos;
      rows[1] = (uint32_t)threes;
      // The last pixels of these are exceptions.
      rows[2] = rows[0] >> 8 | (uint32_t)(threes >> 32) << 24;
      rows[3] = rows[1] >> 8 | (uint32_t)(threes >> 40) << 24;
      break;
    case 8:  // HD: gently down to the right.
      threes = means_of_three(edge, second_edge, third_edge);
      pixels = spread(means_of_two(edge, second_edge)) | spread(threes) << 8;
      rows[0] = (uint32_t)(pixels >> 48) | (uint32_t)(threes >> 32) << 16;
      for (int row = 1; row < 4; row++) rows[row] = (uint32_t)(pixels >> (48 - 16 * row));
      break;
    default:  // HU: gently up to the right. Only the left is used, from the top, and its last pixel goes on.
      pixels = __builtin_bswap32(around->left) | (uint64_t)(last_left * (uint32_t)everywhere) << 32;
      twos = means_of_two(pixels, pixels >> 8);
      threes = means_of_three(pixels, pixels >> 8, pixels >> 16);
      pixels = spread(twos) | spread(threes) << 8;
      for (int row = 0; row < 3; row++) rows[row] = (uint32_t)(pixels >> (16 * row));
      rows[3] = last_left * (uint32_t)everywhere;
  }
}

#endif
