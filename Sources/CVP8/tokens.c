// Reads the coefficients of blocks, which are coded arithmetically.
//
// A coefficient is a series of decisions: does the block end here, is this zero, is it one, and so on. Decoders usually
// branch for each of them. They are hard to predict, and a mispredicted branch costs 22 cycles, more than all the
// arithmetic. Here, a run of up to six zeros is recognized at once, together with whether the block ends: each number
// of zeros is an interval of the next 32 bits, and comparing those with the intervals' ends and counting needs no
// branches. The ends depend on the range of the arithmetic decoder, which has 128 values, and on the position in the
// block. There is a table for each position, with an entry for each range. An entry also has the next range, for the
// case that the value after the zeros is one, as most are, so that there is little arithmetic between an entry and the
// next one: if the range before the sign is odd, as every other one is, the sign decides between two neighbors. Larger
// values are rarer, and need further tables and branches.

#include "inline.h"
#include "shifts.h"
#include "token_block.h"
#include "token_reader.h"
#include "token_tables.h"
#include "vp8.h"

#if defined(__x86_64__)
bool tui_vp8_is_available(void) { return tui_shifts_are_fast(); }
#else
bool tui_vp8_is_available(void) { return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__; }
#endif

// The code of a block's coefficients in `tui_vp8_macroblock`.
INLINE uint32_t code_of(uint64_t end, int16_t first) { return end > 3 ? 3 : end > 1 ? 2 : first != 0; }

// The first coefficients of the blocks of luma, which are the inverse Walsh-Hadamard transform of a block (RFC 6386,
// 14.3).
static void transform_means(const int16_t *means, int16_t (*blocks)[16]) {
  int sums[16];
  for (int column = 0; column < 4; column++) {
    const int16_t *input = means + column;
    const int outer = input[0] + input[12], inner = input[4] + input[8];
    const int outer_difference = input[0] - input[12], inner_difference = input[4] - input[8];
    sums[column] = outer + inner;
    sums[4 + column] = outer_difference + inner_difference;
    sums[8 + column] = outer - inner;
    sums[12 + column] = outer_difference - inner_difference;
  }
  for (int row = 0; row < 4; row++, blocks += 4) {
    const int *input = sums + row * 4, first = input[0] + 3;
    const int outer = first + input[3], inner = input[1] + input[2];
    const int outer_difference = first - input[3], inner_difference = input[1] - input[2];
    blocks[0][0] = (int16_t)((outer + inner) >> 3);
    blocks[1][0] = (int16_t)((outer_difference + inner_difference) >> 3);
    blocks[2][0] = (int16_t)((outer - inner) >> 3);
    blocks[3][0] = (int16_t)((outer_difference - inner_difference) >> 3);
  }
}

// The factors of a segment, each negative, at each position.
struct factors {
  int16_t luma[16];
  int16_t means[16];
  int16_t chroma[16];
};

static void expand(const struct tui_vp8_factors *factors, struct factors *result) {
  for (int position = 0; position < position_count; position++) {
    result->luma[position] = (int16_t)-factors->luma[position > 0];
    result->means[position] = (int16_t)-factors->means[position > 0];
    result->chroma[position] = (int16_t)-factors->chroma[position > 0];
  }
}

// Reads blocks of a kind, `size` in each direction; `above` and `left` have a bit for each of their neighbors. Returns
// the codes.
INLINE uint32_t read_blocks(struct reader *reader, const struct source *source, const struct kind *kind,
                            const int16_t *factors, uint32_t first, uint32_t size, int16_t (*blocks)[16],
                            uint32_t *above, uint32_t *left) {
  uint32_t codes = 0, column_bits = *above, row_bits = *left;
  for (uint32_t row = 0; row < size; row++) {
    uint32_t has_any = row_bits & 1;
    for (uint32_t column = 0; column < size; column++, blocks++) {
      const uint32_t context = (column_bits & 1) + has_any;
      const uint64_t end = read_block(reader, source, kind, context, factors, first, *blocks, &has_any);
      // The bits of this row's blocks follow those of the row above.
      column_bits = column_bits >> 1 | has_any << (size - 1);
      codes = codes << 2 | code_of(end, (*blocks)[0]);
    }
    row_bits = row_bits >> 1 | has_any << (size - 1);
  }
  *above = column_bits;
  *left = row_bits;
  return codes;
}

INLINE void read_macroblock(struct reader *reader, const struct source *source, const struct tables *tables,
                            const struct factors *factors, bool is_divided, struct tui_vp8_edge *above,
                            struct tui_vp8_edge *left, struct tui_vp8_macroblock *macroblock) {
  uint32_t first = 0;
  const struct kind *kind = &tables->kinds[3];
  if (!is_divided) {
    int16_t means[16] = {0};
    uint32_t has_any;
    const uint32_t context = above->means + left->means;
    const uint64_t end = read_block(reader, source, &tables->kinds[1], context, factors->means, 0, means, &has_any);
    above->means = left->means = (uint8_t)has_any;
    if (end > 0) transform_means(means, macroblock->coefficients);
    first = 1;
    kind = &tables->kinds[0];
  }
  uint32_t above_bits = above->blocks & 15, left_bits = left->blocks & 15;
  macroblock->luma = read_blocks(reader, source, kind, factors->luma, first, 4, macroblock->coefficients, &above_bits,
                                 &left_bits);
  uint32_t above_edge = above_bits, left_edge = left_bits;
  for (uint32_t color = 0; color < 2; color++) {
    const uint32_t shift = 4 + 2 * color;
    above_bits = above->blocks >> shift & 3;
    left_bits = left->blocks >> shift & 3;
    macroblock->chroma |= read_blocks(reader, source, &tables->kinds[2], factors->chroma, 0, 2,
                                      macroblock->coefficients + 16 + 4 * color, &above_bits, &left_bits)
                          << (8 * color);
    above_edge |= above_bits << shift;
    left_edge |= left_bits << shift;
  }
  above->blocks = (uint8_t)above_edge;
  left->blocks = (uint8_t)left_edge;
}

bool tui_vp8_begin(struct tui_vp8_partition *partition, const uint8_t *bytes, size_t count) {
  // The index of the range 255.
  *partition = (struct tui_vp8_partition){.bytes = bytes, .count = count, .range = range_count - 1};
  // A number is less than its range, which an encoder never leaves. The tables rely on that.
  return count <= TUI_VP8_MAX_PARTITION && (count == 0 || bytes[0] < 255);
}

bool tui_vp8_is_exhausted(const struct tui_vp8_partition *partition) {
  return partition->position * 8 - partition->bits > partition->count * 8;
}

FAST void tui_vp8_read(const void *memory, const struct tui_vp8_factors *all_factors, const struct tui_vp8_modes *modes,
                       size_t count, struct tui_vp8_partition *partition, struct tui_vp8_edge *above,
                       struct tui_vp8_macroblock *row) {
  const struct source source = {
    .bytes = partition->bytes,
    .count = partition->count,
    .limit = partition->count < 8 ? 0 : (uintptr_t)partition->bytes + partition->count - 7,
  };
  struct reader reader = {
    .window = partition->window,
    .offset = offset_of(partition->range),
    .next = (uintptr_t)partition->bytes + partition->position,
    .bits = partition->bits,
  };
  struct factors factors[4];
  for (int segment = 0; segment < 4; segment++) expand(&all_factors[segment], &factors[segment]);
  struct tui_vp8_edge left = {0};
  for (size_t index = 0; index < count; index++) {
    memset(&row[index], 0, sizeof(row[index]));
    if (modes[index].is_skipped) {
      above[index].blocks = left.blocks = 0;
      // Macroblocks without means do not change the context of those of others.
      if (!modes[index].is_divided) above[index].means = left.means = 0;
    } else {
      read_macroblock(&reader, &source, memory, &factors[modes[index].segment & 3], modes[index].is_divided,
                      &above[index], &left, &row[index]);
    }
  }
  partition->window = reader.window;
  partition->position = reader.next - (uintptr_t)partition->bytes;
  partition->bits = reader.bits;
  partition->range = (uint32_t)(reader.offset / sizeof(struct run)) - even_range_count;
}
