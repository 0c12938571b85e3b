// Decodes and encodes JPEGs through libjpeg's own interface, in C because libjpeg reports errors by longjmp, which must not cross
// Swift frames.
#ifndef LIBJPEG_H
#define LIBJPEG_H

#include <stddef.h>

struct tui_jpeg_region {
  // The scale in eighths, 1…8.
  int eighths;
  // Bytes per pixel: 1 for gray, 3 for RGB, 4 for inks as stored in the file.
  int components;
  // The picture's size at this scale.
  unsigned width, height;
  // The part to decode, within that size.
  unsigned x, y, columns, rows;
};

// The most bytes of a message.
enum { TUI_JPEG_MESSAGE = 200 };

// Writes columns × rows × components bytes. Returns 0; 1 after a warning, with libjpeg's first one as the message; or -1 after an
// error, with its message, in which case the rows before it have been written. `strict` makes warnings errors.
int tui_jpeg_decode(
  const unsigned char *bytes, size_t count, struct tui_jpeg_region region, int strict, unsigned char *samples,
  char message[TUI_JPEG_MESSAGE]);

// Encodes width × height pixels of RGB, at a quality of 1…100. Returns 0, and stores the file, to be freed, and its size; or -1 with libjpeg's
// message.
int tui_jpeg_encode(
  const unsigned char *samples, unsigned width, unsigned height, int quality, unsigned char **file, size_t *count,
  char message[TUI_JPEG_MESSAGE]);

// The version of libjpeg-turbo's headers: 2001005 is 2.1.5.
int tui_jpeg_version(void);

#endif
