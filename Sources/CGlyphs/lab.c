#include "cube_roots.h"
#include "glyphs.h"

// Eight samples, as `LMS`.
INLINE void load_eight(const uint16_t *samples, const uint16_t *behind, floats *responses, floats *lab, float *points) {
  ints red, green, blue;
  for (ptrdiff_t index = 0; index < 8; index++) {
    const uint16_t *sample = samples[index * 4 + 3] == 0 ? behind : samples + index * 4;
    red[index] = sample[0];
    green[index] = sample[1];
    blue[index] = sample[2];
  }
  floats reds = __builtin_convertvector(red, floats) / 65535;
  floats greens = __builtin_convertvector(green, floats) / 65535;
  floats blues = __builtin_convertvector(blue, floats) / 65535;
  floats x = 0.4122214708f * reds + 0.5363325363f * greens + 0.0514459929f * blues;
  floats y = 0.2119034982f * reds + 0.6806995451f * greens + 0.1073969566f * blues;
  floats z = 0.0883024619f * reds + 0.2817188376f * greens + 0.6299787005f * blues;
  responses[0] = x;
  responses[1] = y;
  responses[2] = z;
  floats lights = x * -0.040775f + y * 1.112492f - z * 0.071718f;
  floats rows = lights + __builtin_shufflevector(lights, lights, 4, 5, 6, 7, 0, 1, 2, 3);
  points[0] = (rows[0] + rows[1]) / 4;
  points[1] = (rows[2] + rows[3]) / 4;
  take_cube_roots(&x);
  take_cube_roots(&y);
  take_cube_roots(&z);
  lab[0] = 0.2104542553f * x + 0.7936177850f * y + -0.0040720468f * z;
  lab[1] = 1.9779984951f * x + -2.4285922050f * y + 0.4505937099f * z;
  lab[2] = 0.0259040371f * x + 0.7827717662f * y + -0.8086757660f * z;
}

INLINE void load_lab(const uint16_t *samples, const uint16_t *behind, floats *lab, float *total, float *points) {
  floats responses[12];
  for (ptrdiff_t eight = 0; eight < 4; eight++) {
    load_eight(samples + eight * 32, behind, responses + eight * 3, lab + eight * 3, points + eight * 2);
  }
  // One after another, since the order decides the last bit.
  float x = 0, y = 0, z = 0;
  for (ptrdiff_t eight = 0; eight < 4; eight++) {
    for (ptrdiff_t index = 0; index < 8; index++) {
      x += ((const float *)(responses + eight * 3))[index];
      y += ((const float *)(responses + eight * 3 + 1))[index];
      z += ((const float *)(responses + eight * 3 + 2))[index];
    }
  }
  total[0] = x;
  total[1] = y;
  total[2] = z;
}

WIDE static void load_lab_wide(const uint16_t *samples, const uint16_t *behind, floats *lab, float *total,
                               float *points) {
  load_lab(samples, behind, lab, total, points);
}

void tui_cell_lab(bool wide, const void *samples, const void *behind, void *lab, void *total, void *points) {
  if (wide) {
    load_lab_wide(samples, behind, lab, total, points);
  } else {
    load_lab(samples, behind, lab, total, points);
  }
}
