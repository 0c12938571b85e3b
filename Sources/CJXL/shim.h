// The parameter for a pixel format, which has never been used, is gone since version 0.9.
#ifndef TUI_JXL_SHIM_H
#define TUI_JXL_SHIM_H

#include <jxl/decode.h>
#include <jxl/thread_parallel_runner.h>
#include <jxl/version.h>

#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
#define TUI_JXL_ARGUMENTS(decoder) decoder, NULL
#else
#define TUI_JXL_ARGUMENTS(decoder) decoder
#endif

// The encoding of the samples that the decoder returns.
static inline JxlDecoderStatus tui_jxl_encoding(JxlDecoder *decoder, JxlColorEncoding *encoding) {
  return JxlDecoderGetColorAsEncodedProfile(TUI_JXL_ARGUMENTS(decoder), JXL_COLOR_PROFILE_TARGET_DATA, encoding);
}

// The size of their profile.
static inline JxlDecoderStatus tui_jxl_profile_size(JxlDecoder *decoder, size_t *size) {
  return JxlDecoderGetICCProfileSize(TUI_JXL_ARGUMENTS(decoder), JXL_COLOR_PROFILE_TARGET_DATA, size);
}

// Their profile.
static inline JxlDecoderStatus tui_jxl_profile(JxlDecoder *decoder, uint8_t *bytes, size_t size) {
  return JxlDecoderGetColorAsICCProfile(TUI_JXL_ARGUMENTS(decoder), JXL_COLOR_PROFILE_TARGET_DATA, bytes, size);
}

#endif
