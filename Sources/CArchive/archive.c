#include "CArchive.h"

#include <dlfcn.h>
#include <pthread.h>

// The library's functions: result, name, parameters, arguments.
#define FUNCTIONS(DO)                                                                                              \
  DO(struct archive *, archive_read_new, (void), ())                                                               \
  DO(int, archive_read_free, (struct archive *a), (a))                                                             \
  DO(int, archive_read_support_format_zip_seekable, (struct archive *a), (a))                                      \
  DO(int, archive_read_support_format_7zip, (struct archive *a), (a))                                              \
  DO(int, archive_read_support_format_rar, (struct archive *a), (a))                                               \
  DO(int, archive_read_support_format_rar5, (struct archive *a), (a))                                              \
  DO(int, archive_read_support_format_tar, (struct archive *a), (a))                                               \
  DO(int, archive_read_support_filter_gzip, (struct archive *a), (a))                                              \
  DO(int, archive_read_support_filter_bzip2, (struct archive *a), (a))                                             \
  DO(int, archive_read_support_filter_xz, (struct archive *a), (a))                                                \
  DO(int, archive_read_support_filter_zstd, (struct archive *a), (a))                                              \
  DO(int, archive_read_set_callback_data, (struct archive *a, void *data), (a, data))                              \
  DO(int, archive_read_set_read_callback, (struct archive *a, archive_read_callback *body), (a, body))             \
  DO(int, archive_read_set_skip_callback, (struct archive *a, archive_skip_callback *body), (a, body))             \
  DO(int, archive_read_set_seek_callback, (struct archive *a, archive_seek_callback *body), (a, body))             \
  DO(int, archive_read_open1, (struct archive *a), (a))                                                            \
  DO(int, archive_read_next_header, (struct archive *a, struct archive_entry **entry), (a, entry))                 \
  DO(la_ssize_t, archive_read_data, (struct archive *a, void *bytes, size_t count), (a, bytes, count))             \
  DO(int, archive_read_data_block, (struct archive *a, const void **bytes, size_t *count, la_int64_t *offset),     \
     (a, bytes, count, offset))                                                                                    \
  DO(int, archive_format, (struct archive *a), (a))                                                                \
  DO(int, archive_filter_code, (struct archive *a, int filter), (a, filter))                                       \
  DO(la_int64_t, archive_filter_bytes, (struct archive *a, int filter), (a, filter))                               \
  DO(int, archive_errno, (struct archive *a), (a))                                                                 \
  DO(const char *, archive_error_string, (struct archive *a), (a))                                                 \
  DO(__LA_MODE_T, archive_entry_filetype, (struct archive_entry *entry), (entry))                                  \
  DO(const char *, archive_entry_hardlink, (struct archive_entry *entry), (entry))                                 \
  DO(const char *, archive_entry_pathname, (struct archive_entry *entry), (entry))                                 \
  DO(int, archive_entry_size_is_set, (struct archive_entry *entry), (entry))                                       \
  DO(la_int64_t, archive_entry_size, (struct archive_entry *entry), (entry))                                       \
  DO(int, archive_entry_mtime_is_set, (struct archive_entry *entry), (entry))                                      \
  DO(time_t, archive_entry_mtime, (struct archive_entry *entry), (entry))                                          \
  DO(int, archive_entry_is_data_encrypted, (struct archive_entry *entry), (entry))

#define FIELD(result, name, parameters, arguments) __typeof__(&name) name;
static struct {
  FUNCTIONS(FIELD)
} library;

static int is_loaded;

static void load(void) {
  // The version of the header's declarations, which are stable within it. It stays open.
  void *file = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
  if (!file) return;
#define FIND(result, name, parameters, arguments)                                                                  \
  library.name = (__typeof__(library.name))dlsym(file, #name);                                                     \
  if (!library.name) return;
  FUNCTIONS(FIND)
  is_loaded = 1;
}

int tui_archive_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

// A program that is linked with libarchive, as tests are, may have the library itself call these before any other.
#define DEFINE(result, name, parameters, arguments)                                                                \
  result name parameters {                                                                                         \
    tui_archive_load();                                                                                            \
    return library.name arguments;                                                                                 \
  }
FUNCTIONS(DEFINE)
