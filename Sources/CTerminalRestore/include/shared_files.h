// Files for another program to read and delete. Those that it leaves are deleted when the terminal is restored, also in
// a crash: the functions are async-signal-safe.
#ifndef SHARED_FILES_H
#define SHARED_FILES_H

// The most files at a time, and the most bytes of a path including its NUL.
#define TUI_SHARED_FILES 8
#define TUI_SHARED_PATH 128

// Registers a file that is about to be created. Returns its number, or -1 if there are too
// many or its path is too long.
int tui_shared_file_add(const char *path);

// Deletes a file if it still exists, and unregisters it. Returns whether it existed.
int tui_shared_file_remove(int number);

// Deletes all registered files.
void tui_shared_files_remove(void);

#endif
