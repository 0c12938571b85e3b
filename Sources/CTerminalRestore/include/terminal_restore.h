// Restores the terminal at the end of the process, also from a signal handler, with async-signal-safe calls only.
#ifndef TERMINAL_RESTORE_H
#define TERMINAL_RESTORE_H

#include <stddef.h>

// The most bytes that can be prepared.
#define TUI_RESTORE_CAPACITY 16384

// Saves a terminal's original modes. The second descriptor is the one through which a library (ncurses) writes and sets
// modes. Returns 0, or -1 if the modes cannot be read.
int tui_restore_remember(int descriptor, int library_descriptor);

// Arms tui_restore_now with bytes to write to the terminal before the saved modes, if there are any, are set. The descriptor should be
// non-blocking and stay open. From the first call on, exit() also restores the terminal.
// Returns 0, or -1 if there are more than TUI_RESTORE_CAPACITY bytes.
int tui_restore_prepare(int descriptor, const unsigned char *bytes, size_t count);

// Leaves the terminal's modes as they are from now on: they have been restored, and may be another program's.
void tui_restore_forget_modes(void);

// Restores the terminal once if armed, and disarms it. Waits for a full line for at most a few tenths of a second.
void tui_restore_now(void);

// Does the same when the process is about to end: later writes of other threads to both descriptors go to /dev/null.
void tui_restore_at_last(void);

// Makes a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS) restore the terminal first and then
// continue as before. Only the first call has an effect.
void tui_restore_on_crash(void);

// Makes SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE and SIGTSTP restore the terminal before they take effect, unless they are
// ignored, or, with 0, restores their default actions.
void tui_restore_on_end(int is_wanted);

// Ends the process by a signal's default action; may be called from any thread or handler.
void tui_end_by(int number);

// A terminal's size in cells and in pixels; 0 where unknown.
struct tui_window_size {
  int columns;
  int rows;
  int width;
  int height;
};

// Queries the size (TIOCGWINSZ); all zero if there is none.
struct tui_window_size tui_window_size_of(int descriptor);

// Writes the first sixteen colors of a Linux console, three bytes each (ioctl_console(2), GIO_CMAP); returns whether it is one.
int tui_console_colors(int descriptor, unsigned char colors[48]);

// Restarts output that Ctrl-S has stopped.
void tui_restart_output(int descriptor);

// Discards output that the line has not accepted, and restarts stopped output.
void tui_discard_output(int descriptor);

#endif
