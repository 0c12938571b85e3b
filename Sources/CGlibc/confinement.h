// Takes away from the calling process, and those that it starts, what it does not need. Called in a child between vfork and exec, after
// PR_SET_NO_NEW_PRIVS: makes only system calls.
#ifndef CONFINEMENT_H
#define CONFINEMENT_H

// The kinds of confined processes: decoding workers, our own programs that only read a file on standard input, other programs that decode, and the
// process that downloads.
enum confined_process { WORKER, THREADED_WORKER, EXTERNAL_DECODER, FETCHER };

// Allows only the system calls (seccomp) that such a process needs. Returns 0, or -1 with errno.
int tui_allow_calls_of(enum confined_process kind);

// Restricts files (Landlock) to reading those of the system, the program's own, the open input, and a folder in which it
// may write files. Also denies TCP, abstract sockets, tracing other processes and signals to them, as far as the kernel
// can. `libraries` and `folder` may be NULL. Returns 0, or -1 with errno.
int tui_restrict_files(const char *program, const char *libraries, int input, const char *folder);

// Forbids all of that without exception (Landlock without a rule). Returns 0, or -1 with errno.
int tui_forbid_files(void);

// Starts the thread of `tui_help`, in a worker that is not yet confined to the threads that it has.
void tui_start_helper(void);

#endif
