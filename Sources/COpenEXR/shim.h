// Opening files and decoding chunks, for which the library has macros and structures of function pointers.
#ifndef TUI_OPENEXR_SHIM_H
#define TUI_OPENEXR_SHIM_H

#include <OpenEXR/OpenEXRConfig.h>
// In place of the library's own header of that guard, which in version 3.4 includes headers that only pkg-config's paths lead to.
#define OPENEXR_CONF_H
#define EXR_EXPORT OPENEXR_EXPORT
#define EXR_PRINTF_FUNC_ATTRIBUTE __attribute__((format(printf, 3, 4)))
#include <OpenEXR/openexr.h>
#include <string.h>

// Opens a file that is read by these functions; NULL if it is damaged. Stores the library's error code.
static inline exr_context_t tui_exr_open(void *stream, exr_read_func_ptr_t read, exr_query_size_func_ptr_t size,
                                         exr_error_handler_cb_t report, int *error) {
  exr_context_initializer_t initializer = EXR_DEFAULT_CONTEXT_INITIALIZER;
  initializer.error_handler_fn = report;
  initializer.user_data = stream;
  initializer.read_fn = read;
  initializer.size_fn = size;
  exr_context_t file = NULL;
  *error = exr_start_read(&file, "picture", &initializer);
  return *error ? NULL : file;
}

// The plane of a channel: red, green, blue, alpha, and luminance as red; -1 for others.
static inline int tui_exr_channel(const char *name) {
  const char *names = "RGBA";
  if (!strcmp(name, "Y")) return 0;
  const char *found = strlen(name) == 1 ? strchr(names, *name) : NULL;
  return found ? (int)(found - names) : -1;
}

// Decodes the scanlines from `y` on, or the tile in column `x` and row `y` of tiles, of the first part, into four planes of floats, which are
// `plane` floats apart, and whose rows are `row_bytes` long. Those of channels that the file lacks stay as they are. Not into pixels of four
// channels: version 3.1 swaps them. The library's error code.
// Decodes a chunk into planes of `plane` floats: red, green, blue, alpha, and one for all other channels, since some of the library's routines
// write each channel.
static inline int tui_exr_decode(exr_context_t file, int part, int x, int y, int is_tiled, float *planes, size_t plane, int row_bytes) {
  exr_chunk_info_t chunk;
  exr_decode_pipeline_t pipeline = EXR_DECODE_PIPELINE_INITIALIZER;
  int error = is_tiled ? exr_read_tile_chunk_info(file, part, x, y, 0, 0, &chunk)
                       : exr_read_scanline_chunk_info(file, part, y, &chunk);
  if (error) return error;
  error = exr_decoding_initialize(file, part, &chunk, &pipeline);
  if (error) return error;
  for (int index = 0; index < pipeline.channel_count; index++) {
    exr_coding_channel_info_t *channel = pipeline.channels + index;
    int place = tui_exr_channel(channel->channel_name);
    if (place < 0 || channel->x_samples != 1 || channel->y_samples != 1) place = 4;
    channel->decode_to_ptr = (uint8_t *)(planes + plane * (size_t)place);
    channel->user_bytes_per_element = sizeof(float);
    channel->user_data_type = EXR_PIXEL_FLOAT;
    channel->user_pixel_stride = sizeof(float);
    channel->user_line_stride = row_bytes;
  }
  error = exr_decoding_choose_default_routines(file, part, &pipeline);
  if (!error) error = exr_decoding_run(file, part, &pipeline);
  exr_decoding_destroy(file, &pipeline);
  return error;
}

#endif
