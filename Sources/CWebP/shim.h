#include <webp/decode.h>
#include <webp/demux.h>
// The tests encode.
#include <webp/encode.h>
