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

// Swift's runtime has these, too, in a file of its own, which searches /proc/self/maps for the arguments before main: 60 µs of each start,
// also for programs that do not ask for them. Statically linked programs have no need for that file if these are there. They are weak: if
// another version of the runtime needs the file for something else, its functions are used.
__attribute__((weak)) char **_swift_stdlib_getUnsafeArgvArgc(int *length);
__attribute__((weak)) void _swift_stdlib_overrideUnsafeArgvArgc(char **replacement, int length);

char **_swift_stdlib_getUnsafeArgvArgc(int *length) {
  *length = count;
  return arguments;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **replacement, int length) {
  count = length;
  arguments = replacement;
}
