#define _GNU_SOURCE 1
#include "glibc_extensions.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "confinement.h"
#include "reaper.h"
#include "reaper_internal.h"

// Moves a descriptor above the standard three, which are replaced in a child.
static int above_standard(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
  int raised = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(descriptor);
  return raised;
}

int tui_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return -1;
  *reading = above_standard(ends[0]);
  *writing = above_standard(ends[1]);
  if (*reading >= 0 && *writing >= 0) return 0;
  if (*reading >= 0) close(*reading);
  if (*writing >= 0) close(*writing);
  return -1;
}

void tui_widen_pipe(int end, int bytes) { (void)fcntl(end, F_SETPIPE_SZ, bytes); }

int tui_memory_file(void) { return above_standard(memfd_create("tui", MFD_CLOEXEC)); }

int tui_rename_exclusively(const char *from, const char *to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  // Not on this file system. A link never replaces a file, either.
  if (link(from, to)) return -1;
  return unlink(from);
}

int tui_unnamed_file(const char *folder, unsigned mode) {
  return above_standard(open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode));
}

int tui_name_file(int file, const char *path) {
  char opened[32];
  snprintf(opened, sizeof opened, "/proc/self/fd/%d", file);
  return linkat(AT_FDCWD, opened, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

int tui_signal_file(void) {
  static const int ending[] = {SIGHUP, SIGINT, SIGTERM};
  sigset_t set;
  sigemptyset(&set);
  for (unsigned index = 0; index < sizeof ending / sizeof *ending; index++) {
    struct sigaction action;
    // Ignored, for example by nohup.
    if (sigaction(ending[index], NULL, &action) || action.sa_handler == SIG_IGN) continue;
    sigaddset(&set, ending[index]);
  }
  if (pthread_sigmask(SIG_BLOCK, &set, NULL)) return -1;
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int tui_next_signal(int file) {
  struct signalfd_siginfo information;
  return read(file, &information, sizeof information) == sizeof information ? (int)information.ssi_signo : 0;
}

void tui_die_of_signal(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  signal(number, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  _exit(128 + number);
}

static int set_limit(int resource, unsigned long value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit)) return -1;
  // An existing lower limit cannot be raised and need not be.
  if (value < limit.rlim_max) limit.rlim_max = value;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(resource, &limit);
}

// Turns the child, which shares our memory until exec, into the program; makes only system
// calls. Returns only on failure.
static void become(const char *program, char *const *arguments, char *const *environment, int input, int output,
                   int errors, int reaper, const struct tui_limits *limits, const struct tui_isolation *isolation) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  // A session has no terminal, in which it could type.
  if (isolation->level ? setsid() < 0 : setpgid(0, 0)) return;
  // The child registers itself, so that the program never runs without the reaper knowing it.
  int is_watched = reaper >= 0 && tui_reaper_watch_group(reaper, getpid(), limits) == 0;
  if (!is_watched && isolation->level > 1) return;
  if (chdir("/")) return;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return;
  if (set_limit(RLIMIT_FSIZE, limits->file_bytes) || set_limit(RLIMIT_DATA, limits->data_bytes)) return;
  if (set_limit(RLIMIT_CORE, 0) || (limits->cpu_seconds && set_limit(RLIMIT_CPU, limits->cpu_seconds))) return;
  if (input < 0) input = open("/dev/null", O_RDONLY);
  if (input < 0 || dup2(input, STDIN_FILENO) < 0) return;
  if (dup2(output, STDOUT_FILENO) < 0 || dup2(errors, STDERR_FILENO) < 0) return;
  if (close_range(STDERR_FILENO + 1, ~0U, 0)) {
    // On kernels before 5.9, our descriptors are closed by exec anyway.
    if (errno != ENOSYS) return;
  }
  int is_required = isolation->level > 1;
  if (isolation->level && tui_restrict_files(program, isolation->libraries, STDIN_FILENO, isolation->folder) &&
      is_required) {
    return;
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (isolation->level && tui_allow_calls_of(EXTERNAL_DECODER) && is_required) return;
  execve(program, arguments, environment);
}

int tui_spawn(int *process, const char *program, char *const *arguments, char *const *environment, int input,
              int output, int errors, struct tui_limits limits, struct tui_isolation isolation) {
  // None of our handlers may run in the child, and this thread must not be cancelled.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  int cancelling;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelling);
  volatile int failure = 0;
  int reaper = tui_reaper_socket();
  // vfork instead of posix_spawn, since the limits must hold before the program starts; and instead of fork, which
  // would copy the page tables of a process full of pictures. This thread waits until the
  // child has called exec or ended.
  pid_t child = vfork();
  if (child == 0) {
    become(program, arguments, environment, input, output, errors, reaper, &limits, &isolation);
    failure = errno ? errno : EINVAL;
    _exit(127);
  }
  if (child < 0) failure = errno;
  pthread_setcancelstate(cancelling, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (child > 0 && failure) {
    tui_reaper_forget_group(child);
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  }
  *process = child;
  return failure;
}

void tui_return_freed_memory(void) {
  // Smaller than any picture that fills a window, larger than a frame of cells.
  enum { returned = 1 << 20 };
  mallopt(M_MMAP_THRESHOLD, returned);
  // By default the heap shrinks as soon as 128 kB at its end are free, and grows again page by page.
  mallopt(M_TRIM_THRESHOLD, returned);
  // Enough that a decoder seldom waits for the main thread. With one per thread, 200 slides at 80×24 left 104 MB instead of 58.
  mallopt(M_ARENA_MAX, 2);
}

int tui_processor_count(void) {
  cpu_set_t usable;
  // Fails if there are more processors than the set has room for.
  if (sched_getaffinity(0, sizeof usable, &usable)) return (int)sysconf(_SC_NPROCESSORS_ONLN);
  int count = CPU_COUNT(&usable);
  return count < 1 ? 1 : count;
}

int tui_start_thread(void *(*body)(void *), void *argument) {
  // Signals are for the threads that were there before, except those of its own faults: blocked, they would end the process without its
  // handlers, which restore the terminal.
  static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
  sigset_t others, before;
  sigfillset(&others);
  for (unsigned index = 0; index < sizeof faults / sizeof *faults; index++) sigdelset(&others, faults[index]);
  pthread_sigmask(SIG_SETMASK, &others, &before);
  pthread_t thread;
  int failure = pthread_create(&thread, NULL, body, argument);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!failure) pthread_detach(thread);
  return failure;
}

static void *wait_for_all(void *lock) {
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
  return NULL;
}

int tui_can_start_threads(int count) {
  enum { most = 64 };
  pthread_t threads[most];
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  if (count > most) count = most;
  // The new threads must not receive signals.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pthread_mutex_lock(&lock);
  int started = 0;
  int failure = 0;
  while (started < count && !failure) {
    failure = pthread_create(&threads[started], NULL, wait_for_all, &lock);
    if (!failure) started++;
  }
  pthread_mutex_unlock(&lock);
  while (started > 0) {
    pthread_join(threads[--started], NULL);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return failure;
}
