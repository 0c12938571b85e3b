// What the processes of a group use together, as /proc reports it.
#define _GNU_SOURCE 1
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reaper_internal.h"

// Reads the beginning of a process's file in /proc as text; empty if there is none.
static void read_file(int processes, const char *process, const char *name, char *text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "%.20s/%s", process, name);
  int file = openat(processes, path, O_RDONLY | O_CLOEXEC);
  ssize_t count = file < 0 ? 0 : read(file, text, size - 1);
  text[count > 0 ? count : 0] = 0;
  if (file >= 0) close(file);
}

// The bytes after a field's name in /proc/PID/status.
static unsigned long long bytes_of(const char *status, const char *field) {
  const char *found = strstr(status, field);
  return found ? strtoull(found + strlen(field), NULL, 10) << 10 : 0;
}

// The flag of a process that has not called exec since it began (the kernel's include/linux/sched.h).
#define PF_FORKNOEXEC 0x40U

static void add(int processes, const char *process, struct group_usage *usage) {
  char text[4096];
  read_file(processes, process, "stat", text, sizeof text);
  // The name may contain anything.
  const char *fields = strrchr(text, ')');
  unsigned flags;
  unsigned long times[4], threads;
  if (!fields || sscanf(fields + 1, " %*c %*d %*d %*d %*d %*d %u %*u %*u %*u %*u %lu %lu %lu %lu %*d %*d %lu", &flags,
                        &times[0], &times[1], &times[2], &times[3], &threads) != 6) {
    return;
  }
  usage->processes++;
  usage->threads += threads;
  // Also of its children that have ended.
  for (int i = 0; i < 4; i++) usage->ticks += times[i];
  // Until exec, a program that is being started has our memory.
  if ((flags & PF_FORKNOEXEC) && atoi(process) == usage->group) return;
  read_file(processes, process, "status", text, sizeof text);
  // Not the pages of files: libraries are shared with others.
  usage->bytes += bytes_of(text, "RssAnon:") + bytes_of(text, "RssShmem:") + bytes_of(text, "VmSwap:");
}

void tui_measure_groups(struct group_usage *groups, int count) {
  DIR *stream = opendir("/proc");
  if (!stream) return;
  struct dirent *entry;
  while ((entry = readdir(stream))) {
    pid_t process = (pid_t)atoi(entry->d_name);
    pid_t group = process > 0 ? getpgid(process) : 0;
    for (int i = 0; i < count && group > 0; i++) {
      if (groups[i].group == group) add(dirfd(stream), entry->d_name, &groups[i]);
    }
  }
  closedir(stream);
}
