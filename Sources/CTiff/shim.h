// Swift cannot call libtiff's variadic functions: here is one function for each type.
#ifndef TUI_TIFF_SHIM_H
#define TUI_TIFF_SHIM_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <tiffio.h>

enum { tui_tiff_error_bytes = 256 };

// libtiff's first error. Must be used from one file only, since each file that includes this header has its own copy.
static inline char *tui_tiff_error(void) {
  static _Thread_local char message[tui_tiff_error_bytes];
  return message;
}

static inline void tui_tiff_keep(const char *module, const char *format, va_list arguments) {
  (void)module;
  if (!tui_tiff_error()[0]) vsnprintf(tui_tiff_error(), tui_tiff_error_bytes, format, arguments);
}

// Whether libtiff has guessed the rows of a fax without codes at their ends. 4.7.1 and later do, and get rows of whole bytes wrong.
static inline int *tui_tiff_guesses_rows(void) {
  static _Thread_local int guesses;
  return &guesses;
}

static inline void tui_tiff_heed(const char *module, const char *format, va_list arguments) {
  (void)module, (void)arguments;
  if (strstr(format, "without EOL")) *tui_tiff_guesses_rows() = 1;
}

// Keeps the first error and drops warnings, so that nothing is printed.
static inline void tui_tiff_keep_errors(void) {
  *tui_tiff_guesses_rows() = 0;
  TIFFSetErrorHandler(tui_tiff_keep);
  TIFFSetWarningHandler(tui_tiff_heed);
}

// Opens a stream for reading, without loading strip tables before they are needed.
static inline TIFF *tui_tiff_open(void *stream, int is_mapped, int64_t most, TIFFReadWriteProc read, TIFFReadWriteProc write,
                                  TIFFSeekProc seek, TIFFCloseProc close, TIFFSizeProc size, TIFFMapFileProc map,
                                  TIFFUnmapFileProc unmap) {
  const char *mode = is_mapped ? "rO" : "rmO";
#if TIFFLIB_VERSION >= 20221213
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return NULL;
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)most);
  TIFF *file = TIFFClientOpenExt("-", mode, stream, read, write, seek, close, size, map, unmap, options);
  TIFFOpenOptionsFree(options);
  return file;
#else
  (void)most;
  return TIFFClientOpen("-", mode, stream, read, write, seek, close, size, map, unmap);
#endif
}

// A 16-bit field or its default; -1 if it has neither.
static inline int tui_tiff_get16(TIFF *file, uint32_t tag) {
  uint16_t value = 0;
  return TIFFGetFieldDefaulted(file, tag, &value) ? value : -1;
}

// A 32-bit field or its default; -1 if it has neither.
static inline int64_t tui_tiff_get32(TIFF *file, uint32_t tag) {
  uint32_t value = 0;
  return TIFFGetFieldDefaulted(file, tag, &value) ? value : -1;
}

static inline int tui_tiff_set(TIFF *file, uint32_t tag, int value) { return TIFFSetField(file, tag, value); }

// Stores the kinds of at most `most` extra samples; returns how many there are in all.
static inline int tui_tiff_extra_samples(TIFF *file, uint16_t *kinds, int most) {
  uint16_t count = 0, *found = NULL;
  if (!TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &count, &found) || (count && !found)) return 0;
  for (int index = 0; index < count && index < most; index++) kinds[index] = found[index];
  return count;
}

// The red, green and blue tables of a palette, each with 1 << bits entries.
static inline int tui_tiff_colors(TIFF *file, uint16_t **red, uint16_t **green, uint16_t **blue) {
  return TIFFGetField(file, TIFFTAG_COLORMAP, red, green, blue);
}

// Whether the chroma of a YCbCr picture has fewer samples than its luma.
static inline int tui_tiff_is_subsampled(TIFF *file) {
  uint16_t across = 1, down = 1;
  return TIFFGetFieldDefaulted(file, TIFFTAG_YCBCRSUBSAMPLING, &across, &down) && (across > 1 || down > 1);
}

// Rows of any picture that libtiff can convert to RGB: red in the lowest eight bits of each pixel, then green and blue.
static inline int tui_tiff_rgba(TIFF *file, uint32_t row, uint32_t rows, uint32_t *raster) {
  char message[1024] = "";
  TIFFRGBAImage image;
  if (!TIFFRGBAImageOK(file, message) || !TIFFRGBAImageBegin(&image, file, 1, message)) {
    if (!tui_tiff_error()[0]) snprintf(tui_tiff_error(), tui_tiff_error_bytes, "%s", message);
    return 0;
  }
  image.row_offset = (int)row;
  image.col_offset = 0;
  // In stored orientation.
  image.req_orientation = image.orientation;
  int result = TIFFRGBAImageGet(&image, raster, image.width, rows);
  TIFFRGBAImageEnd(&image);
  return result;
}

#endif
