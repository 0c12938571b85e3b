#include <isa-l/igzip_lib.h>
#include <stdlib.h>

// The state contains arrays that are too large for Swift to import, so it is accessed here.

/// Returns the state for decompressing a zlib stream, to be freed with `free`; null if there is no memory.
static inline void *_Nullable tui_isal_open(void) {
  struct inflate_state *state = malloc(sizeof *state);
  if (!state) return NULL;
  isal_inflate_init(state);
  state->crc_flag = ISAL_ZLIB;
  return state;
}

/// Decompresses as much as the input and the room allow, and sets both counts to what is left. Returns whether the
/// stream is valid so far.
static inline int tui_isal_inflate(
    void *_Nonnull opened, const unsigned char *_Nullable input, unsigned *_Nonnull inputCount,
    unsigned char *_Nonnull room, unsigned *_Nonnull roomCount) {
  struct inflate_state *state = opened;
  // The declaration lacks a `const`; input is not written to.
  state->next_in = (unsigned char *)input;
  state->avail_in = *inputCount;
  state->next_out = room;
  state->avail_out = *roomCount;
  int result = isal_inflate(state);
  *inputCount = state->avail_in;
  *roomCount = state->avail_out;
  return result == ISAL_DECOMP_OK || result == ISAL_END_INPUT || result == ISAL_OUT_OVERFLOW;
}

/// Whether the stream has ended and its checksum is right.
static inline int tui_isal_has_ended(const void *_Nonnull opened) {
  return ((const struct inflate_state *)opened)->block_state == ISAL_BLOCK_FINISH;
}
