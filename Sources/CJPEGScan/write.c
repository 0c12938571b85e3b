// Writes the samples of groups at 1/8 scale.

#include "codes.h"

enum {
  // The most groups that are written at once.
  strip_groups = 32,
  strip_width = strip_groups * TUI_JPEG_MAX_SIDE,
};

// The samples of a component in consecutive groups of a row.
typedef uint8_t plane[TUI_JPEG_MAX_SIDE][strip_width];

INLINE int32_t clamped(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

// Fills a plane with the samples of blocks that are one sample each.
static void fill_means(const struct component *component, const int16_t *means, size_t stride, int16_t base,
                       size_t count, plane samples) {
  const int32_t quantum = component->quantum;
  for (size_t y = 0; y < component->down; y++) {
    for (size_t x = 0; x < component->across; x++, means++) {
      uint8_t *sample = samples[y] + x;
      const int16_t *mean = means;
      for (size_t group = 0; group < count; group++, mean += stride, sample += component->across) {
        // The sum wraps as the means do, and an invalid file's product may. Rounded as in libjpeg.
        const uint32_t product = (uint32_t)(int16_t)(*mean + base) * (uint32_t)quantum;
        *sample = (uint8_t)clamped(((int32_t)(product + 4) >> 3) + 128);
      }
    }
  }
}

// Fills a plane with the samples of blocks with parts.
static void fill_parts(const struct component *component, const int16_t *means, const float *parts, size_t stride,
                       size_t parts_stride, int16_t base, size_t count, plane samples) {
  const parts_vector weight = component->weights[0];
  const size_t width = component->across * component->wide;
  const bool is_wide = component->wide > 1, is_high = component->high > 1;
  for (size_t y = 0; y < component->down; y++) {
    for (size_t x = 0; x < component->across; x++, means++, parts += 4) {
      uint8_t *upper = samples[y * component->high] + x * component->wide;
      uint8_t *lower = samples[y * component->high + is_high] + x * component->wide;
      const int16_t *mean = means;
      const float *part = parts;
      for (size_t group = 0; group < count; group++) {
        parts_vector sums;
        memcpy(&sums, part, sizeof(sums));
        sums += weight * (float)(int16_t)(*mean + base);
        // Upper left, upper right, lower left, lower right.
        parts_vector levels = {sums[0], sums[0], sums[0], sums[0]};
        levels += (parts_vector){sums[1], -sums[1], sums[1], -sums[1]};
        levels += (parts_vector){sums[2], sums[2], -sums[2], -sums[2]};
        levels += (parts_vector){sums[3], -sums[3], -sums[3], sums[3]};
        levels += 128;
        levels = __builtin_elementwise_max(levels, (parts_vector){0, 0, 0, 0});
        levels = __builtin_elementwise_min(levels, (parts_vector){255, 255, 255, 255});
        // Rounded to the nearest level, and upwards from the middle between two.
        levels += 0.5f;
        upper[0] = (uint8_t)levels[0];
        if (is_wide) upper[1] = (uint8_t)levels[1];
        if (is_high) lower[0] = (uint8_t)levels[2];
        if (is_wide && is_high) lower[1] = (uint8_t)levels[3];
        mean += stride;
        part += parts_stride;
        upper += width;
        lower += width;
      }
    }
  }
}

// Writes the colors of YCbCr triples (ITU-T T.871, 7), computed in fixed point with 16 fractional bits.
static void write_colors(const uint8_t *lights, const uint8_t *bluenesses, const uint8_t *rednesses, size_t count,
                         uint8_t *colors) {
  const int32_t half = 1 << 15;
  for (size_t index = 0; index < count; index++, colors += 3) {
    const int32_t light = lights[index], blue = bluenesses[index] - 128, red = rednesses[index] - 128;
    colors[0] = (uint8_t)clamped(light + ((91881 * red + half) >> 16));
    colors[1] = (uint8_t)clamped(light + ((half - 22554 * blue - 46802 * red) >> 16));
    colors[2] = (uint8_t)clamped(light + ((116130 * blue + half) >> 16));
  }
}

void tui_jpeg_write(const void *all_codes, const int16_t *means, const float *parts, size_t count,
                    struct tui_jpeg_place place, uint8_t *samples) {
  const struct codes *codes = all_codes;
  const struct component *leader = &codes->components[0];
  const size_t width = leader->across * leader->wide, height = leader->down * leader->high;
  plane planes[TUI_JPEG_MAX_COMPONENTS];
  for (size_t first = place.first, end = place.first + count; first < end;) {
    const size_t column = first % place.across, row = first / place.across;
    const size_t rest = end - first < place.across - column ? end - first : place.across - column;
    const size_t groups = rest < strip_groups ? rest : strip_groups;
    const int16_t *mean = means;
    const float *part = parts;
    for (size_t index = 0; index < codes->component_count; index++) {
      const struct component *component = &codes->components[index];
      if (component->has_parts) {
        fill_parts(component, mean, part, codes->block_count, 4 * codes->parts_count, place.bases[index], groups,
                   planes[index]);
        part += 4 * component->blocks;
      } else {
        fill_means(component, mean, codes->block_count, place.bases[index], groups, planes[index]);
      }
      mean += component->blocks;
    }
    const size_t x = column * width, y = row * height;
    const size_t columns = groups * width < place.width - x ? groups * width : place.width - x;
    for (size_t line = 0; line < height && y + line < place.height; line++) {
      uint8_t *output = samples + ((y + line) * place.width + x) * codes->component_count;
      if (codes->component_count == 1) {
        memcpy(output, planes[0][line], columns);
      } else {
        write_colors(planes[0][line], planes[1][line], planes[2][line], columns, output);
      }
    }
    means += groups * codes->block_count;
    parts += groups * 4 * codes->parts_count;
    first += groups;
  }
}
