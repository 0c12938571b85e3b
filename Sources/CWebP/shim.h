#include <webp/decode.h>
// For encoding and comparing in the tests.
#include <webp/demux.h>
#include <webp/encode.h>
