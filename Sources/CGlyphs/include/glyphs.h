#ifndef C_GLYPHS_H
#define C_GLYPHS_H

// The comparison of a cell with eight shapes at a time, in vectors of eight numbers where the processor has them. C, because Swift can
// compile a function only for the processors that a whole program needs, and those of 2003 have vectors of four. The results do not depend
// on the processor: the same numbers are multiplied and added in the same order.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Shapes, in groups of eight.
struct tui_glyphs {
  /// For each group, as many vectors of eight weights as there are sums.
  const void *_Nonnull weights;
  /// The number of sums that represent a cell; even.
  ptrdiff_t sums;
  ptrdiff_t eights;
  /// The number of the first shape.
  int32_t first;
};

/// Whether the processor has vectors of eight numbers.
bool tui_glyphs_can_be_wide(void);

/// Finds better shapes in one plane of a cell's sums than the best so far in each of the eight lanes.
///
/// `gain` are eight floats, the amounts by which those lower the error, and `numbers` eight 32-bit integers, those of the first shapes of
/// their groups.
void tui_glyphs_compare(bool wide, struct tui_glyphs glyphs, const float *_Nonnull plane,
                               void *_Nonnull gain, void *_Nonnull numbers);

/// Finds better shapes in three planes.
void tui_glyphs_compare_planes(bool wide, struct tui_glyphs glyphs, const float *_Nonnull first,
                               const float *_Nonnull second, const float *_Nonnull third,
                               void *_Nonnull gain, void *_Nonnull numbers);

/// The same without most groups in which no shape can be better than the best of all lanes: those that gain less along the main direction
/// by at least `room`.
///
/// Returns the greatest gain, of which `greatest` is that so far.
float tui_glyphs_compare_along(bool wide, struct tui_glyphs glyphs, const float *_Nonnull main, float room, float greatest,
                               const float *_Nonnull first, const float *_Nonnull second, const float *_Nonnull third,
                               void *_Nonnull gain, void *_Nonnull numbers);

#endif
