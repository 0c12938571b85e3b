// The parts of glibc's GNU interface that Swift does not see (they require _GNU_SOURCE, without which Swift's Glibc
// module is built), and the code that runs in a child between vfork and exec, where Swift code may not run.
//
// Includes no other header: system types would become part of this module.
#ifndef GLIBC_EXTENSIONS_H
#define GLIBC_EXTENSIONS_H

// A pipe with both ends above the three standard descriptors and close-on-exec; 0, or -1 with errno.
int tui_pipe(int *reading, int *writing);

// Enlarges a pipe's buffer, if the system allows it.
void tui_widen_pipe(int end, int bytes);

// An empty in-memory file, close-on-exec; its descriptor, or -1 with errno.
int tui_memory_file(void);

// Renames a file unless the new name is taken: 0, or -1 with errno, EEXIST if it is.
int tui_rename_exclusively(const char *from, const char *to);

// A file without a name in a folder, for writing; its descriptor, or -1 with errno. It disappears unless it gets a name.
int tui_unnamed_file(const char *folder, unsigned mode);

// Gives a file from tui_unnamed_file its name, unless that is taken: 0, or -1 with errno.
int tui_name_file(int file, const char *path);

// Accepts a connection: a descriptor that does not block, close-on-exec, or -1 with errno.
int tui_accept(int listener);

// Whether the process at the other end of a Unix socket had this user's ID when it connected or listened.
int tui_peer_is_user(int socket);

// A descriptor that is readable when SIGHUP, SIGINT or SIGTERM is pending. From now on these are blocked in this thread
// and those that it starts; a signal that is already ignored stays ignored. -1 with errno on failure.
int tui_signal_file(void);

// The next pending signal, or 0 if there is none.
int tui_next_signal(int file);

// Ends the process by the signal's default action.
void tui_die_of_signal(int number);

// Has the memory of freed pictures returned to the system, now and in processes that are forked. By default glibc expects freed sizes to be
// needed again and keeps them, in one heap per thread: after a hundred animations the carousel held 240 MB, of which 90 MB were in use.
void tui_return_freed_memory(void);

// How many processors this thread may use, 1…
int tui_processor_count(void);

// Calls a function on a new thread, which receives no signals but those of its own faults; 0, or an error number.
int tui_start_thread(void *(*body)(void *), void *argument);

// Whether `count` threads can run beside the calling one; 0, or an error number.
int tui_can_start_threads(int count);

// The limits of a program, which it cannot raise, and of all processes that it starts together.
struct tui_limits {
  unsigned long file_bytes;
  unsigned long data_bytes;
  // 0 for no limit.
  unsigned long cpu_seconds;
  // Whether its processes have these limits together, too.
  int are_for_group;
  // How long it may outlive us to clean up before it is killed, however we end.
  unsigned farewell_milliseconds;
};

// How a program is kept from files, processes and networks that it does not need.
struct tui_isolation {
  // 0: not at all; 1: as far as the kernel can; 2: completely, or it is not started.
  int level;
  // The folder of its libraries, if it is not one of the system's, and one in which it may write files; NULL for none.
  const char *libraries;
  const char *folder;
};

// The version of Landlock, which restricts files; 0 if the kernel has none.
int tui_landlock_version(void);

// Whether the kernel can deny system calls (seccomp).
int tui_can_deny_system_calls(void);

// Takes away from this process, which has one thread, what fetching does not need: other programs, processes, and files but
// those of the system, for reading the `readable`, and for writing those in `folders`. Both end with NULL. Returns 0, or -1 if
// the kernel cannot do all of that.
int tui_confine_fetching(char *const *folders, char *const *readable);

// Starts a program and stores its process ID: in its own process group (and session, if isolated), in the root folder,
// with no signal blocked or ignored, no new privileges, these limits, and only these three descriptors. The arguments
// and the environment end with NULL. If input is -1, it is /dev/null. Returns 0, or an error number.
int tui_spawn(int *process, const char *program, char *const *arguments, char *const *environment, int input,
              int output, int errors, struct tui_limits limits, struct tui_isolation isolation);

#endif
