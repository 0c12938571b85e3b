#include <math.h>

#include "tones.h"
#include "vectors.h"

// Eight tones and their ranges, as in Swift: `FlatTones.Eight` and `ToneRanges`.
struct eight_tones {
  floats lightness, red, blue, penalty;
  ints tones;
  floats lights;
};

struct ranges {
  floats lightness, red, blue, half_lightness, half_red, half_blue, darkest, lightest, penalties;
};

enum { no_tone = INT32_MAX, entries = 16 };

// More than the rounding errors in a tone's error.
static const float slack = 1e-6f;

struct nearest {
  int32_t tone;
  float error;
};

// A bit for each lane that is at most a limit.
INLINE uint32_t lanes_within(const floats *numbers, float limit) {
  ints lanes = (*numbers <= (floats){0} + limit) & (ints){1, 2, 4, 8, 16, 32, 64, 128};
  ints sums = lanes | __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7, 0, 1, 2, 3);
  sums |= __builtin_shufflevector(sums, sums, 2, 3, 0, 1, 6, 7, 4, 5);
  return (uint32_t)(sums[0] | sums[1]);
}

INLINE ptrdiff_t remove_first(uint32_t *bits) {
  ptrdiff_t first = __builtin_ctz(*bits);
  *bits &= *bits - 1;
  return first;
}

INLINE void make_positive(floats *numbers) {
  ints bits = (ints)*numbers;
  *numbers = (floats)(bits & ~(bits >> 31));
}

// How far numbers are outside of ranges; 0 within.
INLINE void leave_outside(floats *differences, const floats *halves) {
  *differences = (floats)((ints)*differences & INT32_MAX) - *halves;
  make_positive(differences);
}

INLINE void add_blurred(const struct tui_tone_target *target, const floats *lights, floats *errors) {
  *errors += *lights * (*lights * target->square + target->product);
}

// The squared distances of eight colors, without their penalties.
INLINE void distances(const struct tui_tone_target *target, const floats *lightness, const floats *red,
                      const floats *blue, floats *result) {
  floats x = *lightness - target->lightness, y = *red - target->red, z = *blue - target->blue;
  floats shared = y * target->red_hue + z * target->blue_hue;
  floats pale = target->chroma - (*red * target->red_hue + *blue * target->blue_hue);
  make_positive(&pale);
  *result = x * x + (y * y + z * z) * target->across - shared * shared * target->along + pale * pale * target->paleness;
}

// Lower bounds of the errors of the tones in eight groups.
INLINE void find_bounds(const struct tui_tone_target *target, const struct ranges *ranges, floats *result) {
  floats x = ranges->lightness - target->lightness, y = ranges->red - target->red, z = ranges->blue - target->blue;
  leave_outside(&x, &ranges->half_lightness);
  leave_outside(&y, &ranges->half_red);
  leave_outside(&z, &ranges->half_blue);
  *result = x * x + (y * y + z * z) * target->least + ranges->penalties;
  if (!target->is_blurred) return;
  // Without bounds, the minimum would be at this light.
  floats light = (floats){0} + -target->product / (2 * target->square);
  ints above = light > ranges->darkest;
  light = (floats)(((ints)light & above) | ((ints)ranges->darkest & ~above));
  above = light > ranges->lightest;
  light = (floats)(((ints)ranges->lightest & above) | ((ints)light & ~above));
  add_blurred(target, &light, result);
}

// Compares the tones of a group; returns whether one is better than those before.
INLINE bool compare(const struct eight_tones *eight, const struct tui_tone_target *target,
                    const struct tui_entry_penalties *penalties, struct nearest *best) {
  floats errors;
  distances(target, &eight->lightness, &eight->red, &eight->blue, &errors);
  errors += eight->penalty;
  if (target->is_blurred) add_blurred(target, &eight->lights, &errors);
  // Penalties are never negative, so most groups need none.
  uint32_t rest = lanes_within(&errors, best->error);
  struct nearest found = {no_tone, INFINITY};
  while (rest != 0) {
    ptrdiff_t lane = remove_first(&rest);
    float error = ((const float *)&errors)[lane];
    int32_t tone = ((const int32_t *)&eight->tones)[lane];
    if (!penalties->are_none) {
      float share = (float)(tone >> 16) / 4;
      error += penalties->of[tone & (entries - 1)] * share + penalties->of[tone >> 8 & (entries - 1)] * (1 - share);
    }
    if (error < found.error || (error == found.error && tone < found.tone)) found = (struct nearest){tone, error};
  }
  if (!(found.error < best->error || (found.error == best->error && found.tone < best->tone))) return false;
  *best = found;
  return true;
}

INLINE void find(const struct tui_tones *tones, const struct tui_tone_target *target,
                 const struct tui_entry_penalties *penalties, ptrdiff_t *guess, struct nearest *best) {
  const struct eight_tones *eights = tones->eights;
  ptrdiff_t first = *guess < tones->count ? *guess : 0, group = first;
  // The number of a range, the bounds of its groups' errors, and those groups that may have a nearer tone.
  ptrdiff_t index = -1;
  floats bounds = {0};
  uint32_t rest = 0;
  while (true) {
    if (compare(eights + group, target, penalties, best)) {
      *guess = group;
      rest &= lanes_within(&bounds, best->error + slack);
    }
    do {
      while (rest == 0) {
        if (++index >= tones->range_count) return;
        find_bounds(target, (const struct ranges *)tones->ranges + index, &bounds);
        rest = lanes_within(&bounds, best->error + slack);
      }
      group = index * 8 + remove_first(&rest);
      if (group >= tones->count) return;
    } while (group == first);
  }
}

WIDE static void find_wide(const struct tui_tones *tones, const struct tui_tone_target *target,
                           const struct tui_entry_penalties *penalties, ptrdiff_t *guess, struct nearest *best) {
  find(tones, target, penalties, guess, best);
}

int32_t tui_tones_nearest(bool wide, const struct tui_tones *tones, const struct tui_tone_target *target,
                          const struct tui_entry_penalties *penalties, ptrdiff_t *guess, float *error) {
  struct nearest best = {no_tone, INFINITY};
  if (wide) {
    find_wide(tones, target, penalties, guess, &best);
  } else {
    find(tones, target, penalties, guess, &best);
  }
  *error = best.error;
  return best.tone;
}
