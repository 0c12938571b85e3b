// Messages to workers, and the memory that they fill: see workers.h.
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "workers.h"

static long milliseconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Waits until a socket is ready, at most until a time in milliseconds; -1: for ever.
static int wait_until(int socket, short events, long end) {
  for (;;) {
    long left = end < 0 ? -1 : end - milliseconds_now();
    struct pollfd entry = {.fd = socket, .events = events};
    int count = poll(&entry, 1, end >= 0 && left < 0 ? 0 : (int)left);
    if (count > 0) return 0;
    if (count < 0 && errno != EINTR) return -1;
    if (count == 0) {
      errno = ETIMEDOUT;
      return -1;
    }
  }
}

static int stays_while_waiting;

void tui_stay_while_waiting(void) { stays_while_waiting = 1; }

// Where the first thread may run again once it has waited.
static cpu_set_t usable;
static int is_staying;
// Whether it lets whoever wakes it finish first.
static int is_patient;

int tui_change_policy(int from, int to) {
  struct sched_param none = {.sched_priority = 0};
  return sched_getscheduler(0) == from ? sched_setscheduler(0, to, &none) : -1;
}

void tui_begin_to_stay(void) {
  cpu_set_t here;
  int processor = stays_while_waiting && gettid() == getpid() ? sched_getcpu() : -1;
  if (processor < 0 || sched_getaffinity(0, sizeof usable, &usable) || CPU_COUNT(&usable) < 2) return;
  CPU_ZERO(&here);
  CPU_SET(processor, &here);
  is_staying = sched_setaffinity(0, sizeof here, &here) == 0;
  is_patient = is_staying && tui_change_policy(SCHED_OTHER, SCHED_BATCH) == 0;
}

void tui_end_staying(void) {
  if (gettid() != getpid() || !is_staying) return;
  is_staying = 0;
  if (is_patient) tui_change_policy(SCHED_BATCH, SCHED_OTHER);
  sched_setaffinity(0, sizeof usable, &usable);
}

// Waits for a message. The kernel may wake a thread on the processor of the one that has woken it, which then goes on, and wait for that
// there. The first thread of the program stays where it is.
static int wait_for_message(int socket, long end) {
  tui_begin_to_stay();
  int result = wait_until(socket, POLLIN, end);
  int failure = errno;
  tui_end_staying();
  errno = failure;
  return result;
}

union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

int tui_send_message(int socket, const void *bytes, int count, int descriptor, int milliseconds) {
  union control control = {0};
  struct iovec piece = {.iov_base = (void *)bytes, .iov_len = (size_t)count};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  if (descriptor >= 0) {
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  long end = milliseconds < 0 ? -1 : milliseconds_now() + milliseconds;
  for (;;) {
    ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) return 0;
    if (errno == EINTR) continue;
    if (errno != EAGAIN || wait_until(socket, POLLOUT, end)) return -1;
  }
}

// The first descriptor of a message; all others are closed. -1 if there is none.
static int take_descriptor(struct msghdr *message) {
  int first = -1;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof descriptor);
      if (first < 0) {
        first = descriptor;
      } else {
        close(descriptor);
      }
    }
  }
  return first;
}

int tui_receive_message(int socket, void *bytes, int count, int *descriptor, int milliseconds) {
  long end = milliseconds < 0 ? -1 : milliseconds_now() + milliseconds;
  if (descriptor) *descriptor = -1;
  for (;;) {
    union control control = {0};
    struct iovec piece = {.iov_base = bytes, .iov_len = (size_t)count};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    if (descriptor) {
      message.msg_control = &control;
      message.msg_controllen = sizeof control;
    }
    // Waiting in the call itself costs one system call less than poll.
    int flags = MSG_CMSG_CLOEXEC | (end < 0 ? 0 : MSG_DONTWAIT);
    ssize_t received = recvmsg(socket, &message, flags);
    if (received < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN || wait_for_message(socket, end)) return -1;
      continue;
    }
    if (descriptor) *descriptor = take_descriptor(&message);
    if (message.msg_flags & MSG_TRUNC) {
      if (descriptor && *descriptor >= 0) close(*descriptor);
      errno = EMSGSIZE;
      return -1;
    }
    return (int)received;
  }
}

void tui_prepare_memory_file(int file, unsigned long bytes) { (void)fallocate(file, 0, 0, (off_t)bytes); }

int tui_sealed_memory_file(unsigned long bytes) {
  int file = memfd_create("tui", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  if (file <= STDERR_FILENO) {
    int raised = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(file);
    file = raised;
  }
  if (file >= 0 &&
      (ftruncate(file, (off_t)bytes) || fcntl(file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL))) {
    close(file);
    return -1;
  }
  return file;
}
