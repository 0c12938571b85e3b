// Messages to workers, and the memory that they fill: see workers.h.
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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
      if (errno != EAGAIN || wait_until(socket, POLLIN, end)) return -1;
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

int tui_fixed_memory_file(unsigned long bytes) {
  int file = memfd_create("tui", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  if (file <= STDERR_FILENO) {
    int raised = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(file);
    file = raised;
  }
  if (file >= 0 && (ftruncate(file, (off_t)bytes) || fcntl(file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK))) {
    close(file);
    return -1;
  }
  return file;
}

int tui_seal_memory_file(int file) { return fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SEAL); }

void tui_take_back_memory_file(int file, unsigned long bytes) {
  fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, (off_t)bytes);
  tui_seal_memory_file(file);
}
