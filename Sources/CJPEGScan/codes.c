// The tables for a scan's codes.

#include "codes.h"

enum {
  // The number of bits that index a table of several AC codes. With 14, there are a seventh fewer lookups, in a table
  // as large as the processor's nearest cache, which takes as long.
  run_bits = 12,
  alignment = 64,
};

static void make_prefix_code(struct prefix_code *result, struct tui_jpeg_huffman_code code) {
  memset(result, 0, sizeof(*result));
  if (code.count > 0) memcpy(result->codes, code.codes, code.count * sizeof(uint16_t));
  uint32_t next = 0, index = 0;
  for (uint32_t length = 1; length <= 16; length++) {
    const uint32_t span = 1u << (16 - length);
    result->offsets[length] = (int32_t)index - (int32_t)(next >> (16 - length));
    for (; index < code.count && length_of(code.codes[index]) == length; index++, next += span) {
      if (length > short_bits) continue;
      for (uint32_t entry = 0; entry < span >> (16 - short_bits); entry++) {
        result->short_codes[(next >> (16 - short_bits)) + entry] = code.codes[index];
      }
    }
    result->ends[length] = next;
  }
}

// Makes a table in which each entry is the code at its beginning.
static void fill_single(uint16_t *table, const struct prefix_code *code, bool is_dc) {
  for (uint32_t window = 0; window < 1 << short_bits; window++) {
    const uint32_t found = code->short_codes[window], bits = length_of(found) + size_of(found);
    uint32_t entry = bits | (is_dc ? entry_is_mean : entry_is_part);
    if (found == 0 || (is_dc && zeros_of(found) != 0)) {
      entry = too_many << entry_count;
    } else if (is_dc || ends_block(found)) {
      entry |= entry_is_last;
    } else {
      entry |= (zeros_of(found) + 1) << entry_count;
    }
    table[window] = (uint16_t)entry;
  }
}

// Makes a table in which each entry is all the AC codes that lie completely within it. The value of the last one may
// extend beyond.
static void fill_runs(uint16_t *table, const struct prefix_code *code) {
  // What follows a code is an entry of the table for fewer bits. Each table is at the index that is its size.
  uint16_t space[2 << run_bits];
  space[1] = too_many << entry_count;
  for (uint32_t bits = 1; bits <= run_bits; bits++) {
    for (uint32_t window = 0; window < 1u << bits; window++) {
      const uint32_t found = code_at(code, window << (16 - bits));
      const uint32_t length = length_of(found), taken = length + size_of(found);
      uint32_t entry = too_many << entry_count;
      // The bits after the entry are unknown: a code that extends beyond it is left to the next lookup.
      if (found != 0 && length <= bits) {
        entry = ends_block(found) ? taken | entry_is_last : taken | (zeros_of(found) + 1) << entry_count;
        if (!ends_block(found) && taken < bits) {
          const uint32_t rest = 1u << (bits - taken), following = space[rest + (window & (rest - 1))];
          const uint32_t count = zeros_of(found) + 1 + (following >> entry_count & 63);
          if (count < too_many) entry = following + (taken | (zeros_of(found) + 1) << entry_count);
        }
      }
      space[(1u << bits) + window] = (uint16_t)entry;
    }
  }
  memcpy(table, space + (1u << run_bits), sizeof(uint16_t) << run_bits);
}

// Takes memory for a table that is indexed by a number of bits.
static uint16_t *take_table(unsigned char **memory, uint32_t bits) {
  uint16_t *table = (uint16_t *)(*memory + (64 - bits));
  *memory += alignment + (sizeof(uint16_t) << bits);
  return table;
}

struct tables {
  const uint16_t *dc;
  const uint16_t *runs;
  const uint16_t *single;
};

enum {
  head_size = (sizeof(struct codes) + alignment - 1) / alignment * alignment,
  // Two tables of single codes, and one of several.
  tables_size = 2 * (alignment + (sizeof(uint16_t) << short_bits)) + alignment + (sizeof(uint16_t) << run_bits),
};

size_t tui_jpeg_codes_size(size_t component_count) { return head_size + component_count * tables_size; }

void tui_jpeg_make_codes(void *result, const struct tui_jpeg_component *components, size_t component_count) {
  struct codes *codes = result;
  *codes = (struct codes){.component_count = component_count};
  unsigned char *memory = (unsigned char *)codes + head_size;
  struct tables tables[TUI_JPEG_MAX_COMPONENTS] = {0};
  size_t count = 0;
  for (size_t index = 0; index < component_count; index++) {
    const struct tui_jpeg_component *input = &components[index];
    struct component *component = &codes->components[index];
    component->dc = &codes->dc[index];
    component->ac = &codes->ac[index];
    component->blocks = (size_t)input->across * input->down;
    component->across = input->across;
    component->down = input->down;
    component->wide = input->wide;
    component->high = input->high;
    component->quantum = input->quantum;
    component->has_parts = input->weights != NULL;
    if (component->has_parts) memcpy(component->weights, input->weights, sizeof(component->weights));
    // The same code has the same tables, so that they are in the processor's cache.
    for (size_t other = 0; other < index; other++) {
      if (components[other].dc_number == input->dc_number) {
        component->dc = codes->components[other].dc;
        tables[index].dc = tables[other].dc;
      }
      if (components[other].ac_number == input->ac_number) {
        component->ac = codes->components[other].ac;
        if (tables[index].runs == NULL) tables[index].runs = tables[other].runs;
        if (tables[index].single == NULL) tables[index].single = tables[other].single;
      }
    }
    if (component->dc == &codes->dc[index]) {
      make_prefix_code(&codes->dc[index], input->dc);
      uint16_t *table = take_table(&memory, short_bits);
      fill_single(table, component->dc, true);
      tables[index].dc = table;
    }
    if (component->ac == &codes->ac[index]) make_prefix_code(&codes->ac[index], input->ac);
    if (component->has_parts && tables[index].single == NULL) {
      uint16_t *table = take_table(&memory, short_bits);
      fill_single(table, component->ac, false);
      tables[index].single = table;
    }
    if (!component->has_parts && tables[index].runs == NULL) {
      uint16_t *table = take_table(&memory, run_bits);
      fill_runs(table, component->ac);
      tables[index].runs = table;
    }
    if (component->has_parts) codes->parts_count += component->blocks;
    for (size_t block = 0; block < component->blocks; block++) {
      codes->states[count++] = (struct state){.table = tables[index].dc, .code = component->dc, .is_dc = true};
      codes->states[count++] = (struct state){
        .table = component->has_parts ? tables[index].single : tables[index].runs,
        .code = component->ac,
        .has_parts = component->has_parts,
      };
    }
  }
  for (size_t index = 0; index < count; index++) {
    codes->states[index].next = &codes->states[(index + 1) % count];
    codes->states[index].previous = &codes->states[(index + count - 1) % count];
  }
  codes->block_count = count / 2;
}
