// The last thing that runs: puts the terminal back from a signal handler, with async-signal-safe calls only.
#ifndef TERMINAL_RESTORE_H
#define TERMINAL_RESTORE_H
#endif
