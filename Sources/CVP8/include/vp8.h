#ifndef C_VP8_H
#define C_VP8_H

// The loops of a decoder of VP8 key frames (RFC 6386), of which lossy WebPs consist: reading the coefficients, and
// reconstructing the blocks.
//
// A macroblock has 16×16 pixels: 16 blocks of 4×4 of luma, then 4 of each kind of chroma.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The largest number of bytes that `tui_vp8_read` reads as one partition.
#define TUI_VP8_MAX_PARTITION ((size_t)1 << 31)

/// How the pixels of a macroblock are predicted.
struct tui_vp8_modes {
  /// The modes of the blocks of luma (RFC 6386, 8.1): 0 DC, 1 TM, 2 VE, 3 HE, 4 RD, 5 VR, 6 LD, 7 VL, 8 HD, 9 HU. All
  /// equal, and at most 3, if the macroblock is predicted as a whole.
  uint8_t luma[16];
  /// Whether each block is predicted on its own.
  bool is_divided;
  /// The mode of both kinds of chroma: 0 DC, 1 TM, 2 VE, 3 HE.
  uint8_t chroma;
  /// 0 to 3.
  uint8_t segment;
  /// Whether there are no coefficients.
  bool is_skipped;
};

/// The factors of a segment's coefficients: each time that of the first one, and that of the others.
struct tui_vp8_factors {
  int16_t luma[2];
  /// Those of the first coefficients of luma, which have a transform of their own unless the macroblock is divided.
  int16_t means[2];
  int16_t chroma[2];
};

/// The coefficients of a macroblock.
struct tui_vp8_macroblock {
  /// Those of each block, row by row, multiplied by their factors.
  int16_t coefficients[24][16];
  /// Two bits for each block of luma, those of the first one topmost: 0 if all coefficients are zero, 1 if all but the
  /// first are, otherwise 2 or 3.
  uint32_t luma;
  /// The same for chroma: the lowest byte is for the first kind, the next one for the second.
  uint32_t chroma;
};

/// Which blocks at the edge of a macroblock have coefficients: those at the bottom for the next row, and those at the
/// right for the next macroblock.
struct tui_vp8_edge {
  /// Four bits for luma, then two for each kind of chroma.
  uint8_t blocks;
  /// Whether the block of means has any.
  uint8_t means;
};

/// A partition that is being read.
struct tui_vp8_partition {
  const uint8_t *_Nullable bytes;
  size_t count;
  /// The position of the next byte.
  size_t position;
  /// The bits that come next, from the topmost, and then perhaps some of those that follow, or zeros.
  uint64_t window;
  /// How many of them are valid.
  uint32_t bits;
  /// The index of the arithmetic decoder's range.
  uint32_t range;
};

/// Whether this processor is one for which coefficients can be read.
bool tui_vp8_is_available(void);

/// The number of bytes of the tables for a frame's probabilities.
size_t tui_vp8_tables_size(void);

/// Makes the tables for a frame's probabilities: four kinds of blocks, eight bands, three contexts, eleven
/// probabilities (RFC 6386, 13). `tables` are as many bytes as `tui_vp8_tables_size` says, zero, and aligned to 64.
void tui_vp8_make_tables(void *_Nonnull tables, const uint8_t *_Nonnull probabilities);

/// Begins to read a partition, of at most `TUI_VP8_MAX_PARTITION` bytes, which outlive it; returns false if it is
/// not one that an encoder can write, and must not be read.
bool tui_vp8_begin(struct tui_vp8_partition *_Nonnull partition, const uint8_t *_Nonnull bytes, size_t count);

/// Whether more has been read than the partition has. Zeros are read after its end.
bool tui_vp8_is_exhausted(const struct tui_vp8_partition *_Nonnull partition);

/// Reads the coefficients of a row of macroblocks.
///
/// - factors: those of four segments
/// - above: the edges of the row above, which become those of this row; zero for the first row
/// - row: `count` macroblocks, overwritten
void tui_vp8_read(const void *_Nonnull tables, const struct tui_vp8_factors *_Nonnull factors,
                  const struct tui_vp8_modes *_Nonnull modes, size_t count,
                  struct tui_vp8_partition *_Nonnull partition, struct tui_vp8_edge *_Nonnull above,
                  struct tui_vp8_macroblock *_Nonnull row);

/// The pixels of a row of macroblocks, in three planes.
struct tui_vp8_planes {
  /// The first pixel of the row's first macroblock. Before it there is a row of pixels, that above the row of
  /// macroblocks, which is not used if that is the first row.
  uint8_t *_Nonnull luma;
  uint8_t *_Nonnull blue;
  uint8_t *_Nonnull red;
  /// From one row of pixels of luma to the next; half of that for chroma. An even number, at least 16 times the number
  /// of macroblocks.
  size_t stride;
};

/// Reconstructs the pixels of a row of macroblocks, without the loop filter.
void tui_vp8_reconstruct(const struct tui_vp8_modes *_Nonnull modes, const struct tui_vp8_macroblock *_Nonnull row,
                         size_t count, bool is_first_row, struct tui_vp8_planes planes);

#endif
