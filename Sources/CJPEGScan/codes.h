#ifndef CODES_H
#define CODES_H

#include "inline.h"
#include "jpeg_scan.h"

#include <string.h>

enum {
  // The number of bits that index the tables of DC codes, and of AC codes that are read one by one.
  short_bits = 10,
  // More coefficients than a block can have.
  too_many = 63,
  max_states = 2 * TUI_JPEG_MAX_COMPONENTS * TUI_JPEG_MAX_BLOCKS,
};

// An entry of a table. Bits 0…4: the number of bits that its codes and their values take. Bits 6…11: the number of
// AC coefficients, zeros included; `too_many` if the first code is too long for the table, or if there is none.
enum {
  entry_skip = 31,
  // The code is that of a mean, or of a coefficient on which parts depend: it is needed later.
  entry_is_mean = 1 << 5,
  entry_is_part = 1 << 12,
  entry_count = 6,
  // The block, or its DC coefficient, is complete: another table follows.
  entry_is_last = 1 << 15,
};

typedef float parts_vector __attribute__((vector_size(16), aligned(4)));

// A Huffman code as tables: codes of up to `short_bits` bits are looked up.
struct prefix_code {
  // For each sequence of bits, the code at its beginning as in `tui_jpeg_huffman_code`; 0 if it is longer, or if there
  // is none.
  uint16_t short_codes[1 << short_bits];
  // For each length, what all sequences of 16 bits that begin with codes of up to this length are below.
  uint32_t ends[17];
  // For each length, what is added to a code to find it among `codes`.
  int32_t offsets[17];
  uint16_t codes[256];
};

// What is read next: the DC coefficient of a block, or its AC coefficients. The states are a ring.
struct state {
  // The table. It is indexed by the next bits, and the lowest six bits of its own address are the number of bits to the
  // right of them: to wait for a second value would take longer.
  const uint16_t *table;
  const struct state *next;
  const struct state *previous;
  const struct prefix_code *code;
  bool is_dc;
  bool has_parts;
};

struct component {
  const struct prefix_code *dc;
  const struct prefix_code *ac;
  size_t blocks;
  // See `tui_jpeg_component`.
  size_t across, down, wide, high;
  int32_t quantum;
  bool has_parts;
  parts_vector weights[64];
};

// A scan's codes.
struct codes {
  struct state states[max_states];
  struct component components[TUI_JPEG_MAX_COMPONENTS];
  size_t component_count;
  // The number of blocks in a group.
  size_t block_count;
  // The number of them with parts.
  size_t parts_count;
  struct prefix_code dc[TUI_JPEG_MAX_COMPONENTS];
  struct prefix_code ac[TUI_JPEG_MAX_COMPONENTS];
};

// Returns the code at the beginning of 16 bits; 0 if there is none.
INLINE uint32_t code_at(const struct prefix_code *code, uint32_t window) {
  const uint32_t found = code->short_codes[window >> (16 - short_bits)];
  if (LIKELY(found != 0)) return found;
  for (uint32_t length = short_bits + 1; length <= 16; length++) {
    if (window < code->ends[length]) return code->codes[code->offsets[length] + (int32_t)(window >> (16 - length))];
  }
  return 0;
}

INLINE uint32_t length_of(uint32_t code) { return code >> 8; }
// The number of zeros before the coefficient.
INLINE uint32_t zeros_of(uint32_t code) { return code >> 4 & 15; }
// The number of bits of the value.
INLINE uint32_t size_of(uint32_t code) { return code & 15; }
// Whether an AC code ends the block (F.1.2.2).
INLINE bool ends_block(uint32_t code) { return size_of(code) == 0 && zeros_of(code) != 15; }

#endif
