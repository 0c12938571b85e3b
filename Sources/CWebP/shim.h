#include <webp/decode.h>
#include <webp/demux.h>
// For encoding in the tests.
#include <webp/encode.h>
