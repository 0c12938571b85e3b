// The reaper: a process that kills the programs we run, and removes their folders, once we have ended, however that
// came about. It is this executable again, started before the first such program, and waits on a socket of which only we
// hold the other end.
//
// This header takes in no other: the types of the system would become this module's.
#ifndef REAPER_H
#define REAPER_H

// The longest path of a folder that can be watched, its NUL included.
#define TUI_REAPER_PATH 200

// Has a folder and the files in it removed after our end. Returns 0, or -1 where the path is too long, or there can be no
// reaper.
int tui_reaper_watch_folder(const char *path);

// The folder has been removed.
void tui_reaper_forget_folder(const char *path);

// All processes of a group have been killed. To be called before its leader is waited for: its number is free then.
void tui_reaper_forget_group(int group);

// Lets the reaper end, and waits for that, for so many milliseconds at most. Nothing is watched any more.
void tui_reaper_leave(int milliseconds);

#endif
