#define _GNU_SOURCE 1
#include "filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "glibc_extensions.h"

#if defined(__x86_64__)
#define OUR_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OUR_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

int tui_can_deny_system_calls(void) {
#ifdef OUR_ARCHITECTURE
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
#else
  return 0;
#endif
}

#ifdef OUR_ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
// Skips `count` instructions if the loaded word is another value.
#define UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, count)
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define REFUSE(number) RETURN(SECCOMP_RET_ERRNO | (number))
#define ALLOW RETURN(SECCOMP_RET_ALLOW)

// More than the longest lists take. In a child of vfork, it is on the stack of its parent.
enum { capacity = 1280 };

struct program {
  unsigned count;
  struct sock_filter instructions[capacity];
};

static void append(struct program *program, const struct sock_filter *instructions, unsigned count) {
  for (unsigned i = 0; i < count; i++, program->count++) {
    if (program->count < capacity) program->instructions[program->count] = instructions[i];
  }
}

#define APPEND(program, ...)                                                                                          \
  append(program, (const struct sock_filter[]){__VA_ARGS__},                                                          \
         sizeof((const struct sock_filter[]){__VA_ARGS__}) / sizeof(struct sock_filter))

// Allows the loaded call if the rule says so; otherwise it stays loaded.
static void append_rule(struct program *program, struct call_rule rule) {
  if (rule.call == NONE) return;
  unsigned char count = rule.conditions[0].mask ? rule.conditions[1].mask ? 2 : 1 : 0;
  // Past the conditions, the permission and, if another word is loaded, the call's number.
  APPEND(program, UNLESS(rule.call, count * 3 + 1 + (count > 0)));
  for (unsigned char i = 0; i < count; i++) {
    struct condition condition = rule.conditions[i];
    uint32_t value = rule.is_about_itself ? (uint32_t)getpid() : condition.value;
    APPEND(program, BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, args) + 4 * condition.half),
           BPF_STMT(BPF_ALU | BPF_AND | BPF_K, condition.mask), UNLESS(value, (count - i - 1) * 3 + 1));
  }
  APPEND(program, ALLOW);
  if (count) APPEND(program, LOAD(nr));
}

int tui_allow_only(const struct call_list *lists, size_t count, struct call_list fatal) {
  struct program program = {.count = 0};
  // Numbers mean something else to other architectures.
  APPEND(&program, LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCHITECTURE, 1, 0), REFUSE(ENOSYS), LOAD(nr));
  for (size_t i = 0; i < count; i++) {
    for (size_t rule = 0; rule < lists[i].count; rule++) append_rule(&program, lists[i].rules[rule]);
  }
  for (size_t i = 0; i < count; i++) {
    for (size_t rule = 0; rule < lists[i].count; rule++) {
      const struct call_rule *refused = &lists[i].rules[rule];
      if (refused->conditions[0].mask && refused->call != NONE) APPEND(&program, UNLESS(refused->call, 1), REFUSE(EPERM));
    }
  }
  for (size_t rule = 0; rule < fatal.count; rule++) {
    APPEND(&program, UNLESS(fatal.rules[rule].call, 1), RETURN(SECCOMP_RET_KILL_PROCESS));
  }
  // Also those of the x32 ABI, whose numbers are above all others.
  APPEND(&program, REFUSE(ENOSYS));
  if (program.count > capacity) {
    errno = E2BIG;
    return -1;
  }
  struct sock_fprog filter = {.len = (unsigned short)program.count, .filter = program.instructions};
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
  // The number of a thread that has another filter.
  if (result > 0) errno = EBUSY;
  return result ? -1 : 0;
}

#else

int tui_allow_only(const struct call_list *lists, size_t count, struct call_list fatal) {
  (void)lists, (void)count, (void)fatal;
  errno = ENOSYS;
  return -1;
}

#endif
