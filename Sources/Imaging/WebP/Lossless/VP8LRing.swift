import System

/// The memory in which a VP8L image's pixels are decoded, all of it, or as much of its end as copies may refer to, and some
/// more, so that the reader may lag behind the decoder. Nothing is read before it was written.
@safe
final class VP8LRing: @unchecked Sendable {
  /// Pixel `n` is at `n & mask`. The writer and the reader agree on which pixels are valid.
  let memory: UnsafeMutablePointer<UInt32>
  /// One less than the memory's count, which is a power of two.
  let mask: Int

  /// How far back a copy may begin (RFC 9649, 3.6.2.2: the last of 40 symbols with all its bits).
  private static let window = 1 << 20

  /// Memory for `pixels` pixels, at least 1.
  init(pixels: Int) {
    var count = 1
    while count < pixels, count < 2 * Self.window { count *= 2 }
    mask = count - 1
    lead = count >= pixels ? pixels : count - VP8LPixels.longestCopy
    unsafe memory = .allocate(capacity: count)
    unsafe LargeMemory.prepare(UnsafeMutableRawBufferPointer(start: memory, count: count * 4))
  }

  deinit { unsafe memory.deallocate() }

  /// The bytes needed for `pixels` pixels.
  static func bytes(pixels: Int) -> Int { 4 * min(2 * pixels, 2 * window) }

  /// How many pixels may be asked for that nobody has read yet: all, where there is room for all, or as many as leave room
  /// for what the longest copy adds.
  let lead: Int

  /// A pixel that is there.
  subscript(position: Int) -> UInt32 { unsafe memory[position & mask] }

  /// Copies pixels into a row.
  ///
  /// - Parameters:
  ///   - position: The first of them.
  ///   - row: Memory for `count` pixels, at most the ring's size.
  @unsafe
  func read(from position: Int, count: Int, into row: UnsafeMutablePointer<UInt32>) {
    let start = position & mask
    let first = min(count, mask + 1 - start)
    unsafe row.update(from: memory + start, count: first)
    unsafe (row + first).update(from: memory, count: count - first)
  }
}
