// libraw's structures have arrays that are too long for Swift: here is a function for each of their fields that is needed.
#ifndef TUI_RAW_SHIM_H
#define TUI_RAW_SHIM_H

#include <libraw/libraw.h>
#include <stddef.h>

static inline void tui_raw_ignore(void *data, const char *file, long long offset) {
  (void)file, (void)offset;
  *(int *)data = 1;
}

// Opens a file in memory, which must live as long as the result; NULL if memory is short. Stores libraw's error code. `is_damaged` is set when
// data turn out to be damaged or missing.
static inline void *tui_raw_open(void *bytes, size_t size, int *error, int *is_damaged) {
  libraw_data_t *raw = libraw_init(0);
  if (!raw) return NULL;
  libraw_set_dataerror_handler(raw, (data_callback)(void (*)(void))tui_raw_ignore, is_damaged);
  *error = libraw_open_buffer(raw, bytes, size);
  return raw;
}

static inline void tui_raw_close(void *raw) { libraw_close((libraw_data_t *)raw); }

// The size of the picture as it is stored.
static inline int tui_raw_width(void *raw) { return ((libraw_data_t *)raw)->sizes.width; }
static inline int tui_raw_height(void *raw) { return ((libraw_data_t *)raw)->sizes.height; }
static inline double tui_raw_pixel_aspect(void *raw) { return ((libraw_data_t *)raw)->sizes.pixel_aspect; }
// How to turn it upright: 1 mirrors it, 2 flips it, and 4 transposes it first.
static inline int tui_raw_flip(void *raw) { return ((libraw_data_t *)raw)->sizes.flip & 7; }

// The largest embedded preview: libraw's error code.
static inline int tui_raw_unpack_preview(void *raw) { return libraw_unpack_thumb((libraw_data_t *)raw); }
static inline int tui_raw_preview_kind(void *raw) { return ((libraw_data_t *)raw)->thumbnail.tformat; }
static inline size_t tui_raw_preview_bytes(void *raw) { return ((libraw_data_t *)raw)->thumbnail.tlength; }
static inline const void *tui_raw_preview(void *raw) { return ((libraw_data_t *)raw)->thumbnail.thumb; }

// Develops the picture at half its size, as stored, in sRGB with 16 bits, with the camera's white balance: as dcraw_emu -h -w -t 0 -6 -g 2.4 12.92
// does. `proceeds` is called now and then; 0 from it ends the work. Stores libraw's error code.
static inline libraw_processed_image_t *tui_raw_develop(void *data, progress_callback proceeds, void *argument,
                                                        int *error) {
  libraw_data_t *raw = (libraw_data_t *)data;
  libraw_set_progress_handler(raw, proceeds, argument);
  raw->params.half_size = 1;
  raw->params.use_camera_wb = 1;
  raw->params.user_flip = 0;
  raw->params.output_bps = 16;
  raw->params.gamm[0] = 1 / 2.4;
  raw->params.gamm[1] = 12.92;
  *error = libraw_unpack(raw);
  if (!*error) *error = libraw_dcraw_process(raw);
  return *error ? NULL : libraw_dcraw_make_mem_image(raw, error);
}

static inline const uint8_t *tui_raw_pixels(libraw_processed_image_t *image) { return image->data; }

#endif
