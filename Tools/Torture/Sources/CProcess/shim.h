// What of the system Swift does not see, since it takes any number of arguments.
#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <stdio.h>
#include <sys/prctl.h>

// Has lines of standard output written as they come, also into a file.
static inline void torture_write_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

// From now on the orphans among our descendants are our children; 0 on success.
static inline int torture_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

#endif
