#define _GNU_SOURCE
#include "terminal_restore.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/kd.h>
#endif

// The data needed to restore the terminal. There are two, and the armed one is never modified, since a signal may come
// at any time.
struct restoration {
  int terminal;
  pid_t owner;
  size_t count;
  unsigned char bytes[TUI_RESTORE_CAPACITY];
};
static struct restoration restorations[2];
static struct restoration *_Atomic armed;
static struct termios as_found;
static atomic_int has_modes;
// A second descriptor of the terminal, and one of /dev/null that replaces the first, and the library's, at the end.
static int spare = -1;
static int nothing = -1;
static int library = -1;

int tui_restore_remember(int descriptor, int library_descriptor) {
  library = library_descriptor;
  if (spare >= 0) close(spare);
  spare = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (nothing < 0) nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (tcgetattr(descriptor, &as_found)) return -1;
  atomic_store(&has_modes, 1);
  return 0;
}

int tui_restore_prepare(int descriptor, const unsigned char *bytes, size_t count) {
  static int is_registered;
  if (count > TUI_RESTORE_CAPACITY) return -1;
  struct restoration *next = &restorations[atomic_load(&armed) == &restorations[0]];
  next->terminal = descriptor;
  next->owner = getpid();
  memcpy(next->bytes, bytes, count);
  next->count = count;
  atomic_store(&armed, next);
  if (!is_registered) is_registered = atexit(tui_restore_now) == 0;
  return 0;
}

void tui_restore_forget_modes(void) { atomic_store(&has_modes, 0); }

void tui_restart_output(int descriptor) {
  // Output stopped by Ctrl-S can be restarted only after we have stopped it, too.
  tcflow(descriptor, TCOOFF);
  tcflow(descriptor, TCOON);
}

void tui_discard_output(int descriptor) {
  tui_restart_output(descriptor);
  tcflush(descriptor, TCOFLUSH);
}

// Writes all bytes, or as many as possible within a bounded time.
static void write_bounded(int descriptor, const unsigned char *bytes, size_t count) {
  int retries = 2;
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (written < 0 && errno == EINTR) {
      continue;
    } else if (written < 0 && errno == EAGAIN && retries-- > 0) {
      struct pollfd line = {.fd = descriptor, .events = POLLOUT};
      // The line is stopped or has no reader, so the output in it will never be seen.
      if (poll(&line, 1, 100) == 0) tui_discard_output(descriptor);
    } else {
      return;
    }
  }
}

static void restore(int is_last) {
  struct restoration *last = atomic_load(&armed);
  // A forked child that exits must not restore its parent's terminal, nor a vforked one change its parent's memory.
  if (!last || getpid() != last->owner) return;
  if (!atomic_compare_exchange_strong(&armed, &last, NULL)) return;
  int saved_errno = errno;
  // A background process that changes the terminal is stopped unless it blocks SIGTTOU.
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stop, &before);
  int terminal = last->terminal;
  // Another thread may be about to draw, or to set modes through ncurses.
  if (is_last && spare >= 0 && nothing >= 0) {
    if (library >= 0) dup3(nothing, library, O_CLOEXEC);
    if (dup3(nothing, terminal, O_CLOEXEC) == terminal) terminal = spare;
  }
  write_bounded(terminal, last->bytes, last->count);
  if (atomic_load(&has_modes)) tcsetattr(terminal, TCSANOW, &as_found);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = saved_errno;
}

void tui_restore_now(void) { restore(0); }

void tui_restore_at_last(void) { restore(1); }

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
#define CRASH_COUNT (sizeof crash_signals / sizeof crash_signals[0])
static struct sigaction before_crash[CRASH_COUNT];

// Handlers for faults might return, after which the process would continue; the default action ends it.
void tui_end_by(int number) {
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, number);
  signal(number, SIG_DFL);
  // Unblocked so that it takes effect at once, even in its own handler and on Dispatch's threads, before anything else
  // is written to the terminal.
  pthread_sigmask(SIG_UNBLOCK, &set, &before);
  raise(number);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void on_end(int number) {
  int saved_errno = errno;
  tui_restore_now();
  tui_end_by(number);
  errno = saved_errno;
}

void tui_restore_on_end(int is_wanted) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    struct sigaction action;
    if (sigaction(numbers[i], NULL, &action) || action.sa_handler == SIG_IGN) continue;
    signal(numbers[i], is_wanted ? on_end : SIG_DFL);
  }
}

static void on_crash(int number, siginfo_t *info, void *context) {
  (void)context;
  tui_restore_at_last();
  // A fault recurs when its instruction is repeated, and abort() raises again; the original handler then runs.
  int is_own_abort = number == SIGABRT && info->si_code == SI_TKILL && info->si_pid == getpid();
  int happens_again = info->si_code > 0 || is_own_abort;
  for (size_t i = 0; i < CRASH_COUNT; i++) {
    if (crash_signals[i] == number && happens_again) sigaction(number, &before_crash[i], NULL);
  }
  if (!happens_again) tui_end_by(number);
}

void tui_restore_on_crash(void) {
  static atomic_int is_installed;
  // An alternate stack for the calling thread: an overflowed stack has no room for a handler's frame.
  static unsigned char stack[65536];
  if (atomic_exchange(&is_installed, 1)) return;
  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&other, NULL);
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < CRASH_COUNT; i++) {
    sigaction(crash_signals[i], &action, &before_crash[i]);
    if (before_crash[i].sa_handler == SIG_IGN) before_crash[i].sa_handler = SIG_DFL;
  }
}

int tui_console_colors(int descriptor, unsigned char colors[48]) {
#ifdef GIO_CMAP
  return ioctl(descriptor, GIO_CMAP, colors) == 0;
#else
  return 0;
#endif
}

struct tui_window_size tui_window_size_of(int descriptor) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) memset(&size, 0, sizeof size);
  struct tui_window_size window = {size.ws_col, size.ws_row, size.ws_xpixel, size.ws_ypixel};
  return window;
}
