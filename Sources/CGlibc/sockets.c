#define _GNU_SOURCE 1
#include <sys/socket.h>
#include <unistd.h>

#include "glibc_extensions.h"

int tui_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int tui_peer_is_user(int socket) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size)) return 0;
  return peer.uid == geteuid();
}
