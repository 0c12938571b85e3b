#include "libjpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

_Static_assert(TUI_JPEG_MESSAGE >= JMSG_LENGTH_MAX, "a message has room");

// A file with more scans takes minutes to decode, and its first scans already show the picture.
enum { MOST_SCANS = 500 };

struct error_manager {
  struct jpeg_error_mgr base;
  jmp_buf escape;
  char *message;
  int strict;
};

static void give_up(j_common_ptr info) {
  struct error_manager *errors = (struct error_manager *)info->err;
  errors->base.format_message(info, errors->message);
  longjmp(errors->escape, 1);
}

static void fail(j_common_ptr info, const char *reason) {
  struct error_manager *errors = (struct error_manager *)info->err;
  snprintf(errors->message, TUI_JPEG_MESSAGE, "%s", reason);
  longjmp(errors->escape, 1);
}

// Warnings also mean damage; traces, which have levels from 0, do not.
static void hear(j_common_ptr info, int level) {
  struct error_manager *errors = (struct error_manager *)info->err;
  if (level >= 0) return;
  if (errors->strict) give_up(info);
  if (errors->base.num_warnings++ == 0) errors->base.format_message(info, errors->message);
}

static void watch_scans(j_common_ptr info) {
  if (((j_decompress_ptr)info)->input_scan_number > MOST_SCANS) fail(info, "more than 500 scans");
}

int tui_jpeg_decode(
  const unsigned char *bytes, size_t count, struct tui_jpeg_region region, int strict, unsigned char *samples,
  char message[TUI_JPEG_MESSAGE]) {
  struct jpeg_decompress_struct info;
  struct error_manager errors;
  struct jpeg_progress_mgr progress;
  memset(&info, 0, sizeof info);
  memset(&progress, 0, sizeof progress);
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = give_up;
  errors.base.emit_message = hear;
  errors.message = message;
  errors.strict = strict;
  if (setjmp(errors.escape)) {
    jpeg_destroy_decompress(&info);
    return -1;
  }
  jpeg_create_decompress(&info);
  progress.progress_monitor = watch_scans;
  info.progress = &progress;
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  info.scale_num = (unsigned)region.eighths;
  info.scale_denom = 8;
  info.out_color_space = region.components == 1 ? JCS_GRAYSCALE : region.components == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_start_decompress(&info);
  if (info.output_width != region.width || info.output_height != region.height ||
      info.output_components != region.components)
    fail((j_common_ptr)&info, "the frame header has changed");

  // The part begins at a block boundary, which makes it wider.
  JDIMENSION left = region.x, columns = region.columns;
  jpeg_crop_scanline(&info, &left, &columns);
  if (left > region.x || left + columns < region.x + region.columns)
    fail((j_common_ptr)&info, "the part cannot be decoded alone");
  size_t skipped = (size_t)(region.x - left) * (size_t)region.components;
  size_t row_bytes = (size_t)region.columns * (size_t)region.components;
  JSAMPARRAY row = info.mem->alloc_sarray(
    (j_common_ptr)&info, JPOOL_IMAGE, info.output_width * (JDIMENSION)region.components, 1);
  if (region.y > 0 && jpeg_skip_scanlines(&info, region.y) != region.y)
    fail((j_common_ptr)&info, "rows cannot be skipped");
  for (unsigned y = 0; y < region.rows; y++) {
    jpeg_read_scanlines(&info, row, 1);
    memcpy(samples + (size_t)y * row_bytes, row[0] + skipped, row_bytes);
  }
  // What follows a part is not needed.
  if (region.rows == region.height) jpeg_finish_decompress(&info);
  int warned = errors.base.num_warnings > 0;
  jpeg_destroy_decompress(&info);
  return warned;
}

int tui_jpeg_encode(
  const unsigned char *samples, unsigned width, unsigned height, int quality, unsigned char **file, size_t *count,
  char message[TUI_JPEG_MESSAGE]) {
  struct jpeg_compress_struct info;
  struct error_manager errors;
  unsigned char *buffer = NULL;
  unsigned long size = 0;
  // Changed after setjmp, and freed after longjmp.
  unsigned char **volatile result = &buffer;
  memset(&info, 0, sizeof info);
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = give_up;
  errors.base.emit_message = hear;
  errors.message = message;
  errors.strict = 0;
  if (setjmp(errors.escape)) {
    jpeg_destroy_compress(&info);
    free(*result);
    return -1;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &buffer, &size);
  info.image_width = width;
  info.image_height = height;
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  info.optimize_coding = TRUE;
  // Above this, what the eye sees of halved chroma counts.
  if (quality >= 90) info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = 1;
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < height) {
    JSAMPROW row = (JSAMPROW)(samples + (size_t)info.next_scanline * width * 3);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *file = buffer;
  *count = size;
  return 0;
}

int tui_jpeg_version(void) { return LIBJPEG_TURBO_VERSION_NUMBER; }
