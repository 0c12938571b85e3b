/// The bits of a VP8L stream, the least significant of each byte first (RFC 9649, 3.1).
///
/// Beyond the end it yields zeros and counts them: a count above 0 means that the data are truncated.
@safe
struct VP8LBitReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The next byte to take.
  private var index = 0
  /// The next bits, from the bottom; above the lowest `count` may stand some of those that come after them.
  private(set) var bits: UInt64 = 0
  private var count = 0
  private var inventedCount = 0

  /// A reader of memory that outlives it.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = bytes }

  /// Whether more was read than there is.
  var isOverrun: Bool { count < inventedCount }

  /// Makes sure that at least 56 bits are there.
  @inline(__always)
  mutating func fill() {
    // Eight bytes lie within the memory, by the check before.
    if unsafe index &+ 8 <= bytes.count, let start = unsafe bytes.baseAddress {
      let word = unsafe UInt64(littleEndian: UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
      // As many whole bytes as there is room for; bits of the next one are put there again when it is taken.
      bits |= word &<< UInt64(truncatingIfNeeded: count)
      index &+= (63 &- count) &>> 3
      count |= 56
    } else {
      fillSlowly()
    }
  }

  @inline(never)
  private mutating func fillSlowly() {
    while count < 56 {
      if unsafe index < bytes.count {
        bits |= unsafe UInt64(bytes[index]) << UInt64(count)
        index += 1
      } else {
        inventedCount += 8
      }
      count += 8
    }
  }

  /// Skips `length` bits (0…56), which must be available.
  @inline(__always)
  mutating func skip(_ length: Int) {
    bits = bits &>> UInt64(truncatingIfNeeded: length)
    count &-= length
  }

  /// The next `length` bits (0…32) as a number; they must be available.
  @inline(__always)
  mutating func readAvailable(_ length: Int) -> Int {
    let value = bits & (1 &<< UInt64(truncatingIfNeeded: length) &- 1)
    skip(length)
    return Int(truncatingIfNeeded: value)
  }

  /// The next bits (0…32) as a number.
  mutating func read(_ length: Int) -> Int {
    fill()
    return readAvailable(length)
  }

  /// The next bit.
  mutating func readFlag() -> Bool { read(1) == 1 }

  /// - Throws: `ImageError.truncated` when more was read than there is.
  func check() throws(ImageError) {
    if isOverrun { throw .truncated(format: "WebP") }
  }
}
