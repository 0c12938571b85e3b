// Takes away from the calling process, and those that it starts, what decoders do not need. Called in a child between vfork
// and exec, after PR_SET_NO_NEW_PRIVS: makes only system calls.
#ifndef CONFINEMENT_H
#define CONFINEMENT_H

// Denies system calls (seccomp) that leave the process group or reach other processes, sockets, mounts, or the modes of
// files. Returns 0, or -1 with errno.
int tui_deny_system_calls(void);

// Restricts files (Landlock) to reading those of the system, the program's own, the open input, and a folder in which it
// may write files. Also denies TCP, abstract sockets, tracing other processes and signals to them, as far as the kernel
// can. `libraries` and `folder` may be NULL. Returns 0, or -1 with errno.
int tui_restrict_files(const char *program, const char *libraries, int input, const char *folder);

#endif
