#include "allocation_count.h"

#include <errno.h>
#include <stddef.h>

// A program's own definitions take the place of the C library's, which stays reachable under these names: see "Replacing
// malloc" in the manual of the GNU C library.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread unsigned long count;

unsigned long tui_allocation_count(void) { return count; }

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count++;
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count++;
  void *new = __libc_memalign(alignment, size);
  if (!new) return ENOMEM;
  *memory = new;
  return 0;
}
