#ifndef C_ARCHIVE_H
#define C_ARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

// The functions of libarchive that are used are defined here, and call those of the library. It is opened when the first of them is called:
// with libxml2 and ICU, which it is linked with, it takes a quarter of the time in which the program starts.

/// Opens the library; returns whether it is there. Confined processes must have done this before files were forbidden. Without it, the
/// functions must not be called.
int tui_archive_load(void);

/// Whether an entry is a regular file, and no second name of another one.
static inline int tui_archive_is_file(struct archive_entry *_Nonnull entry) {
  return archive_entry_filetype(entry) == AE_IFREG && !archive_entry_hardlink(entry);
}

/// Sets what is read: formats and filters that libarchive decodes itself, without starting a program.
static inline void tui_archive_support(struct archive *_Nonnull reader) {
  archive_read_support_format_zip_seekable(reader);
  archive_read_support_format_7zip(reader);
  archive_read_support_format_rar(reader);
  archive_read_support_format_rar5(reader);
  archive_read_support_format_tar(reader);
  archive_read_support_filter_gzip(reader);
  archive_read_support_filter_bzip2(reader);
  archive_read_support_filter_xz(reader);
  archive_read_support_filter_zstd(reader);
}

#endif
