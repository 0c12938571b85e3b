#include "vectors.h"

#if defined(__x86_64__)
bool tui_vectors_are_wide(void) { return __builtin_cpu_supports("avx2"); }
#else
bool tui_vectors_are_wide(void) { return false; }
#endif
