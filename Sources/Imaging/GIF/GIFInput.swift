/// A GIF's bytes as giflib reads them: in order, followed by zeros without end.
///
/// A zero is the length of the block that ends an image's data, so that a file cut right behind its last code is whole.
final class GIFInput {
  private let bytes: [UInt8]
  /// The place of the next byte.
  private(set) var position = 0
  /// Whether more was asked for than there is.
  private(set) var hasRunDry = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Fills the buffer.
  ///
  /// - Returns: how many bytes there were; of a buffer of one byte, one.
  @unsafe
  func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let count = min(buffer.count, bytes.count - position)
    if count < buffer.count {
      hasRunDry = true
      guard buffer.count == 1 else { return 0 }
      unsafe buffer[0] = 0
      return 1
    }
    // At most as many as the buffer has room for.
    _ = unsafe buffer.update(fromContentsOf: bytes[position..<position + count])
    position += count
    return count
  }

  /// Skips bytes that are zero.
  func skipZeros() {
    while position < bytes.count, bytes[position] == 0 { position += 1 }
  }

  /// Goes behind the block of length zero that ends the blocks from `start` on, or to the end of the bytes.
  ///
  /// - Returns: whether there is such a block.
  func skipBlocks(from start: Int) -> Bool {
    var index = start
    while index < bytes.count {
      let length = Int(bytes[index])
      index += 1 + length
      if length == 0 {
        position = index
        return true
      }
    }
    position = bytes.count
    hasRunDry = true
    return false
  }
}
