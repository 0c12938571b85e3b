#include "arguments.h"

static int count;
static char **arguments;

// glibc passes constructors what it passes to main.
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  arguments = argv;
}

int tui_argument_count(void) { return count; }

const char *tui_argument(int index) { return index >= 0 && index < count ? arguments[index] : ""; }
