#ifndef C_SCALING_H
#define C_SCALING_H

// The loops over numbers of the scaler, in vectors of eight if `wide` (see `CVectors`). The results are the same without them: the same
// numbers are multiplied and added in the same order.
//
// A pixel is four floats: red, green, blue and alpha.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The source pixels around the center of a target pixel.
struct tui_taps {
  /// Where each of the four begins in its row, in floats.
  int32_t starts[4];
  /// Their weights.
  float weights[4];
};

/// Interpolates a row: for each taps the sum of their pixels by weight, clamped to the range of the two in the middle.
///
/// All taps lie within `row`; `output` has a pixel for each.
void tui_interpolate_row(bool wide, const float *_Nonnull row, const struct tui_taps *_Nonnull taps, ptrdiff_t count,
                         float *_Nonnull output);

/// Interpolates between four rows of `count` pixels in the same way; `weights` are four numbers.
void tui_interpolate_rows(bool wide, const float *_Nonnull first, const float *_Nonnull second,
                          const float *_Nonnull third, const float *_Nonnull fourth, const void *_Nonnull weights,
                          ptrdiff_t count, float *_Nonnull output);

/// How pixels are finished.
struct tui_finish {
  /// The factor of all numbers.
  float scale;
  /// Whether alpha becomes 65535.
  bool is_opaque;
  /// Three pixels, by which red, green and blue are multiplied and then added, or none.
  const float *_Nullable matrix;
};

/// Rounds a row to pixels of four 16-bit numbers, of which none exceeds its alpha, and that not 65535. Only those bits stay set in the
/// four 16-bit numbers `common` that are set in every pixel.
void tui_finish_row(bool wide, const float *_Nonnull sums, ptrdiff_t count, struct tui_finish how,
                    void *_Nonnull pixels, void *_Nonnull common);

#endif
