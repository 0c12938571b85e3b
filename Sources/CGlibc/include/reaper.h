// The reaper: a process that kills our programs and removes their folders once we have ended, however we ended. It is
// this executable started a second time, before the first such program, and waits on a socket
// whose other end only we hold.
//
// Includes no other header: system types would become part of this module.
#ifndef REAPER_H
#define REAPER_H

// The longest path of a watched folder, including its NUL.
#define TUI_REAPER_PATH 200

// Makes the reaper remove a folder and its files after our end. Returns 0, or -1 if the path is too long or no reaper
// can be started.
int tui_reaper_watch_folder(const char *path);

// Stops watching a folder that has been removed.
void tui_reaper_forget_folder(const char *path);

// Stops watching a group whose processes have all been killed. Must be called before waiting for its leader, since its
// number may then be reused.
void tui_reaper_forget_group(int group);

// Ends the reaper and waits for that, for at most `milliseconds`. Nothing is watched any more.
void tui_reaper_leave(int milliseconds);

#endif
