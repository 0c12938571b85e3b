#ifndef TOKEN_TABLES_H
#define TOKEN_TABLES_H

// The tables of tokens.c, which tui_vp8_make_tables makes. They point to each other and must not be moved.
//
// A range of the arithmetic decoder is 128 to 255. Its index is 0 to 63 if it is even, and 64 to 127 if it is odd:
// after a sign, every range is even, so most tables need only the first half of the entries.

#include <stddef.h>
#include <stdint.h>

enum {
  range_count = 128,
  even_range_count = 64,
  // The most zeros that are recognized at once.
  longest_run = 6,
  position_count = 16,
  // The contexts of a position: the last coefficient (or, for a first one, the number of neighbors that have any) was
  // zero, one, or larger; or it was the last zero of a run, after which a block cannot end.
  context_count = 4,
  context_after_run = 3,
  // The most tables of runs that a kind of blocks may need. Those of the first position, and those after runs, have
  // entries for all ranges; the others of further positions have entries for even ones. Runs have at least three zeros,
  // and positions 7 to 9 share their tables.
  full_table_count = 3 + 11,
  half_table_count = 2 * 13,
};

// How a run of zeros and the value after it are read, given the range.
struct run {
  // In units of 2³² of the window, descending. If it is less than `thresholds[n]`, there are more than `n` zeros; if it
  // is less than the last one, the block ends instead.
  uint32_t thresholds[longest_run + 1];
  // In units of 2⁴⁸ of the window, rounded down. If it is less, the value after so many zeros is one; if it is not,
  // `struct magnitude` tells.
  uint16_t ones[longest_run];
  // After so many zeros, a value of one, and its sign: the offset of the next range, and flags, which are below.
  uint16_t next[longest_run + 1];
  // How many bits are read for so many zeros, a value of one, and its sign.
  uint8_t bits[longest_run + 1];
  // The index of the range after the end of the block, and how many bits are read for it.
  uint8_t end_range;
  uint8_t end_bits;
  uint8_t padding;
};
_Static_assert(sizeof(struct run) == 64, "A run must be a line of the cache.");

// The parts of `next`.
enum {
  // The offset of the range after a sign. If the range before the sign is odd, it is that of a positive value; the range
  // after a negative one is the even one below.
  run_offset_mask = 0x1FC0,
  run_is_odd = 0x2000,
  // Shifted right by so much, the bit for odd ranges is the size of an entry.
  run_odd_shift = 7,
  // The value has the last position of a block.
  run_is_last = 0x4000,
  // There are only zeros, and more of them may follow. The other bits are the offset of the range, which may be odd.
  run_is_open = 0x8000,
};
_Static_assert(run_is_odd >> run_odd_shift == sizeof(struct run), "A bit must become the size of an entry.");

// The offset of a range's entry in tables of runs, given the range's index. It is in bytes, from 64 entries before the
// first one: thus that of an even range is also half of the range, times 64.
static inline uint64_t offset_of(uint64_t range) { return (even_range_count + range) * sizeof(struct run); }

// Shifted by so much, the offset of an even range is the window's value where negative values begin, if the range and
// the sign are the next bits; they include the one that the sign reads. Flags are shifted out.
enum { half_shift = 51 };

// How a value of one is told from larger ones, given the range.
struct magnitude {
  // In units of 2⁵⁶ of the window: less means one.
  uint8_t threshold;
  // The index of the range afterward, and how many bits are read, for one and for more.
  uint8_t one_range;
  uint8_t one_bits;
  uint8_t more_range;
  uint8_t more_bits;
  uint8_t padding[3];
};

// How a value of two or more is read, given the range.
struct small_value {
  // In units of 2⁵⁶ of the window: less means two, three, or four.
  uint8_t below_five;
  uint8_t padding;
  // In units of 2⁴⁸ of the window: less means two.
  uint16_t below_three;
  // In units of 2⁴⁰ of the window: less means three.
  uint32_t below_four;
  // The index of the range afterward, and how many bits are read, for two, three, four, and more.
  uint8_t ranges[4];
  uint8_t bits[4];
};

// How a value is read that is not zero, for a band and a context.
struct values {
  struct magnitude magnitudes[range_count];
  struct small_value small[range_count];
  // A copy of those of the band and the context.
  uint8_t probabilities[11];
  uint8_t padding[53];
};

// How coefficients are read from a position on, in a context.
struct runs {
  // The tables of the value after so many zeros.
  const struct values *values[8];
  // For each index of a range, that of the one before the value after so many zeros.
  uint8_t value_ranges[range_count][8];
  struct run entries[];
};

// The address to which offsets of ranges are added.
static inline uintptr_t base_of(const struct runs *runs) { return (uintptr_t)runs->entries - offset_of(0); }

static inline const struct runs *runs_at(uintptr_t base) {
  return (const struct runs *)(base + offset_of(0) - offsetof(struct runs, entries));
}

// How the blocks of a kind are read.
struct kind {
  // The bases of the tables of each position in the first context, then in the next. Zero for what cannot occur.
  uintptr_t bases[context_count * position_count];
};

_Static_assert(sizeof(struct runs) % 64 == 0, "Tables of runs must be aligned when they follow each other.");

// All of the tables.
struct tables {
  struct kind kinds[4];
  struct values values[4][8][3];
  // Tables of runs, one after another, as many as there are for these probabilities.
  _Alignas(64) uint8_t runs[4 * (full_table_count * (sizeof(struct runs) + range_count * sizeof(struct run)) +
                                 half_table_count * (sizeof(struct runs) + even_range_count * sizeof(struct run)))];
};

#endif
