#define _GNU_SOURCE 1
#include "confinement.h"
#include "glibc_extensions.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OUR_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OUR_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef OUR_ARCHITECTURE

// System calls that no decoder needs, and with which one could reach beyond its files, its memory and its processes.
static const int denied[] = {
  // Leaving the process group, in which it is killed.
  SYS_setsid, SYS_setpgid,
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
  // Sockets, also of this machine, and memory and messages shared with other programs.
  SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_shmget, SYS_shmat,
  SYS_shmctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget, SYS_semop, SYS_semtimedop, SYS_semctl,
  SYS_mq_open, SYS_mq_unlink,
  // Owners, modes, times and attributes of files, which Landlock does not restrict; also of its input, which is open.
  SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_truncate, SYS_setxattr, SYS_lsetxattr,
  SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
#ifdef SYS_chmod
  SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
#ifdef SYS_fchmodat2
  SYS_fchmodat2,
#endif
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
#define DENIED_COUNT (sizeof denied / sizeof *denied)

// Requests of ioctl: typing into the terminal, and flags of files.
static const uint32_t denied_requests[] = {TIOCSTI, TIOCLINUX, 0x40086602 /* FS_IOC_SETFLAGS */,
                                           0x401C5820 /* FS_IOC_FSSETXATTR */};
#define REQUEST_COUNT (sizeof denied_requests / sizeof *denied_requests)

#define NAMESPACE_FLAGS                                                                                               \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |        \
   CLONE_PARENT)

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
// Of the first word in memory order: both architectures are little-endian.
#define LOAD_ARGUMENT(number) LOAD(args[number])
// Skips `count` instructions if the loaded word is another value.
#define UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, count)
#define IF(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), count, 0)
#define REFUSE(number) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (number))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

int tui_can_deny_system_calls(void) {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int tui_deny_system_calls(void) {
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
  struct sock_filter filter[head_count + 2 * DENIED_COUNT + 3 + 2 * REQUEST_COUNT + 1];
  unsigned short count = 0;
  for (; count < head_count; count++) filter[count] = head[count];
  for (unsigned i = 0; i < DENIED_COUNT; i++) {
    filter[count++] = (struct sock_filter)UNLESS(denied[i], 1);
    filter[count++] = (struct sock_filter)REFUSE(EPERM);
  }
  filter[count++] = (struct sock_filter)IF(SYS_ioctl, 1);
  filter[count++] = (struct sock_filter)ALLOW;
  filter[count++] = (struct sock_filter)LOAD_ARGUMENT(1);
  for (unsigned i = 0; i < REQUEST_COUNT; i++) {
    filter[count++] = (struct sock_filter)UNLESS(denied_requests[i], 1);
    filter[count++] = (struct sock_filter)REFUSE(EPERM);
  }
  filter[count++] = (struct sock_filter)ALLOW;
  struct sock_fprog program = {.len = count, .filter = filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

#else

int tui_can_deny_system_calls(void) { return 0; }

int tui_deny_system_calls(void) {
  errno = ENOSYS;
  return -1;
}

#endif

// ---- Landlock: the numbers are the same on all architectures. System headers may be older than the kernel.

#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_ADD_RULE 445
#define LANDLOCK_RESTRICT_SELF 446
#define VERSION_FLAG 1U
#define RULE_PATH_BENEATH 1

enum access {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  REMOVE_FILE = 1 << 5,
  MAKE_REG = 1 << 8,
  TRUNCATE = 1 << 14,
};
#define FILE_RIGHTS (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE)

struct ruleset_attributes {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

struct path_rule {
  uint64_t access;
  int32_t folder;
} __attribute__((packed));

static int allow_open(int ruleset, int opened, uint64_t access) {
  struct path_rule rule = {.access = access, .folder = opened};
  return (int)syscall(LANDLOCK_ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0);
}

// Allows access to a file, or below a folder, if it exists.
static void allow(int ruleset, const char *path, uint64_t access) {
  int opened = open(path, O_PATH | O_CLOEXEC);
  if (opened < 0) return;
  // Rights of folders are refused for files.
  if (allow_open(ruleset, opened, access)) allow_open(ruleset, opened, access & FILE_RIGHTS);
  close(opened);
}

int tui_landlock_version(void) {
  long version = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, VERSION_FLAG);
  return version > 0 ? (int)version : 0;
}

int tui_restrict_files(const char *program, const char *libraries, int input, const char *folder) {
  static const char *const readable[] = {
    // Programs, libraries, fonts and their configuration.
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/snap", "/nix/store", "/gnu/store",
    "/run/current-system", "/home/linuxbrew/.linuxbrew", "/etc/fonts", "/etc/ImageMagick-6", "/etc/ImageMagick-7",
    "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/magic", "/etc/nsswitch.conf", "/etc/papersize",
    "/etc/passwd", "/etc/group", "/etc/xpdf", "/var/cache/fontconfig", "/var/lib/ghostscript",
    // About the machine, and about itself.
    "/sys/devices/system/cpu", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems", "/proc/self",
    "/dev/zero", "/dev/random", "/dev/urandom",
  };
  int version = tui_landlock_version();
  if (!version) {
    errno = ENOSYS;
    return -1;
  }
  int bits = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
  struct ruleset_attributes attributes = {.files = (1ULL << bits) - 1, .network = 3, .scopes = 3};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int ruleset = (int)syscall(LANDLOCK_CREATE_RULESET, &attributes, size, 0);
  if (ruleset < 0) return -1;
  for (unsigned i = 0; i < sizeof readable / sizeof *readable; i++) {
    allow(ruleset, readable[i], EXECUTE | READ_FILE | READ_DIR);
  }
  allow(ruleset, "/dev/null", READ_FILE | WRITE_FILE);
  allow(ruleset, program, EXECUTE | READ_FILE);
  if (libraries) allow(ruleset, libraries, EXECUTE | READ_FILE | READ_DIR);
  // Opened again as /dev/stdin. An in-memory file is not restricted, and is refused here.
  allow_open(ruleset, input, READ_FILE);
  uint64_t writing = READ_FILE | WRITE_FILE | READ_DIR | REMOVE_FILE | MAKE_REG | (version >= 3 ? TRUNCATE : 0);
  if (folder) allow(ruleset, folder, writing);
  int result = (int)syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0);
  close(ruleset);
  return result;
}
