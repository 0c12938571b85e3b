import Memory

/// The ring buffer for the decoded pixels of a VP8L image. It holds the whole image, or the latest pixels: those that
/// copies may refer to, and more to let the reader lag behind the decoder. No pixel is read before it has been written.
@safe
final class VP8LRing: @unchecked Sendable {
  /// Pixel `n` is at `n & mask`. The writer and the reader agree on which pixels are valid.
  let memory: UnsafeMutablePointer<UInt32>
  /// One less than the memory's capacity in pixels, which is a power of two.
  let mask: Int

  /// The maximum distance of a copy (RFC 9649, 3.6.2.2: the last of 40 symbols with all its extra bits set).
  private static let window = 1 << 20

  /// Allocates the memory for an image of `pixels` pixels, at least 1.
  init(pixels: Int) {
    var count = 1
    while count < pixels, count < 2 * Self.window { count *= 2 }
    mask = count - 1
    lead = count >= pixels ? pixels : count - VP8LPixels.longestCopy
    unsafe memory = .allocate(capacity: count)
    unsafe LargeMemory.prepare(UnsafeMutableRawBufferPointer(start: memory, count: count * 4))
  }

  deinit { unsafe memory.deallocate() }

  /// An upper bound of the memory for an image of `pixels` pixels, in bytes.
  static func bytes(pixels: Int) -> Int { 4 * min(2 * pixels, 2 * window) }

  /// How many pixels the decoder may be ahead of the reader: all if they fit, otherwise as many as leave room for
  /// overshooting by the longest copy.
  let lead: Int

  /// The pixel at a position, which must be in the ring.
  subscript(position: Int) -> UInt32 { unsafe memory[position & mask] }

  /// Copies pixels into a row.
  ///
  /// - Parameters:
  ///   - position: The position of the first pixel.
  ///   - row: Memory for `count` pixels, at most the ring's size.
  @unsafe
  func read(from position: Int, count: Int, into row: UnsafeMutablePointer<UInt32>) {
    let start = position & mask
    let first = min(count, mask + 1 - start)
    unsafe row.update(from: memory + start, count: first)
    unsafe (row + first).update(from: memory, count: count - first)
  }
}
