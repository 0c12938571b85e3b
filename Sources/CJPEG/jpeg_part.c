#include "jpeg_part.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

// A file with more scans takes minutes to decode, and its first scans already show the picture.
enum { MOST_SCANS = 500 };

struct error_manager {
  struct jpeg_error_mgr base;
  jmp_buf escape;
};

struct progress_monitor {
  struct jpeg_progress_mgr base;
};

static void give_up(j_common_ptr info) { longjmp(((struct error_manager *)info->err)->escape, 1); }

// Warnings also mean damage; traces, which have levels from 0, do not.
static void hear(j_common_ptr info, int level) {
  if (level < 0) give_up(info);
}

static void keep_quiet(j_common_ptr info) { (void)info; }

static void watch_scans(j_common_ptr info) {
  if (((j_decompress_ptr)info)->input_scan_number > MOST_SCANS) give_up(info);
}

int tui_jpeg_part(const unsigned char *bytes, size_t count, struct tui_jpeg_region region, unsigned char *samples) {
  struct jpeg_decompress_struct info;
  struct error_manager errors;
  struct progress_monitor progress;
  memset(&info, 0, sizeof info);
  memset(&progress, 0, sizeof progress);
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = give_up;
  errors.base.emit_message = hear;
  errors.base.output_message = keep_quiet;
  if (setjmp(errors.escape)) {
    jpeg_destroy_decompress(&info);
    return -1;
  }
  jpeg_create_decompress(&info);
  progress.base.progress_monitor = watch_scans;
  info.progress = &progress.base;
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  info.scale_num = (unsigned)region.eighths;
  info.scale_denom = 8;
  info.out_color_space = region.components == 1 ? JCS_GRAYSCALE : region.components == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_start_decompress(&info);
  if (info.output_width != region.width || info.output_height != region.height ||
      info.output_components != region.components)
    give_up((j_common_ptr)&info);

  // The part begins at a block boundary, which makes it wider.
  JDIMENSION left = region.x, columns = region.columns;
  jpeg_crop_scanline(&info, &left, &columns);
  if (left > region.x || left + columns < region.x + region.columns) give_up((j_common_ptr)&info);
  size_t skipped = (size_t)(region.x - left) * (size_t)region.components;
  size_t row_bytes = (size_t)region.columns * (size_t)region.components;
  JSAMPARRAY row = info.mem->alloc_sarray(
    (j_common_ptr)&info, JPOOL_IMAGE, info.output_width * (JDIMENSION)region.components, 1);
  if (region.y > 0 && jpeg_skip_scanlines(&info, region.y) != region.y) give_up((j_common_ptr)&info);
  for (unsigned y = 0; y < region.rows; y++) {
    if (jpeg_read_scanlines(&info, row, 1) != 1) give_up((j_common_ptr)&info);
    memcpy(samples + (size_t)y * row_bytes, row[0] + skipped, row_bytes);
  }
  // The rows below are not needed.
  jpeg_destroy_decompress(&info);
  return 0;
}

int tui_jpeg_version(void) { return LIBJPEG_TURBO_VERSION_NUMBER; }
