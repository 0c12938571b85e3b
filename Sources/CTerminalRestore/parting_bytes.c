#define _GNU_SOURCE
#include "terminal_restore.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  int descriptor;
  pid_t owner;
  size_t count;
  unsigned char bytes[TUI_PARTING_CAPACITY];
} parting;
static atomic_int is_armed;

void tui_parting_write(void) {
  // Not in a forked child.
  if (getpid() != parting.owner || !atomic_exchange(&is_armed, 0)) return;
  int saved_errno = errno;
  ssize_t written = write(parting.descriptor, parting.bytes, parting.count);
  (void)written;
  errno = saved_errno;
}

static void on_end(int number) {
  tui_parting_write();
  tui_end_by(number);
}

void tui_parting_prepare(int descriptor, const unsigned char *bytes, size_t count) {
  static int is_prepared;
  if (is_prepared || count > TUI_PARTING_CAPACITY) return;
  is_prepared = 1;
  parting.descriptor = descriptor;
  parting.owner = getpid();
  memcpy(parting.bytes, bytes, count);
  parting.count = count;
  atomic_store(&is_armed, 1);
  atexit(tui_parting_write);
  const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    struct sigaction action;
    sigaction(numbers[i], NULL, &action);
    if (action.sa_handler != SIG_DFL) continue;
    action.sa_handler = on_end;
    sigaction(numbers[i], &action, NULL);
  }
}
