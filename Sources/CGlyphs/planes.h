#ifndef C_GLYPHS_PLANES_H
#define C_GLYPHS_PLANES_H

#include "vectors.h"

// The floats of a plane: 32 samples, 16 sums of pairs, and 8 sums of blocks.
enum { plane_stride = 56 };

// The sum of all numbers, by halves, as in Swift.
INLINE float total(const floats *numbers) {
  floats n = *numbers;
  float first = n[0] + n[4], second = n[1] + n[5], third = n[2] + n[6], fourth = n[3] + n[7];
  return (first + third) + (second + fourth);
}

#endif
