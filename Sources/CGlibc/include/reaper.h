// The reaper: a process that kills our programs and removes our temporary files once we have ended, however we ended. It
// is this executable started a second time, before the first such program or file, and waits on a socket whose other end
// only we hold.
//
// Includes no other header: system types would become part of this module.
#ifndef REAPER_H
#define REAPER_H

// The longest path of a watched folder or file, including its NUL.
#define TUI_REAPER_PATH 200

// Makes the reaper remove a folder and its files after our end. Called before it is made, with 0 and 0, so that it is
// never unknown, and again with the device and inode of the folder that has been made: another one is not touched.
// Returns 0, or -1 if the path is too long or no reaper can be started.
int tui_reaper_watch_folder(const char *path, unsigned long long device, unsigned long long inode);

// Stops watching a folder that has been removed.
void tui_reaper_forget_folder(const char *path);

// Makes the reaper remove a file after our end; called before it is created. Returns 0, or -1 as above.
int tui_reaper_watch_file(const char *path);

// Stops watching a file that has been removed.
void tui_reaper_forget_file(const char *path);

// Stops watching a group whose processes have all been killed. Must be called before waiting for its leader, since its
// number may then be reused.
void tui_reaper_forget_group(int group);

// Ends the reaper and waits for that, for at most `milliseconds`. Nothing is watched any more.
void tui_reaper_leave(int milliseconds);

#endif
