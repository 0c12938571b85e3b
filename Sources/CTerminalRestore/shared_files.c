#define _GNU_SOURCE
#include "shared_files.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { unused, used };
static struct {
  atomic_int state;
  char path[TUI_SHARED_PATH];
} files[TUI_SHARED_FILES];

int tui_shared_file_add(const char *path) {
  if (strlen(path) >= TUI_SHARED_PATH) return -1;
  for (int number = 0; number < TUI_SHARED_FILES; number++) {
    if (atomic_load(&files[number].state) != unused) continue;
    strcpy(files[number].path, path);
    // A signal before this store ignores the entry, and its file does not exist yet.
    atomic_store(&files[number].state, used);
    return number;
  }
  return -1;
}

int tui_shared_file_remove(int number) {
  if (number < 0 || number >= TUI_SHARED_FILES || atomic_load(&files[number].state) != used) return 0;
  int saved_errno = errno;
  int was_there = unlink(files[number].path) == 0;
  errno = saved_errno;
  atomic_store(&files[number].state, unused);
  return was_there;
}

void tui_shared_files_remove(void) {
  for (int number = 0; number < TUI_SHARED_FILES; number++) tui_shared_file_remove(number);
}
