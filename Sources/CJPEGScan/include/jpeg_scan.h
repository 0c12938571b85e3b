#ifndef C_JPEG_SCAN_H
#define C_JPEG_SCAN_H

// The loops of a decoder of sequential JPEGs at 1/8 scale (ITU-T T.81): reading the codes of a scan, and writing
// colors.
//
// A scan consists of groups of blocks ("minimum coded units"). Of each block, its mean is needed, the DC coefficient;
// and of some, those of chroma at half resolution, also the means of its halves or quarters.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The most components of a scan.
#define TUI_JPEG_MAX_COMPONENTS 3
/// The most blocks of a component in a group.
#define TUI_JPEG_MAX_BLOCKS 4
/// The most samples of a component in a group, across and down.
#define TUI_JPEG_MAX_SIDE 4
/// The most groups that are read at once.
#define TUI_JPEG_MAX_GROUPS ((size_t)2048)
/// The most bytes that are read at once. No group is larger, except in files made for that.
#define TUI_JPEG_MAX_BYTES ((size_t)4096)

/// A Huffman code.
struct tui_jpeg_huffman_code {
  /// The codes in ascending order, from the shortest to the longest: the length, 1 to 16, in the high byte, the symbol
  /// in the low one. No more than there can be with these lengths; symbols are for values of at most 11 bits.
  const uint16_t *_Nullable codes;
  /// At most 256.
  size_t count;
};

/// How a component is coded, and what its samples are.
struct tui_jpeg_component {
  struct tui_jpeg_huffman_code dc;
  struct tui_jpeg_huffman_code ac;
  /// Components with the same numbers have the same codes.
  uint8_t dc_number;
  uint8_t ac_number;
  /// The number of blocks in a group, across and down: together at most `TUI_JPEG_MAX_BLOCKS`.
  uint8_t across;
  uint8_t down;
  /// The number of samples for each block, across and down: 1, or 2 where the component has half the resolution. A
  /// group has the same number of all components' samples.
  uint8_t wide;
  uint8_t high;
  /// What a mean is multiplied with, if it is the sample: eight times as much as in sample levels.
  int32_t quantum;
  /// What each coefficient, in zigzag order, adds to a block's parts: four values for each of 64 coefficients. Null if
  /// each block is one sample.
  const float *_Nullable weights;
};

/// The number of bytes of the tables for the codes of a number of components.
size_t tui_jpeg_codes_size(size_t component_count);

/// Makes the tables for the codes of a scan's components.
///
/// - codes: as many bytes as `tui_jpeg_codes_size` says, aligned to 64
/// - components: at most `TUI_JPEG_MAX_COMPONENTS`
void tui_jpeg_make_codes(void *_Nonnull codes, const struct tui_jpeg_component *_Nonnull components,
                         size_t component_count);

/// A position between two groups.
struct tui_jpeg_position {
  /// Eight times the index of the next bit's byte, plus the bit's index in it. That of a bit after 0xFF 0x00 is in the
  /// byte that follows, so that equal positions are equal numbers.
  size_t bit_offset;
  /// The last mean of each component.
  int16_t means[TUI_JPEG_MAX_COMPONENTS];
};

/// Groups that have been read.
struct tui_jpeg_groups {
  /// The means of all blocks.
  const int16_t *_Nonnull means;
  /// The parts of the blocks that have some, each four values.
  const float *_Nonnull parts;
  /// Where each group begins.
  const size_t *_Nonnull bit_offsets;
};

/// The number of bytes of the memory in which groups are read.
size_t tui_jpeg_memory_size(void);

/// Returns where groups are, once they have been read.
///
/// - memory: as many bytes as `tui_jpeg_memory_size` says, aligned to 64
struct tui_jpeg_groups tui_jpeg_groups_in(const void *_Nonnull memory);

/// Reads groups, as many as lie completely before a limit, a marker, the end, or an invalid code.
///
/// - bytes: `count` bytes
/// - position: where the first group begins, at a byte that is there; then where the next one does
/// - byte_limit: the most bytes to read, 1 to `TUI_JPEG_MAX_BYTES`
/// - group_limit: the most groups to read
/// - memory: see `tui_jpeg_groups_in`
/// - Returns the number of groups, at most `TUI_JPEG_MAX_GROUPS`.
size_t tui_jpeg_read(const void *_Nonnull codes, const uint8_t *_Nonnull bytes, size_t count,
                     struct tui_jpeg_position *_Nonnull position, size_t byte_limit, size_t group_limit,
                     void *_Nonnull memory);

/// Where groups are in a picture.
struct tui_jpeg_place {
  /// The number of the picture's groups before the first one.
  size_t first;
  /// The number of groups in a row of the picture.
  size_t across;
  /// The picture's size at this scale: one sample for each pixel of gray, three for one of color.
  size_t width;
  size_t height;
  /// What is added to the means of each component.
  int16_t bases[TUI_JPEG_MAX_COMPONENTS];
};

/// Writes the samples of groups: gray, or red, green and blue.
///
/// - groups: `count` groups, all of which lie in the picture, at least in part
/// - samples: those of the whole picture
void tui_jpeg_write(const void *_Nonnull codes, const int16_t *_Nonnull means, const float *_Nonnull parts,
                    size_t count, struct tui_jpeg_place place, uint8_t *_Nonnull samples);

#endif
