#ifndef C_GLYPHS_CUBE_ROOTS_H
#define C_GLYPHS_CUBE_ROOTS_H

#include "vectors.h"

typedef uint32_t uints __attribute__((vector_size(32), aligned(4)));

// As `LMS.cubeRoot`.
INLINE void take_cube_roots(floats *numbers) {
  ints small = *numbers < (floats){0} + 1e-9f;
  floats value = (floats)(((ints)((floats){0} + 1e-9f) & small) | ((ints)*numbers & ~small));
  uints bits = (uints)value, third = (bits >> 2) + (bits >> 4);
  third += third >> 4;
  third += (third >> 8) + 709921077;
  floats root = (floats)third, cube = root * root * root;
  *numbers = root * (cube + 2 * value) / (2 * cube + value);
}

#endif
