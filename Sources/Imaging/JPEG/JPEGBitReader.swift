/// The bits of a JPEG's entropy-coded data, up to the next marker (ITU-T T.81, F.2.2.5).
///
/// Beyond the end it yields zeros and counts them: a count above 0 means that the data are truncated.
@safe
struct JPEGBitReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let length: Int
  /// The next byte to take.
  private(set) var index: Int
  /// The next bits, from the top.
  private(set) var bits: UInt64 = 0
  private var count = 0
  private var inventedCount = 0

  /// A reader of memory that outlives it, from a place on.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) {
    unsafe self.bytes = bytes
    length = bytes.count
    self.index = index
  }

  /// Whether more was read than there is.
  var isOverrun: Bool { count < inventedCount }

  /// Makes sure that at least 56 bits are there.
  @inline(__always)
  mutating func fill() {
    // Eight bytes lie within the memory, by the check before.
    if index + 8 <= length, inventedCount == 0, let start = unsafe bytes.baseAddress {
      let word = unsafe UInt64(bigEndian: UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
      // No byte is 0xFF: no byte of the complement is zero.
      if (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 == 0 {
        // As many whole bytes as there is room for; of the next one, bits may stand behind `count`, where they will be
        // put again.
        let taken = (63 &- count) >> 3
        bits |= word &>> UInt64(truncatingIfNeeded: count)
        index &+= taken
        count &+= taken &* 8
        return
      }
    }
    fillSlowly()
  }

  @inline(never)
  private mutating func fillSlowly() {
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
      }
      bits |= taken << UInt64(56 - count)
      count += 8
    }
  }

  /// A byte; nil beyond the end.
  private func byte(at index: Int) -> UInt8? { index < length ? unsafe bytes[index] : nil }

  /// Skips `length` bits, which must be available.
  @inline(__always)
  mutating func skip(_ length: Int) {
    bits = bits &<< UInt64(truncatingIfNeeded: length)
    count &-= length
  }

  /// Whether nothing is left before the next marker.
  var isAtMarker: Bool {
    // The bits read ahead were only the rest of the last byte, padded with ones.
    !isOverrun && count - inventedCount < 8 && byte(at: index) == 0xFF
  }

  /// Skips to the next marker; returns whether it is the expected one.
  mutating func skipMarker(_ marker: UInt8) -> Bool {
    guard isAtMarker, byte(at: index + 1) == marker else { return false }
    unsafe self = JPEGBitReader(bytes, from: index + 2)
    return true
  }
}
