#define _GNU_SOURCE 1
#include "reaper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reaper_internal.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int reaper_socket = -1;
static pid_t reaper;

// Turns the child, which shares our memory until exec, into the reaper; makes only system calls.
static void become_reaper(int socket) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  // It must not receive the terminal's signals or hang-up.
  if (setsid() < 0 || chdir("/")) return;
  int null = open("/dev/null", O_RDWR);
  if (null < 0 || dup2(socket, STDIN_FILENO) < 0) return;
  if (dup2(null, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0) return;
  // On kernels before 5.9, our descriptors are closed by exec anyway.
  if (close_range(STDERR_FILENO + 1, ~0U, 0) && errno != ENOSYS) return;
  char *const arguments[] = {REAPER_NAME, NULL};
  execve("/proc/self/exe", arguments, environ);
}

static void start_reaper(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return;
  // Above the standard three, which are replaced in a child.
  int ours = fcntl(ends[0], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(ends[0]);
  close(ends[1]);
  pid_t child = -1;
  if (ours >= 0 && theirs >= 0) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    child = vfork();
    if (child == 0) {
      become_reaper(theirs);
      _exit(127);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  if (theirs >= 0) close(theirs);
  if (child < 0) {
    if (ours >= 0) close(ours);
    return;
  }
  reaper = child;
  reaper_socket = ours;
}

int tui_reaper_socket(void) {
  pthread_mutex_lock(&lock);
  if (reaper_socket >= 0) {
    struct pollfd end = {.fd = reaper_socket, .events = 0};
    // The reaper has been killed: programs started from now on have a new one.
    if (poll(&end, 1, 0) > 0 && (end.revents & (POLLHUP | POLLERR))) {
      close(reaper_socket);
      reaper_socket = -1;
      waitpid(reaper, NULL, WNOHANG);
    }
  }
  if (reaper_socket < 0) start_reaper();
  int socket = reaper_socket;
  pthread_mutex_unlock(&lock);
  return socket;
}

static int tell(int socket, const struct reaper_record *record, size_t size) {
  // Neither blocks nor raises SIGPIPE.
  return send(socket, record, size, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)size ? 0 : -1;
}

int tui_reaper_watch_group(int socket, int group, const struct tui_limits *limits) {
  struct reaper_record record = {.kind = WATCH_GROUP, .group = group, .limits = *limits};
  return tell(socket, &record, REAPER_GROUP_RECORD);
}

// Sends a record to the reaper, if there is one.
static void tell_if_any(const struct reaper_record *record, size_t size) {
  pthread_mutex_lock(&lock);
  if (reaper_socket >= 0) tell(reaper_socket, record, size);
  pthread_mutex_unlock(&lock);
}

// Sends a record with a path, starting the reaper if necessary.
static int tell_of(struct reaper_record record, const char *path) {
  if (strlen(path) >= TUI_REAPER_PATH) return -1;
  if ((record.kind == WATCH_FOLDER || record.kind == WATCH_FILE) && tui_reaper_socket() < 0) return -1;
  strcpy(record.path, path);
  tell_if_any(&record, sizeof record);
  return 0;
}

int tui_reaper_watch_folder(const char *path, unsigned long long device, unsigned long long inode) {
  return tell_of((struct reaper_record){.kind = WATCH_FOLDER, .device = device, .inode = inode}, path);
}

void tui_reaper_forget_folder(const char *path) { tell_of((struct reaper_record){.kind = FORGET_FOLDER}, path); }

int tui_reaper_watch_file(const char *path) { return tell_of((struct reaper_record){.kind = WATCH_FILE}, path); }

void tui_reaper_forget_file(const char *path) { tell_of((struct reaper_record){.kind = FORGET_FILE}, path); }

void tui_reaper_forget_group(int group) {
  struct reaper_record record = {.kind = FORGET_GROUP, .group = group};
  tell_if_any(&record, REAPER_GROUP_RECORD);
}

void tui_reaper_leave(int milliseconds) {
  pthread_mutex_lock(&lock);
  if (reaper_socket >= 0) {
    close(reaper_socket);
    reaper_socket = -1;
    // Otherwise it would become a zombie where nobody reaps orphans, as in a container.
    while (waitpid(reaper, NULL, WNOHANG) == 0 && milliseconds-- > 0) poll(NULL, 0, 1);
  }
  pthread_mutex_unlock(&lock);
}
