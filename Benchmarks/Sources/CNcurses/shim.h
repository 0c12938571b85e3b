// Makes ncurses usable from Swift: requests the wide-character interface, and wraps mutable globals as functions.
#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

static inline WINDOW *tui_stdscr(void) { return stdscr; }

#endif
