#include "version.h"

#ifndef TUI_COMMIT
#define TUI_COMMIT ""
#endif

const char *tui_commit(void) { return TUI_COMMIT; }
