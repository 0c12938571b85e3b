#include "token_tables.h"

#include <stdbool.h>
#include <string.h>

#include "vp8.h"

// The bands of positions (RFC 6386, 13.3).
static const uint8_t bands[position_count] = {0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7};

typedef const uint8_t kind_probabilities[8][3][11];

// What a series of decisions leaves: the range, and how many bits they read.
struct interval {
  uint32_t range;
  uint32_t bits;
};

static inline uint32_t index_of(uint32_t range) { return ((range & 127) >> 1) | ((range & 1) << 6); }
static inline uint32_t range_of(uint32_t index) { return 128 + ((index & 63) << 1) + (index >> 6); }

static inline struct interval normalize(struct interval interval) {
  const uint32_t shift = (uint32_t)__builtin_clz(interval.range) - 24;
  return (struct interval){interval.range << shift, interval.bits + shift};
}

// Decides in both ways; returns where the second one begins, in units of the last bit.
static inline uint32_t divide(struct interval interval, uint32_t probability, struct interval *zero,
                              struct interval *one) {
  const uint32_t split = 1 + (((interval.range - 1) * probability) >> 8);
  *zero = normalize((struct interval){split, interval.bits});
  *one = normalize((struct interval){interval.range - split, interval.bits});
  return split;
}

static void make_magnitude(uint32_t index, const uint8_t *probabilities, struct magnitude *magnitude) {
  struct interval one, more;
  const uint32_t split = divide((struct interval){range_of(index), 0}, probabilities[2], &one, &more);
  *magnitude = (struct magnitude){
    .threshold = (uint8_t)split,
    .one_range = (uint8_t)index_of(one.range),
    .one_bits = (uint8_t)one.bits,
    .more_range = (uint8_t)index_of(more.range),
    .more_bits = (uint8_t)more.bits,
  };
}

static void make_small_value(uint32_t index, const uint8_t *probabilities, struct small_value *value) {
  // Those of two, three, four, and more; then those before the last decisions.
  struct interval results[4], below_five, three_or_four;
  const uint32_t five = divide((struct interval){range_of(index), 0}, probabilities[3], &below_five, &results[3]);
  const uint32_t three = divide(below_five, probabilities[4], &results[0], &three_or_four) << (16 - below_five.bits);
  const uint32_t four = divide(three_or_four, probabilities[5], &results[1], &results[2]) << (16 - three_or_four.bits);
  value->below_five = (uint8_t)five;
  value->below_three = (uint16_t)(three >> 8);
  value->below_four = three + four;
  for (int result = 0; result < 4; result++) {
    value->ranges[result] = (uint8_t)index_of(results[result].range);
    value->bits[result] = (uint8_t)results[result].bits;
  }
}

static void make_values(const uint8_t *probabilities, struct values *values) {
  memcpy(values->probabilities, probabilities, sizeof(values->probabilities));
  for (uint32_t index = 0; index < range_count; index++) {
    make_magnitude(index, probabilities, &values->magnitudes[index]);
    make_small_value(index, probabilities, &values->small[index]);
  }
}

// What is the same for all ranges of a table of runs.
struct run_choices {
  uint32_t position;
  // How many positions there are from there on, at most `longest_run`.
  uint32_t count;
  bool may_end;
  uint8_t end;
  // The probabilities of zeros.
  uint8_t zeros[longest_run];
};

// What `next` says of a sign, given the index of the range before it.
static inline uint64_t next_after_sign(uint32_t index) {
  // An odd range is at most 253: that of a one is the lower part of another range, thus at most 254.
  return index < even_range_count ? offset_of(index) : offset_of(index - even_range_count + 1) | run_is_odd;
}

// Makes an entry; returns how many zeros it recognizes.
static uint32_t make_run(uint32_t index, const struct run_choices *choices, struct runs *runs) {
  struct run *run = &runs->entries[index];
  struct interval rest = {range_of(index), 0};
  uint32_t start = 0, zeros = 0;
  if (choices->may_end) {
    struct interval end;
    start = divide(rest, choices->end, &end, &rest) << 24;
    run->end_range = (uint8_t)index_of(end.range);
    run->end_bits = (uint8_t)end.bits;
  }
  for (int threshold = 0; threshold <= longest_run; threshold++) run->thresholds[threshold] = start;
  // After more than 24 bits, thresholds would need more than 32. A decision reads at most seven, so three zeros are
  // always recognized.
  for (; zeros < choices->count && rest.bits <= 24; zeros++) {
    struct interval zero, value;
    const uint32_t threshold = start + (divide(rest, choices->zeros[zeros], &zero, &value) << (24 - rest.bits));
    const uint32_t value_range = index_of(value.range);
    const struct magnitude *magnitude = &runs->values[zeros]->magnitudes[value_range];
    const uint64_t end_of_one = ((uint64_t)threshold << 32) + (((uint64_t)magnitude->threshold << 56) >> value.bits);
    const bool is_last = choices->position + zeros == position_count - 1;
    runs->value_ranges[index][zeros] = (uint8_t)value_range;
    run->thresholds[zeros] = threshold;
    run->ones[zeros] = (uint16_t)(end_of_one >> 48);
    run->bits[zeros] = (uint8_t)(value.bits + magnitude->one_bits + 1);
    run->next[zeros] = (uint16_t)(next_after_sign(magnitude->one_range) | (is_last ? run_is_last : 0));
    rest = zero;
  }
  run->next[zeros] = (uint16_t)(offset_of(index_of(rest.range)) | run_is_open);
  run->bits[zeros] = (uint8_t)rest.bits;
  return zeros;
}

// Where the next table of runs is to be made, and which positions can be reached by zeros only.
struct maker {
  uint8_t *next;
  bool is_reached[position_count + 1];
};

// Makes the table of `same_count` positions from `position` on; returns its base.
static uintptr_t make_runs(struct maker *maker, kind_probabilities *probabilities, const struct values values[8][3],
                           uint32_t position, uint32_t same_count, uint32_t context, uint32_t entry_count) {
  struct runs *runs = (struct runs *)maker->next;
  maker->next += sizeof(struct runs) + entry_count * sizeof(struct run);
  // After a run, the last coefficient was a zero.
  const uint32_t first_context = context == context_after_run ? 0 : context, left = position_count - position;
  struct run_choices choices = {
    .position = position,
    .count = left < longest_run ? left : longest_run,
    .may_end = context != context_after_run,
    .end = (*probabilities)[bands[position]][first_context][0],
  };
  for (uint32_t zeros = 0; zeros < choices.count; zeros++) {
    const uint32_t band = bands[position + zeros], zero_context = zeros == 0 ? first_context : 0;
    choices.zeros[zeros] = (*probabilities)[band][zero_context][1];
    runs->values[zeros] = &values[band][zero_context];
  }
  for (uint32_t index = 0; index < entry_count; index++) {
    const uint32_t end = position + make_run(index, &choices, runs);
    for (uint32_t same = 0; same < same_count; same++) maker->is_reached[end + same] = true;
  }
  return base_of(runs);
}

static void make_kind(struct maker *maker, kind_probabilities *probabilities, const struct values values[8][3],
                      uint32_t first, struct kind *kind) {
  // From each of these positions, the longest run ends before the last position and stays in one band: their tables are
  // the same. None of them is reached from another one by zeros only.
  const uint32_t same_start = 7, same_end = position_count - longest_run;
  memset(maker->is_reached, 0, sizeof(maker->is_reached));
  for (uint32_t position = first, same_count; position < position_count; position += same_count) {
    same_count = position == same_start ? same_end - same_start : 1;
    const bool is_first = position == first;
    bool is_reached = false;
    for (uint32_t same = 0; same < same_count; same++) is_reached |= maker->is_reached[position + same];
    for (uint32_t context = 0; context < context_count; context++) {
      const bool is_after_run = context == context_after_run;
      if (is_after_run ? !is_reached : context == 0 && !is_first) continue;
      const uint32_t entry_count = is_first || is_after_run ? range_count : even_range_count;
      const uintptr_t base = make_runs(maker, probabilities, values, position, same_count, context, entry_count);
      for (uint32_t same = 0; same < same_count; same++) kind->bases[context * position_count + position + same] = base;
    }
  }
}

size_t tui_vp8_tables_size(void) { return sizeof(struct tables); }

void tui_vp8_make_tables(void *memory, const uint8_t *bytes) {
  struct tables *tables = memory;
  kind_probabilities *probabilities = (kind_probabilities *)bytes;
  struct maker maker = {.next = tables->runs};
  for (uint32_t kind = 0; kind < 4; kind++) {
    // Blocks of the first kind have their first coefficient elsewhere.
    const uint32_t first = kind == 0 ? 1 : 0;
    for (uint32_t band = first; band < 8; band++) {
      for (uint32_t context = 0; context < 3; context++)
        make_values(probabilities[kind][band][context], &tables->values[kind][band][context]);
    }
    make_kind(&maker, &probabilities[kind], tables->values[kind], first, &tables->kinds[kind]);
  }
}
