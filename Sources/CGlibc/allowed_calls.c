// What each kind of confined process may call. The lists are what the processes were seen to call (CONTRIBUTING), and what the C library calls
// in their place on other versions.
#define _GNU_SOURCE 1
#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/prctl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <asm/ioctls.h>

#include "confinement.h"
#include "filter.h"
#include "glibc_extensions.h"

// Flags of clone that begin name spaces, or make a process that is not a child.
#define NAMESPACE_FLAGS                                                                                               \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |        \
   CLONE_PARENT)

// What every confined process needs.
static const struct call_rule common[] = {
  // Open files. Opening, examining and naming them is another matter.
  ANY(read), ANY(pread64), ANY(write), ANY(pwrite64), ANY(lseek), ANY(close), ANY(poll), ANY(ppoll),
  // Memory.
  ANY(brk), ANY(munmap), ANY(mremap), ANY(madvise),
  // Locks, time, random numbers, and the end.
  ANY(futex), ANY(sched_yield), ANY(clock_gettime), ANY(gettimeofday), ANY(getrandom), ANY(getpid), ANY(gettid),
  ANY(restart_syscall), ANY(exit), ANY(exit_group),
  // What a new thread does first.
  ANY(set_robust_list), ANY(rseq), ANY(sched_getaffinity),
  // Signals to itself: abort.
  OWN(tgkill, 0),
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  // Tests only: AddressSanitizer's.
  ANY(sigaltstack), ANY(rt_sigprocmask), ANY(rt_sigreturn),
#endif
#endif
};

// Signals of their own.
static const struct call_rule signals[] = {ANY(rt_sigprocmask), ANY(rt_sigreturn)};

// Threads, and no processes. clone3 is on no list, since its flags are in memory: without it, the C library uses clone.
static const struct call_rule threads[] = {BITS(clone, 0, CLONE_THREAD | NAMESPACE_FLAGS, CLONE_THREAD)};

// Memory that is no code, and that no other process shares.
static const struct call_rule data[] = {
  IF(mmap, LOWER(2, PROT_EXEC, 0), LOWER(3, MAP_SHARED, 0)), BITS(mprotect, 2, PROT_EXEC, 0)};

// A worker's socket. It can block no signal, so that the limit of its processor time ends it.
static const struct call_rule messages[] = {ANY(recvmsg), ANY(sendmsg)};

// What processes need that have libraries, and files that Landlock allows them.
static const struct call_rule files[] = {
  ANY(open), ANY(openat), ANY(stat), ANY(lstat), ANY(fstat), ANY(newfstatat), ANY(statx), ANY(statfs), ANY(fstatfs),
  ANY(access), ANY(faccessat), ANY(faccessat2), ANY(readlink), ANY(readlinkat), ANY(getdents64), ANY(getcwd),
  ANY(readv), ANY(preadv), ANY(preadv2), ANY(writev), ANY(pwritev), ANY(pwritev2), ANY(copy_file_range),
  ANY(sendfile), ANY(fadvise64), ANY(ftruncate), ANY(fallocate), ANY(fsync), ANY(fdatasync), ANY(flock),
  ANY(unlink), ANY(unlinkat), ANY(rename), ANY(renameat), ANY(renameat2), ANY(umask),
  // No owner who gets signals about them.
  EQUAL(fcntl, 1, F_DUPFD), EQUAL(fcntl, 1, F_DUPFD_CLOEXEC), EQUAL(fcntl, 1, F_GETFD), EQUAL(fcntl, 1, F_SETFD),
  EQUAL(fcntl, 1, F_GETFL), EQUAL(fcntl, 1, F_SETFL), EQUAL(fcntl, 1, F_GETLK), EQUAL(fcntl, 1, F_SETLK),
  EQUAL(fcntl, 1, F_SETLKW), EQUAL(fcntl, 1, F_GETPIPE_SZ),
  // Questions about terminals, which can be answered, but not typed into. TCGETS2 is what newer C libraries ask.
  EQUAL(ioctl, 1, TCGETS), EQUAL(ioctl, 1, TCGETS2), EQUAL(ioctl, 1, TIOCGWINSZ), EQUAL(ioctl, 1, TIOCGPGRP),
  EQUAL(ioctl, 1, FIONREAD), EQUAL(ioctl, 1, FIONBIO), EQUAL(ioctl, 1, FIOCLEX),
  ANY(dup), ANY(dup2), ANY(dup3), ANY(pipe), ANY(pipe2), ANY(eventfd2),
  ANY(select), ANY(pselect6), ANY(epoll_create1), ANY(epoll_ctl), ANY(epoll_wait), ANY(epoll_pwait),
};

// What programs do to themselves.
static const struct call_rule itself[] = {
  // Memory, also code, but none that other processes share.
  BITS(mmap, 3, MAP_SHARED, 0), BITS(mmap, 3, MAP_ANONYMOUS, 0), ANY(mprotect), ANY(msync), ANY(mlock), ANY(membarrier),
  ANY(rt_sigaction), ANY(rt_sigsuspend), ANY(rt_sigtimedwait), ANY(sigaltstack), ANY(pause), OWN(kill, 0),
  EQUAL(prctl, 0, PR_SET_NAME), EQUAL(prctl, 0, PR_GET_NAME), EQUAL(prctl, 0, PR_CAPBSET_READ),
  EQUAL(prlimit64, 0, 0), OWN(prlimit64, 0),
  ANY(getppid), ANY(getpgrp), ANY(getpgid), ANY(getsid), ANY(getuid), ANY(geteuid), ANY(getgid), ANY(getegid),
  ANY(getresuid), ANY(getresgid), ANY(getgroups), ANY(uname), ANY(sysinfo), ANY(times), ANY(getrusage), ANY(getcpu),
  ANY(sched_getparam), ANY(sched_getscheduler), ANY(sched_get_priority_max), ANY(sched_get_priority_min),
  ANY(clock_getres), ANY(clock_nanosleep), ANY(nanosleep), ANY(time),
};

// Children, as scripts around programs have them; the reaper counts them. They stay in their group, and 0 is a signal to that.
static const struct call_rule children[] = {
  ANY(execve), ANY(arch_prctl), ANY(set_tid_address), BITS(clone, 0, NAMESPACE_FLAGS, 0), ANY(fork), ANY(vfork),
  ANY(wait4), ANY(waitid), EQUAL(kill, 0, 0), ANY(chdir),
};

static const struct call_rule network[] = {
  // No sockets of this machine: D-Bus starts programs. Where names are found through one, the C library also asks the name server.
  EQUAL(socket, 0, AF_INET), EQUAL(socket, 0, AF_INET6), EQUAL(socket, 0, AF_NETLINK),
  // With which libcurl wakes itself up. A stream stays with its other end; datagrams would go anywhere.
  BITS(socketpair, 1, 0xF, SOCK_STREAM),
  ANY(connect), ANY(bind), ANY(getsockname), ANY(getpeername), ANY(getsockopt), ANY(setsockopt), ANY(shutdown),
  ANY(sendto), ANY(sendmsg), ANY(sendmmsg), ANY(recvfrom), ANY(recvmsg), ANY(recvmmsg),
  // Times of an open file, which has no path: those of the cache's entries.
  IS_NULL(utimensat, 1), ANY(rmdir), ANY(link), ANY(linkat),
};

// What no program calls by chance.
static const struct call_rule fatal[] = {
  ANY(ptrace), ANY(process_vm_readv), ANY(process_vm_writev), ANY(process_madvise), ANY(pidfd_getfd),
  ANY(pidfd_send_signal), ANY(rt_sigqueueinfo), ANY(rt_tgsigqueueinfo), ANY(bpf), ANY(perf_event_open),
  ANY(userfaultfd), ANY(keyctl), ANY(add_key), ANY(request_key), ANY(init_module), ANY(finit_module),
  ANY(delete_module), ANY(kexec_load), ANY(kexec_file_load), ANY(reboot), ANY(swapon), ANY(swapoff), ANY(acct),
  ANY(settimeofday), ANY(clock_settime), ANY(mount), ANY(umount2), ANY(move_mount), ANY(open_tree), ANY(fsopen),
  ANY(fsconfig), ANY(fsmount), ANY(mount_setattr), ANY(pivot_root), ANY(chroot), ANY(setns), ANY(open_by_handle_at),
};

#define ALLOW_ONLY(...)                                                                                               \
  tui_allow_only((const struct call_list[]){__VA_ARGS__},                                                             \
                 sizeof((const struct call_list[]){__VA_ARGS__}) / sizeof(struct call_list),                          \
                 (struct call_list)LIST(fatal))

int tui_allow_calls_of(enum confined_process kind) {
  switch (kind) {
  case WORKER: return ALLOW_ONLY(LIST(common), LIST(data), LIST(messages));
  case THREADED_WORKER: return ALLOW_ONLY(LIST(common), LIST(data), LIST(messages), LIST(threads));
  case EXTERNAL_DECODER:
    return ALLOW_ONLY(LIST(common), LIST(signals), LIST(itself), LIST(children), LIST(files));
  case FETCHER: return ALLOW_ONLY(LIST(common), LIST(signals), LIST(itself), LIST(threads), LIST(files), LIST(network));
  }
  errno = EINVAL;
  return -1;
}
