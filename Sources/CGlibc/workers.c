#define _GNU_SOURCE 1
#include "workers.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "confinement.h"
#include "glibc_extensions.h"
#include "zygote_messages.h"

// Workers alive at a time.
#define WORKER_COUNT 64

// Nanoseconds after which the zygote prepares itself for workers after the first one, unless one is requested earlier.
#define PREPARATION_DELAY 50000000

static struct {
  pid_t process;
  int number;
} workers[WORKER_COUNT];

static void forget_ended(void) {
  pid_t process;
  while ((process = waitpid(-1, NULL, WNOHANG)) > 0) {
    for (int i = 0; i < WORKER_COUNT; i++) {
      if (workers[i].process == process) workers[i].process = 0;
    }
  }
}

static void do_nothing(int number) { (void)number; }

// Descriptor 3 becomes the socket; all above it are closed.
static int keep_socket(int socket) {
  if (socket != STDERR_FILENO + 1 && dup2(socket, STDERR_FILENO + 1) < 0) return -1;
  if (close_range(STDERR_FILENO + 2, ~0U, 0)) {
    // Kernels before 5.9.
    long most = sysconf(_SC_OPEN_MAX);
    for (int other = STDERR_FILENO + 2; other < (most > 65536 || most < 0 ? 65536 : most); other++) close(other);
  }
  return 0;
}

// Descriptors 0, 1 and 2 become /dev/null, which must be done before files are forbidden.
static int leave_terminal(void) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return -1;
  for (int standard = 0; standard <= STDERR_FILENO; standard++) {
    if (dup2(null, standard) < 0) return -1;
  }
  return 0;
}

// Leaves the terminal, the folder and the signal handlers of the program.
static void leave_program(void) {
  if (leave_terminal() || chdir("/")) _exit(127);
  // A crash ends a worker, without a message or a dump: Swift may have handlers that print backtraces.
  for (int number = 1; number < SIGRTMIN; number++) {
    struct sigaction action = {.sa_handler = number == SIGCHLD ? do_nothing : SIG_DFL};
    sigaction(number, &action, NULL);
  }
}

static int limit_to(int resource, unsigned long value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit)) return -1;
  if (value < limit.rlim_max) limit.rlim_max = value;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(resource, &limit);
}

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

// The beginning of every worker.
static void begin_worker(int socket, pid_t parent) {
  prctl(PR_SET_NAME, "tui-decode");
  // It dies with its parent, also while it decodes.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent) _exit(127);
  sigset_t signals;
  sigemptyset(&signals);
  sigprocmask(SIG_SETMASK, &signals, NULL);
  if (keep_socket(socket)) _exit(127);
}

// Serves a worker's socket, within its limits. Does not return.
static _Noreturn void serve(tui_worker body, struct tui_worker_limits limits, unsigned long mapped) {
  if (limit_to(RLIMIT_CORE, 0) || limit_to(RLIMIT_AS, mapped + limits.memory_bytes)) _exit(127);
  if (limits.level && tui_allow_decoding_calls(WORKER) && limits.level > 1) _exit(127);
  body(STDERR_FILENO + 1);
  _exit(0);
}

// Forbids files to this process and those that it forks.
static void confine(struct tui_worker_limits limits) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && limits.level > 1) _exit(127);
  if (limits.level && tui_forbid_files() && limits.level > 1) _exit(127);
}

static void prepare(tui_preparation preparation, int socket) {
  // libarchive converts names to this encoding. Later the locale's file could not be opened.
  setlocale(LC_CTYPE, "C.UTF-8");
  if (preparation) preparation(socket);
}

void tui_become_first_worker(int socket, int parent, tui_worker body, tui_preparation preparation) {
  begin_worker(socket, parent);
  setsid();
  leave_program();
  prepare(preparation, STDERR_FILENO + 1);
  unsigned long mapped = mapped_bytes();
  struct tui_worker_limits limits;
  // The program has ended, or needs no workers.
  if (tui_receive_message(STDERR_FILENO + 1, &limits, sizeof limits, NULL, -1) != sizeof limits) _exit(0);
  confine(limits);
  serve(body, limits, mapped);
}

static void fork_worker(tui_worker body, struct tui_worker_limits limits, unsigned long mapped) {
  static int last_number;
  struct zygote_answer answer = {.failure = EAGAIN, .number = ++last_number};
  int place = 0;
  while (place < WORKER_COUNT && workers[place].process) place++;
  int ends[2] = {-1, -1};
  pid_t zygote = getpid();
  if (place < WORKER_COUNT) {
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) {
      answer.failure = errno;
    } else {
      pid_t child = fork();
      if (child == 0) {
        begin_worker(ends[1], zygote);
        serve(body, limits, mapped);
      }
      answer.failure = child < 0 ? errno : 0;
      if (child > 0) {
        workers[place].process = child;
        workers[place].number = answer.number;
      }
    }
  }
  tui_send_message(STDERR_FILENO + 1, &answer, sizeof answer, answer.failure ? -1 : ends[0], -1);
  if (ends[0] >= 0) close(ends[0]);
  if (ends[1] >= 0) close(ends[1]);
}

static void kill_worker(int number) {
  forget_ended();
  for (int i = 0; i < WORKER_COUNT; i++) {
    // Not yet waited for, so the process ID is still its own.
    if (workers[i].process && workers[i].number == number) kill(workers[i].process, SIGKILL);
  }
}

// Receives the workers' limits, the program's first message.
static struct tui_worker_limits receive_limits(void) {
  struct zygote_request request;
  int count = tui_receive_message(STDERR_FILENO + 1, &request, sizeof request, NULL, -1);
  // The program has ended, or needs no workers.
  if (count != sizeof request || request.kind != LIMIT_WORKERS) _exit(0);
  return request.limits;
}

void tui_become_zygote(int socket, tui_worker body, tui_preparation preparation) {
  prctl(PR_SET_NAME, "tui-decode");
  // The terminal's signals do not concern it, and without the terminal nobody can type into that.
  setsid();
  if (socket <= STDERR_FILENO || keep_socket(socket)) _exit(127);
  struct tui_worker_limits limits = receive_limits();
  // Workers would end at once.
  if (limits.level > 1 && (tui_landlock_version() <= 0 || !tui_can_deny_system_calls())) _exit(127);
  leave_program();
  sigset_t child, all_others;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  sigfillset(&all_others);
  sigdelset(&all_others, SIGCHLD);
  int is_prepared = 0;
  unsigned long mapped = 0;
  for (;;) {
    forget_ended();
    struct pollfd entry = {.fd = STDERR_FILENO + 1, .events = POLLIN};
    // By then the first worker has probably begun, and a processor is free.
    struct timespec delay = {.tv_nsec = PREPARATION_DELAY};
    int found = ppoll(&entry, 1, is_prepared ? NULL : &delay, &all_others);
    // Workers that end between the two calls interrupt this one.
    if (found < 0) continue;
    struct zygote_request request = {.kind = PREPARE_WORKERS};
    int count = sizeof request;
    if (found) count = tui_receive_message(STDERR_FILENO + 1, &request, sizeof request, NULL, -1);
    // Our parent has ended, or closed its end.
    if (count != sizeof request) break;
    if (!is_prepared) {
      prepare(preparation, -1);
      mapped = mapped_bytes();
      confine(limits);
      is_prepared = 1;
    }
    switch (request.kind) {
    case PREPARE_WORKERS: break;
    case FORK_WORKER: fork_worker(body, limits, mapped); break;
    case KILL_WORKER: kill_worker(request.number); break;
    default: _exit(127);
    }
  }
  // Workers die with it.
  _exit(0);
}
