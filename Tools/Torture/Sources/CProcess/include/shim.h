// System calls that Swift cannot see: variadic ones, and those that require _GNU_SOURCE.
#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <stdio.h>
#include <sys/prctl.h>

// Makes standard output line-buffered, even if it is a file.
static inline void torture_write_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

// Makes this process the parent of orphans among its descendants; 0 on success.
static inline int torture_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

// From now on the first SIGINT or SIGTERM is only recorded, and the second of the same kind ends the process.
void torture_catch_interrupts(void);

// Whether an interrupt has been recorded.
int torture_is_interrupted(void);

// Gives this process a separate mount namespace, whose mounts end with it; 0 on success. Must be
// called before starting threads.
int torture_own_mounts(void);

// Mounts a tmpfs of `size` bytes on a folder; 0 on success. Requires torture_own_mounts.
int torture_mount_disk(const char *folder, int size);

// Unmounts the folder.
void torture_unmount_disk(const char *folder);

// Accepts a connection with a close-on-exec descriptor; -1 on error.
int torture_accept(int listener);

#endif
