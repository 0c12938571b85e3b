/// Reads the bits of a JPEG's entropy-coded data up to the next marker (ITU-T T.81, F.2.2.5).
///
/// Past the end it supplies zeros. `isOverrun` reports whether any of them have been consumed, which means that the
/// data are truncated.
@safe
struct JPEGBitReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The last index at which eight bytes can be read at once; negative once there are none.
  private var lastWord: Int
  /// The index of the next byte to read.
  private(set) var index: Int
  /// The next bits, most significant first.
  private(set) var bits: UInt64 = 0
  private var count = 0
  private var inventedCount = 0

  /// Creates a reader from `index` on; the memory must outlive it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) {
    unsafe self.bytes = bytes
    lastWord = bytes.count - 8
    self.index = index
  }

  /// Whether more bits have been consumed than there are.
  var isOverrun: Bool { count < inventedCount }

  /// Makes at least 56 bits available. Some bits must have been consumed since the last time.
  @inline(__always)
  mutating func fill() {
    // The condition ensures that eight bytes lie within the memory.
    if index <= lastWord, let start = unsafe bytes.baseAddress {
      let word = unsafe UInt64(bigEndian: UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
      // Whether no byte is 0xFF, that is, no byte of the complement is zero.
      if (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 == 0 {
        // Counts as many whole bytes as there is room for. Bits of the next byte may already stand behind `count`; the
        // next fill sets the same bits again.
        let taken = (63 &- count) >> 3
        bits |= word &>> UInt64(truncatingIfNeeded: count)
        index &+= taken
        count &+= taken &* 8
        return
      }
    }
    self = filledSlowly()
  }

  /// Returns the reader with at least 56 bits available. Returned rather than changed, so that a reader can stay in registers.
  @inline(never)
  private func filledSlowly() -> JPEGBitReader {
    var filled = self
    filled.appendBytes()
    return filled
  }

  private mutating func appendBytes() {
    while count <= 56 {
      var taken: UInt64 = 0
      if inventedCount == 0, let next = byte(at: index), next != 0xFF {
        taken = UInt64(next)
        index += 1
      } else if inventedCount == 0, byte(at: index) != nil, byte(at: index + 1) == 0 {
        taken = 0xFF
        index += 2
      } else {
        inventedCount += 8
        lastWord = -1
      }
      bits |= taken << UInt64(56 - count)
      count += 8
    }
  }

  /// Returns a byte; nil past the end.
  private func byte(at index: Int) -> UInt8? { unsafe index < bytes.count ? bytes[index] : nil }

  /// Consumes `length` bits, which must be available.
  @inline(__always)
  mutating func skip(_ length: Int) {
    bits = bits &<< UInt64(truncatingIfNeeded: length)
    count &-= length
  }

  /// Whether no data are left before the next marker.
  var isAtMarker: Bool {
    // The remaining bits are only the padding of the last byte with ones.
    !isOverrun && count - inventedCount < 8 && byte(at: index) == 0xFF
  }

  /// Skips the next marker if it directly follows and is the expected one; returns whether it is.
  mutating func skipMarker(_ marker: UInt8) -> Bool {
    guard isAtMarker, byte(at: index + 1) == marker else { return false }
    unsafe self = JPEGBitReader(bytes, from: index + 2)
    return true
  }
}
