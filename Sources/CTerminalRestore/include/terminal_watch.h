// Ctrl-C for a program that hangs. Keys that stand for signals come to us as bytes (ISIG is off), so that those in a paste
// do nothing. While the main loop does not read them for a second, the terminal turns them into signals again.
#ifndef TERMINAL_WATCH_H
#define TERMINAL_WATCH_H

#include <signal.h>

// Switches off the terminal's signals for keys. Returns 0, or -1 if its modes cannot be changed.
int tui_watch_take_keys(int descriptor);

// The main loop begins to work: unless it ends within a second, the terminal sends signals for keys until it does.
void tui_watch_begin(void);

// The main loop waits for input again, or is about to restore the terminal: from now on keys are bytes.
void tui_watch_end(void);

// The signal of the timer, and its handler's part: returns whether this is the timer's signal. Async-signal-safe.
int tui_watch_signal(void);
int tui_watch_on_signal(const siginfo_t *info);

#endif
