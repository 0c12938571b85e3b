// The parts of the reaper that tui_spawn needs.
#ifndef REAPER_INTERNAL_H
#define REAPER_INTERNAL_H

// The socket to the reaper, which is started if necessary; -1 if it cannot be.
int tui_reaper_socket(void);

// Makes the reaper kill a process group `patience` milliseconds after our end, unless it has ended before. A single
// system call, for a child between vfork and exec that registers itself, so that it is never unknown to the reaper.
void tui_reaper_watch_group(int socket, int group, unsigned patience);

#endif
