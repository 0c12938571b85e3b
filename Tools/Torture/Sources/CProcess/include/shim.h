// System calls that Swift cannot see: variadic ones, and those behind _GNU_SOURCE.
#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <stdio.h>
#include <sys/prctl.h>

// Makes standard output line-buffered, also when it is a file.
static inline void torture_write_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

// From now on the orphans among our descendants are our children; 0 on success.
static inline int torture_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

// From now on the first SIGINT or SIGTERM is only noted, and the second ends the process.
void torture_catch_interrupts(void);

// Whether one has been noted.
int torture_is_interrupted(void);

// Gives this process mounts of its own, which end with it; 0 on success. Call it before starting threads.
int torture_own_mounts(void);

// Mounts a disk of `size` bytes in memory on a folder; 0 on success. Only after torture_own_mounts.
int torture_mount_disk(const char *folder, int size);

// Unmounts it again.
void torture_unmount_disk(const char *folder);

// Accepts a connection whose descriptor programs do not inherit; -1: an error.
int torture_accept(int listener);

#endif
