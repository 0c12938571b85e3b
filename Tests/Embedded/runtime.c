// What Embedded Swift needs of a C library: memory, in blocks of powers of two, and random bytes for the seeds of hashes.
#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;
static uintptr_t heap_end;
static void *free_blocks[32];

void *malloc(size_t size) {
  unsigned class = 4;
  while (((size_t)1 << class) < size + 16) class += 1;
  size_t *block = free_blocks[class];
  if (block) {
    free_blocks[class] = *(void **)block;
  } else {
    if (!heap_end) heap_end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    block = (size_t *)heap_end;
    heap_end += (size_t)1 << class;
    size_t pages = __builtin_wasm_memory_size(0), needed = (heap_end + 65535) / 65536;
    if (needed > pages && __builtin_wasm_memory_grow(0, needed - pages) == (size_t)-1) __builtin_trap();
  }
  *block = class;
  return (char *)block + 16;
}

void free(void *pointer) {
  if (!pointer) return;
  size_t *block = (size_t *)((char *)pointer - 16);
  size_t class = *block;
  *(void **)block = free_blocks[class];
  free_blocks[class] = block;
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  if (alignment <= 16) {
    *pointer = malloc(size);
    return 0;
  }
  // `free` finds the start of a block 16 bytes before it: a copy of its class stands there, and the block's beginning is lost.
  char *block = malloc(size + alignment);
  char *aligned = (char *)(((uintptr_t)block + alignment - 1) & ~(uintptr_t)(alignment - 1));
  if (aligned != block) *(size_t *)(aligned - 16) = 31;
  *pointer = aligned;
  return 0;
}

void *memset(void *to, int byte, size_t size) {
  for (size_t i = 0; i < size; i += 1) ((unsigned char *)to)[i] = (unsigned char)byte;
  return to;
}

void *memmove(void *to, const void *from, size_t size) {
  unsigned char *target = to;
  const unsigned char *source = from;
  if (target < source) {
    for (size_t i = 0; i < size; i += 1) target[i] = source[i];
  } else {
    for (size_t i = size; i > 0; i -= 1) target[i - 1] = source[i - 1];
  }
  return to;
}

void *memcpy(void *to, const void *from, size_t size) { return memmove(to, from, size); }

int memcmp(const void *left, const void *right, size_t size) {
  const unsigned char *a = left, *b = right;
  for (size_t i = 0; i < size; i += 1) {
    if (a[i] != b[i]) return a[i] - b[i];
  }
  return 0;
}

void arc4random_buf(void *buffer, size_t size) { memset(buffer, 42, size); }

int putchar(int byte) { return byte; }

// The product of numbers of 128 bits.
__int128 __multi3(__int128 left, __int128 right) {
  uint64_t a = (uint64_t)left, b = (uint64_t)right;
  uint64_t low = (uint32_t)a, high = a >> 32, other = (uint32_t)b, upper = b >> 32;
  uint64_t first = low * other, cross = high * other + (first >> 32), rest = low * upper + (uint32_t)cross;
  uint64_t top = high * upper + (cross >> 32) + (rest >> 32);
  top += (uint64_t)(left >> 64) * b + a * (uint64_t)(right >> 64);
  return (__int128)(((unsigned __int128)top << 64) | (rest << 32) | (uint32_t)first);
}

uintptr_t __stack_chk_guard = 0x2A5F3C71;

void __stack_chk_fail(void) { __builtin_trap(); }

double round(double number) {
  double whole = __builtin_trunc(number);
  return __builtin_fabs(number - whole) >= 0.5 ? whole + (number < 0 ? -1 : 1) : whole;
}
