// The program's end of the connections to its first worker and to the zygote of the others.
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "zygote_messages.h"

// Makes a pair of connected sockets above the standard three, any of which may be closed. 0, or -1 with errno.
static int connect_pair(int *ours, int *theirs) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return -1;
  *ours = fcntl(ends[0], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  *theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(ends[0]);
  close(ends[1]);
  if (*ours >= 0 && *theirs >= 0) return 0;
  if (*ours >= 0) close(*ours);
  if (*theirs >= 0) close(*theirs);
  return -1;
}

// Forks the first worker; returns our end of its socket, or -1 with errno.
static int fork_first(tui_worker body, tui_preparation preparation, int *process) {
  int ours, theirs;
  if (connect_pair(&ours, &theirs)) return -1;
  pid_t parent = getpid();
  *process = fork();
  if (*process == 0) tui_become_first_worker(theirs, parent, body, preparation);
  int failure = errno;
  close(theirs);
  if (*process > 0) return ours;
  close(ours);
  errno = failure;
  return -1;
}

static int fork_zygote(tui_worker body, tui_preparation preparation, int *process) {
  int ours, theirs;
  if (connect_pair(&ours, &theirs)) return -1;
  pid_t parent = getpid();
  *process = fork();
  if (*process == 0) {
    // Its parent's thread that forked it lives as long as the process.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent) _exit(127);
    tui_become_zygote(theirs, body, preparation);
  }
  int failure = errno;
  close(theirs);
  if (*process > 0) return ours;
  close(ours);
  errno = failure;
  return -1;
}

int tui_fork_workers(tui_worker body, tui_preparation preparation, struct tui_workers *workers) {
  workers->first = fork_first(body, preparation, &workers->first_process);
  workers->zygote = fork_zygote(body, preparation, &workers->zygote_process);
  int failure = errno;
  if (workers->zygote >= 0) return 0;
  if (workers->first >= 0) {
    close(workers->first);
    tui_end_process(workers->first_process);
  }
  errno = failure;
  return -1;
}

void tui_end_process(int process) {
  if (process <= 0) return;
  kill(process, SIGKILL);
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
}

int tui_has_ended(int process) { return waitpid(process, NULL, WNOHANG) == process; }

int tui_limit_first_worker(int worker, struct tui_worker_limits limits) {
  return tui_send_message(worker, &limits, sizeof limits, -1, 1000);
}

int tui_limit_workers(int zygote, struct tui_worker_limits limits) {
  struct zygote_request request = {.kind = LIMIT_WORKERS, .limits = limits};
  return tui_send_message(zygote, &request, sizeof request, -1, 1000);
}

int tui_request_worker(int zygote) {
  struct zygote_request request = {.kind = FORK_WORKER};
  return tui_send_message(zygote, &request, sizeof request, -1, 1000);
}

int tui_receive_worker(int zygote, int *socket, int *number) {
  struct zygote_answer answer;
  // Forking takes a millisecond; a machine that swaps may need much longer.
  int count = tui_receive_message(zygote, &answer, sizeof answer, socket, 20000);
  if (count < 0) return errno;
  if (count != sizeof answer) return EPIPE;
  *number = answer.number;
  return answer.failure ? answer.failure : *socket < 0 ? EPROTO : 0;
}

void tui_kill_worker(int zygote, int number) {
  struct zygote_request request = {.kind = KILL_WORKER, .number = number};
  tui_send_message(zygote, &request, sizeof request, -1, 1000);
}
