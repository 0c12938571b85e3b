#ifndef C_CONTRAST_H
#define C_CONTRAST_H

// The passes of `LocalContrast` over the points of a picture, in vectors of eight numbers if `wide` (see `CProcessor`). The results are the same
// without them, and do not depend on how rows are divided: squares are summed up in whole numbers.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The points of a picture, row by row. Each row has `stride` of them, `width` rounded up to a multiple of eight; those beyond `width` are
/// empty.
struct tui_contrast_points {
  ptrdiff_t width, height, stride;
  /// The mean luminance of the opaque samples, or of their ink, 0…1; 0 without any.
  float *_Nonnull light;
  /// The lightness (OKLab, of that luminance); -1 without opaque samples.
  float *_Nonnull lightness;
  /// The factor by which the light changes.
  float *_Nonnull factor;
  /// What `tui_contrast_add_light` leaves for the next pass.
  int32_t *_Nonnull first;
  int32_t *_Nonnull second;
};

/// What `LocalContrast` describes.
struct tui_contrast_filter {
  float gain, limit;
  ptrdiff_t radius;
  /// The radius of the areas whose light is kept, and the share of its change that is undone.
  ptrdiff_t light_radius;
  float light_share;
  /// Factors of the change in each column and in each row; as many as the stride and the height.
  const float *_Nonnull across;
  const float *_Nonnull down;
};

/// Rows of points, of which the last one is excluded.
struct tui_contrast_rows {
  ptrdiff_t start, end;
};

/// The samples of a picture: four 16-bit channels each, linear light. A point has `across`×`down` of them.
struct tui_contrast_samples {
  void *_Nonnull samples;
  /// Samples in a line.
  ptrdiff_t width;
  ptrdiff_t across, down;
  /// Whether they are ink on white paper: what they lack of white takes the place of their light.
  bool are_ink;
};

/// The 32-bit integers that a pass needs beside the points.
ptrdiff_t tui_contrast_memory(const struct tui_contrast_points *_Nonnull points);

/// Sets the light and the lightness of points to those of samples.
void tui_contrast_load(bool wide, const struct tui_contrast_points *_Nonnull points,
                       const struct tui_contrast_samples *_Nonnull samples, struct tui_contrast_rows rows);

/// A pass over the points. Each needs the results of those before it on all rows.
enum tui_contrast_pass {
  /// Sets the factors to those that raise detail.
  tui_contrast_raise,
  /// Sets `first` and `second` to the sums of the light without and with the factors.
  tui_contrast_add_light,
  /// Changes the factors so that the light around points changes less.
  tui_contrast_keep_light,
};

/// Runs a pass on some rows. `memory` is what `tui_contrast_memory` returns.
void tui_contrast_change(bool wide, enum tui_contrast_pass pass, const struct tui_contrast_points *_Nonnull points,
                         const struct tui_contrast_filter *_Nonnull filter, struct tui_contrast_rows rows,
                         uint32_t *_Nonnull memory);

/// Multiplies samples by the factors of their points. Light ends at white, channel by channel, as overexposed colors do. Ink keeps its hue: it
/// ends where a channel is full.
void tui_contrast_scale(bool wide, const struct tui_contrast_points *_Nonnull points,
                        const struct tui_contrast_samples *_Nonnull samples, struct tui_contrast_rows rows);

#endif
