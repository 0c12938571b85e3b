// libraw's structures have arrays that are too long for Swift: here is a function for each of their fields that is needed.
#ifndef TUI_LIBRAW_ACCESS_H
#define TUI_LIBRAW_ACCESS_H

#include <libraw/libraw.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// A file that libraw has parsed, and what reads it.
struct tui_raw;

// Reads up to `count` bytes from an offset; fewer at the end of the file and after an error.
typedef size_t (*tui_raw_read)(void *file, size_t offset, void *buffer, size_t count);

// Parses a file of `size` bytes, which `read` reads in pieces as long as the result is open; NULL if memory is short. Stores libraw's error code.
struct tui_raw *tui_raw_open(void *file, size_t size, tui_raw_read read, int *error);
void tui_raw_close(struct tui_raw *raw);

// Whether data have turned out to be damaged or missing.
int tui_raw_is_damaged(const struct tui_raw *raw);

// The size of the picture as it is stored.
int tui_raw_width(const struct tui_raw *raw);
int tui_raw_height(const struct tui_raw *raw);
double tui_raw_pixel_aspect(const struct tui_raw *raw);
// How to turn it upright: 1 mirrors it, 2 flips it, and 4 transposes it first.
int tui_raw_flip(const struct tui_raw *raw);

// What a directory of the file says about its picture.
struct tui_raw_directory {
  size_t offset, bytes;
  int width, height;
};
int tui_raw_directory_count(struct tui_raw *raw);
struct tui_raw_directory tui_raw_directory(struct tui_raw *raw, int index);

// Where the largest embedded preview is in the file, which need not be a JPEG there.
size_t tui_raw_preview_offset(const struct tui_raw *raw);
size_t tui_raw_preview_bytes(const struct tui_raw *raw);
// Reads it: libraw's error code.
int tui_raw_unpack_preview(struct tui_raw *raw);
// The preview, which belongs to libraw; `data` has no bytes unless `type` is a JPEG, or a bitmap of 8-bit samples.
struct tui_raw_preview {
  enum LibRaw_thumbnail_formats type;
  int width, height, colors;
  const void *data;
  size_t bytes;
};
struct tui_raw_preview tui_raw_preview(const struct tui_raw *raw);

// Develops the picture at half its size, as stored, in sRGB with 16 bits, with the camera's white balance: as dcraw_emu -h -w -t 0 -6 -g 2.4 12.92
// does. `proceeds` is called now and then; other than 0 from it ends the work. Stores libraw's error code.
libraw_processed_image_t *tui_raw_develop(struct tui_raw *raw, progress_callback proceeds, void *argument, int *error);

static inline const uint8_t *tui_raw_pixels(const libraw_processed_image_t *image) { return image->data; }

#ifdef __cplusplus
}
#endif

#endif
