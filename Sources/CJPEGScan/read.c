// Reads a scan's codes.
//
// Decoders usually have a loop over a block's coefficients, whose end is hard to predict, and a mispredicted branch
// costs 22 cycles, as much as the reading of several coefficients. Here, one loop reads all codes of all blocks: an
// entry of a table says how many bits it takes, and whether another table follows, that of the DC codes, or that of the
// next block's AC codes. Nothing depends on what was read but the position, the table, and where the next code is
// recorded, which need no branches. Values are not computed but recorded, and computed later, for many codes at once,
// because what the next step waits for decides its time.

#include "codes.h"
#include "shifts.h"

// The code of a mean, and its value.
struct mean_record {
  uint32_t bits;
  // Where it begins: the number of bits before it, if the byte at the address 0 were the first.
  uint32_t offset;
};

enum {
  // Zeros after the data, in which what is read is discarded: eight bytes are in the window when the data end, and
  // eight are read at once.
  padding = 32,
  // The most records that are made before it is seen that there is no more room.
  records_at_once = 2,
  // As many as there can be codes of one bit.
  max_parts = 8 * (TUI_JPEG_MAX_BYTES + padding),
};

// Data without the zeros that are inserted after each 0xFF.
struct data {
  uint8_t bytes[TUI_JPEG_MAX_BYTES + padding];
  size_t count;
  // Behind which bytes zeros were removed.
  uint16_t zeros[TUI_JPEG_MAX_BYTES / 2];
  size_t zero_count;
};

static void collect(struct data *data, const uint8_t *bytes, size_t count) {
  const uint8_t *next = bytes, *const end = bytes + count;
  data->count = 0;
  data->zero_count = 0;
  while (next < end) {
    const uint8_t *found = memchr(next, 0xFF, (size_t)(end - next));
    // Without the zero, 0xFF may be the beginning of a marker.
    const bool has_zero = found != NULL && found + 1 < end && found[1] == 0;
    const size_t size = (size_t)((found == NULL ? end : has_zero ? found + 1 : found) - next);
    memcpy(data->bytes + data->count, next, size);
    data->count += size;
    if (!has_zero) break;
    data->zeros[data->zero_count++] = (uint16_t)data->count;
    next = found + 2;
  }
  memset(data->bytes + data->count, 0, padding);
}

// Codes that have been read from a group's beginning on.
struct records {
  struct mean_record means[TUI_JPEG_MAX_GROUPS];
  // Each a code and its value.
  uint32_t parts[max_parts];
  size_t mean_count;
  // The number of bits before the next code, if the last group is complete; otherwise more than there are.
  size_t end;
};

INLINE uint64_t load(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof(word));
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

INLINE void read_records(const struct codes *codes, const struct data *data, uint32_t skipped,
                         struct records *result) {
  // The next bits, from the topmost. Those behind `count` are valid or zero.
  uint64_t window = load(data->bytes) << skipped;
  uint64_t count = 56 - skipped;
  const uint8_t *next = data->bytes + 7, *const end = data->bytes + data->count + 8;
  const uint16_t *table = codes->states[0].table;
  const struct state *following = codes->states[0].next;
  struct mean_record *mean = result->means, *const full = mean + TUI_JPEG_MAX_GROUPS - records_at_once;
  uint32_t *part = result->parts;
  // The number of AC coefficients of the block that have been read.
  uint32_t coefficients = 0;
  while (next < end && mean < full) {
    // At least 56 bits are available then, enough for two entries of at most 25 bits, or for one and a code and a value
    // of 27.
    window |= load(next) >> (count & 63);
    next += (63 - count) >> 3;
    count |= 56;
    const uint32_t address = (uint32_t)(uintptr_t)next * 8;
#pragma unroll
    for (int pass = 0; pass < 2; pass++) {
      const uint32_t entry = table[window >> ((uintptr_t)table & 63)];
      const uint32_t sum = coefficients + (entry >> entry_count & 63);
      const uint16_t *other_table = following->table;
      const struct state *other = following->next;
      // With 63, the block is complete without a code that says so.
      if (UNLIKELY(sum >= too_many)) goto single;
      *mean = (struct mean_record){.bits = (uint32_t)(window >> 32), .offset = address - (uint32_t)count};
      *part = (uint32_t)(window >> 32);
      mean += (entry & entry_is_mean) != 0;
      part += (entry & entry_is_part) != 0;
      window <<= entry & entry_skip;
      count -= entry & entry_skip;
      const bool is_last = (entry & entry_is_last) != 0;
      table = is_last ? other_table : table;
      following = is_last ? other : following;
      coefficients = is_last ? 0 : sum;
    }
    continue;

  single: {
    // Read one code on its own.
    const struct state *state = following->previous;
    const uint32_t code = code_at(state->code, (uint32_t)(window >> 48));
    if (code == 0 || (state->is_dc && zeros_of(code) != 0)) break;
    const bool is_last = state->is_dc || ends_block(code);
    if (!is_last) coefficients += zeros_of(code) + 1;
    if (coefficients > 63) break;
    *mean = (struct mean_record){.bits = (uint32_t)(window >> 32), .offset = address - (uint32_t)count};
    *part = (uint32_t)(window >> 32);
    mean += state->is_dc;
    part += state->has_parts;
    window <<= length_of(code) + size_of(code);
    count -= length_of(code) + size_of(code);
    if (!is_last && coefficients < 63) continue;
    table = following->table;
    following = following->next;
    coefficients = 0;
  }
  }
  result->mean_count = (size_t)(mean - result->means);
  const bool is_complete = following->previous == &codes->states[0];
  result->end = is_complete ? (size_t)(next - data->bytes) * 8 - count : SIZE_MAX;
}

static FAST void read_records_fast(const struct codes *codes, const struct data *data, uint32_t skipped,
                                   struct records *result) {
  read_records(codes, data, skipped, result);
}

static void read_records_anywhere(const struct codes *codes, const struct data *data, uint32_t skipped,
                                  struct records *result) {
  read_records(codes, data, skipped, result);
}

// Returns the value after a code; values that begin with 0 are negative (F.2.2.1, EXTEND).
INLINE int32_t value_of(uint32_t bits, uint32_t code) {
  const uint32_t following = bits << length_of(code), size = size_of(code);
  const uint32_t value = following >> 1 >> (31 - size);
  return (int32_t)(value - (~(uint32_t)((int32_t)following >> 31) & ((1u << size) - 1)));
}

// Computes the means of groups.
static void compute_means(const struct codes *codes, const struct mean_record *record, size_t groups,
                          int16_t *last, int16_t *means) {
  for (size_t group = 0; group < groups; group++) {
    for (size_t index = 0; index < codes->component_count; index++) {
      const struct component *component = &codes->components[index];
      for (size_t block = 0; block < component->blocks; block++, record++) {
        // 16 bits, beyond which values wrap, hold every mean of a valid file.
        last[index] = (int16_t)(last[index] + value_of(record->bits, code_at(component->dc, record->bits >> 16)));
        *means++ = last[index];
      }
    }
  }
}

// Computes the parts of the blocks that have some.
static void compute_parts(const struct codes *codes, const uint32_t *record, size_t groups, float *parts) {
  for (size_t group = 0; group < groups; group++) {
    for (size_t index = 0; index < codes->component_count; index++) {
      const struct component *component = &codes->components[index];
      if (!component->has_parts) continue;
      parts_vector sum = {0};
      uint32_t coefficient = 0;
      for (size_t blocks = component->blocks; blocks > 0; record++) {
        const uint32_t code = code_at(component->ac, *record >> 16);
        const bool has_end = ends_block(code);
        coefficient += has_end ? 0 : zeros_of(code) + 1;
        sum += component->weights[coefficient] * (float)value_of(*record, code);
        // Without a branch: how many coefficients a block has is hard to predict.
        memcpy(parts, &sum, sizeof(sum));
        const bool is_last = has_end || coefficient == 63;
        parts += is_last ? 4 : 0;
        blocks -= is_last;
        sum = is_last ? (parts_vector){0} : sum;
        coefficient = is_last ? 0 : coefficient;
      }
    }
  }
}

struct memory {
  struct data data;
  struct records records;
  int16_t means[TUI_JPEG_MAX_GROUPS];
  float parts[4 * TUI_JPEG_MAX_GROUPS];
  size_t bit_offsets[TUI_JPEG_MAX_GROUPS];
};

size_t tui_jpeg_memory_size(void) { return sizeof(struct memory); }

struct tui_jpeg_groups tui_jpeg_groups_in(const void *memory) {
  const struct memory *groups = memory;
  return (struct tui_jpeg_groups){groups->means, groups->parts, groups->bit_offsets};
}

size_t tui_jpeg_read(const void *all_codes, const uint8_t *bytes, size_t count, struct tui_jpeg_position *position,
                     size_t byte_limit, size_t group_limit, void *memory) {
  const struct codes *codes = all_codes;
  struct memory *groups = memory;
  struct data *data = &groups->data;
  struct records *records = &groups->records;
  const size_t first = position->bit_offset / 8, rest = count - first;
  collect(data, bytes + first, rest < byte_limit ? rest : byte_limit);
  const uint32_t skipped = position->bit_offset % 8;
  if (tui_shifts_are_fast()) {
    read_records_fast(codes, data, skipped, records);
  } else {
    read_records_anywhere(codes, data, skipped, records);
  }

  const uint32_t start = (uint32_t)(uintptr_t)data->bytes * 8;
  size_t group = 0, zeros = 0;
  while (group < group_limit) {
    const size_t next = (group + 1) * codes->block_count;
    if (next > records->mean_count) break;
    const size_t offset = next < records->mean_count ? records->means[next].offset - start : records->end;
    if (offset > data->count * 8) break;
    groups->bit_offsets[group++] = position->bit_offset;
    while (zeros < data->zero_count && data->zeros[zeros] <= offset / 8) zeros++;
    position->bit_offset = (first + zeros) * 8 + offset;
  }
  compute_means(codes, records->means, group, position->means, groups->means);
  compute_parts(codes, records->parts, group, groups->parts);
  return group;
}
