#define _GNU_SOURCE 1
#include "confinement.h"
#include "glibc_extensions.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "system_calls.h"

// System headers may be older than the kernel.

#define VERSION_FLAG 1U
#define RULE_PATH_BENEATH 1

enum access {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  REMOVE_DIR = 1 << 4,
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
  return (int)syscall(CALL_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0);
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
  long version = syscall(CALL_landlock_create_ruleset, NULL, 0, VERSION_FLAG);
  return version > 0 ? (int)version : 0;
}

// A set of rules that forbids everything that this version can, until rules allow some of it; -1 with errno.
//
// - Parameter network: 3 to forbid binding and connecting TCP sockets, or 0.
static int new_ruleset(int version, uint64_t network) {
  if (!version) {
    errno = ENOSYS;
    return -1;
  }
  int bits = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
  struct ruleset_attributes attributes = {.files = (1ULL << bits) - 1, .network = network, .scopes = 3};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  return (int)syscall(CALL_landlock_create_ruleset, &attributes, size, 0);
}

// Puts rules into force, and closes them; 0, or -1 with errno.
static int restrict_self(int ruleset) {
  int result = (int)syscall(CALL_landlock_restrict_self, ruleset, 0);
  int failure = errno;
  close(ruleset);
  errno = failure;
  return result;
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
  int ruleset = new_ruleset(version, 3);
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
  return restrict_self(ruleset);
}

int tui_forbid_files(void) {
  int ruleset = new_ruleset(tui_landlock_version(), 3);
  return ruleset < 0 ? -1 : restrict_self(ruleset);
}

// Allows access to the folder that contains a folder.
static void allow_parent(int ruleset, const char *path, uint64_t access) {
  int folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  int parent = folder < 0 ? -1 : openat(folder, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (parent >= 0) allow_open(ruleset, parent, access);
  if (folder >= 0) close(folder);
  if (parent >= 0) close(parent);
}

int tui_confine_fetching(char *const *folders, char *const *readable) {
  static const char *const system[] = {
    // Certificates, host names, name servers and their configuration; files in /etc are replaced when the network changes.
    "/etc", "/usr", "/lib", "/lib64", "/opt", "/nix/store", "/gnu/store", "/run/current-system", "/var/lib/ca-certificates",
    "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager", "/run/connman", "/run/nscd", "/var/lib/sss",
    "/run/avahi-daemon", "/mnt/wsl", "/proc/self", "/proc/sys/crypto", "/proc/sys/kernel/random", "/proc/net",
    "/sys/devices/system/cpu", "/dev/zero", "/dev/random", "/dev/urandom",
  };
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  int version = tui_landlock_version();
  // It connects to any port.
  int ruleset = new_ruleset(version, 0);
  if (ruleset >= 0) {
    for (unsigned i = 0; i < sizeof system / sizeof *system; i++) allow(ruleset, system[i], READ_FILE | READ_DIR);
    for (; *readable; readable++) allow(ruleset, *readable, READ_FILE | READ_DIR);
    allow(ruleset, "/dev/null", READ_FILE | WRITE_FILE);
    uint64_t writing = READ_FILE | WRITE_FILE | READ_DIR | REMOVE_FILE | MAKE_REG | (version >= 3 ? TRUNCATE : 0);
    for (; *folders; folders++) {
      allow(ruleset, *folders, writing);
      // Those of one run are removed at its end. Only empty folders can be.
      allow_parent(ruleset, *folders, REMOVE_DIR);
    }
  }
  int is_restricted = ruleset >= 0 && restrict_self(ruleset) == 0;
  int is_denied = tui_allow_calls_of(FETCHER) == 0;
  return is_restricted && is_denied ? 0 : -1;
}
