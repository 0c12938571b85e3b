#define _GNU_SOURCE
#include "include/shim.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

static int write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = write(file, text, strlen(text));
  close(file);
  return count == (ssize_t)strlen(text) ? 0 : -1;
}

static volatile sig_atomic_t is_interrupted;

static void on_interrupt(int number) {
  is_interrupted = 1;
  signal(number, SIG_DFL);
}

void torture_catch_interrupts(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

int torture_is_interrupted(void) { return is_interrupted; }

int torture_own_mounts(void) {
  if (geteuid() == 0) {
    if (unshare(CLONE_NEWNS) != 0) return -1;
  } else {
    // Any user may mount within a user namespace, where the system allows these. Our IDs stay the same.
    char user[64], group[64];
    snprintf(user, sizeof user, "%u %u 1", geteuid(), geteuid());
    snprintf(group, sizeof group, "%u %u 1", getegid(), getegid());
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return -1;
    if (write_text("/proc/self/setgroups", "deny") != 0 || write_text("/proc/self/uid_map", user) != 0 ||
        write_text("/proc/self/gid_map", group) != 0)
      return -1;
  }
  return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
}

int torture_mount_disk(const char *folder, int size) {
  char options[64];
  snprintf(options, sizeof options, "size=%d,mode=755", size);
  return mount("torture", folder, "tmpfs", MS_NOSUID | MS_NODEV, options);
}

void torture_unmount_disk(const char *folder) { umount2(folder, MNT_DETACH); }

int torture_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC); }
