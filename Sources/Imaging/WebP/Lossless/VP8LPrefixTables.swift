/// A prefix code's table in a `VP8LPrefixTables`.
struct VP8LPrefixTable {
  /// The index of its first entry.
  fileprivate(set) var start: Int32
  /// The mask of the bits for the first lookup: one less than the table's length, a power of two. 0 if the code's only
  /// symbol takes no bits.
  fileprivate(set) var mask: UInt32

  /// Whether the code has only one symbol, which takes no bits.
  var isSingle: Bool { mask == 0 }
}

/// The lookup tables of many prefix codes, one after another. They are small and adjacent because the hundreds of codes
/// of a photograph are all in use at once.
///
/// An entry has a symbol above the length of its code, which is in the lowest four bits. Codes longer than `rootBits`
/// use two lookups: the length in the first entry is `rootBits` plus the number of bits for the second lookup, and its
/// symbol is the offset of the second table from the first. Lengths in second tables are those of the rest of the code.
struct VP8LPrefixTables {
  /// The maximum number of bits for the first lookup.
  static let rootBits = 8
  /// The maximum length of a code, in bits (RFC 9649, 3.7.2.1.2).
  static let maxBits = 15

  private(set) var entries: [UInt16] = []

  /// The symbols of the code being added, in the order of their codes: kept so that hundreds of codes reuse the memory.
  private var ordered: [Int] = []

  /// Adds a code of two symbols of one bit each, or, if they are equal, of one symbol that takes no bits.
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

  /// Adds a code from the code lengths of its symbols, 0 for unused symbols; nil if the lengths do not form a complete
  /// code.
  mutating func add(_ lengths: ArraySlice<UInt8>) -> VP8LPrefixTable? {
    var counts = [Int](repeating: 0, count: Self.maxBits + 1)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    let start = entries.count
    guard let longest = counts.lastIndex(where: { $0 > 0 }) else { return nil }
    // The index in `ordered` of the first symbol of each length.
    var offsets = [Int](repeating: 0, count: Self.maxBits + 2)
    for length in 1...Self.maxBits { offsets[length + 1] = offsets[length] + counts[length] }
    let symbolCount = offsets[Self.maxBits + 1]
    ordered.removeAll(keepingCapacity: true)
    ordered += repeatElement(0, count: symbolCount)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      ordered[offsets[Int(length)]] = symbol
      offsets[Int(length)] += 1
    }
    if symbolCount == 1 { return add(ordered[0], ordered[0]) }
    // A code is complete if its words fill the code space.
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
    var position = 0
    var (second, secondBits, prefix) = (0, 0, -1)
    for length in 1...Self.maxBits {
      for _ in 0..<counts[length] {
        // The stream has a code's first bit lowest.
        let reversed = Self.reversed(code, length)
        let symbol = ordered[position]
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
        position += 1
        code += 1
      }
      code <<= 1
    }
  }

  /// The number of bits for the second lookup of codes that have at least `length` bits and share their first
  /// `rootBits`. It suffices for the longest of them: those are the next codes in order, until they fill the space
  /// after the prefix.
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
  /// The bits in reverse order.
  fileprivate var bitReversed: UInt16 {
    var value = self
    value = value >> 1 & 0x5555 | (value & 0x5555) << 1
    value = value >> 2 & 0x3333 | (value & 0x3333) << 2
    value = value >> 4 & 0x0F0F | (value & 0x0F0F) << 4
    return value.byteSwapped
  }
}

extension VP8LBitReader {
  /// Reads the next symbol. Its code, at most 15 bits, must be available.
  ///
  /// - Parameters:
  ///   - table: The first entry of a table in `VP8LPrefixTables`.
  ///   - mask: The mask of that table.
  @unsafe
  @inline(__always)
  mutating func symbol(_ table: UnsafePointer<UInt16>, mask: UInt64) -> Int {
    // The mask keeps the index within the table.
    var entry = unsafe Int(table[Int(truncatingIfNeeded: bits & mask)])
    if _slowPath(entry & 15 > VP8LPrefixTables.rootBits) {
      let secondBits = entry & 15 &- VP8LPrefixTables.rootBits
      skip(VP8LPrefixTables.rootBits)
      // The second table is at the offset in the entry, and has a length of 2 to the power of `secondBits`.
      entry = unsafe Int(
        table[entry &>> 4 &+ Int(truncatingIfNeeded: bits) & (1 &<< secondBits &- 1)])
    }
    skip(entry & 15)
    return entry &>> 4
  }
}
