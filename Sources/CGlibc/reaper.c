#define _GNU_SOURCE 1
#include "reaper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "reaper_internal.h"

// The name (argv[0]) that makes this executable the reaper.
#define REAPER_NAME "tui-reaper"
// The most watched groups and folders; each loading thread and each player has at most one.
#define GROUP_COUNT 256
#define FOLDER_COUNT 64
// The most watched files.
#define FILE_COUNT 16
// Milliseconds that killed processes may take to end before their folders are removed regardless.
#define DEATH_PATIENCE 300

enum kind { WATCH_GROUP, FORGET_GROUP, WATCH_FOLDER, FORGET_FOLDER, WATCH_FILE, FORGET_FILE };

struct record {
  int kind;
  int group;
  unsigned patience;
  // Which folder it is; 0 until it has been made.
  unsigned long long device;
  unsigned long long inode;
  char path[TUI_REAPER_PATH];
};
#define GROUP_RECORD offsetof(struct record, path)

// ---- Our side

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

static int tell(int socket, const struct record *record, size_t size) {
  // Neither blocks nor raises SIGPIPE.
  return send(socket, record, size, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)size ? 0 : -1;
}

void tui_reaper_watch_group(int socket, int group, unsigned patience) {
  struct record record = {.kind = WATCH_GROUP, .group = group, .patience = patience};
  tell(socket, &record, GROUP_RECORD);
}

// Sends a record to the reaper, if there is one.
static void tell_if_any(const struct record *record, size_t size) {
  pthread_mutex_lock(&lock);
  if (reaper_socket >= 0) tell(reaper_socket, record, size);
  pthread_mutex_unlock(&lock);
}

// Sends a record with a path, starting the reaper if necessary.
static int tell_of(struct record record, const char *path) {
  if (strlen(path) >= TUI_REAPER_PATH) return -1;
  if ((record.kind == WATCH_FOLDER || record.kind == WATCH_FILE) && tui_reaper_socket() < 0) return -1;
  strcpy(record.path, path);
  tell_if_any(&record, sizeof record);
  return 0;
}

int tui_reaper_watch_folder(const char *path, unsigned long long device, unsigned long long inode) {
  return tell_of((struct record){.kind = WATCH_FOLDER, .device = device, .inode = inode}, path);
}

void tui_reaper_forget_folder(const char *path) { tell_of((struct record){.kind = FORGET_FOLDER}, path); }

int tui_reaper_watch_file(const char *path) { return tell_of((struct record){.kind = WATCH_FILE}, path); }

void tui_reaper_forget_file(const char *path) { tell_of((struct record){.kind = FORGET_FILE}, path); }

void tui_reaper_forget_group(int group) {
  struct record record = {.kind = FORGET_GROUP, .group = group};
  tell_if_any(&record, GROUP_RECORD);
}

static void sleep_milliseconds(int milliseconds) { poll(NULL, 0, milliseconds); }

void tui_reaper_leave(int milliseconds) {
  pthread_mutex_lock(&lock);
  if (reaper_socket >= 0) {
    close(reaper_socket);
    reaper_socket = -1;
    // Otherwise it would become a zombie where nobody reaps orphans, as in a container.
    while (waitpid(reaper, NULL, WNOHANG) == 0 && milliseconds-- > 0) sleep_milliseconds(1);
  }
  pthread_mutex_unlock(&lock);
}

// ---- The reaper's side

static struct {
  pid_t group;
  unsigned patience;
} groups[GROUP_COUNT];
static struct folder {
  unsigned long long device;
  unsigned long long inode;
  char path[TUI_REAPER_PATH];
} folders[FOLDER_COUNT];
static char files[FILE_COUNT][TUI_REAPER_PATH];

// Registers a folder, or which one it is once it has been made.
static void take_folder(const struct record *record) {
  struct folder *place = NULL;
  for (int i = 0; i < FOLDER_COUNT; i++) {
    struct folder *folder = &folders[i];
    int is_known = folder->path[0] && strcmp(folder->path, record->path) == 0;
    if (is_known || (!folder->path[0] && !place)) place = folder;
    if (is_known) break;
  }
  if (!place) return;
  place->device = record->device;
  place->inode = record->inode;
  memcpy(place->path, record->path, TUI_REAPER_PATH);
}

static void take(const struct record *record) {
  switch (record->kind) {
  case WATCH_GROUP:
    for (int i = 0; i < GROUP_COUNT && record->group > 1; i++) {
      if (groups[i].group) continue;
      groups[i].group = record->group;
      groups[i].patience = record->patience;
      return;
    }
    return;
  case FORGET_GROUP:
    for (int i = 0; i < GROUP_COUNT; i++) {
      if (groups[i].group == record->group) groups[i].group = 0;
    }
    return;
  case WATCH_FOLDER: take_folder(record); return;
  case FORGET_FOLDER:
    for (int i = 0; i < FOLDER_COUNT; i++) {
      if (strcmp(folders[i].path, record->path) == 0) folders[i].path[0] = 0;
    }
    return;
  case WATCH_FILE:
    for (int i = 0; i < FILE_COUNT; i++) {
      if (files[i][0]) continue;
      memcpy(files[i], record->path, TUI_REAPER_PATH);
      return;
    }
    return;
  case FORGET_FILE:
    for (int i = 0; i < FILE_COUNT; i++) {
      if (strcmp(files[i], record->path) == 0) files[i][0] = 0;
    }
    return;
  }
}

// Removes the files of a folder of ours, and then the folder. Another folder, or a link, that has taken its place stays.
static void remove_folder(const struct folder *folder) {
  // One whose number was never reported is empty: nothing is put into it before.
  if (folder->inode) {
    int descriptor = open(folder->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0) return;
    int is_ours = fstat(descriptor, &status) == 0 && status.st_uid == geteuid() && status.st_dev == folder->device &&
                  status.st_ino == folder->inode;
    DIR *stream = is_ours ? fdopendir(descriptor) : NULL;
    if (!stream) {
      close(descriptor);
      return;
    }
    struct dirent *entry;
    while ((entry = readdir(stream))) unlinkat(descriptor, entry->d_name, 0);
    closedir(stream);
  }
  // Removes an empty folder only, and no link.
  rmdir(folder->path);
}

// Removes a file of ours; of a link, the link itself.
static void remove_file(const char *path) {
  struct stat status;
  if (lstat(path, &status) == 0 && status.st_uid == geteuid()) unlink(path);
}

static void remove_leftovers(void) {
  for (int i = 0; i < FOLDER_COUNT; i++) {
    if (folders[i].path[0]) remove_folder(&folders[i]);
  }
  for (int i = 0; i < FILE_COUNT; i++) {
    if (files[i][0]) remove_file(files[i]);
  }
}

static long milliseconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Kills the groups whose grace period has passed; returns whether any process is left.
static int kill_groups(long passed) {
  int is_any_left = 0;
  for (int i = 0; i < GROUP_COUNT; i++) {
    if (!groups[i].group) continue;
    int signal = passed >= (long)groups[i].patience ? SIGKILL : 0;
    if (kill(-groups[i].group, signal)) {
      groups[i].group = 0;
    } else {
      is_any_left = 1;
    }
  }
  return is_any_left;
}

static _Noreturn void reap(void) {
  // The name in process lists, which would otherwise be "exe".
  prctl(PR_SET_NAME, REAPER_NAME);
  struct record record;
  for (;;) {
    memset(&record, 0, sizeof record);
    ssize_t count = recv(STDIN_FILENO, &record, sizeof record - 1, 0);
    if (count < 0 && errno == EINTR) continue;
    // The other end has been closed.
    if (count <= 0) break;
    take(&record);
  }
  unsigned longest = 0;
  for (int i = 0; i < GROUP_COUNT; i++) {
    if (groups[i].group && groups[i].patience > longest) longest = groups[i].patience;
  }
  long start = milliseconds_now();
  long passed = 0;
  // Files are removed as soon as possible, and once more when no process can write to their folders.
  do {
    if (!kill_groups(passed)) break;
    remove_leftovers();
    sleep_milliseconds(2);
    passed = milliseconds_now() - start;
  } while (passed < (long)longest + DEATH_PATIENCE);
  remove_leftovers();
  _exit(0);
}

// Runs before the rest of the program, none of which may run in the reaper.
__attribute__((constructor(101))) static void reap_if_asked(int argc, char **argv) {
  if (argc == 1 && argv[0] && strcmp(argv[0], REAPER_NAME) == 0) reap();
}
