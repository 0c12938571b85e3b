// Worker processes without privileges, and messages to them.
//
// They are forked, not executed, so that the first one is ready within milliseconds. Only a process with one thread can be forked
// safely: before it starts a thread, it forks the first worker, and the zygote, which stays as it is and forks the others.
//
// A worker reaches nothing but its socket and the descriptors that it is sent. It dies with its parent, and the zygote with the program.
// Includes no other header: see glibc_extensions.h.
#ifndef WORKERS_H
#define WORKERS_H

// The largest message, in bytes.
#define TUI_MESSAGE_BYTES 65536

// What a worker does: serves the other end of a socket until that is closed, and does not return.
typedef void (*tui_worker)(int socket);

// What the first worker does for itself before it is confined, and the zygote for later ones, on one thread. May be NULL. The argument is
// the socket from which the worker will be told its limits; -1 in the zygote.
typedef void (*tui_preparation)(int socket);

// How workers are limited.
struct tui_worker_limits {
  // 0: not isolated; 1: isolated as far as the kernel can; 2: completely, or they end at once.
  int level;
  // Bytes of memory that a worker may map, beyond those that it starts with.
  unsigned long memory_bytes;
};

// The first worker and the zygote of the others: our ends of their sockets, and their processes. The first worker is -1 if it could not be
// started.
struct tui_workers {
  int first;
  int first_process;
  int zygote;
  int zygote_process;
};

// Forks the first worker and the zygote; 0, or -1 with errno. The calling process must have one thread. The worker prepares itself and
// then waits for its limits, so that it can be forked before these are known; the zygote waits for them, too.
int tui_fork_workers(tui_worker body, tui_preparation preparation, struct tui_workers *workers);

// Ends a child process at once.
void tui_end_process(int process);

// Whether a child process has ended. Its number may then be another process's.
int tui_has_ended(int process);

// Turns the calling process, which must have one thread, into the zygote at the other end of a socket; for tests.
void tui_become_zygote(int socket, tui_worker body, tui_preparation preparation);

// Turns the calling process, which must have one thread, into the first worker at the other end of a socket. Does not return.
_Noreturn void tui_become_first_worker(int socket, int parent, tui_worker body, tui_preparation preparation);

// Tells the first worker its limits, before its first request. 0, or -1 with errno.
int tui_limit_first_worker(int worker, struct tui_worker_limits limits);

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
//
// With `is_sealed_later`, others may seal it further; otherwise nobody can.
int tui_sealed_memory_file(unsigned long bytes, int is_sealed_later);

// Lets nobody write to an in-memory file any more; 0, or -1 with errno, which is EBUSY if a process has it mapped.
int tui_seal_memory_file(int file);

#endif
