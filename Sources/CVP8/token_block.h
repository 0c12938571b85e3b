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

// Decides the sign that is next: returns -1 if it is positive, otherwise 0. `positive` and `negative` are the offsets of the
// ranges afterward, of which one becomes the reader's. What is read remains to be skipped.
INLINE int choose_sign(struct reader *reader, uint64_t threshold, uint64_t positive, uint64_t negative) {
#if HAS_ASSEMBLY
  // One comparison decides everything. Compilers would branch.
  uint64_t window = reader->window, offset = negative;
  int result;
  __asm__(
    "sub %[threshold],%[window]\n\tcmovb %[positive_window],%[window]\n\t"
    "cmovb %[positive],%[offset]\n\tsbb %[result],%[result]"
    : [window] "+&r"(window), [offset] "+&r"(offset), [result] "=&r"(result)
    : [threshold] "r"(threshold), [positive_window] "r"(reader->window), [positive] "r"(positive)
    : "cc");
  reader->window = window;
  reader->offset = offset;
  return result;
#else
  const uint64_t is_positive = -(uint64_t)(reader->window < threshold);
  reader->window -= threshold & ~is_positive;
  reader->offset = (positive & is_positive) | (negative & ~is_positive);
  return (int)is_positive;
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
INLINE bool choose(const struct reader *reader, uintptr_t base, const struct run *run, uint64_t zeros,
                   struct choice *choice) {
  const struct runs *runs = runs_at(base);
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

// Reads the end of a block if it comes next; returns whether it does. `number` is the upper half of the window.
INLINE bool read_end_of_block(struct reader *reader, const struct run *run, uint32_t number) {
  if (number >= run->thresholds[longest_run]) return false;
  skip(reader, run->end_bits);
  reader->offset = offset_of(run->end_range);
  return true;
}

// Reads a block's coefficients from a position on, given their factors with the opposite sign. Returns the position
// after the last one, or the first one if there are none.
INLINE uint64_t read_block(struct reader *reader, const struct source *source, const struct kind *kind,
                           uint32_t context, const int16_t *factors, uint64_t position, int16_t *block,
                           uint32_t *has_any) {
  // A copy, which is kept in registers.
  struct reader state = *reader;
  uintptr_t base = kind->bases[context * position_count + position];
  // Those after a one, a larger value, and a run.
  const uintptr_t *after_one = &kind->bases[position_count], *after_more = &kind->bases[2 * position_count],
                  *after_run = &kind->bases[context_after_run * position_count];
  refill(&state, source);
  const struct run *run = (const struct run *)(base + state.offset);
  uint32_t number = (uint32_t)(state.window >> 32);
  if (read_end_of_block(&state, run, number)) {
    *reader = state;
    *has_any = 0;
    return position;
  }
  do {
    // Most often there are no zeros, and tables do not fit into the nearest cache.
    __builtin_prefetch((const void *)(after_one[position + 1] + (run->next[0] & run_offset_mask)));
    const uint64_t zeros = count_zeros(run, number);
    const uint32_t bits = run->bits[zeros], next = run->next[zeros];
    state.window -= (uint64_t)run->thresholds[zeros] << 32;
    position += zeros;
    if (UNLIKELY(next & run_is_open)) {
      skip(&state, bits);
      state.offset = next - run_is_open;
      if (position == position_count) break;
      base = after_run[position];
    } else {
      const int factor = factors[position];
      struct choice choice;
      if (LIKELY(number >> 16 < run->ones[zeros]) || UNLIKELY(choose(&state, base, run, zeros, &choice))) {
        const uint64_t positive = next & run_offset_mask;
        const uint64_t negative = positive - ((next & run_is_odd) >> run_odd_shift);
        const int sign = choose_sign(&state, (uint64_t)next << half_shift >> bits, positive, negative);
        block[zigzag[position]] = (int16_t)((factor ^ sign) - sign);
        skip(&state, bits);
        if (UNLIKELY(next & run_is_last)) {
          position = position_count;
          break;
        }
        base = after_one[++position];
      } else {
        const int value = read_more(&state, source, &choice);
        block[zigzag[position]] = (int16_t)(value * factor);
        if (++position == position_count) break;
        base = after_more[position];
      }
    }
    refill(&state, source);
    run = (const struct run *)(base + state.offset);
    number = (uint32_t)(state.window >> 32);
  } while (!read_end_of_block(&state, run, number));
  *reader = state;
  *has_any = 1;
  return position;
}

#endif
