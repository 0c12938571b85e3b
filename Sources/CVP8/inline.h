#ifndef INLINE_H
#define INLINE_H

#define INLINE static inline __attribute__((always_inline))
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

#if defined(__x86_64__)
// For a function whose callers know that the processor has BMI2: shifts by a variable number of bits are faster there.
#define FAST __attribute__((target("bmi2")))
#else
#define FAST
#endif

#endif
