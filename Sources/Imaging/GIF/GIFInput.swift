/// A GIF's bytes as giflib reads them: in order, followed by zeros without end.
///
/// A zero is the length of the block that ends an image's data, so that a file cut right behind its last code is whole.
final class GIFInput {
  private let source: any ByteSource
  /// Some of the bytes, and the place of their first.
  private var piece: ArraySlice<UInt8> = []
  private var pieceStart = 0
  /// The place of the next byte.
  private(set) var position = 0
  /// Whether more was asked for than there is.
  private(set) var hasRunDry = false
  /// The last byte that was asked for alone; nil where more were, or there was none.
  private(set) var lastByte: UInt8?

  init(_ source: any ByteSource) { self.source = source }

  /// Fills the buffer.
  ///
  /// - Returns: how many bytes there were; of a buffer of one byte, one.
  @unsafe
  func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    while count < buffer.count {
      let bytes = bytes(at: position + count).prefix(buffer.count - count)
      guard !bytes.isEmpty else {
        hasRunDry = true
        lastByte = nil
        guard buffer.count == 1 else { return 0 }
        unsafe buffer[0] = 0
        return 1
      }
      // At most the buffer's size.
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

  /// Goes behind the block of length zero that ends the blocks from `start` on, or to the end of the bytes.
  ///
  /// - Returns: whether there is such a block.
  func skipBlocks(from start: Int) -> Bool {
    position = start
    while let length = bytes(at: position).first {
      position += 1 + Int(length)
      if length == 0 { return true }
    }
    hasRunDry = true
    return false
  }

  /// Some of the bytes from a place on, at least one; none at the end.
  private func bytes(at place: Int) -> ArraySlice<UInt8> {
    if place < pieceStart || place >= pieceStart + piece.count {
      piece = source.piece(at: place)
      pieceStart = place
    }
    return piece.dropFirst(place - pieceStart)
  }
}
