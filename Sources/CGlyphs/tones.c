#include <math.h>

#include "tones.h"
#include "vectors.h"

typedef float four_floats __attribute__((vector_size(16), aligned(4)));
typedef int32_t four_ints __attribute__((vector_size(16), aligned(4)));

// Eight tones, their ranges and four tones, as in Swift: `FlatTones.Eight`, `ToneRanges` and `PairTones.Four`.
struct eight_tones {
  floats lightness, red, blue, penalty;
  ints tones;
  floats lights;
};

struct ranges {
  floats lightness, red, blue, half_lightness, half_red, half_blue, darkest, lightest, penalties;
};

struct four_tones {
  four_floats lightness, red, blue, penalty;
  four_ints tones;
  four_floats lights;
};

enum { no_tone = INT32_MAX, entries = 16, groups = 6 };

// More than the rounding errors in a tone's error.
static const float slack = 1e-6f;

struct nearest {
  int32_t tone;
  float error;
};

INLINE float least_of(const floats *numbers) {
  floats n = *numbers;
  float first = n[4] < n[0] ? n[4] : n[0], second = n[5] < n[1] ? n[5] : n[1];
  float third = n[6] < n[2] ? n[6] : n[2], fourth = n[7] < n[3] ? n[7] : n[3];
  first = third < first ? third : first;
  second = fourth < second ? fourth : second;
  return second < first ? second : first;
}

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
                    const struct tui_entry_penalties *unfamiliar, struct nearest *best) {
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
    if (!unfamiliar->are_none) {
      float share = (float)(tone >> 16) / 4;
      error += unfamiliar->of[tone & (entries - 1)] * share + unfamiliar->of[tone >> 8 & (entries - 1)] * (1 - share);
    }
    if (error < found.error || (error == found.error && tone < found.tone)) found = (struct nearest){tone, error};
  }
  if (!(found.error < best->error || (found.error == best->error && found.tone < best->tone))) return false;
  *best = found;
  return true;
}

// Compares the tones of two pairs of entries: the three mixtures of each, and its second entry alone.
INLINE void compare_pairs(const struct tui_pair_tones *pairs, ptrdiff_t front, ptrdiff_t back, ptrdiff_t next_front,
                          ptrdiff_t next_back, const struct tui_tone_target *target,
                          const struct tui_entry_penalties *unfamiliar, struct nearest *best) {
  const struct four_tones *first = (const struct four_tones *)pairs->fours + front * entries + back;
  const struct four_tones *second = (const struct four_tones *)pairs->fours + next_front * entries + next_back;
  floats lightness = __builtin_shufflevector(first->lightness, second->lightness, 0, 1, 2, 3, 4, 5, 6, 7);
  floats red = __builtin_shufflevector(first->red, second->red, 0, 1, 2, 3, 4, 5, 6, 7);
  floats blue = __builtin_shufflevector(first->blue, second->blue, 0, 1, 2, 3, 4, 5, 6, 7);
  floats errors;
  distances(target, &lightness, &red, &blue, &errors);
  errors += __builtin_shufflevector(first->penalty, second->penalty, 0, 1, 2, 3, 4, 5, 6, 7);
  if (target->is_blurred) {
    floats lights = __builtin_shufflevector(first->lights, second->lights, 0, 1, 2, 3, 4, 5, 6, 7);
    add_blurred(target, &lights, &errors);
  }
  const floats shares = {0.25f, 0.5f, 0.75f, 0, 0.25f, 0.5f, 0.75f, 0};
  four_floats zero = {0}, one = zero + unfamiliar->of[front], other = zero + unfamiliar->of[next_front];
  floats fronts = __builtin_shufflevector(one, other, 0, 1, 2, 3, 4, 5, 6, 7);
  one = zero + unfamiliar->of[back];
  other = zero + unfamiliar->of[next_back];
  errors += fronts * shares + __builtin_shufflevector(one, other, 0, 1, 2, 3, 4, 5, 6, 7) * (1 - shares);
  float least = least_of(&errors);
  if (!(least <= best->error)) return;
  int32_t tone = no_tone;
  for (ptrdiff_t lane = 0; lane < 8; lane++) {
    int32_t here = lane < 4 ? first->tones[lane] : second->tones[lane - 4];
    if (errors[lane] == least && here < tone) tone = here;
  }
  if (least < best->error || tone < best->tone) *best = (struct nearest){tone, least};
}

// The nearest of the tones of the entries that the cells around one have, at least two.
INLINE void find_pair(const struct tui_pair_tones *pairs, const struct tui_tone_target *target,
                      const struct tui_entry_penalties *unfamiliar, struct nearest *best) {
  // The first entry alone, and then the pairs, two at a time.
  uint32_t fronts = unfamiliar->entries;
  ptrdiff_t front = remove_first(&fronts), pending_front = front, pending_back = front;
  bool is_pending = true;
  uint32_t backs = fronts;
  while (true) {
    while (backs == 0) {
      if (fronts == 0) {
        if (is_pending) {
          compare_pairs(pairs, pending_front, pending_back, pending_front, pending_back, target, unfamiliar, best);
        }
        return;
      }
      front = remove_first(&fronts);
      backs = fronts;
    }
    ptrdiff_t back = remove_first(&backs);
    if (is_pending) {
      compare_pairs(pairs, pending_front, pending_back, front, back, target, unfamiliar, best);
    } else {
      pending_front = front;
      pending_back = back;
    }
    is_pending = !is_pending;
  }
}

INLINE void find(const struct tui_tones *tones, const struct tui_tone_target *target,
                 const struct tui_entry_penalties *unfamiliar, ptrdiff_t *guess, struct nearest *best) {
  // The least error of the tones that have not been compared.
  float least = 0;
  if (tones->pairs.fours && (unfamiliar->entries & (unfamiliar->entries - 1)) != 0) {
    find_pair(&tones->pairs, target, unfamiliar, best);
    float penalty = unfamiliar->of_others;
    float light = target->is_blurred ? -target->product * target->product / (4 * target->square) : 0;
    if (penalty / 4 + light > best->error + slack) return;
    // Other tones have at least one unfamiliar entry. The shares of each group that other entries have:
    const floats others = {0.75f, 0.75f, 0.5f, 0.5f, 0.25f, 0.25f, 0, 0};
    uint32_t familiar = unfamiliar->entries;
    while (familiar != 0) {
      ptrdiff_t entry = remove_first(&familiar);
      const struct eight_tones *mixtures = (const struct eight_tones *)tones->pairs.mixtures + entry * groups;
      floats bounds;
      find_bounds(target, (const struct ranges *)tones->pairs.ranges + entry, &bounds);
      bounds += others * penalty;
      uint32_t rest = lanes_within(&bounds, best->error + slack) & ((1 << groups) - 1);
      while (rest != 0) {
        if (compare(mixtures + remove_first(&rest), target, unfamiliar, best)) {
          rest &= lanes_within(&bounds, best->error + slack);
        }
      }
    }
    if (penalty + light > best->error + slack) return;
    least = penalty;
  }
  const struct eight_tones *eights = tones->eights;
  ptrdiff_t first = *guess < tones->count ? *guess : 0, group = first;
  // The number of a range, the bounds of its groups' errors, and those groups that may have a nearer tone.
  ptrdiff_t index = -1;
  floats bounds = {0};
  uint32_t rest = 0;
  while (true) {
    if (compare(eights + group, target, unfamiliar, best)) {
      *guess = group;
      rest &= lanes_within(&bounds, best->error - least + slack);
    }
    do {
      while (rest == 0) {
        if (++index >= tones->range_count) return;
        find_bounds(target, (const struct ranges *)tones->ranges + index, &bounds);
        rest = lanes_within(&bounds, best->error - least + slack);
      }
      group = index * 8 + remove_first(&rest);
      if (group >= tones->count) return;
    } while (group == first);
  }
}

WIDE static void find_wide(const struct tui_tones *tones, const struct tui_tone_target *target,
                           const struct tui_entry_penalties *unfamiliar, ptrdiff_t *guess, struct nearest *best) {
  find(tones, target, unfamiliar, guess, best);
}

int32_t tui_tones_nearest(bool wide, const struct tui_tones *tones, const struct tui_tone_target *target,
                          const struct tui_entry_penalties *unfamiliar, ptrdiff_t *guess, float *error) {
  struct nearest best = {no_tone, INFINITY};
  if (wide) {
    find_wide(tones, target, unfamiliar, guess, &best);
  } else {
    find(tones, target, unfamiliar, guess, &best);
  }
  *error = best.error;
  return best.tone;
}
