/// A GIF's bytes as giflib reads them: in order. Reads of a single byte past the end return zeros.
///
/// A zero is the length of the block that ends an image's data, so a file cut right after the last code still has a
/// complete image.
final class GIFInput {
  private let source: any ByteSource
  /// The block that was read last, and its offset.
  private var piece: ArraySlice<UInt8> = []
  private var pieceStart = 0
  /// The offset of the next byte.
  private(set) var position = 0
  /// Whether a read has gone past the end of the bytes.
  private(set) var hasReachedEnd = false
  /// The byte that the last read returned if it read a single one; nil if it read more or found the end.
  private(set) var lastByte: UInt8?

  init(_ source: any ByteSource) { self.source = source }

  /// Fills the buffer with the next bytes.
  ///
  /// - Returns: The buffer's size, or 0 if fewer bytes are left. A buffer of one byte is always filled, with zero past
  ///   the end.
  @unsafe
  func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    while count < buffer.count {
      let bytes = bytes(at: position + count).prefix(buffer.count - count)
      guard !bytes.isEmpty else {
        hasReachedEnd = true
        lastByte = nil
        guard buffer.count == 1 else { return 0 }
        unsafe buffer[0] = 0
        return 1
      }
      // The prefix is no longer than the rest of the buffer.
      count = unsafe buffer[count...].update(fromContentsOf: bytes)
    }
    position += count
    lastByte = unsafe count == 1 ? buffer[0] : nil
    return count
  }

  /// Skips bytes that are zero.
  func skipZeros() {
    while bytes(at: position).first == 0 { position += 1 }
  }

  /// Skips the blocks from `start` on and the zero-length block that ends them, or moves to the end of the bytes.
  ///
  /// - Returns: Whether there is such a block.
  func skipBlocks(from start: Int) -> Bool {
    position = start
    while let length = bytes(at: position).first {
      position += 1 + Int(length)
      if length == 0 { return true }
    }
    hasReachedEnd = true
    return false
  }

  /// Returns some of the bytes from an offset on: at least one, or none at the end.
  func bytes(at offset: Int) -> ArraySlice<UInt8> {
    if offset < pieceStart || offset >= pieceStart + piece.count {
      piece = source.piece(at: offset)
      pieceStart = offset
    }
    return piece.dropFirst(offset - pieceStart)
  }
}
