#ifndef C_GLYPHS_VECTORS_H
#define C_GLYPHS_VECTORS_H

#include <stddef.h>
#include <stdint.h>

// A multiplication and an addition are rounded separately, on every processor.
#pragma STDC FP_CONTRACT OFF

typedef float floats __attribute__((vector_size(32), aligned(4)));
typedef int32_t ints __attribute__((vector_size(32), aligned(4)));
// Four numbers, of which three are the planes'.
typedef float three __attribute__((vector_size(16)));

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
#else
// Compiled like the other variant.
#define WIDE
#endif

// Vectors are passed by address: in registers, they would need those that not every processor has.

// The floats of a plane: 32 samples, 16 sums of pairs, and 8 sums of blocks.
enum { plane_stride = 56 };

// The sum of all numbers, by halves, as in Swift.
INLINE float total(const floats *numbers) {
  floats n = *numbers;
  float first = n[0] + n[4], second = n[1] + n[5], third = n[2] + n[6], fourth = n[3] + n[7];
  return (first + third) + (second + fourth);
}

#endif
