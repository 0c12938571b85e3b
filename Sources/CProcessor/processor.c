#include "vectors.h"

#if !defined(__x86_64__)
#define HAS(feature, name) false
#elif __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
// The C library has asked the processor already. The compiler's function would ask it again at every start, a dozen times, and on a virtual
// machine each takes five microseconds.
#define HAS(feature, name) CPU_FEATURE_ACTIVE(feature)
#else
#define HAS(feature, name) __builtin_cpu_supports(name)
#endif

bool tui_vectors_are_wide(void) { return HAS(AVX2, "avx2"); }
