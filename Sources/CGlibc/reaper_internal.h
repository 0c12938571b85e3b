// What tui_spawn needs of the reaper.
#ifndef REAPER_INTERNAL_H
#define REAPER_INTERNAL_H

// The socket to the reaper, which is started if there is none; -1 where there can be none.
int tui_reaper_socket(void);

// Has a process group killed after our end, so many milliseconds later if it has not ended on its own. A system call and
// nothing else: for a child between vfork and exec, which tells of itself, so that there is no moment in which it is unknown.
void tui_reaper_watch_group(int socket, int group, unsigned patience);

#endif
