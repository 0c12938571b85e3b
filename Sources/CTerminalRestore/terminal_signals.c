#define _GNU_SOURCE
#include "terminal_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "terminal_restore.h"
#include "terminal_watch.h"

// Requests to end, which are caught even if they were ignored when we were started.
static const int requests[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
// Other signals whose default action ends the process, sent by a user, a timer or a limit (ulimit -t, -f). The
// real-time signals are treated alike.
static const int others[] = {SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,  SIGXFSZ, SIGVTALRM,
                             SIGPROF, SIGPOLL, SIGPWR,  SIGSTKFLT};
// Signals that do not end the process.
static const int events[] = {SIGTSTP, SIGCONT, SIGWINCH, SIGCHLD};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static int reading = -1;
static int writing = -1;
static atomic_int is_reporting;
// The thread that sets up the terminal and draws until signals are reported.
static pthread_t first_thread;
// When the oldest unread request to end arrived; 0 if there is none.
static atomic_llong waiting_since;
#define PATIENCE 1000000000LL

static long long nanoseconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int report(int number) {
  unsigned char byte = (unsigned char)number;
  return write(writing, &byte, 1) == 1;
}

static void on_end(int number) {
  int saved_errno = errno;
  int is_heard = atomic_load(&is_reporting);
  if (!is_heard && !pthread_equal(pthread_self(), first_thread) && pthread_kill(first_thread, number) == 0) {
    // A thread that has just started may take a signal. The first thread must stop drawing before the terminal is
    // restored: its own handler makes sure of that.
    errno = saved_errno;
    return;
  }
  if (is_heard) {
    long long now = nanoseconds_now();
    long long since = 0;
    // If an earlier request has been unread for too long, the reader is stuck, perhaps forever.
    if (!atomic_compare_exchange_strong(&waiting_since, &since, now)) is_heard = now - since < PATIENCE;
  }
  if (!is_heard || !report(number)) {
    tui_restore_at_last();
    tui_end_by(number);
  }
  errno = saved_errno;
}

static void on_event(int number) {
  int saved_errno = errno;
  report(number);
  errno = saved_errno;
}

static void on_watch(int number, siginfo_t *info, void *context) {
  (void)context;
  int saved_errno = errno;
  if (!tui_watch_on_signal(info)) on_end(number);
  errno = saved_errno;
}

static void catch_signal(int number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  if (number == tui_watch_signal()) {
    action.sa_sigaction = on_watch;
    action.sa_flags |= SA_SIGINFO;
  }
  // Handlers do not interrupt each other, so that signals are reported in the order of delivery.
  sigfillset(&action.sa_mask);
  for (int crash = 1; crash < NSIG; crash++) {
    if (crash == SIGSEGV || crash == SIGBUS || crash == SIGILL || crash == SIGFPE || crash == SIGABRT ||
        crash == SIGTRAP || crash == SIGSYS) {
      sigdelset(&action.sa_mask, crash);
    }
  }
  sigaction(number, &action, NULL);
}

// Catches a signal unless it is ignored, as inherited from the parent process, or already handled.
static void catch_if_default(int number) {
  struct sigaction before;
  if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_DFL) catch_signal(number, on_end);
}

int tui_signals_catch(void) {
  int ends[2];
  if (reading >= 0) return reading;
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) return -1;
  reading = ends[0];
  writing = ends[1];
  first_thread = pthread_self();
  sigset_t caught;
  sigemptyset(&caught);
  for (size_t i = 0; i < COUNT(requests); i++) {
    catch_signal(requests[i], on_end);
    sigaddset(&caught, requests[i]);
  }
  for (size_t i = 0; i < COUNT(others); i++) catch_if_default(others[i]);
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) catch_if_default(number);
  for (size_t i = 0; i < COUNT(events); i++) {
    catch_signal(events[i], on_event);
    sigaddset(&caught, events[i]);
  }
  // Writing to a closed standard output then fails instead of ending the process.
  signal(SIGPIPE, SIG_IGN);
  pthread_sigmask(SIG_UNBLOCK, &caught, NULL);
  return reading;
}

void tui_signals_report(void) { atomic_store(&is_reporting, 1); }

int tui_signals_next(void) {
  unsigned char byte = 0;
  ssize_t count;
  // Reset before reading: a signal that arrives in between counts as unread from then on.
  atomic_store(&waiting_since, 0);
  do { count = read(reading, &byte, 1); } while (count < 0 && errno == EINTR);
  return count == 1 ? byte : 0;
}

void tui_signals_send(int number) { kill(0, number); }

void tui_signals_stop(void) {
  struct sigaction before;
  sigaction(SIGTSTP, NULL, &before);
  // Not SIGSTOP: in an orphaned process group, where no shell could continue us, the system ignores SIGTSTP.
  tui_end_by(SIGTSTP);
  sigaction(SIGTSTP, &before, NULL);
}

void tui_signals_ignore_interrupts(int is_ignored) {
  static const int interrupts[] = {SIGINT, SIGQUIT};
  for (size_t i = 0; i < COUNT(interrupts); i++) {
    if (is_ignored) {
      signal(interrupts[i], SIG_IGN);
    } else {
      catch_signal(interrupts[i], on_end);
    }
  }
}

void tui_signals_release(void) {
  for (size_t i = 0; i < COUNT(requests); i++) signal(requests[i], SIG_DFL);
}
