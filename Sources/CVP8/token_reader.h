#ifndef TOKEN_READER_H
#define TOKEN_READER_H

// Reads a partition's bits, and, in plain arithmetic, the values that are too rare for tables.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "inline.h"
#include "shifts.h"
#include "token_tables.h"

// A partition's state while a row is read.
struct reader {
  // The next bits, from the topmost. Those after the valid ones may be set already, but only to what they will be.
  uint64_t window;
  // The entry of the range in tables of runs: `offset_of`.
  uint64_t offset;
  // The address of the next byte, a number since it may lie beyond the partition.
  uintptr_t next;
  // How many bits of the window are valid.
  uint32_t bits;
};

// What is read.
struct source {
  const uint8_t *bytes;
  size_t count;
  // From this address on, there are fewer than eight bytes.
  uintptr_t limit;
};

// Reads eight bytes of which some lie beyond the partition.
static __attribute__((noinline)) uint64_t read_end(const struct source *source, size_t position) {
  uint64_t result = 0;
  for (size_t index = position; index < position + 8; index++)
    result = result << 8 | (index < source->count ? source->bytes[index] : 0);
  return result;
}

// Makes at least 56 bits valid.
INLINE void refill(struct reader *reader, const struct source *source) {
  uint64_t bytes;
  if (LIKELY(reader->next < source->limit)) {
    memcpy(&bytes, (const void *)reader->next, sizeof(bytes));
    bytes = __builtin_bswap64(bytes);
  } else {
    bytes = read_end(source, reader->next - (uintptr_t)source->bytes);
  }
  reader->window |= bytes >> reader->bits;
  reader->next += (63 - reader->bits) >> 3;
  reader->bits |= 56;
}

// Skips valid bits.
INLINE void skip(struct reader *reader, uint32_t bits) {
  reader->window <<= bits;
  reader->bits -= bits;
}

// Reads one decision, given the range and the probability of zero in units of 1/256.
INLINE uint32_t decide(struct reader *reader, uint32_t *range, uint32_t probability) {
  const uint32_t split = 1 + (((*range - 1) * probability) >> 8);
  const uint64_t threshold = (uint64_t)split << 56;
  const bool result = reader->window >= threshold;
  if (result) {
    reader->window -= threshold;
    *range -= split;
  } else {
    *range = split;
  }
  const uint32_t shift = (uint32_t)__builtin_clz(*range) - 24;
  *range <<= shift;
  skip(reader, shift);
  return result;
}

// The probabilities of the bits of larger values, each series ended by zero (RFC 6386, 13.2).
static const uint8_t third[] = {173, 148, 140, 0};
static const uint8_t fourth[] = {176, 155, 140, 135, 0};
static const uint8_t fifth[] = {180, 157, 141, 134, 130, 0};
static const uint8_t sixth[] = {254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129, 0};
static const uint8_t *const series[4] = {third, fourth, fifth, sixth};

// Reads a value of five or more, and changes the index of the range.
static __attribute__((noinline)) FAST int read_large(struct reader *reader, const struct source *source,
                                                     const uint8_t *probabilities, uint64_t *index) {
  struct reader state = *reader;
  uint32_t range = 128 + (uint32_t)(*index & 63) * 2 + (uint32_t)(*index >> 6), value;
  refill(&state, source);
  if (!decide(&state, &range, probabilities[6])) {
    if (!decide(&state, &range, probabilities[7])) {
      value = 5 + decide(&state, &range, 159);
    } else {
      value = 7 + 2 * decide(&state, &range, 165);
      value += decide(&state, &range, 145);
    }
  } else {
    uint32_t category = decide(&state, &range, probabilities[8]);
    category = 2 * category + decide(&state, &range, probabilities[9 + category]);
    value = 0;
    // The longest series needs 33 bits.
    refill(&state, source);
    for (const uint8_t *next = series[category]; *next != 0; next++) value += value + decide(&state, &range, *next);
    value += 3 + (8u << category);
    refill(&state, source);
  }
  *reader = state;
  *index = ((range & 127) >> 1) | ((range & 1) << 6);
  return (int)value;
}

#endif
