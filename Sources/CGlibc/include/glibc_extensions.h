// What of glibc's GNU interface Swift does not see (it is hidden behind _GNU_SOURCE, which Swift's Glibc is built
// without), and what happens in a child between its making and its program, where Swift code may not run.
//
// This header takes in no other: the types of the system would become this module's.
#ifndef GLIBC_EXTENSIONS_H
#define GLIBC_EXTENSIONS_H

// A pipe that no program inherits unasked, above the three standard descriptors; 0, or -1 with errno.
int tui_pipe(int *reading, int *writing);

// Lets a pipe hold so many bytes, where the system allows it.
void tui_widen_pipe(int end, int bytes);

// An empty file that is nowhere but in memory, which no program inherits unasked; -1 with errno.
int tui_memory_file(void);

// A descriptor that can be read when SIGHUP, SIGINT or SIGTERM has come, which from now on do nothing else in this thread
// and those it starts; -1 with errno. One that is ignored already stays so.
int tui_signal_file(void);

// Which signal has come; 0: none.
int tui_next_signal(int file);

// Ends the process as that signal does by itself.
void tui_die_of_signal(int number);

// Has memory of so many bytes and more come from the system by itself, and go back to it as soon as it is freed.
void tui_return_memory_from(int bytes);

// Whether so many threads can run beside the calling one; 0, or an error number. They have ended when it returns.
int tui_can_start_threads(int count);

// What a program may use; each is a bound for good.
struct tui_limits {
  unsigned long file_bytes;
  unsigned long data_bytes;
  // 0: as many as it wants.
  unsigned long cpu_seconds;
  // How long it may outlive us, to clean up; then it is killed, however we have ended.
  unsigned farewell_milliseconds;
};

// Starts a program, and tells its process: in a group of its own, in the root folder, with no signal blocked or
// ignored, no new privileges, these limits, and no descriptors but these three. The arguments and the environment end
// with NULL. Input may be -1: /dev/null. 0, or an error number.
int tui_spawn(int *process, const char *program, char *const *arguments, char *const *environment, int input,
              int output, int errors, struct tui_limits limits);

#endif
