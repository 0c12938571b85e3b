// Makes Ctrl-C work when the program hangs. Keys for signals arrive as bytes (ISIG is off), so that those in a pasted
// text do nothing. If the main loop works for more than a second, the terminal turns these keys
// into signals until it finishes.
#ifndef TERMINAL_WATCH_H
#define TERMINAL_WATCH_H

#include <signal.h>

// Switches signal keys off. Returns 0, or -1 if the terminal's modes cannot be changed.
int tui_watch_take_keys(int descriptor);

// Called when the main loop begins to work. Unless it ends within a second, signal keys are switched on until it does.
void tui_watch_begin(void);

// Called when the main loop waits for input again, or is about to restore the terminal: signal keys are switched off.
void tui_watch_end(void);

// The timer's signal, and its part of the signal handler, which returns whether the signal is
// the timer's. Async-signal-safe.
int tui_watch_signal(void);
int tui_watch_on_signal(const siginfo_t *info);

#endif
