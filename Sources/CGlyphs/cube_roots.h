#ifndef C_GLYPHS_CUBE_ROOTS_H
#define C_GLYPHS_CUBE_ROOTS_H

#include "vectors.h"

// As `LMS.cubeRoot`.
INLINE void take_cube_roots(floats *numbers) {
  floats value = *numbers;
  const floats least = (floats){0} + 1e-9f;
  keep_greater(&value, &least);
  uints bits = (uints)value, third = (bits >> 2) + (bits >> 4);
  third += third >> 4;
  third += (third >> 8) + 709921077;
  floats root = (floats)third, cube = root * root * root;
  *numbers = root * (cube + 2 * value) / (2 * cube + value);
}

#endif
