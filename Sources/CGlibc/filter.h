// Filters of system calls (seccomp), made from lists of the calls that a process may make. A call that is on no list fails with ENOSYS, as on a
// kernel that does not have it.
#ifndef FILTER_H
#define FILTER_H

#include <stddef.h>
#include <stdint.h>

#include "system_calls.h"

// A half of an argument, masked, that must have a value. Both architectures are little-endian: the lower half is first.
struct condition {
  // 0: there is no condition.
  uint32_t mask;
  uint32_t value;
  // Twice the number of the argument, and 1 more for its upper half.
  unsigned char half;
};

// A call that a process may make if two conditions hold. A call with several rules may be made if one of them allows it, and otherwise fails
// with EPERM.
struct call_rule {
  int call;
  // The value of the first condition is the number of the process that makes the filter.
  int is_about_itself;
  struct condition conditions[2];
};

#define ANY(name) {.call = CALL_##name}
#define LOWER(number, bits, what) {.mask = (bits), .value = (uint32_t)(what), .half = 2 * (number)}
#define UPPER(number, bits, what) {.mask = (bits), .value = (uint32_t)(what), .half = 2 * (number) + 1}
#define IF(name, ...) {.call = CALL_##name, .conditions = {__VA_ARGS__}}
#define EQUAL(name, number, what) IF(name, LOWER(number, ~0U, what))
// Of these bits, exactly those of the value are set.
#define BITS(name, number, bits, set) IF(name, LOWER(number, bits, set))
#define OWN(name, number) {.call = CALL_##name, .is_about_itself = 1, .conditions = {LOWER(number, ~0U, 0)}}
#define IS_NULL(name, number) IF(name, LOWER(number, ~0U, 0), UPPER(number, ~0U, 0))

struct call_list {
  const struct call_rule *rules;
  size_t count;
};
#define LIST(array) {.rules = array, .count = sizeof array / sizeof *array}

// Restricts all threads of this process, and processes that it starts, to the calls in some lists. Those in `fatal` kill it. Returns 0, or -1 with errno.
int tui_allow_only(const struct call_list *lists, size_t count, struct call_list fatal);

#endif
