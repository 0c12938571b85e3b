// The signals that end, stop, continue and resize the process. They are caught before the terminal is changed, and
// reported in order of arrival.
#ifndef TERMINAL_SIGNALS_H
#define TERMINAL_SIGNALS_H

// Catches the signals. Until tui_signals_report is called, a signal that ends the process restores the terminal and
// takes effect at once. Must be called by the thread that draws until then: any other thread that receives such a signal
// passes it on to this one. Returns a descriptor that is readable when a signal is pending, or -1 with errno.
int tui_signals_catch(void);

// From now on signals that end the process are only reported. If an earlier one has been unread for a second or longer,
// the next one restores the terminal and takes effect at once.
void tui_signals_report(void);

// Returns the number of the next pending signal, or 0 if there is none.
int tui_signals_next(void);

// Sends a signal to all processes of our group, including this one, as the terminal does for a key.
void tui_signals_send(int number);

// Stops the process as Ctrl-Z stops any program; returns when it is continued.
void tui_signals_stop(void);

// Ignores SIGINT and SIGQUIT, or catches them again. An ignored signal does not stay pending, so signals that the
// terminal sends to a command in the foreground never reach us later.
void tui_signals_ignore_interrupts(int is_ignored);

// Restores the default actions of SIGINT, SIGTERM, SIGHUP and SIGQUIT.
void tui_signals_release(void);

#endif
