// Files that another program is to read and delete. Those that it has not deleted go with the terminal's restoration, also in a
// crash: async-signal-safe.
#ifndef SHARED_FILES_H
#define SHARED_FILES_H

// Files at once, and bytes of a path with its end.
#define TUI_SHARED_FILES 8
#define TUI_SHARED_PATH 128

// Takes note of a file that is about to be made. Returns its number, or -1 if there are too many or its path is too long.
int tui_shared_file_add(const char *path);

// Deletes a file, if it is still there, and forgets it. Returns whether it was there.
int tui_shared_file_remove(int number);

// Deletes all of them.
void tui_shared_files_remove(void);

#endif
