#define _GNU_SOURCE
#include "terminal_watch.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// The loop waits; it works; it works for too long and the handler is changing the modes; they have been changed.
enum { waiting, working, changing, changed };
static atomic_int phase;
static int terminal = -1;
static timer_t timer;
static int has_timer;

static int set_signals(int descriptor, int is_on) {
  struct termios modes;
  if (tcgetattr(descriptor, &modes)) return -1;
  if (is_on) {
    modes.c_lflag |= ISIG;
  } else {
    modes.c_lflag &= ~(tcflag_t)ISIG;
  }
  return tcsetattr(descriptor, TCSANOW, &modes);
}

static void set_timer(time_t seconds) {
  struct itimerspec delay;
  memset(&delay, 0, sizeof delay);
  delay.it_value.tv_sec = seconds;
  timer_settime(timer, 0, &delay, NULL);
}

int tui_watch_signal(void) { return SIGRTMAX; }

int tui_watch_take_keys(int descriptor) {
  if (set_signals(descriptor, 0)) return -1;
  terminal = descriptor;
  if (has_timer) return 0;
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = tui_watch_signal();
  event.sigev_value.sival_ptr = &phase;
  // Without a timer (ulimit -i), a hung program can only be ended from another terminal.
  has_timer = timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
  return 0;
}

void tui_watch_begin(void) {
  int expected = waiting;
  if (has_timer && atomic_compare_exchange_strong(&phase, &expected, working)) set_timer(1);
}

void tui_watch_end(void) {
  int expected = working;
  if (atomic_compare_exchange_strong(&phase, &expected, waiting)) return set_timer(0);
  if (expected == waiting) return;
  // A handler on another thread is about to finish.
  while (atomic_load(&phase) != changed) sched_yield();
  set_signals(terminal, 0);
  atomic_store(&phase, waiting);
}

int tui_watch_on_signal(const siginfo_t *info) {
  if (info->si_code != SI_TIMER || info->si_value.sival_ptr != &phase) return 0;
  int expected = working;
  if (atomic_compare_exchange_strong(&phase, &expected, changing)) {
    // In the background, the modes are the shell's.
    if (tcgetpgrp(terminal) == getpgrp()) set_signals(terminal, 1);
    atomic_store(&phase, changed);
  }
  return 1;
}
