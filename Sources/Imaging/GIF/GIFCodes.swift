/// Reads the codes in a GIF's blocks of data: of up to twelve bits, the least significant of each byte first.
struct GIFCodes {
  /// The most bytes of blocks that are collected at a time.
  private static let maxBytes = 4096
  /// The bytes that are loaded at once, some of which may lie beyond the last one.
  private static let wordBytes = 8

  private let input: GIFInput
  /// The offset of the next byte to collect.
  private var position: Int
  /// The content of some blocks, and zeros.
  private var bytes = [UInt8](repeating: 0, count: wordBytes)
  /// The number of bytes before the zeros.
  private var byteCount = 0
  /// The index of the next byte to load.
  private var index = 0
  /// The next bits, from the lowest. Above the lowest `count` there may be some of the bits that follow.
  private var bits: UInt64 = 0
  private var count = 0
  /// Whether all blocks have been collected.
  private var hasEnded = false

  /// Creates a reader of the blocks from `start` on.
  init(_ input: GIFInput, at start: Int) {
    self.input = input
    position = start
  }

  /// Returns the next code of `width` bits (1…12); nil at the end of the blocks, which may be cut off.
  @inline(__always)
  mutating func next(_ width: Int) -> Int? {
    if count < width {
      load()
      if count < width { guard fill(width) else { return nil } }
    }
    let code = bits & (1 &<< UInt64(truncatingIfNeeded: width) &- 1)
    bits = bits &>> UInt64(truncatingIfNeeded: width)
    count &-= width
    return Int(truncatingIfNeeded: code)
  }

  /// Loads as many of the collected bytes as there is room for.
  @inline(__always)
  private mutating func load() {
    let (index, room) = (index, (63 &- count) &>> 3)
    // There are eight zeros after the last byte, of which `index` is at most the first.
    let word = unsafe bytes.withUnsafeBytes {
      unsafe UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
    // The bits of a byte that does not fit are set again when that byte is loaded.
    bits |= word &<< UInt64(truncatingIfNeeded: count)
    let loaded = min(room, byteCount &- index)
    self.index &+= loaded
    count &+= loaded &<< 3
  }

  /// Collects blocks until there are `width` bits; returns whether there are.
  @inline(never)
  private mutating func fill(_ width: Int) -> Bool {
    while count < width {
      bytes.removeAll(keepingCapacity: true)
      while bytes.count < GIFCodes.maxBytes, !hasEnded { collect() }
      (byteCount, index) = (bytes.count, 0)
      bytes += repeatElement(0, count: GIFCodes.wordBytes)
      if byteCount == 0 { return false }
      load()
    }
    return true
  }

  /// Collects a block, or as much of it as there is.
  private mutating func collect() {
    var left = Int(input.bytes(at: position).first ?? 0)
    if left == 0 { hasEnded = true }
    position += 1
    while left > 0 {
      let more = input.bytes(at: position).prefix(left)
      if more.isEmpty {
        hasEnded = true
        return
      }
      bytes += more
      position += more.count
      left -= more.count
    }
  }
}
