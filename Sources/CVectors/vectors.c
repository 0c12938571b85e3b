#include "vectors.h"

#if !defined(__x86_64__)
bool tui_vectors_are_wide(void) { return false; }
#elif __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
// The C library has asked the processor already. The compiler's function would ask it again at every start, a dozen times, and on a virtual
// machine each takes five microseconds.
bool tui_vectors_are_wide(void) { return CPU_FEATURE_ACTIVE(AVX2); }
#else
bool tui_vectors_are_wide(void) { return __builtin_cpu_supports("avx2"); }
#endif
