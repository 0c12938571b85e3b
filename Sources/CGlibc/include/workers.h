// Worker processes without privileges, and messages to them.
//
// They are forked, not executed, so that one is ready within a millisecond. Only a process with one thread can be forked safely: before it
// starts a thread, the program forks the zygote, which forks the workers.
//
// A worker reaches nothing but its socket and the descriptors that it is sent. It dies with its parent, and the zygote with the program.
// Includes no other header: see glibc_extensions.h.
#ifndef WORKERS_H
#define WORKERS_H

// The largest message, in bytes.
#define TUI_MESSAGE_BYTES 65536

// What a worker does: serves the other end of a socket until that is closed.
typedef void (*tui_worker)(int socket);

// What is done before a worker is forked. The argument is 1 if it reads archives, and 0 otherwise. It must start no thread.
typedef void (*tui_preparation)(int reads_archives);

// How workers are limited.
struct tui_worker_limits {
  // 0: not isolated; 1: isolated as far as the kernel can; 2: completely, or they end at once.
  int level;
  // Bytes of memory that a worker may map, beyond those that it starts with.
  unsigned long memory_bytes;
  // Whether it starts threads itself, as libraries do.
  int starts_threads;
};

// Forks the zygote, from a process with one thread; returns our end of its socket, or -1 with errno. It ends when that is closed.
int tui_fork_zygote(tui_worker body, tui_preparation preparation, struct tui_worker_limits limits);

// Turns the calling process, which must have one thread, into the zygote at the other end of a socket.
void tui_become_zygote(int socket, tui_worker body, tui_preparation preparation, struct tui_worker_limits limits);

// Has the zygote fork a worker, without waiting for it; returns our end of its socket, or -1 with errno. The first message of every worker is
// the number of its process, once it is confined. If there is no worker, the socket is at its end.
int tui_fork_worker(int zygote, int reads_archives);

// Kills a worker, if it is still alive.
void tui_kill_worker(int zygote, int process);

// Lets a worker use so many more seconds of processor time before it is killed. A worker can neither raise that limit nor block its signal.
// It must have begun, and not have ended.
void tui_allow_processor_time(int process, unsigned seconds);

// Does work on the other thread that a worker has: it has a second one from the start, and cannot start more. Elsewhere, or while that thread is
// busy, it is done at once. Called from one thread.
void tui_help(void (*work)(void *), void *argument);

// Waits until the other thread has done its work.
void tui_wait_for_help(void);

// Sends a message, with a descriptor unless that is -1, waiting at most `milliseconds`; 0, or -1 with errno.
int tui_send_message(int socket, const void *bytes, int count, int descriptor, int milliseconds);

// Waits at most `milliseconds` (-1: for ever) for a message of at most `count` bytes. Stores a descriptor that comes with
// it, close-on-exec, or -1; without `descriptor`, none is accepted. Returns its size; 0 at the other end's end; -1 with
// errno, which is ETIMEDOUT if none has come, or EMSGSIZE if it was too long.
int tui_receive_message(int socket, void *bytes, int count, int *descriptor, int milliseconds);

// An in-memory file of a fixed size, close-on-exec; its descriptor, or -1 with errno.
int tui_fixed_memory_file(unsigned long bytes);

// Lets nobody write to an in-memory file any more; 0, or -1 with errno, which is EBUSY if a process has it mapped.
int tui_seal_memory_file(int file);

// Frees the memory of such a file unless it is sealed, also if another process keeps it open, and lets nobody write to it any more.
void tui_take_back_memory_file(int file, unsigned long bytes);

#endif
