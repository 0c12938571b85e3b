#ifndef TUI_AVIF_SHIM_H
#define TUI_AVIF_SHIM_H

#include <avif/avif.h>

// Which sides a picture's mirroring exchanges: 0 top and bottom, 1 left and right. Version 1.0 has renamed the field.
static inline int tui_avif_mirroring(const avifImage *image) {
#if AVIF_VERSION_MAJOR < 1
  return image->imir.mode;
#else
  return image->imir.axis;
#endif
}

#endif
