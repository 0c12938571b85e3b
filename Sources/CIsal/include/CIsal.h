#ifndef C_ISAL_H
#define C_ISAL_H

// ISA-L's decompression of zlib streams. The library is opened when it is first needed, because most pictures do without: opening it takes
// a tenth of a millisecond of a start. The state contains arrays that are too large for Swift to import.

/// Opens the library; returns whether it is there. Confined processes must have done this before files were forbidden.
int tui_isal_load(void);

/// Returns the state for decompressing a zlib stream, to be freed with `free`; null if there is no memory, or no library.
void *_Nullable tui_isal_open(void);

/// Decompresses as much as the input and the room allow, and sets both counts to what is left. Returns whether the
/// stream is valid so far.
int tui_isal_inflate(void *_Nonnull opened, const unsigned char *_Nullable input, unsigned *_Nonnull inputCount,
                     unsigned char *_Nonnull room, unsigned *_Nonnull roomCount);

/// Whether the stream has ended and its checksum is right.
int tui_isal_has_ended(const void *_Nonnull opened);

#endif
