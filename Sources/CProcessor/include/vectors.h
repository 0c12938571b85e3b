#ifndef VECTORS_H
#define VECTORS_H

// What C functions need that use vectors of eight numbers where the processor has them. C, because Swift can compile a function only for the
// processors that a whole program needs, and those of 2003 have vectors of four.
//
// Such a function has a body that is INLINE, in two functions that do nothing else: one of them is WIDE. Vectors are passed by address: in
// registers, they would need those that not every processor has.

#include <stdbool.h>
#include <stdint.h>

// Inlined into both.
#define INLINE static inline __attribute__((always_inline))

/// Whether the processor has vectors of eight numbers, so that functions that are WIDE may be called.
bool tui_vectors_are_wide(void);

// A multiplication and an addition are rounded separately, so that the results do not depend on the processor.
#pragma STDC FP_CONTRACT OFF

typedef float floats __attribute__((vector_size(32), aligned(4)));
typedef int32_t ints __attribute__((vector_size(32), aligned(4)));
typedef uint32_t uints __attribute__((vector_size(32), aligned(4)));
typedef uint16_t shorts __attribute__((vector_size(16), aligned(2)));

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
#else
// Compiled like the other variant.
#define WIDE
#endif

// Replaces those numbers whose lanes are all ones in a comparison's result.
INLINE void choose(const ints *where, const floats *numbers, floats *result) {
  *result = (floats)(((ints)*numbers & *where) | ((ints)*result & ~*where));
}

INLINE void keep_lesser(floats *numbers, const floats *others) {
  ints is_lesser = *others < *numbers;
  choose(&is_lesser, others, numbers);
}

INLINE void keep_greater(floats *numbers, const floats *others) {
  ints is_greater = *others > *numbers;
  choose(&is_greater, others, numbers);
}

#endif
