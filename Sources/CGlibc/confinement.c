#define _GNU_SOURCE 1
#include "confinement.h"
#include "filter.h"
#include "glibc_extensions.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef OUR_ARCHITECTURE

// System calls that neither decoding nor fetching needs, and with which one could reach beyond one's files and memory.
static const int denied_to_all[] = {
  // Other processes.
  SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_tkill, SYS_rt_sigqueueinfo,
  SYS_rt_tgsigqueueinfo, SYS_migrate_pages, SYS_move_pages, SYS_setpriority, SYS_ioprio_set,
#ifdef SYS_pidfd_open
  SYS_pidfd_open, SYS_pidfd_send_signal,
#endif
#ifdef SYS_pidfd_getfd
  SYS_pidfd_getfd,
#endif
#ifdef SYS_process_madvise
  SYS_process_madvise,
#endif
#ifdef SYS_process_mrelease
  SYS_process_mrelease,
#endif
  // Leaving the process group, in which it is killed.
  SYS_setsid, SYS_setpgid,
  // Memory and messages shared with other programs.
  SYS_shmget, SYS_shmat, SYS_shmctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget, SYS_semop,
  SYS_semtimedop, SYS_semctl, SYS_mq_open, SYS_mq_unlink,
  // Name spaces and mounts.
  SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot,
#ifdef SYS_open_tree
  SYS_open_tree, SYS_move_mount, SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick,
#endif
#ifdef SYS_mount_setattr
  SYS_mount_setattr,
#endif
  // Parts of the kernel with a history of bugs, or for administrators.
  SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd,
  SYS_keyctl, SYS_add_key, SYS_request_key, SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_fanotify_init,
  SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct,
  SYS_quotactl, SYS_syslog, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_sethostname,
  SYS_setdomainname, SYS_vhangup,
};

// What external decoders do not need, but fetching does.
static const int denied_to_decoders[] = {
  // Sockets, also of this machine.
  SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
  // Owners, modes, times and attributes of files, which Landlock does not restrict; also of its input, which is open.
  SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_truncate, SYS_setxattr, SYS_lsetxattr,
  SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
#ifdef SYS_chmod
  SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
#ifdef SYS_fchmodat2
  SYS_fchmodat2,
#endif
};

// What fetching does not need, but external decoders do: other programs. Owners and attributes of files, too.
static const int denied_to_fetcher[] = {
  SYS_execve, SYS_execveat, SYS_listen, SYS_accept, SYS_accept4, SYS_fchown, SYS_fchownat, SYS_setxattr, SYS_lsetxattr,
  SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
#ifdef SYS_chmod
  SYS_chown, SYS_lchown,
#endif
};
#define COUNT(list) (sizeof list / sizeof *list)

// Requests of ioctl: typing into the terminal, and flags of files.
static const uint32_t denied_requests[] = {TIOCSTI, TIOCLINUX, 0x40086602 /* FS_IOC_SETFLAGS */,
                                           0x401C5820 /* FS_IOC_FSSETXATTR */};

int tui_can_deny_system_calls(void) {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int tui_deny_calls_for(enum confined_program kind) {
  const int *own = kind == FETCHER ? denied_to_fetcher : denied_to_decoders;
  size_t own_count = kind == FETCHER ? COUNT(denied_to_fetcher) : COUNT(denied_to_decoders);
  uint32_t self = (uint32_t)getpid();
  const struct sock_filter head[] = {
    // Numbers mean something else to other architectures.
    LOAD(arch), IF(OUR_ARCHITECTURE, 1), REFUSE(ENOSYS), LOAD(nr),
#ifdef __x86_64__
    // So they do in the x32 ABI, whose numbers begin here.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), REFUSE(ENOSYS),
#endif
    // Its flags are in memory. The C library then uses clone.
    UNLESS(SYS_clone3, 1), REFUSE(ENOSYS),
    UNLESS(SYS_clone, 4), LOAD_ARGUMENT(0),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACE_FLAGS, 0, 1), REFUSE(EPERM), ALLOW,
    // Signals to itself only, and 0 is its group.
    UNLESS(SYS_kill, 5), LOAD_ARGUMENT(0), IF(self, 2), IF(0, 1), REFUSE(EPERM), ALLOW,
    UNLESS(SYS_tgkill, 4), LOAD_ARGUMENT(0), IF(self, 1), REFUSE(EPERM), ALLOW,
    // Limits of itself only.
    UNLESS(SYS_prlimit64, 5), LOAD_ARGUMENT(0), IF(self, 2), IF(0, 1), REFUSE(EPERM), ALLOW,
  };
  enum { head_count = sizeof head / sizeof *head };
  struct sock_filter filter[head_count + 2 * COUNT(denied_to_all) + 2 * COUNT(denied_to_decoders) +
                            2 * COUNT(denied_to_fetcher) + 3 + 2 * COUNT(denied_requests) + 1];
  unsigned short count = 0;
  for (; count < head_count; count++) filter[count] = head[count];
  for (size_t i = 0; i < COUNT(denied_to_all) + own_count; i++) {
    int number = i < own_count ? own[i] : denied_to_all[i - own_count];
    filter[count++] = (struct sock_filter)UNLESS(number, 1);
    filter[count++] = (struct sock_filter)REFUSE(EPERM);
  }
  filter[count++] = (struct sock_filter)IF(SYS_ioctl, 1);
  filter[count++] = (struct sock_filter)ALLOW;
  filter[count++] = (struct sock_filter)LOAD_ARGUMENT(1);
  for (unsigned i = 0; i < COUNT(denied_requests); i++) {
    filter[count++] = (struct sock_filter)UNLESS(denied_requests[i], 1);
    filter[count++] = (struct sock_filter)REFUSE(EPERM);
  }
  filter[count++] = (struct sock_filter)ALLOW;
  struct sock_fprog program = {.len = count, .filter = filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

#else

int tui_can_deny_system_calls(void) { return 0; }

int tui_deny_calls_for(enum confined_program kind) {
  (void)kind;
  errno = ENOSYS;
  return -1;
}

#endif
