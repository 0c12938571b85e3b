#ifndef SHIFTS_H
#define SHIFTS_H

// Shifts by a variable number of bits, of which readers of codes do several for each.

#include <stdbool.h>

/// Whether the processor has BMI2, so that functions that are FAST may be called: such shifts are faster there.
bool tui_shifts_are_fast(void);

#if defined(__x86_64__)
#define FAST __attribute__((target("bmi2")))
#else
// Compiled like the other variant.
#define FAST
#endif

#endif
