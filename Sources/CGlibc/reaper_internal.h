// The parts of the reaper that tui_spawn needs, and its messages.
#ifndef REAPER_INTERNAL_H
#define REAPER_INTERNAL_H

#include <stddef.h>

#include "reaper.h"

// The name (argv[0]) that makes this executable the reaper.
#define REAPER_NAME "tui-reaper"

enum reaper_kind { WATCH_GROUP, FORGET_GROUP, WATCH_FOLDER, FORGET_FOLDER, WATCH_FILE, FORGET_FILE };

// A message to the reaper. Those about groups end before the device.
struct reaper_record {
  int kind;
  int group;
  unsigned timeout;
  // Which folder it is; 0 until it has been made.
  unsigned long long device;
  unsigned long long inode;
  char path[TUI_REAPER_PATH];
};
#define REAPER_GROUP_RECORD offsetof(struct reaper_record, device)

// The socket to the reaper, which is started if necessary; -1 if it cannot be.
int tui_reaper_socket(void);

// Makes the reaper kill a process group `timeout` milliseconds after our end, unless it has ended before. A single
// system call, for a child between vfork and exec that registers itself, so that it is never unknown to the reaper.
void tui_reaper_watch_group(int socket, int group, unsigned timeout);

#endif
