#ifndef C_GLYPHS_H
#define C_GLYPHS_H

// A cell's samples as the search needs them, and their comparison with eight shapes at a time, in vectors of eight numbers where the processor has them. C, because Swift can
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

/// The weights of the planes in which cells are compared: in luma those of red, green and blue, and that of the color differences.
struct tui_planes {
  float red, green, blue, chroma;
};

/// Fills three planes of a cell, one after another: in each 32 samples minus their mean, then 16 sums of horizontal pairs, then 8 sums of
/// 2×2 blocks. Returns whether no sample is empty.
///
/// `samples` are 8 rows of 4 pixels of four 16-bit channels, each row `width` pixels after the previous one, and `encoded` the 8-bit
/// values of all 16-bit ones. The planes are luma and the differences of red and of blue from green. `mean` and `energy` are three floats each: the means, and the sums of squares of what is left.
bool tui_cell_load(bool wide, const void *_Nonnull samples, ptrdiff_t width, const uint8_t *_Nonnull encoded,
                   struct tui_planes weights, float *_Nonnull planes, void *_Nonnull mean,
                   void *_Nonnull energy);

#endif
