#define _GNU_SOURCE 1
#include "confinement.h"
#include "glibc_extensions.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "filter.h"

#ifdef OUR_ARCHITECTURE

// What a decoder in a worker needs.
static const int allowed[] = {
  // Its socket and the files that it has been sent. They are never opened or examined here.
  SYS_read, SYS_pread64, SYS_write, SYS_pwrite64, SYS_lseek, SYS_close, SYS_recvmsg, SYS_sendmsg, SYS_ppoll,
#ifdef SYS_poll
  SYS_poll,
#endif
  // Memory.
  SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise,
  // Locks, time, random numbers and its end.
  SYS_futex, SYS_sched_yield, SYS_clock_gettime, SYS_gettimeofday, SYS_getrandom, SYS_getpid, SYS_gettid,
  SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_restart_syscall, SYS_exit, SYS_exit_group,
  // What a new thread does first.
  SYS_set_robust_list, SYS_sched_getaffinity,
#ifdef SYS_rseq
  SYS_rseq,
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  // Tests only: AddressSanitizer's, before the process ends.
  SYS_sigaltstack,
#endif
#endif
};
#define ALLOWED_COUNT (sizeof allowed / sizeof *allowed)

// What a reader needs besides: its input's size, and a descriptor of its own.
static const int allowed_to_readers[] = {SYS_fstat, SYS_dup};
#define READER_COUNT (sizeof allowed_to_readers / sizeof *allowed_to_readers)

int tui_allow_decoding_calls(enum decoding_process kind) {
  uint32_t self = (uint32_t)getpid();
  const struct sock_filter head[] = {
    LOAD(arch), IF(OUR_ARCHITECTURE, 1), REFUSE(ENOSYS), LOAD(nr),
    // Memory that is no code.
    IF(SYS_mmap, 1), UNLESS(SYS_mprotect, 4), LOAD_ARGUMENT(2),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), REFUSE(EPERM), ALLOW,
    // Threads, and no processes. Where this is refused, the C library uses clone, whose flags are not in memory.
    UNLESS(SYS_clone3, 1), REFUSE(ENOSYS),
    UNLESS(SYS_clone, 5), LOAD_ARGUMENT(0), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 2),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACE_FLAGS, 1, 0), ALLOW, REFUSE(EPERM),
    // Signals to itself: abort.
    UNLESS(SYS_tgkill, 4), LOAD_ARGUMENT(0), IF(self, 1), REFUSE(EPERM), ALLOW,
    // The C library's fstat.
    UNLESS(SYS_newfstatat, 4), LOAD_ARGUMENT(3), IF(kind == READER ? AT_EMPTY_PATH : ~0U, 1), REFUSE(EPERM), ALLOW,
  };
  enum { head_count = sizeof head / sizeof *head };
  struct sock_filter filter[head_count + 2 * (ALLOWED_COUNT + READER_COUNT) + 1];
  unsigned short count = 0;
  for (; count < head_count; count++) filter[count] = head[count];
  for (unsigned i = 0; i < ALLOWED_COUNT + (kind == READER ? READER_COUNT : 0); i++) {
    // The numbers of other ABIs, such as x32, are others.
    int number = i < ALLOWED_COUNT ? allowed[i] : allowed_to_readers[i - ALLOWED_COUNT];
    filter[count++] = (struct sock_filter)UNLESS(number, 1);
    filter[count++] = (struct sock_filter)ALLOW;
  }
  filter[count++] = (struct sock_filter)REFUSE(EPERM);
  struct sock_fprog program = {.len = count, .filter = filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

#else

int tui_allow_decoding_calls(enum decoding_process kind) {
  (void)kind;
  errno = ENOSYS;
  return -1;
}

#endif

int tui_confine_reader(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  int is_restricted = tui_forbid_files() == 0;
  int is_denied = tui_allow_decoding_calls(READER) == 0;
  return is_restricted && is_denied ? 0 : -1;
}
