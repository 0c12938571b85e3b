/// A GIF's bytes as giflib reads them: in order. Reads of a single byte past the end return zeros.
///
/// A zero is the length of the block that ends an image's data, so a file cut right after the last code still has a
/// complete image. A block that the file cuts off is read as a shorter one, since giflib would discard it.
final class GIFInput {
  private let source: any ByteSource
  /// The block that was read last, and its offset.
  private var piece: ArraySlice<UInt8> = []
  private var pieceStart = 0
  /// The offset of the next byte.
  private(set) var position = 0
  /// Whether a read has gone past the end of the bytes.
  private(set) var hasReachedEnd = false
  /// The offset of the next block's length, while an image's data are read; nil otherwise.
  private var blockStart: Int?

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
        guard buffer.count == 1 else { return 0 }
        unsafe buffer[0] = 0
        return 1
      }
      // The prefix is no longer than the rest of the buffer.
      count = unsafe buffer[count...].update(fromContentsOf: bytes)
    }
    if position == blockStart, let length = unsafe buffer.first {
      blockStart = position + 1 + Int(length)
      unsafe buffer[0] = UInt8(min(Int(length), max(0, source.count - position - 1)))
    }
    position += count
    return count
  }

  /// Begins an image's data, which are blocks: a length, followed by that many bytes.
  func beginBlocks() { blockStart = position }

  /// Skips bytes that begin neither an image, an extension nor the trailer.
  func skipToRecord() {
    while let byte = bytes(at: position).first, ![0x2C, 0x21, 0x3B].contains(byte) { position += 1 }
  }

  /// Skips the blocks from `start` on and the zero-length block that ends them, or moves to the end of the bytes.
  ///
  /// - Returns: Whether there is such a block.
  func skipBlocks(from start: Int) -> Bool {
    position = start
    blockStart = nil
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
