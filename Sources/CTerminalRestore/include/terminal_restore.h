// The last thing that runs: puts the terminal back, also from a signal handler, with async-signal-safe calls only.
#ifndef TERMINAL_RESTORE_H
#define TERMINAL_RESTORE_H

#include <stddef.h>

// The bytes that can be prepared.
#define TUI_RESTORE_CAPACITY 1024

// Takes note of a terminal's modes as they were found. Returns 0, or -1 if they cannot be read.
int tui_restore_remember(int descriptor);

// Arms tui_restore_now with the bytes that put the terminal's own modes back; what was remembered goes with them. The
// descriptor should be non-blocking and stay open. Also restores at exit() from now on.
// Returns 0, or -1 if there are more bytes than can be kept.
int tui_restore_prepare(int descriptor, const unsigned char *bytes, size_t count);

// The terminal has been put back by other means: tui_restore_now does nothing until prepared again.
void tui_restore_disarm(void);

// Puts the terminal back if armed, once, and disarms; deletes the shared files (shared_files.h). Waits for a full line for some tenths of a second at most.
void tui_restore_now(void);

// The same where the process is about to end: what other threads write to the descriptor from then on goes nowhere.
void tui_restore_at_last(void);

// From now on a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS) first restores the terminal, then goes
// the way it would have gone. Only the first call does anything.
void tui_restore_on_crash(void);

// Ends the process by a signal's default action, from anywhere.
void tui_end_by(int number);

// A terminal's size in cells and in pixels; 0 where it does not tell.
struct tui_window_size {
  int columns;
  int rows;
  int width;
  int height;
};

// Asks for the size (TIOCGWINSZ); all zero if there is none.
struct tui_window_size tui_window_size_of(int descriptor);

// Lets a line go on that Ctrl-S has stopped.
void tui_restart_output(int descriptor);

// Discards the output that the line has not taken, and lets a stopped line go on.
void tui_discard_output(int descriptor);

#endif
