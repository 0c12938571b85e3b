// The system calls that filters name: CALL(name, number on x86_64, number on aarch64). Literal, since the kernel may be newer than the system's
// headers, and a call that these lack would otherwise be missing without a word. CallTableTests compares them with the kernel's lists.
#ifndef SYSTEM_CALLS_H
#define SYSTEM_CALLS_H

// The number of a call that an architecture does not have; filters leave it out.
#define NONE -1

// clang-format off
#define SYSTEM_CALLS(CALL) \
  CALL(read, 0, 63) CALL(pread64, 17, 67) CALL(readv, 19, 65) CALL(preadv, 295, 69) CALL(preadv2, 327, 286) \
  CALL(write, 1, 64) CALL(pwrite64, 18, 68) CALL(writev, 20, 66) CALL(pwritev, 296, 70) CALL(pwritev2, 328, 287) \
  CALL(lseek, 8, 62) CALL(close, 3, 57) CALL(dup, 32, 23) CALL(dup2, 33, NONE) CALL(dup3, 292, 24) \
  CALL(fcntl, 72, 25) CALL(ioctl, 16, 29) CALL(pipe, 22, NONE) CALL(pipe2, 293, 59) CALL(sendfile, 40, 71) \
  CALL(copy_file_range, 326, 285) CALL(fadvise64, 221, 223) CALL(flock, 73, 32) CALL(fsync, 74, 82) \
  CALL(fdatasync, 75, 83) CALL(fstat, 5, 80) CALL(newfstatat, 262, 79) CALL(stat, 4, NONE) CALL(lstat, 6, NONE) \
  CALL(statx, 332, 291) CALL(statfs, 137, 43) CALL(fstatfs, 138, 44) CALL(open, 2, NONE) CALL(openat, 257, 56) \
  CALL(access, 21, NONE) CALL(faccessat, 269, 48) CALL(faccessat2, 439, 439) CALL(readlink, 89, NONE) \
  CALL(readlinkat, 267, 78) CALL(getdents64, 217, 61) CALL(getcwd, 79, 17) CALL(chdir, 80, 49) CALL(umask, 95, 166) \
  CALL(unlink, 87, NONE) CALL(unlinkat, 263, 35) CALL(rmdir, 84, NONE) CALL(rename, 82, NONE) CALL(renameat, 264, 38) \
  CALL(renameat2, 316, 276) CALL(link, 86, NONE) CALL(linkat, 265, 37) CALL(ftruncate, 77, 46) \
  CALL(fallocate, 285, 47) CALL(utimensat, 280, 88) \
  CALL(brk, 12, 214) CALL(mmap, 9, 222) CALL(mprotect, 10, 226) CALL(munmap, 11, 215) CALL(mremap, 25, 216) \
  CALL(madvise, 28, 233) CALL(msync, 26, 227) CALL(mlock, 149, 228) CALL(membarrier, 324, 283) \
  CALL(futex, 202, 98) CALL(set_robust_list, 273, 99) CALL(set_tid_address, 218, 96) CALL(rseq, 334, 293) \
  CALL(arch_prctl, 158, NONE) CALL(prctl, 157, 167) CALL(prlimit64, 302, 261) CALL(clone, 56, 220) \
  CALL(fork, 57, NONE) CALL(vfork, 58, NONE) CALL(execve, 59, 221) CALL(exit, 60, 93) CALL(exit_group, 231, 94) \
  CALL(wait4, 61, 260) CALL(waitid, 247, 95) \
  CALL(rt_sigaction, 13, 134) CALL(rt_sigprocmask, 14, 135) CALL(rt_sigreturn, 15, 139) CALL(rt_sigsuspend, 130, 133) \
  CALL(rt_sigtimedwait, 128, 137) CALL(sigaltstack, 131, 132) CALL(pause, 34, NONE) CALL(kill, 62, 129) \
  CALL(tgkill, 234, 131) CALL(restart_syscall, 219, 128) \
  CALL(getpid, 39, 172) CALL(gettid, 186, 178) CALL(getppid, 110, 173) CALL(getpgrp, 111, NONE) \
  CALL(getpgid, 121, 155) CALL(getsid, 124, 156) CALL(getuid, 102, 174) CALL(geteuid, 107, 175) \
  CALL(getgid, 104, 176) CALL(getegid, 108, 177) CALL(getresuid, 118, 148) CALL(getresgid, 120, 150) \
  CALL(getgroups, 115, 158) CALL(uname, 63, 160) CALL(sysinfo, 99, 179) CALL(times, 100, 153) \
  CALL(getrusage, 98, 165) CALL(getcpu, 309, 168) CALL(sched_yield, 24, 124) CALL(sched_getaffinity, 204, 123) \
  CALL(sched_getparam, 143, 121) CALL(sched_getscheduler, 145, 120) CALL(sched_get_priority_max, 146, 125) \
  CALL(sched_get_priority_min, 147, 126) \
  CALL(clock_gettime, 228, 113) CALL(clock_getres, 229, 114) CALL(clock_nanosleep, 230, 115) CALL(nanosleep, 35, 101) \
  CALL(gettimeofday, 96, 169) CALL(time, 201, NONE) CALL(getrandom, 318, 278) \
  CALL(poll, 7, NONE) CALL(ppoll, 271, 73) CALL(select, 23, NONE) CALL(pselect6, 270, 72) \
  CALL(epoll_create1, 291, 20) CALL(epoll_ctl, 233, 21) CALL(epoll_wait, 232, NONE) CALL(epoll_pwait, 281, 22) \
  CALL(eventfd2, 290, 19) \
  CALL(socket, 41, 198) CALL(socketpair, 53, 199) CALL(connect, 42, 203) CALL(bind, 49, 200) \
  CALL(getsockname, 51, 204) CALL(getpeername, 52, 205) CALL(getsockopt, 55, 209) CALL(setsockopt, 54, 208) \
  CALL(sendto, 44, 206) CALL(sendmsg, 46, 211) CALL(sendmmsg, 307, 269) CALL(recvfrom, 45, 207) \
  CALL(recvmsg, 47, 212) CALL(recvmmsg, 299, 243) CALL(shutdown, 48, 210) \
  CALL(landlock_create_ruleset, 444, 444) CALL(landlock_add_rule, 445, 445) CALL(landlock_restrict_self, 446, 446) \
  CALL(ptrace, 101, 117) CALL(process_vm_readv, 310, 270) CALL(process_vm_writev, 311, 271) \
  CALL(pidfd_getfd, 438, 438) CALL(pidfd_send_signal, 424, 424) CALL(process_madvise, 440, 440) \
  CALL(rt_sigqueueinfo, 129, 138) CALL(rt_tgsigqueueinfo, 297, 240) CALL(bpf, 321, 280) \
  CALL(perf_event_open, 298, 241) CALL(userfaultfd, 323, 282) CALL(keyctl, 250, 219) CALL(add_key, 248, 217) \
  CALL(request_key, 249, 218) CALL(init_module, 175, 105) CALL(finit_module, 313, 273) CALL(delete_module, 176, 106) \
  CALL(kexec_load, 246, 104) CALL(kexec_file_load, 320, 294) CALL(reboot, 169, 142) CALL(swapon, 167, 224) \
  CALL(swapoff, 168, 225) CALL(acct, 163, 89) CALL(settimeofday, 164, 170) CALL(clock_settime, 227, 112) \
  CALL(mount, 165, 40) CALL(umount2, 166, 39) CALL(move_mount, 429, 429) CALL(open_tree, 428, 428) \
  CALL(fsopen, 430, 430) CALL(fsconfig, 431, 431) CALL(fsmount, 432, 432) CALL(mount_setattr, 442, 442) \
  CALL(pivot_root, 155, 41) CALL(chroot, 161, 51) CALL(setns, 308, 268) CALL(open_by_handle_at, 304, 265)
// clang-format on

#if defined(__aarch64__)
#define CALL(name, x86_64, aarch64) CALL_##name = aarch64,
#else
#define CALL(name, x86_64, aarch64) CALL_##name = x86_64,
#endif
enum system_call { SYSTEM_CALLS(CALL) };
#undef CALL

#endif
