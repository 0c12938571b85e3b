// What of ncurses Swift cannot see by itself: the wide-character interface is asked for here, and
// function-like macros, cast macros and mutable globals are wrapped as functions.
#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

static inline WINDOW *tui_stdscr(void) { return stdscr; }

#endif
