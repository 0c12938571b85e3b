#include "CIsal.h"

#include <dlfcn.h>
#include <isa-l/igzip_lib.h>
#include <pthread.h>
#include <stdlib.h>

static struct {
  __typeof__(&isal_inflate_init) init;
  __typeof__(&isal_inflate) inflate;
} isal;

static void load(void) {
  // The version of the header's declarations, which are stable within it. It stays open.
  void *library = dlopen("libisal.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  isal.inflate = (__typeof__(isal.inflate))dlsym(library, "isal_inflate");
  isal.init = (__typeof__(isal.init))dlsym(library, "isal_inflate_init");
}

int tui_isal_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return isal.init && isal.inflate;
}

void *tui_isal_open(void) {
  if (!tui_isal_load()) return NULL;
  struct inflate_state *state = malloc(sizeof *state);
  if (!state) return NULL;
  isal.init(state);
  state->crc_flag = ISAL_ZLIB;
  return state;
}

int tui_isal_inflate(void *opened, const unsigned char *input, unsigned *inputCount, unsigned char *room,
                     unsigned *roomCount) {
  struct inflate_state *state = opened;
  // The declaration lacks a `const`; input is not written to.
  state->next_in = (unsigned char *)input;
  state->avail_in = *inputCount;
  state->next_out = room;
  state->avail_out = *roomCount;
  int result = isal.inflate(state);
  *inputCount = state->avail_in;
  *roomCount = state->avail_out;
  return result == ISAL_DECOMP_OK || result == ISAL_END_INPUT || result == ISAL_OUT_OVERFLOW;
}

int tui_isal_has_ended(const void *opened) {
  return ((const struct inflate_state *)opened)->block_state == ISAL_BLOCK_FINISH;
}
