// The wide-character interface of ncurses, and the macros of it that Swift cannot import.
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>

static inline WINDOW *standard_screen(void) { return stdscr; }
static const mmask_t mouse_pressed = BUTTON1_PRESSED;
static const mmask_t mouse_released = BUTTON1_RELEASED;
static const mmask_t mouse_moved = REPORT_MOUSE_POSITION;
