#ifndef C_GLYPHS_TONES_H
#define C_GLYPHS_TONES_H

// The search for the nearest tone of a palette, in vectors of eight numbers if `wide`; see "glyphs.h".

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A wanted tone: see `ToneTarget`, and `BlurredError` for the light around the cell.
struct tui_tone_target {
  float lightness, red, blue;
  float red_hue, blue_hue, chroma;
  float across, along, paleness, least;
  /// Whether the light around the cell counts, and the factors of the squared and of the plain light in that error.
  bool is_blurred;
  float square, product;
};

/// The penalties of 16 entries; see `EntryPenalties`.
struct tui_entry_penalties {
  const float *_Nonnull of;
  bool are_none;
};

/// Tones in groups of eight, and the ranges of the groups, eight by eight; see `FlatTones`.
struct tui_tones {
  const void *_Nonnull eights;
  /// The number of groups that are compared.
  ptrdiff_t count;
  const void *_Nonnull ranges;
  ptrdiff_t range_count;
};

/// Returns the tone nearest to a wanted one, and its error; of equally near ones, that with the lowest value. `guess` is the group that
/// probably has it, and is replaced by the group that has it.
int32_t tui_tones_nearest(bool wide, const struct tui_tones *_Nonnull tones,
                          const struct tui_tone_target *_Nonnull target,
                          const struct tui_entry_penalties *_Nonnull penalties, ptrdiff_t *_Nonnull guess,
                          float *_Nonnull error);

#endif
