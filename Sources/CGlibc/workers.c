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

// Workers alive at a time.
#define WORKER_COUNT 64

enum request_kind { LIMIT_WORKERS = 1, FORK_WORKER, KILL_WORKER };

struct zygote_request {
  int kind;
  int number;
  struct tui_worker_limits limits;
};

struct zygote_answer {
  int failure;
  int number;
};

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

// Turns a fork of the zygote into a worker. Does not return.
static _Noreturn void become_worker(int socket, pid_t zygote, tui_worker body, struct tui_worker_limits limits,
                                    unsigned long mapped) {
  prctl(PR_SET_NAME, "tui-decode");
  // It dies with the zygote, also while it decodes.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != zygote) _exit(127);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (keep_socket(socket) || limit_to(RLIMIT_CORE, 0) || limit_to(RLIMIT_AS, mapped + limits.memory_bytes)) _exit(127);
  if (limits.level && tui_allow_decoding_calls(WORKER) && limits.level > 1) _exit(127);
  body(STDERR_FILENO + 1);
  _exit(0);
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
      if (child == 0) become_worker(ends[1], zygote, body, limits, mapped);
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

// The processors that this process may use, to be restored after it has been sent to another one.
static cpu_set_t processors;

// Lets a new process start on another processor. The kernel often starts it on its parent's, where it then waits until the parent waits
// for it.
static void start_elsewhere(pid_t process) {
  cpu_set_t others = processors;
  CPU_CLR(sched_getcpu(), &others);
  if (CPU_COUNT(&others)) sched_setaffinity(process, sizeof others, &others);
}

// Confines the zygote as its first message says. Workers have its confinement, and more.
static struct tui_worker_limits receive_limits(void) {
  struct zygote_request request;
  int count = tui_receive_message(STDERR_FILENO + 1, &request, sizeof request, NULL, -1);
  // The program has ended, or needs no workers.
  if (count != sizeof request || request.kind != LIMIT_WORKERS) _exit(0);
  // The program has sent its zygote elsewhere by now.
  if (CPU_COUNT(&processors)) sched_setaffinity(0, sizeof processors, &processors);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && request.limits.level > 1) _exit(127);
  if (request.limits.level && tui_forbid_files() && request.limits.level > 1) _exit(127);
  return request.limits;
}

void tui_become_zygote(int socket, tui_worker body, tui_preparation preparation) {
  prctl(PR_SET_NAME, "tui-decode");
  // The terminal's signals do not concern it, and without the terminal nobody can type into that.
  setsid();
  if (socket <= STDERR_FILENO || leave_terminal() || keep_socket(socket) || chdir("/")) _exit(127);
  sigset_t child, all_others;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  sigfillset(&all_others);
  sigdelset(&all_others, SIGCHLD);
  // A crash ends a worker, without a message or a dump: Swift may have handlers that print backtraces.
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action = {.sa_handler = number == SIGCHLD ? do_nothing : SIG_DFL};
    sigaction(number, &action, NULL);
  }
  // libarchive converts names to this encoding. Later the locale's file could not be opened.
  setlocale(LC_CTYPE, "C.UTF-8");
  // The program reads its options meanwhile.
  if (preparation) preparation();
  unsigned long mapped = mapped_bytes();
  struct tui_worker_limits limits = receive_limits();
  for (;;) {
    forget_ended();
    struct pollfd entry = {.fd = STDERR_FILENO + 1, .events = POLLIN};
    // Workers that end between the two calls interrupt this one.
    if (ppoll(&entry, 1, NULL, &all_others) < 0) continue;
    struct zygote_request request;
    int count = tui_receive_message(STDERR_FILENO + 1, &request, sizeof request, NULL, -1);
    // Our parent has ended, or closed its end.
    if (count != sizeof request) break;
    switch (request.kind) {
    case FORK_WORKER: fork_worker(body, limits, mapped); break;
    case KILL_WORKER: kill_worker(request.number); break;
    default: _exit(127);
    }
  }
  // Workers die with it.
  _exit(0);
}

int tui_fork_zygote(tui_worker body, tui_preparation preparation, int *process) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return -1;
  // Above the standard three, any of which may be closed.
  int ours = fcntl(ends[0], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(ends[0]);
  close(ends[1]);
  pid_t parent = getpid();
  CPU_ZERO(&processors);
  sched_getaffinity(0, sizeof processors, &processors);
  pid_t zygote = ours < 0 || theirs < 0 ? -1 : fork();
  if (zygote > 0) start_elsewhere(zygote);
  if (zygote == 0) {
    // Its parent's thread that forked it lives as long as the process.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent) _exit(127);
    tui_become_zygote(theirs, body, preparation);
  }
  int failure = errno;
  if (theirs >= 0) close(theirs);
  *process = zygote;
  if (zygote > 0) return ours;
  if (ours >= 0) close(ours);
  errno = failure;
  return -1;
}

void tui_end_zygote(int zygote, int process) {
  close(zygote);
  if (process <= 0) return;
  kill(process, SIGKILL);
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
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
