/// A prefix code as a table in a `VP8LPrefixTables`.
struct VP8LPrefixTable {
  /// Where it begins.
  fileprivate(set) var start: Int32
  /// The bits that it is looked up by: one less than its length, a power of two. 0 where the code's only symbol takes no
  /// bits.
  fileprivate(set) var mask: UInt32

  /// Whether it has one symbol only, which takes no bits.
  var isSingle: Bool { mask == 0 }
}

/// The tables of many prefix codes, one after another, small and close to each other: of a photograph's hundreds all are in use
/// at once.
///
/// An entry is a symbol above its code's length in the lowest four bits. Codes longer than `rootBits` share an entry of the
/// table itself, whose length is `rootBits` and more: that more is the bits that a second table is looked up by, and its
/// symbol where in the table that one begins; lengths there are those of the rest of the code.
struct VP8LPrefixTables {
  /// Bits that a table is looked up by at most, at first.
  static let rootBits = 8
  /// The longest code (RFC 9649, 3.7.2.1.2).
  static let maxBits = 15
  /// The most symbols of a code: 256 greens, 24 lengths, 2¹¹ cached colours.
  static let maxSymbols = 256 + 24 + 1 << 11

  private(set) var entries: [UInt16] = []

  /// The symbols in the order of their codes, and their codes, as they are read: kept, so that hundreds of codes need no
  /// separate memory.
  private var ordered: [Int] = []

  /// Adds the code of two symbols, or of one that takes no bits, where they are the same.
  mutating func add(_ first: Int, _ second: Int) -> VP8LPrefixTable {
    let start = Int32(entries.count)
    if first == second {
      entries.append(UInt16(first << 4))
      return VP8LPrefixTable(start: start, mask: 0)
    }
    entries.append(UInt16(min(first, second) << 4 | 1))
    entries.append(UInt16(max(first, second) << 4 | 1))
    return VP8LPrefixTable(start: start, mask: 1)
  }

  /// Adds the code whose symbols have codes of these lengths, 0 for those that do not occur; nil when the lengths make no
  /// complete code.
  mutating func add(_ lengths: ArraySlice<UInt8>) -> VP8LPrefixTable? {
    var counts = [Int](repeating: 0, count: Self.maxBits + 1)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    let start = entries.count
    guard let longest = counts.lastIndex(where: { $0 > 0 }) else { return nil }
    // Where in the order the symbols of each length begin.
    var places = [Int](repeating: 0, count: Self.maxBits + 2)
    for length in 1...Self.maxBits { places[length + 1] = places[length] + counts[length] }
    let symbolCount = places[Self.maxBits + 1]
    ordered.removeAll(keepingCapacity: true)
    ordered += repeatElement(0, count: symbolCount)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      ordered[places[Int(length)]] = symbol
      places[Int(length)] += 1
    }
    if symbolCount == 1 { return add(ordered[0], ordered[0]) }
    // A code is complete when its words fill all of the space.
    guard (1...Self.maxBits).reduce(0, { $0 + counts[$1] << (Self.maxBits - $1) }) == 1 << Self.maxBits else {
      return nil
    }
    let rootBits = min(Self.rootBits, longest)
    entries += repeatElement(0, count: 1 << rootBits)
    fill(start, rootBits: rootBits, counts)
    return VP8LPrefixTable(start: Int32(start), mask: UInt32(1 << rootBits - 1))
  }

  /// Fills the table at `start` with the symbols in `ordered`, `counts[length]` of each length.
  private mutating func fill(_ start: Int, rootBits: Int, _ counts: [Int]) {
    var left = counts
    var code = 0
    var place = 0
    var (second, secondBits, prefix) = (0, 0, -1)
    for length in 1...Self.maxBits {
      for _ in 0..<counts[length] {
        // A code's first bit is read first, that is, stands lowest.
        let reversed = Self.reversed(code, length)
        let symbol = ordered[place]
        if length <= rootBits {
          for index in stride(from: start + reversed, to: start + 1 << rootBits, by: 1 << length) {
            entries[index] = UInt16(symbol << 4 | length)
          }
        } else {
          if reversed & (1 << rootBits - 1) != prefix {
            prefix = reversed & (1 << rootBits - 1)
            secondBits = Self.secondBits(from: length, rootBits: rootBits, left)
            second = entries.count
            entries += repeatElement(0, count: 1 << secondBits)
            entries[start + prefix] = UInt16((second - start) << 4 | (rootBits + secondBits))
          }
          for index in stride(
            from: second + reversed >> rootBits, to: second + 1 << secondBits, by: 1 << (length - rootBits))
          {
            entries[index] = UInt16(symbol << 4 | (length - rootBits))
          }
        }
        left[length] -= 1
        place += 1
        code += 1
      }
      code <<= 1
    }
  }

  /// The bits by which codes of `length` bits and more that share their first `rootBits` are told apart: enough for the
  /// longest of those that fill the space behind these bits, which are the next in order.
  private static func secondBits(from length: Int, rootBits: Int, _ left: [Int]) -> Int {
    var bits = length - rootBits
    var space = 1 << bits - left[length]
    while space > 0, rootBits + bits < maxBits {
      bits += 1
      space = space << 1 - left[rootBits + bits]
    }
    return bits
  }

  private static func reversed(_ code: Int, _ length: Int) -> Int {
    Int(UInt16(code).bitReversed) >> (16 - length)
  }
}

extension UInt16 {
  /// The bits from the other end.
  fileprivate var bitReversed: UInt16 {
    var value = self
    value = value >> 1 & 0x5555 | (value & 0x5555) << 1
    value = value >> 2 & 0x3333 | (value & 0x3333) << 2
    value = value >> 4 & 0x0F0F | (value & 0x0F0F) << 4
    return value.byteSwapped
  }
}

extension VP8LBitReader {
  /// The symbol whose code comes next, of at most 15 bits, which are there.
  ///
  /// - Parameters:
  ///   - table: The beginning of a table of `VP8LPrefixTables`.
  ///   - mask: That table's.
  @unsafe
  @inline(__always)
  mutating func symbol(_ table: UnsafePointer<UInt16>, mask: UInt64) -> Int {
    // No more bits than the table has a power of two for.
    var entry = unsafe Int(table[Int(truncatingIfNeeded: bits & mask)])
    if _slowPath(entry & 15 > VP8LPrefixTables.rootBits) {
      let secondBits = entry & 15 &- VP8LPrefixTables.rootBits
      skip(VP8LPrefixTables.rootBits)
      // The second table lies where the first one says, and is as long.
      entry = unsafe Int(
        table[entry &>> 4 &+ Int(truncatingIfNeeded: bits) & (1 &<< secondBits &- 1)])
    }
    skip(entry & 15)
    return entry &>> 4
  }
}
