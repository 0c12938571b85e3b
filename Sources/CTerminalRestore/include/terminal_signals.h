// The signals that end, stop, continue and resize us. Caught before the terminal is taken, so that none comes too early,
// and reported in the order in which they came, so that none is taken for a later one.
#ifndef TERMINAL_SIGNALS_H
#define TERMINAL_SIGNALS_H

// Catches them. One that ends us restores the terminal and ends us at once, until tui_signals_report. Called by the thread
// that is to handle them: the others must block them. Returns the descriptor that is readable when there is something to
// read, or -1 with errno.
int tui_signals_catch(void);

// From now on signals that end us are only reported, unless the last one has been waiting for a second or longer:
// then the terminal is restored and the next one ends us at once.
void tui_signals_report(void);

// The number of the next signal that has come; 0: none.
int tui_signals_next(void);

// Sends a signal to every process of our group, this one included: what the terminal does for its key.
void tui_signals_send(int number);

// Has SIGINT and SIGQUIT ignored, or caught again. Of a signal that is ignored nothing is left that could come later: what
// the terminal sends to a command that runs on it never becomes ours, whenever the command ends.
void tui_signals_ignore_interrupts(int is_ignored);

// Signals end us as they end any program again.
void tui_signals_release(void);

#endif
