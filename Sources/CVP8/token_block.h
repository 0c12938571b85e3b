#ifndef TOKEN_BLOCK_H
#define TOKEN_BLOCK_H

// Reads a block's coefficients with tables; tokens.c explains how.

#include "token_reader.h"

// The alternative has the same results, which can be tested on any processor.
#if defined(__x86_64__) && !defined(TUI_VP8_WITHOUT_ASSEMBLY)
#define HAS_ASSEMBLY 1
#else
#define HAS_ASSEMBLY 0
#endif

static const uint8_t zigzag[position_count] = {0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15};

// Reads the sign of a value, and what precedes it: the value's interval begins at `start`, and the index of its range
// is `range` after so many bits.
INLINE bool read_sign(struct reader *reader, uint64_t start, uint32_t bits, uint64_t range) {
  const uint64_t window = reader->window - start, threshold = (64 + (range & 63) + (range >> 6)) << (56 - bits);
  const bool is_negative = window >= threshold;
  const uint64_t rest = window - threshold;
  reader->window = is_negative ? rest : window;
  skip(reader, bits + 1);
  if (UNLIKELY(range & 64)) range = (range & 63) + !is_negative;
  reader->offset = offset_of(range);
  return is_negative;
}

// The number of thresholds that are greater than a number, which is that of zeros.
INLINE uint64_t count_zeros(const struct run *run, uint32_t number) {
  const uint32_t *thresholds = run->thresholds;
#if HAS_ASSEMBLY
  // A comparison sets the carry flag if the number is less, and the flag is added. Compilers need more instructions.
#define COUNT(counter, first, second)                                   \
  __asm__(                                                              \
    "cmp %[one],%[number]\n\tadc $0,%[count]\n\t"                       \
    "cmp %[other],%[number]\n\tadc $0,%[count]"                         \
    : [count] "+&r"(counter)                                            \
    : [number] "r"(number), [one] "m"(first), [other] "m"(second)       \
    : "cc")
  uint64_t zeros = 0, more = 0, most = 0;
  COUNT(zeros, thresholds[0], thresholds[1]);
  COUNT(more, thresholds[2], thresholds[3]);
  COUNT(most, thresholds[4], thresholds[5]);
#undef COUNT
  return zeros + more + most;
#else
  uint64_t zeros = 0;
  for (int index = 0; index < longest_run; index++) zeros += number < thresholds[index];
  return zeros;
#endif
}

// Subtracts a threshold unless the window is less; returns -1 if it is, otherwise 0.
INLINE int subtract_sign(uint64_t *window, uint64_t threshold) {
#if HAS_ASSEMBLY
  uint64_t rest = *window;
  int result;
  __asm__("sub %[threshold],%[rest]\n\tcmovb %[window],%[rest]\n\tsbb %[result],%[result]"
          : [rest] "+&r"(rest), [result] "=&r"(result)
          : [threshold] "r"(threshold), [window] "r"(*window)
          : "cc");
  *window = rest;
  return result;
#else
  const int result = -(*window < threshold);
  *window -= threshold & ~(uint64_t)(int64_t)result;
  return result;
#endif
}

// The decision between a value of one and a larger one.
struct choice {
  const struct values *values;
  const struct magnitude *magnitude;
  // If the window is less, the value is one.
  uint64_t threshold;
  // How many bits have been read before.
  uint32_t bits;
};

// Finds the decision after a number of zeros; returns whether the value is one.
INLINE bool choose(const struct reader *reader, const struct runs *runs, const struct run *run, uint64_t zeros,
                   struct choice *choice) {
  const uint64_t range = reader->offset / sizeof(struct run) - even_range_count;
  choice->values = runs->values[zeros];
  choice->magnitude = &choice->values->magnitudes[runs->value_ranges[range][zeros]];
  choice->bits = run->bits[zeros] - 1u - choice->magnitude->one_bits;
  choice->threshold = (uint64_t)choice->magnitude->threshold << (56 - choice->bits);
  return reader->window < choice->threshold;
}

// Reads a value that turned out to be two or more, and its sign. Returns it with the opposite sign.
INLINE int read_more(struct reader *reader, const struct source *source, const struct choice *choice) {
  reader->window -= choice->threshold;
  skip(reader, choice->bits);
  skip(reader, choice->magnitude->more_bits);
  refill(reader, source);
  uint64_t range = choice->magnitude->more_range;
  const struct small_value *small = &choice->values->small[range];
  const uint64_t below_five = (uint64_t)small->below_five << 56, below_three = (uint64_t)small->below_three << 48,
                 below_four = (uint64_t)small->below_four << 40;
  int value;
  bool is_negative;
  if (LIKELY(reader->window < below_five)) {
    if (reader->window < below_three) {
      value = 2;
      is_negative = read_sign(reader, 0, small->bits[0], small->ranges[0]);
    } else {
      const uint32_t is_four = reader->window >= below_four;
      value = 3 + (int)is_four;
      is_negative = read_sign(reader, is_four ? below_four : below_three, small->bits[1 + is_four],
                              small->ranges[1 + is_four]);
    }
  } else {
    reader->window -= below_five;
    skip(reader, small->bits[3]);
    range = small->ranges[3];
    // A copy, so that the state stays in registers elsewhere.
    struct reader copy = *reader;
    value = read_large(&copy, source, choice->values->probabilities, &range);
    *reader = copy;
    is_negative = read_sign(reader, 0, 0, range);
  }
  return is_negative ? value : -value;
}

INLINE const struct run *run_at(const struct runs *runs, uint64_t offset) {
  return (const struct run *)((const char *)runs + offsetof(struct runs, entries) - offset_of(0) + offset);
}

// Reads a value of one after which the range may be odd, or the block is over, given what is left after the zeros.
// Returns whether it is negative.
INLINE bool read_uncommon_one(struct reader *reader, uint32_t next, uint32_t bits) {
  const bool is_odd = next & run_is_odd;
  uint64_t offset = next & run_offset_mask, half = offset;
  if (is_odd) {
    // Without the bit for odd ranges, these are an even range and its half. Those of the odd one are greater by one.
    offset += offset_of(0);
    half = offset + sizeof(struct run);
  }
  const uint64_t threshold = half << half_shift >> bits;
  const bool is_negative = reader->window >= threshold;
  if (is_negative) reader->window -= threshold;
  reader->offset = is_odd && !is_negative ? half : offset;
  skip(reader, bits);
  return is_negative;
}

// Reads the end of a block if it comes next; returns whether it does. `number` is the upper half of the window.
INLINE bool read_end_of_block(struct reader *reader, const struct run *run, uint32_t number) {
  if (number >= run->thresholds[longest_run]) return false;
  skip(reader, run->end_bits);
  reader->offset = offset_of(run->end_range);
  return true;
}

// Reads a block's coefficients from a position on, given their factors with the opposite sign. Returns the position
// after the last one, or the first one if there are none.
INLINE uint32_t read_block(struct reader *reader, const struct source *source, const struct kind *kind,
                           uint32_t context, const int16_t *factors, uint32_t position, int16_t *block,
                           uint32_t *has_any) {
  // A copy, which is kept in registers.
  struct reader state = *reader;
  const struct runs *runs = kind->runs[context * position_count + position];
  // The table for this position after a one. Those after other coefficients are at fixed distances.
  const struct runs *const *after_one = &kind->runs[position_count + position];
  refill(&state, source);
  const struct run *run = run_at(runs, state.offset);
  uint32_t number = (uint32_t)(state.window >> 32);
  if (read_end_of_block(&state, run, number)) {
    *reader = state;
    *has_any = 0;
    return position;
  }
  do {
    const uint64_t zeros = count_zeros(run, number);
    const uint32_t bits = run->bits[zeros], next = run->next[zeros];
    state.window -= (uint64_t)run->thresholds[zeros] << 32;
    position += (uint32_t)zeros;
    if (UNLIKELY(next > run_offset_mask) && (next & run_is_open)) {
      skip(&state, bits);
      state.offset = next - run_is_open;
      if (position == position_count) break;
      after_one += zeros;
      runs = after_one[2 * position_count];
    } else {
      const int factor = factors[position];
      struct choice choice;
      if (LIKELY(number >> 16 < run->ones[zeros]) || UNLIKELY(choose(&state, runs, run, zeros, &choice))) {
        int16_t *coefficient = &block[zigzag[position]];
        if (UNLIKELY(next > run_offset_mask)) {
          *coefficient = (int16_t)(read_uncommon_one(&state, next, bits) ? factor : -factor);
          if (next & run_is_last) {
            position = position_count;
            break;
          }
        } else {
          const int sign = subtract_sign(&state.window, (uint64_t)next << half_shift >> bits);
          *coefficient = (int16_t)((factor ^ sign) - sign);
          skip(&state, bits);
          state.offset = next;
        }
        position++;
        runs = after_one[zeros + 1];
        after_one += zeros + 1;
      } else {
        const int value = read_more(&state, source, &choice);
        block[zigzag[position]] = (int16_t)(value * factor);
        if (++position == position_count) break;
        after_one += zeros + 1;
        runs = after_one[position_count];
      }
    }
    refill(&state, source);
    run = run_at(runs, state.offset);
    number = (uint32_t)(state.window >> 32);
  } while (!read_end_of_block(&state, run, number));
  *reader = state;
  *has_any = 1;
  return position;
}

#endif
