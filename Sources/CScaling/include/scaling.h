#ifndef C_SCALING_H
#define C_SCALING_H

// The loops over numbers of the scaler, in vectors of eight if `wide` (see `CProcessor`). The results are the same without them: the same
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

/// Sums pixels above one another: `rows` rows of `width` pixels, each of four 16-bit numbers, to `width` pixels of four 32-bit numbers. The
/// sums do not overflow.
void tui_sum_rows(bool wide, const void *_Nonnull pixels, ptrdiff_t width, ptrdiff_t rows, void *_Nonnull sums);

/// Averages such sums of `rows` rows, rounding down.
///
/// Each of `count` means is that of the columns from one of the pair of numbers in `bounds` to before the other. The quotient by a number of
/// pixels up to `limit` is the product with the number at that index in `reciprocals`, divided by 2³¹. `means` are pixels of four 16-bit
/// numbers.
void tui_average_columns(bool wide, const void *_Nonnull sums, const int32_t *_Nonnull bounds, ptrdiff_t count,
                         uint32_t rows, const uint32_t *_Nonnull reciprocals, uint32_t limit, void *_Nonnull means);

#endif
