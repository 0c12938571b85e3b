// The second thread of a worker: see workers.h.
#define _GNU_SOURCE 1
#include <limits.h>
#include <pthread.h>

#include "confinement.h"
#include "workers.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_changed = PTHREAD_COND_INITIALIZER;
static int is_running;
// The work under way; NULL if there is none.
static void (*current)(void *);
static void *current_argument;

static void *help(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (!current) pthread_cond_wait(&has_changed, &lock);
    pthread_mutex_unlock(&lock);
    current(current_argument);
    pthread_mutex_lock(&lock);
    current = NULL;
    pthread_cond_signal(&has_changed);
  }
  return NULL;
}

void tui_start_helper(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes)) return;
  // It decodes no pictures, only parts of them.
  pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN + (256 << 10));
  is_running = pthread_create(&thread, &attributes, help, NULL) == 0;
  pthread_attr_destroy(&attributes);
}

void tui_help(void (*work)(void *), void *argument) {
  pthread_mutex_lock(&lock);
  int is_free = is_running && !current;
  if (is_free) {
    current_argument = argument;
    current = work;
    pthread_cond_signal(&has_changed);
  }
  pthread_mutex_unlock(&lock);
  if (!is_free) work(argument);
}

void tui_wait_for_help(void) {
  pthread_mutex_lock(&lock);
  while (current) pthread_cond_wait(&has_changed, &lock);
  pthread_mutex_unlock(&lock);
}
