#include "contrast.h"

#include <string.h>

#include "cube_roots.h"

enum { lanes = 8, channels = 4, most_radius = 8, planes = 2 };

// The scales of whole numbers: radii are at most 8, so no sum over a square overflows.
static const float lightness_scale = 1048576, light_scale = 65536;
// Less detail than this would be invisible even when it is raised.
static const float least_detail = 0.001f;
// The maximum factor by which the light around a point is taken to have changed.
static const float most_change = 3;

INLINE floats *at(float *plane, ptrdiff_t place) { return (floats *)(plane + place); }
INLINE ints *ints_at(int32_t *plane, ptrdiff_t place) { return (ints *)(plane + place); }
INLINE uints *uints_at(uint32_t *line, ptrdiff_t place) { return (uints *)(line + place); }

// The sums of neighboring numbers, in order.
INLINE void add_pairs(const ints *first, const ints *second, ints *sums) {
  *sums = __builtin_shufflevector(*first, *second, 0, 2, 4, 6, 8, 10, 12, 14) +
          __builtin_shufflevector(*first, *second, 1, 3, 5, 7, 9, 11, 13, 15);
}

INLINE void add_fours(const ints *fours, ints *sums) {
  ints first, second;
  add_pairs(&fours[0], &fours[1], &first);
  add_pairs(&fours[2], &fours[3], &second);
  add_pairs(&first, &second, sums);
}

// Adds a line of eight points with two samples each.
INLINE void add_line(const uint16_t *line, floats *total, ints *count) {
  const ints outer = {2126, 722, 2126, 722, 2126, 722, 2126, 722}, inner = {7152, 0, 7152, 0, 7152, 0, 7152, 0};
  ints lights[4], there[4];
  for (ptrdiff_t four = 0; four < 4; four++) {
    // Red and green, blue and alpha.
    uints samples = *(const uints *)(line + four * 4 * channels);
    ints low = (ints)(samples & 0xFFFF), high = (ints)(samples >> 16);
    ints is_opaque = __builtin_shufflevector(high, high, 1, 1, 3, 3, 5, 5, 7, 7) != 0;
    lights[four] = (low * outer + high * inner) & is_opaque;
    there[four] = is_opaque;
  }
  ints sums, counts;
  add_fours(lights, &sums);
  add_fours(there, &counts);
  *total += __builtin_convertvector(sums, floats);
  // Each is -1 twice.
  *count -= counts / 2;
}

// Adds a line of up to eight points with any number of samples each.
INLINE void add_any_line(const uint16_t *line, ptrdiff_t across, ptrdiff_t points, floats *total, ints *count) {
  for (ptrdiff_t point = 0; point < points; point++) {
    int64_t sum = 0;
    for (ptrdiff_t x = 0; x < across; x++, line += channels) {
      if (line[3] == 0) continue;
      sum += 2126 * (int64_t)line[0] + 7152 * (int64_t)line[1] + 722 * (int64_t)line[2];
      (*count)[point] += 1;
    }
    (*total)[point] += (float)sum;
  }
}

INLINE void load(const struct tui_contrast_points *points, const struct tui_contrast_samples *samples,
                 struct tui_contrast_rows rows) {
  ptrdiff_t across = samples->across;
  for (ptrdiff_t row = rows.start; row < rows.end; row++) {
    for (ptrdiff_t x = 0; x < points->stride; x += lanes) {
      ptrdiff_t place = row * points->stride + x, first = row * samples->down * samples->width + x * across;
      ptrdiff_t left = points->width - x < lanes ? points->width - x : lanes;
      floats total = {0};
      ints count = {0};
      for (ptrdiff_t down = 0; down < samples->down; down++) {
        const uint16_t *line = (const uint16_t *)samples->samples + (first + down * samples->width) * channels;
        if (across == 2 && left == lanes) {
          add_line(line, &total, &count);
        } else {
          add_any_line(line, across, left, &total, &count);
        }
      }
      ints is_empty = count == 0;
      floats light = total / (__builtin_convertvector(count, floats) * 10000 * 65535), lightness;
      if (samples->are_ink) light = 1 - light;
      light = (floats)((ints)light & ~is_empty);
      lightness = light;
      take_cube_roots(&lightness);
      const floats none = (floats){0} - 1;
      choose(&is_empty, &none, &lightness);
      *at(points->light, place) = light;
      *at(points->lightness, place) = lightness;
    }
  }
}

// The two numbers that a pass sums up at eight points.
INLINE void read(enum tui_contrast_pass pass, const struct tui_contrast_points *points, ptrdiff_t place,
                 ints *numbers) {
  floats own = *at(points->lightness, place), light = *at(points->light, place);
  ints is_there = own >= 0;
  if (pass == tui_contrast_raise) {
    numbers[0] = __builtin_convertvector(own * lightness_scale, ints) & is_there;
    numbers[1] = is_there & 1;
  } else if (pass == tui_contrast_add_light) {
    const floats most = (floats){0} + light_scale;
    light *= light_scale;
    floats raised = light * *at(points->factor, place);
    keep_lesser(&raised, &most);
    numbers[0] = __builtin_convertvector(light, ints);
    numbers[1] = __builtin_convertvector(raised, ints);
  } else {
    numbers[0] = *ints_at(points->first, place);
    numbers[1] = *ints_at(points->second, place);
  }
}

INLINE void clamp(floats *numbers, float least, float most) {
  floats low = (floats){0} + least, high = (floats){0} + most;
  keep_greater(numbers, &low);
  keep_lesser(numbers, &high);
}

// Changes eight points, given the sums over the squares around them.
INLINE void write(enum tui_contrast_pass pass, const struct tui_contrast_points *points,
                  const struct tui_contrast_filter *filter, ptrdiff_t x, ptrdiff_t row, const ints *sums) {
  ptrdiff_t place = row * points->stride + x;
  floats own = *at(points->lightness, place);
  ints is_there = own >= 0;
  const floats zero = {0}, one = zero + 1;
  if (pass == tui_contrast_raise) {
    // Where there are no samples, this is no number.
    floats detail = own - __builtin_convertvector(sums[0], floats) / (__builtin_convertvector(sums[1], floats) * lightness_scale);
    floats change = (filter->gain - 1) * detail * (*at((float *)filter->across, x) * filter->down[row]);
    floats share = change / filter->limit;
    floats ratio = own + change / __builtin_elementwise_sqrt(1 + share * share), base = own;
    const floats least = zero + 1e-3f;
    clamp(&ratio, 0, 1);
    keep_greater(&base, &least);
    ratio /= base;
    ratio = ratio * ratio * ratio;
    ints is_small = ~((detail > least_detail) | (detail < -least_detail)) | ~is_there;
    choose(&is_small, &one, &ratio);
    *at(points->factor, place) = ratio;
  } else if (pass == tui_contrast_add_light) {
    // Light that has spread beyond the picture is cut off, as it is at the edge of the window.
    *ints_at(points->first, place) = (sums[0] >> 2) & is_there;
    *ints_at(points->second, place) = (sums[1] >> 2) & is_there;
  } else {
    floats before = __builtin_convertvector(sums[0], floats), after = __builtin_convertvector(sums[1], floats);
    keep_greater(&before, &one);
    keep_greater(&after, &one);
    floats ratio = before / after;
    clamp(&ratio, 1 / most_change, most_change);
    *at(points->factor, place) *= 1 + filter->light_share * (ratio - 1);
  }
}

// Sums up a row of numbers, from the left, so that the sum of those at most `radius` from one is a difference of two.
INLINE void sum_up(const uint32_t *numbers, ptrdiff_t width, ptrdiff_t radius, uint32_t *sums) {
  uint32_t sum = 0;
  for (ptrdiff_t index = 0; index <= radius; index++) *sums++ = 0;
  for (ptrdiff_t x = 0; x < width; x++) *sums++ = sum += numbers[x];
  for (ptrdiff_t index = 0; index < radius + lanes; index++) *sums++ = sum;
}

// The most numbers that these are.
INLINE ptrdiff_t sum_count(const struct tui_contrast_points *points) {
  return points->stride + 2 * most_radius + lanes + 1;
}

ptrdiff_t tui_contrast_memory(const struct tui_contrast_points *points) {
  return planes * (points->stride + sum_count(points));
}

INLINE void change(enum tui_contrast_pass pass, const struct tui_contrast_points *points,
                   const struct tui_contrast_filter *filter, struct tui_contrast_rows rows, uint32_t *memory) {
  ptrdiff_t stride = points->stride, radius = pass == tui_contrast_raise ? filter->radius : filter->light_radius;
  if (radius > most_radius) __builtin_trap();
  // The sums of the columns around a row, and those from the left.
  uint32_t *columns = memory, *sums = memory + planes * stride;
  ptrdiff_t sums_stride = sum_count(points);
  memset(columns, 0, sizeof *columns * (size_t)(planes * stride));
  ptrdiff_t first = rows.start - radius > 0 ? rows.start - radius : 0;
  for (ptrdiff_t line = first; line < rows.end + radius; line++) {
    ptrdiff_t row = line - radius, gone = row - radius - 1;
    bool comes = line < points->height, goes = row > rows.start && gone >= first;
    for (ptrdiff_t x = 0; x < stride; x += lanes) {
      ints numbers[planes];
      if (comes) {
        read(pass, points, line * stride + x, numbers);
        for (ptrdiff_t plane = 0; plane < planes; plane++) {
          *uints_at(columns, plane * stride + x) += (uints)numbers[plane];
        }
      }
      if (goes) {
        read(pass, points, gone * stride + x, numbers);
        for (ptrdiff_t plane = 0; plane < planes; plane++) {
          *uints_at(columns, plane * stride + x) -= (uints)numbers[plane];
        }
      }
    }
    if (row < rows.start) continue;
    for (ptrdiff_t plane = 0; plane < planes; plane++) {
      sum_up(columns + plane * stride, points->width, radius, sums + plane * sums_stride);
    }
    for (ptrdiff_t x = 0; x < stride; x += lanes) {
      ints squares[planes];
      for (ptrdiff_t plane = 0; plane < planes; plane++) {
        ptrdiff_t place = plane * sums_stride + x;
        squares[plane] = (ints)(*uints_at(sums, place + 2 * radius + 1) - *uints_at(sums, place));
      }
      write(pass, points, filter, x, row, squares);
    }
  }
}

WIDE static void load_wide(const struct tui_contrast_points *points, const struct tui_contrast_samples *samples,
                           struct tui_contrast_rows rows) {
  load(points, samples, rows);
}

void tui_contrast_load(bool wide, const struct tui_contrast_points *points, const struct tui_contrast_samples *samples,
                       struct tui_contrast_rows rows) {
  if (wide) {
    load_wide(points, samples, rows);
  } else {
    load(points, samples, rows);
  }
}

// For each pass, the compiler makes a loop of its own.
INLINE void change_all(enum tui_contrast_pass pass, const struct tui_contrast_points *points,
                       const struct tui_contrast_filter *filter, struct tui_contrast_rows rows, uint32_t *memory) {
  switch (pass) {
  case tui_contrast_raise: change(tui_contrast_raise, points, filter, rows, memory); break;
  case tui_contrast_add_light: change(tui_contrast_add_light, points, filter, rows, memory); break;
  case tui_contrast_keep_light: change(tui_contrast_keep_light, points, filter, rows, memory); break;
  }
}

WIDE static void change_wide(enum tui_contrast_pass pass, const struct tui_contrast_points *points,
                             const struct tui_contrast_filter *filter, struct tui_contrast_rows rows,
                             uint32_t *memory) {
  change_all(pass, points, filter, rows, memory);
}

void tui_contrast_change(bool wide, enum tui_contrast_pass pass, const struct tui_contrast_points *points,
                         const struct tui_contrast_filter *filter, struct tui_contrast_rows rows, uint32_t *memory) {
  if (wide) {
    change_wide(pass, points, filter, rows, memory);
  } else {
    change_all(pass, points, filter, rows, memory);
  }
}
