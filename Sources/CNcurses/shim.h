// Makes ncurses usable from Swift: requests the wide-character interface, and wraps function-like macros, cast macros
// and mutable globals as functions.
#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <term.h>
#include <unistd.h>

static inline WINDOW *tui_stdscr(void) { return stdscr; }
static inline WINDOW *tui_curscr(void) { return curscr; }
static inline int tui_color_pairs(void) { return COLOR_PAIRS; }
static inline attr_t tui_attribute_reverse(void) { return A_REVERSE; }

// Calls newterm with one descriptor, which ncurses then owns. ncurses' signal handlers are
// removed again in favor of ours.
static inline SCREEN *tui_newterm(const char *type, int descriptor) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
  struct sigaction before[4];
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  FILE *output = fdopen(descriptor, "w");
  FILE *input = copy < 0 ? NULL : fdopen(copy, "r");
  if (!output || !input) return NULL;
  for (int i = 0; i < 4; i++) sigaction(numbers[i], NULL, &before[i]);
  SCREEN *screen = newterm(type, output, input);
  for (int i = 0; i < 4; i++) sigaction(numbers[i], &before[i], NULL);
  return screen;
}

// Calls endwin, also from the background, where changing the terminal would otherwise stop us.
static inline int tui_endwin(void) {
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stop, &before);
  int result = endwin();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return result;
}

// Undoes setupterm.
static inline void tui_forget_terminal(void) {
  if (cur_term) del_curterm(cur_term);
}

// A string capability, or NULL if the terminal lacks it (which terminfo may report as -1).
static inline const char *tui_capability(const char *name) {
  const char *value = tigetstr(name);
  return value == (const char *)-1 ? NULL : value;
}

// A numeric capability, negative if the terminal lacks it.
static inline int tui_number(const char *name) { return tigetnum(name); }

// Whether the terminal has a property.
static inline int tui_flag(const char *name) { return tigetflag(name) > 0; }

// A string capability with up to two parameters filled in, or NULL if the terminal lacks it.
static inline const char *tui_expanded(const char *name, int first, int second) {
  const char *capability = tui_capability(name);
  return capability ? tiparm(capability, first, second) : NULL;
}

// Sets a cell to up to three wide characters (0 for unused ones), with an attribute and a color pair of any number.
static inline int tui_set_cell(cchar_t *cell, wchar_t first, wchar_t second, wchar_t third, attr_t attribute, int pair) {
  wchar_t text[4] = {first, second, third, 0};
  return setcchar(cell, text, attribute, 0, &pair);
}

// An in-memory file to which doupdate can write instead of the terminal.
static inline int tui_memory_file(void) { return (int)syscall(SYS_memfd_create, "tui-frame", 1u /* MFD_CLOEXEC */); }

#endif
