// The parts of the reaper that tui_spawn needs, and its messages.
#ifndef REAPER_INTERNAL_H
#define REAPER_INTERNAL_H

#include <stddef.h>
#include <sys/types.h>

#include "glibc_extensions.h"
#include "reaper.h"

// The name (argv[0]) that makes this executable the reaper.
#define REAPER_NAME "tui-reaper"

enum reaper_kind { WATCH_GROUP, FORGET_GROUP, WATCH_FOLDER, FORGET_FOLDER, WATCH_FILE, FORGET_FILE };

// A message to the reaper. Those about groups end before the device.
struct reaper_record {
  int kind;
  int group;
  struct tui_limits limits;
  // Which folder it is; 0 until it has been made.
  unsigned long long device;
  unsigned long long inode;
  char path[TUI_REAPER_PATH];
};
#define REAPER_GROUP_RECORD offsetof(struct reaper_record, device)

// The socket to the reaper, which is started if necessary; -1 if it cannot be.
int tui_reaper_socket(void);

// Makes the reaper kill a process group when its processes together exceed the limits that each of them has, and after our end. A single system
// call, for a child between vfork and exec that registers itself, so that it is never unknown to the reaper. Returns 0, or -1 with errno.
int tui_reaper_watch_group(int socket, int group, const struct tui_limits *limits);

// What the processes of a group use together.
struct group_usage {
  pid_t group;
  unsigned long processes;
  unsigned long threads;
  // Processor time, in clock ticks.
  unsigned long ticks;
  // Memory of its own, also if it is swapped out or shared by these processes; that is counted for each.
  unsigned long long bytes;
};

// Adds up what groups use.
void tui_measure_groups(struct group_usage *groups, int count);

#endif
