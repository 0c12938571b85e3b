// Worker processes without privileges, and messages to them.
//
// They are forked, not executed, so that the first one is ready within a millisecond. Only a process with one thread can
// be forked safely: it forks the zygote before it starts a thread, and the zygote, which stays as it is, forks the workers.
//
// A worker reaches nothing but its socket and the descriptors that it is sent. It dies with the zygote, and that with its
// parent. Includes no other header: see glibc_extensions.h.
#ifndef WORKERS_H
#define WORKERS_H

// The largest message, in bytes.
#define TUI_MESSAGE_BYTES 65536

// What a worker does: serves the other end of a socket until that is closed, and does not return.
typedef void (*tui_worker)(int socket);

// What the zygote does before it is confined, on one thread, so that workers need not. May be NULL.
typedef void (*tui_preparation)(void);

// How workers are limited.
struct tui_worker_limits {
  // 0: not isolated; 1: isolated as far as the kernel can; 2: completely, or they end at once.
  int level;
  // Bytes of memory that a worker may map, beyond those that it starts with.
  unsigned long memory_bytes;
};

// Forks the zygote, and stores its process. The calling process must have one thread. Returns our end of its socket, or -1 with errno.
// The zygote prepares itself and then waits for the workers' limits, so that it can be forked before these are known.
int tui_fork_zygote(tui_worker body, tui_preparation preparation, int *process);

// Ends a zygote that is not needed, and closes our end of its socket.
void tui_end_zygote(int zygote, int process);

// Turns the calling process, which must have one thread, into the zygote at the other end of a socket; for tests.
void tui_become_zygote(int socket, tui_worker body, tui_preparation preparation);

// Tells the zygote how its workers are limited: once, before the first request. 0, or -1 with errno.
int tui_limit_workers(int zygote, struct tui_worker_limits limits);

// Requests a worker from the zygote, without waiting for it; 0, or -1 with errno.
int tui_request_worker(int zygote);

// Waits for a requested worker; stores our end of its socket and its number. 0, or an error number.
int tui_receive_worker(int zygote, int *socket, int *number);

// Kills a worker, if it is still alive.
void tui_kill_worker(int zygote, int number);

// Sends a message, with a descriptor unless that is -1, waiting at most `milliseconds`; 0, or -1 with errno.
int tui_send_message(int socket, const void *bytes, int count, int descriptor, int milliseconds);

// Waits at most `milliseconds` (-1: for ever) for a message of at most `count` bytes. Stores a descriptor that comes with
// it, close-on-exec, or -1; without `descriptor`, none is accepted. Returns its size; 0 at the other end's end; -1 with
// errno, which is ETIMEDOUT if none has come, or EMSGSIZE if it was too long.
int tui_receive_message(int socket, void *bytes, int count, int *descriptor, int milliseconds);

// An in-memory file of a fixed size, close-on-exec; its descriptor, or -1 with errno.
int tui_sealed_memory_file(unsigned long bytes);

// Allocates the memory of such a file, which otherwise happens when it is written.
void tui_prepare_memory_file(int file, unsigned long bytes);

#endif
