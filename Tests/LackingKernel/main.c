// Runs a program as on a kernel or in a container without Landlock and seccomp: lacking-kernel ERRNO PROGRAM ARGUMENTS…
// Their system calls fail with that error number.
#define _GNU_SOURCE 1
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
#define SKIP_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, count)
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, value)

int main(int count, char **arguments) {
  if (count < 3) return 64;
  uint32_t refusal = SECCOMP_RET_ERRNO | (uint32_t)atoi(arguments[1]);
  struct sock_filter filter[] = {
    LOAD(nr),
    // The numbers of Landlock's calls, which old headers lack.
    SKIP_UNLESS(444, 1), RETURN(refusal), SKIP_UNLESS(445, 1), RETURN(refusal), SKIP_UNLESS(446, 1), RETURN(refusal),
    SKIP_UNLESS(SYS_seccomp, 1), RETURN(refusal),
    SKIP_UNLESS(SYS_prctl, 3), LOAD(args[0]), SKIP_UNLESS(PR_SET_SECCOMP, 1), RETURN(refusal),
    RETURN(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0)) return 71;
  execv(arguments[2], arguments + 2);
  return 127;
}
