// Takes away from the calling process, and those that it starts, what decoders do not need. Called in a child between vfork
// and exec, after PR_SET_NO_NEW_PRIVS: makes only system calls.
#ifndef CONFINEMENT_H
#define CONFINEMENT_H

// The kinds of programs that lose only what they do not need.
enum confined_program { EXTERNAL_DECODER, FETCHER };

// Denies system calls (seccomp) that reach other processes, mounts, or parts of the kernel with a history of bugs; to
// decoders also sockets and the modes of files, to the fetcher other programs. Returns 0, or -1 with errno.
int tui_deny_calls_for(enum confined_program kind);

// Restricts files (Landlock) to reading those of the system, the program's own, the open input, and a folder in which it
// may write files. Also denies TCP, abstract sockets, tracing other processes and signals to them, as far as the kernel
// can. `libraries` and `folder` may be NULL. Returns 0, or -1 with errno.
int tui_restrict_files(const char *program, const char *libraries, int input, const char *folder);

// Forbids all of that without exception (Landlock without a rule). Returns 0, or -1 with errno.
int tui_forbid_files(void);

// The kinds of processes that only decode: workers, and programs that read a file on standard input.
enum decoding_process { WORKER, READER };

// Allows only the system calls (seccomp) that decoding needs: memory, and reading, writing and messages on descriptors
// that are open or come with a message. Returns 0, or -1 with errno.
int tui_allow_decoding_calls(enum decoding_process kind);

// Starts the thread of `tui_help`, in a worker that is not yet confined to the threads that it has.
void tui_start_helper(void);

#endif
