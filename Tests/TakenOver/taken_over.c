// A library that takes over a confined process, as a bug in a decoder would, and tries what it must not reach. It is preloaded into the real
// programs of tui, debug or release:
//
//   TAKEN_OVER=program   at the start of an external program, which is confined before. It writes to standard output.
//   TAKEN_OVER=fetcher   in tui-fetch, when it adds its first transfer to libcurl.
//   TAKEN_OVER=worker    in a worker, when it first reads its picture.
//
// The last two write to the file TAKEN_OVER_REPORT, which is mapped before the process is confined. TAKEN_OVER_HOME is a folder of the user's with
// the files `secret` and `socket` (a socket that listens), TAKEN_OVER_PEER the number of a process of the user's. The report lists the attempts
// that succeeded; "end" after the last one, and "alive" after a call that kills the process.
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REPORT_BYTES = 4096 };
static char *report;
static const char *role = "";
static pid_t loaded_in;
static char secret[256], socket_path[108];
static pid_t peer;

static void say(const char *line) {
  if (!report) {
    if (write(STDOUT_FILENO, line, strlen(line)) < 0 || write(STDOUT_FILENO, "\n", 1) < 0) return;
  } else if (strlen(report) + strlen(line) + 2 < REPORT_BYTES) {
    strcat(strcat(report, line), "\n");
  }
}

// Whether the kernel has looked at the call: it may still have failed, for its arguments.
static int passes(long result) { return result >= 0 || (errno != ENOSYS && errno != EPERM && errno != EACCES); }

static int connects(int type) {
  int end = socket(AF_UNIX, type, 0);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strcpy(address.sun_path, socket_path);
  return passes(end) && (type == SOCK_DGRAM || connect(end, (struct sockaddr *)&address, sizeof address) == 0);
}

static int has_child(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  return child > 0 && waitpid(child, NULL, 0) == child;
}

static int executes(void) {
  pid_t child = fork();
  if (child == 0) {
    execl("/bin/true", "true", NULL);
    _exit(1);
  }
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static int enters_name_space(void) {
  long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return passes(child);
}

static void *rest(void *unused) { return unused; }

static int has_thread(void) {
  // The C library's, and the call itself.
  pthread_t thread;
  return pthread_create(&thread, NULL, rest, NULL) == 0 || passes(syscall(SYS_clone, CLONE_THREAD | CLONE_SIGHAND, 0, 0, 0, 0));
}

// Calls that the system's headers may lack, by their numbers, which are the same on all architectures.
enum { SETXATTRAT = 463, REMOVEXATTRAT = 466, FILE_SETATTR = 469, FCHMODAT2 = 452, PIDFD_OPEN = 434, IO_URING_SETUP = 425, CLONE3 = 435 };

#define TRY(name, condition)                                                                                          \
  do {                                                                                                                \
    errno = 0;                                                                                                        \
    if (condition) say(name);                                                                                         \
  } while (0)

static void attack(void) {
  char buffer[128] = {0};
  struct rlimit limit = {0};
  int is_program = strcmp(role, "program") == 0, is_worker = strcmp(role, "worker") == 0;
  int input = STDIN_FILENO, ends[2];
  // Files: modes, owners, times and attributes, which Landlock does not restrict.
  TRY("open", open(secret, O_RDONLY) >= 0 || open(secret, O_WRONLY) >= 0);
  TRY("fchmodat", syscall(SYS_fchmodat, AT_FDCWD, secret, 04777) == 0);
  TRY("fchmodat2", passes(syscall(FCHMODAT2, AT_FDCWD, secret, 04777, 0)));
  TRY("fchmod", passes(syscall(SYS_fchmod, input, 04777)));
  TRY("fchownat", passes(syscall(SYS_fchownat, AT_FDCWD, secret, getuid(), getgid(), 0)));
  TRY("utimensat", passes(syscall(SYS_utimensat, AT_FDCWD, secret, NULL, 0)));
  TRY("setxattr", passes(syscall(SYS_setxattr, secret, "user.a", "b", 1, 0)));
  TRY("setxattrat", passes(syscall(SETXATTRAT, AT_FDCWD, secret, 0, "user.a", buffer, 16)));
  TRY("removexattrat", passes(syscall(REMOVEXATTRAT, AT_FDCWD, secret, 0, "user.a")));
  TRY("file_setattr", passes(syscall(FILE_SETATTR, AT_FDCWD, secret, buffer, 24, 0)));
  TRY("truncate", passes(syscall(SYS_truncate, secret, 0)));
  TRY("inotify", passes(syscall(SYS_inotify_init1, 0)));
  // Other processes.
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(0, &processors);
  struct sched_param normal = {0};
  TRY("sched_setaffinity", passes(sched_setaffinity(peer, sizeof processors, &processors)));
  TRY("sched_setscheduler", passes(sched_setscheduler(peer, SCHED_BATCH, &normal)));
  TRY("sched_setparam", passes(sched_setparam(peer, &normal)));
  TRY("sched_setattr", passes(syscall(SYS_sched_setattr, peer, buffer, 0)));
  TRY("setpriority", passes(syscall(SYS_setpriority, PRIO_PROCESS, peer, 19)));
  TRY("ioprio_set", passes(syscall(SYS_ioprio_set, 1, peer, 0)));
  TRY("prlimit", passes(syscall(SYS_prlimit64, peer, RLIMIT_CORE, NULL, &limit)));
  TRY("kill", passes(kill(peer, 0)) || passes(kill(getppid(), 0)) || passes(kill(-1, 0)));
  TRY("tkill", passes(syscall(SYS_tkill, peer, 0)));
  TRY("tgkill", passes(syscall(SYS_tgkill, peer, peer, 0)));
  TRY("F_SETOWN", passes(syscall(SYS_fcntl, input, F_SETOWN, peer)));
  TRY("F_SETSIG", passes(syscall(SYS_fcntl, input, F_SETSIG, SIGKILL)));
  TRY("pidfd_open", passes(syscall(PIDFD_OPEN, peer, 0)));
  TRY("setsid", passes(setsid()));
  TRY("setpgid", passes(setpgid(0, 0)));
  TRY("process", !is_program && has_child());
  TRY("exec", !is_program && executes());
  TRY("thread", is_worker && has_thread());
  TRY("signal mask", is_worker && passes(syscall(SYS_rt_sigprocmask, SIG_BLOCK, buffer, NULL, 8)));
  // Sockets.
  TRY("unix stream", connects(SOCK_STREAM));
  TRY("unix datagram", connects(SOCK_DGRAM));
  TRY("datagram pair", passes(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends)));
  TRY("sequenced pair", passes(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends)));
  TRY("inet", (is_program || is_worker) && passes(socket(AF_INET, SOCK_STREAM, 0)));
  TRY("netlink", (is_program || is_worker) && passes(socket(AF_NETLINK, SOCK_RAW, 0)));
  TRY("packet", passes(socket(AF_PACKET, SOCK_DGRAM, 0)));
  TRY("vsock", passes(socket(AF_VSOCK, SOCK_STREAM, 0)));
  TRY("crypto", passes(socket(AF_ALG, SOCK_SEQPACKET, 0)));
  TRY("listen", passes(listen(input, 1)));
  TRY("accept", passes(accept(input, NULL, NULL)));
  // Memory that is not counted, or is code.
  TRY("shared memory", mmap(NULL, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
  TRY("memfd", passes(syscall(SYS_memfd_create, "a", 0)));
  TRY("shmget", passes(syscall(SYS_shmget, 0, 4096, 01600)));
  TRY("code", is_worker && mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
  TRY("mapped file", is_worker && mmap(NULL, 4096, PROT_READ, MAP_SHARED, 4, 0) != MAP_FAILED);
  // Parts of the kernel.
  TRY("unshare", passes(unshare(CLONE_NEWUSER)));
  TRY("name space", enters_name_space());
  TRY("clone3", passes(syscall(CLONE3, buffer, 0)));
  TRY("io_uring", passes(syscall(IO_URING_SETUP, 1, buffer)));
  TRY("fanotify", passes(syscall(SYS_fanotify_init, 0, 0)));
  TRY("terminal", ioctl(input, TIOCSTI, "x") == 0 || errno == ENOTTY || errno == EIO);
#ifdef __x86_64__
  // getpid in the x32 ABI.
  TRY("x32", passes(syscall(0x40000000 + 39)));
#endif
  static const int fatal[] = {SYS_process_vm_readv, SYS_bpf, SYS_perf_event_open, SYS_keyctl, SYS_mount, SYS_setns,
                              SYS_open_by_handle_at, SYS_rt_sigqueueinfo, SYS_finit_module, SYS_reboot};
  for (unsigned i = 0; i < sizeof fatal / sizeof *fatal && is_program; i++) {
    int status = 0;
    pid_t victim = fork();
    if (victim == 0) _exit(syscall(fatal[i], -1, 0, 0, 0, 0) == 0);
    if (waitpid(victim, &status, 0) != victim || !WIFSIGNALED(status)) say("a fatal call");
  }
  say("end");
  syscall(SYS_ptrace, 16, peer, 0, 0);
  say("alive");
  _exit(0);
}

__attribute__((constructor)) static void load(void) {
  const char *home = getenv("TAKEN_OVER_HOME"), *number = getenv("TAKEN_OVER_PEER"), *path = getenv("TAKEN_OVER_REPORT");
  role = getenv("TAKEN_OVER");
  if (!role || !home || !number) {
    role = "";
    return;
  }
  loaded_in = getpid();
  peer = (pid_t)atoi(number);
  snprintf(secret, sizeof secret, "%s/secret", home);
  snprintf(socket_path, sizeof socket_path, "%s/socket", home);
  if (strcmp(role, "program") == 0) attack();
  int file = path ? open(path, O_RDWR) : -1;
  void *mapping = file < 0 ? MAP_FAILED : mmap(NULL, REPORT_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file >= 0) close(file);
  report = mapping == MAP_FAILED ? NULL : mapping;
}

// The C library's, with which files are read. The process that was started does what it always does.
static ssize_t read_at(const char *name, int file, void *bytes, size_t count, off_t offset) {
  if (strcmp(role, "worker") == 0 && report && getpid() != loaded_in) attack();
  ssize_t (*original)(int, void *, size_t, off_t) = (ssize_t(*)(int, void *, size_t, off_t))dlsym(RTLD_NEXT, name);
  return original(file, bytes, count, offset);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) { return read_at("pread", file, bytes, count, offset); }

ssize_t pread64(int file, void *bytes, size_t count, off_t offset) {
  return read_at("pread64", file, bytes, count, offset);
}

// libcurl's.
int curl_multi_add_handle(void *multi, void *transfer) {
  if (strcmp(role, "fetcher") == 0 && report) attack();
  int (*original)(void *, void *) = (int (*)(void *, void *))dlsym(RTLD_NEXT, "curl_multi_add_handle");
  return original(multi, transfer);
}
