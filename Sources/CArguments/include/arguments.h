// The arguments of the program as the system passed them. Swift's CommandLine reads /proc/self/cmdline, which may be missing.
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

// Their number, with the program's name.
int tui_argument_count(void);

// An argument; 0 is the program's name. Empty beyond the last.
const char *_Nonnull tui_argument(int index);

#endif
