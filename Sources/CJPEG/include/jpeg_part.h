// Decodes a part of a JPEG through libjpeg's own interface, in C because libjpeg reports errors by longjmp, which must
// not cross Swift frames.
#ifndef JPEG_PART_H
#define JPEG_PART_H

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

// Writes columns × rows × components bytes; returns 0, or -1 on any error. Errors are not detailed: the caller then
// decodes the whole picture and finds the reason.
int tui_jpeg_part(const unsigned char *bytes, size_t count, struct tui_jpeg_region region, unsigned char *samples);

// The version of libjpeg-turbo's headers: 2001005 is 2.1.5.
int tui_jpeg_version(void);

#endif
