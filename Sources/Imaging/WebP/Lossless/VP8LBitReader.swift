/// Reads the bits of a VP8L stream, the least significant of each byte first (RFC 9649, 3.1).
///
/// Beyond the end it supplies zeros and counts them. Consuming one means that the data are truncated.
@safe
struct VP8LBitReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The index of the next byte to load.
  private var index = 0
  /// The next bits, from the lowest. Above the lowest `count` there may be some of the bits that follow.
  private(set) var bits: UInt64 = 0
  private var count = 0
  private var inventedCount = 0

  /// Creates a reader of memory, which must outlive it.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = bytes }

  /// Whether more bits were read than there are.
  var isOverrun: Bool { count < inventedCount }

  /// Makes at least 56 bits available.
  @inline(__always)
  mutating func fill() {
    // The eight bytes lie within the memory, as just checked.
    if unsafe index &+ 8 <= bytes.count, let start = unsafe bytes.baseAddress {
      let word = unsafe UInt64(littleEndian: UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
      // Loads as many whole bytes as fit; the bits of a partial byte are set again when that byte is loaded.
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

  /// Reads `length` bits (0…32) as a number; they must be available.
  @inline(__always)
  mutating func readAvailable(_ length: Int) -> Int {
    let value = bits & (1 &<< UInt64(truncatingIfNeeded: length) &- 1)
    skip(length)
    return Int(truncatingIfNeeded: value)
  }

  /// Reads `length` bits (0…32) as a number.
  mutating func read(_ length: Int) -> Int {
    fill()
    return readAvailable(length)
  }

  /// Reads one bit.
  mutating func readFlag() -> Bool { read(1) == 1 }

  /// - Throws: `ImageError.truncated` if more bits were read than there are.
  func check() throws(ImageError) {
    if isOverrun { throw .truncated(format: "WebP") }
  }
}
