// Decodes a part of a JPEG, through libjpeg's own interface: its errors are longjmp, which must not cross Swift's frames.
#ifndef JPEG_PART_H
#define JPEG_PART_H

#include <stddef.h>

struct tui_jpeg_region {
  // The scale, 1…8 eighths.
  int eighths;
  // Bytes a pixel: 1 grey, 3 red, green and blue, 4 inks as the file has them.
  int components;
  // The size that the picture has at this scale.
  unsigned width, height;
  // The part of it, within that size.
  unsigned x, y, columns, rows;
};

// Writes columns × rows × components bytes; 0, or −1 where anything is wrong: nothing is reported in detail, since the whole
// picture is decoded then, which finds out what it is.
int tui_jpeg_part(const unsigned char *bytes, size_t count, struct tui_jpeg_region region, unsigned char *samples);

#endif
