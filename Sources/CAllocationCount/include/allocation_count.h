// Counts a thread's allocations, for benchmarks.
#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

// Returns the number of allocations that the calling thread has made.
unsigned long tui_allocation_count(void);

#endif
