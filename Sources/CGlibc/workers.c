#define _GNU_SOURCE 1
#include "workers.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "confinement.h"
#include "glibc_extensions.h"

// A request to the zygote. One for a worker brings the worker's end of a socket.
struct request {
  enum { FORK_WORKER, FORK_WORKER_FOR_ARCHIVES, KILL_WORKER } kind;
  pid_t process;
};

// The descriptor of a process's only socket.
#define SOCKET (STDERR_FILENO + 1)

// The socket becomes descriptor 3; all above it are closed.
static int keep_socket(int socket) {
  if (socket != SOCKET && dup2(socket, SOCKET) < 0) return -1;
  if (close_range(SOCKET + 1, ~0U, 0)) {
    // Kernels before 5.9.
    long most = sysconf(_SC_OPEN_MAX);
    for (int other = SOCKET + 1; other < (most > 65536 || most < 0 ? 65536 : most); other++) close(other);
  }
  return 0;
}

// Descriptors 0, 1 and 2 become /dev/null.
static int leave_terminal(void) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return -1;
  for (int standard = 0; standard <= STDERR_FILENO; standard++) {
    if (dup2(null, standard) < 0) return -1;
  }
  return 0;
}

static int limit_to(int resource, unsigned long value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit)) return -1;
  if (value < limit.rlim_max) limit.rlim_max = value;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(resource, &limit);
}

// The descriptors that a worker may have open, or send: its socket, the standard three, its file and some buffers. The system counts those on
// their way for all processes of a user.
#define DESCRIPTOR_LIMIT 16
// The seconds of processor time for the first request; later ones have limits of their own.
#define FIRST_SECONDS 60

// The bytes that are mapped now.
static unsigned long mapped_bytes(void) {
  char text[64] = {0};
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  // Without /proc: as much as sanitizers and huge programs do not map.
  if (file < 0) return 1UL << 30;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  return count > 0 ? strtoul(text, NULL, 10) * (unsigned long)sysconf(_SC_PAGESIZE) : 1UL << 30;
}

// Limits and confines this process to its socket and what it receives there. Ends it if that fails, and confinement is required.
static void confine(struct tui_worker_limits limits) {
  if (limit_to(RLIMIT_CORE, 0) || limit_to(RLIMIT_AS, mapped_bytes() + limits.memory_bytes)) _exit(127);
  if (limit_to(RLIMIT_NOFILE, DESCRIPTOR_LIMIT)) _exit(127);
  tui_allow_processor_time(getpid(), FIRST_SECONDS);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && limits.level > 1) _exit(127);
  if (limits.level && tui_forbid_files() && limits.level > 1) _exit(127);
  // Landlock restricts the threads that are started after it.
  if (!limits.starts_threads) tui_start_helper();
  if (limits.level && tui_allow_calls_of(limits.starts_threads ? THREADED_WORKER : WORKER) && limits.level > 1) _exit(127);
}

static _Noreturn void become_worker(int socket, pid_t zygote, tui_worker body, struct tui_worker_limits limits) {
  // It dies with its parent, also while it decodes.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != zygote || keep_socket(socket)) _exit(127);
  confine(limits);
  pid_t self = getpid();
  if (tui_send_message(SOCKET, &self, sizeof self, -1, -1)) _exit(0);
  body(SOCKET);
  _exit(0);
}

// Kills a child of this process. Its number is its own until it has been waited for.
static void end_child(pid_t process) {
  siginfo_t state;
  if (process > 0 && !waitid(P_PID, (id_t)process, &state, WEXITED | WNOHANG | WNOWAIT)) kill(process, SIGKILL);
}

// Leaves the program, all but a socket of this process.
static void leave_program(int socket) {
  prctl(PR_SET_NAME, "tui-decode");
  // The terminal's signals do not concern it, and without the terminal nobody can type into that.
  setsid();
  if (socket <= STDERR_FILENO || keep_socket(socket) || leave_terminal() || chdir("/")) _exit(127);
  // A crash ends a worker, without a message or a dump: Swift may have handlers that print backtraces.
  for (int number = 1; number < SIGRTMIN; number++) signal(number, SIG_DFL);
  // libarchive converts names to this encoding. A worker could not open the locale's file.
  setlocale(LC_CTYPE, "C.UTF-8");
}

void tui_become_zygote(int socket, tui_worker body, tui_preparation preparation, struct tui_worker_limits limits) {
  leave_program(socket);
  pid_t zygote = getpid();
  struct request request;
  int end;
  // Until the program has ended, or closed its end.
  while (tui_receive_message(SOCKET, &request, sizeof request, &end, -1) == sizeof request) {
    while (waitpid(-1, NULL, WNOHANG) > 0) continue;
    if (request.kind == KILL_WORKER) {
      end_child(request.process);
    } else {
      preparation(request.kind == FORK_WORKER_FOR_ARCHIVES);
      // Without a process, the worker's socket is at its end.
      if (fork() == 0) become_worker(end, zygote, body, limits);
    }
    if (end >= 0) close(end);
  }
  // Workers die with it.
  _exit(0);
}

// Makes a pair of connected sockets above the standard three, any of which may be closed. 0, or -1 with errno.
static int connect_pair(int *ours, int *theirs) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return -1;
  *ours = fcntl(ends[0], F_DUPFD_CLOEXEC, SOCKET);
  *theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, SOCKET);
  close(ends[0]);
  close(ends[1]);
  if (*ours >= 0 && *theirs >= 0) return 0;
  if (*ours >= 0) close(*ours);
  if (*theirs >= 0) close(*theirs);
  return -1;
}

int tui_fork_zygote(tui_worker body, tui_preparation preparation, struct tui_worker_limits limits) {
  int ours, theirs;
  pid_t program = getpid();
  if (connect_pair(&ours, &theirs)) return -1;
  pid_t zygote = fork();
  if (zygote == 0) {
    // Its parent's thread that forked it lives as long as the process.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != program) _exit(127);
    tui_become_zygote(theirs, body, preparation, limits);
  }
  close(theirs);
  if (zygote > 0) return ours;
  close(ours);
  return -1;
}

int tui_fork_worker(int zygote, int reads_archives) {
  int ours, theirs;
  if (connect_pair(&ours, &theirs)) return -1;
  struct request request = {.kind = reads_archives ? FORK_WORKER_FOR_ARCHIVES : FORK_WORKER};
  int failure = tui_send_message(zygote, &request, sizeof request, theirs, 1000);
  close(theirs);
  if (!failure) return ours;
  close(ours);
  return -1;
}

void tui_kill_worker(int zygote, int process) {
  struct request request = {.kind = KILL_WORKER, .process = process};
  tui_send_message(zygote, &request, sizeof request, -1, 1000);
}

void tui_allow_processor_time(int process, unsigned seconds) {
  clockid_t clock;
  struct timespec used;
  struct rlimit limit;
  if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &used)) return;
  if (prlimit(process, RLIMIT_CPU, NULL, &limit)) return;
  // Only the lower limit, which alone can be raised again.
  // The current second may be nearly over: one more, at least, is for what follows an answer.
  rlim_t end = (rlim_t)used.tv_sec + 2 + seconds;
  limit.rlim_cur = end < limit.rlim_max ? end : limit.rlim_max;
  prlimit(process, RLIMIT_CPU, &limit, NULL);
}
