// The reaper's own process: see reaper.h.
#define _GNU_SOURCE 1
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "reaper.h"
#include "reaper_internal.h"

// The most watched groups, folders and files; each loading thread and each player has at most one group and folder.
#define GROUP_COUNT 256
#define FOLDER_COUNT 64
#define FILE_COUNT 16
// What a group may have besides the limits of its processes. Scripts around programs have a few processes, and programs a few threads per processor.
#define PROCESS_LIMIT 32
#define THREAD_LIMIT 1024
// Milliseconds between two checks of what groups use, while there are any, and while none of them computes.
#define CHECK_INTERVAL 100
#define IDLE_CHECK_INTERVAL 500
// Memory of a process that does not count as its data: its stack, and pages of libraries that it has changed.
#define UNCOUNTED_BYTES (64ULL << 20)
// Milliseconds that killed processes may take to end before their folders are removed regardless.
#define DEATH_PATIENCE 300

static struct {
  pid_t group;
  struct tui_limits limits;
} groups[GROUP_COUNT];
static struct folder {
  unsigned long long device;
  unsigned long long inode;
  char path[TUI_REAPER_PATH];
} folders[FOLDER_COUNT];
static char files[FILE_COUNT][TUI_REAPER_PATH];

// Registers a folder, or which one it is once it has been made.
static void take_folder(const struct reaper_record *record) {
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

static void take(const struct reaper_record *record) {
  switch (record->kind) {
  case WATCH_GROUP:
    for (int i = 0; i < GROUP_COUNT && record->group > 1; i++) {
      if (groups[i].group) continue;
      groups[i].group = record->group;
      groups[i].limits = record->limits;
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
    int signal = passed >= (long)groups[i].limits.farewell_milliseconds ? SIGKILL : 0;
    if (kill(-groups[i].group, signal)) {
      groups[i].group = 0;
    } else {
      is_any_left = 1;
    }
  }
  return is_any_left;
}

static int is_exceeded(const struct tui_limits *limits, const struct group_usage *usage) {
  unsigned long seconds = usage->ticks / (unsigned long)sysconf(_SC_CLK_TCK);
  return usage->processes > PROCESS_LIMIT || usage->threads > THREAD_LIMIT ||
         (limits->cpu_seconds && seconds > limits->cpu_seconds) ||
         (usage->bytes > UNCOUNTED_BYTES && usage->bytes - UNCOUNTED_BYTES > limits->data_bytes);
}

static int is_counted(int i) { return groups[i].group && groups[i].limits.are_for_group; }

// Kills groups that exceed their limits. Returns the milliseconds until the next check, or 0 if there are no groups to check.
static long check_groups(void) {
  static struct group_usage usages[GROUP_COUNT];
  static unsigned long before;
  int count = 0;
  for (int i = 0; i < GROUP_COUNT; i++) {
    if (is_counted(i)) usages[count++] = (struct group_usage){.group = groups[i].group};
  }
  if (!count) return 0;
  tui_measure_groups(usages, count);
  // Changes as soon as a process computes, begins or ends.
  unsigned long activity = 0;
  for (int i = 0, measured = 0; i < GROUP_COUNT; i++) {
    if (!is_counted(i)) continue;
    activity += usages[measured].ticks + usages[measured].processes;
    if (is_exceeded(&groups[i].limits, &usages[measured++])) kill(-groups[i].group, SIGKILL);
  }
  int is_idle = activity == before;
  before = activity;
  return is_idle ? IDLE_CHECK_INTERVAL : CHECK_INTERVAL;
}

// Waits until a message may have arrived, and checks the groups at intervals, however many messages arrive.
static void wait_for_message(void) {
  static long next;
  struct pollfd message = {.fd = STDIN_FILENO, .events = POLLIN};
  for (;;) {
    long left = next - milliseconds_now();
    if (left > 0 && poll(&message, 1, (int)left) != 0) return;
    long interval = check_groups();
    next = interval ? milliseconds_now() + interval : 0;
    if (!interval) return;
  }
}

static _Noreturn void reap(void) {
  // The name in process lists, which would otherwise be "exe".
  prctl(PR_SET_NAME, REAPER_NAME);
  struct reaper_record record;
  for (;;) {
    wait_for_message();
    memset(&record, 0, sizeof record);
    ssize_t count = recv(STDIN_FILENO, &record, sizeof record - 1, 0);
    if (count < 0 && errno == EINTR) continue;
    // The other end has been closed.
    if (count <= 0) break;
    take(&record);
  }
  unsigned longest = 0;
  for (int i = 0; i < GROUP_COUNT; i++) {
    unsigned timeout = groups[i].limits.farewell_milliseconds;
    if (groups[i].group && timeout > longest) longest = timeout;
  }
  long start = milliseconds_now();
  long passed = 0;
  // Files are removed as soon as possible, and once more when no process can write to their folders.
  do {
    if (!kill_groups(passed)) break;
    remove_leftovers();
    poll(NULL, 0, 2);
    passed = milliseconds_now() - start;
  } while (passed < (long)longest + DEATH_PATIENCE);
  remove_leftovers();
  _exit(0);
}

// Runs before the rest of the program, none of which may run in the reaper.
__attribute__((constructor(101))) static void reap_if_asked(int argc, char **argv) {
  if (argc == 1 && argv[0] && strcmp(argv[0], REAPER_NAME) == 0) reap();
}
