/// The five prefix codes of a VP8L image's pixels (RFC 9649, 3.7.2.2).
struct VP8LCodeGroup {
  /// Green, lengths of copies and cached colours.
  let green: VP8LPrefixTable
  let red: VP8LPrefixTable
  let blue: VP8LPrefixTable
  let alpha: VP8LPrefixTable
  /// How far back a copy begins.
  let distance: VP8LPrefixTable
}

/// All codes of a VP8L image: groups of five, of which each tile of the image uses one.
struct VP8LPrefixCodes {
  private(set) var tables = VP8LPrefixTables()
  private(set) var groups: [VP8LCodeGroup] = []
  /// Which group each tile uses, in the red and green of a pixel; nil where all use the first.
  let tiles: VP8LTiles?

  /// What a picture's codes may take: libwebp writes 2600 groups at most, of at most 10 KB each, as a rule of half of that.
  static let maxBytes = 32 << 20

  /// An upper bound of what the codes in a file of `fileBytes` bytes take while they are read, in bytes.
  ///
  /// A code's lengths take at least a 64th of its tables: 256 entries need nine lengths and a code for them, 75 bits; and a second
  /// table of 128 entries eight lengths more, four bits each.
  static func bytes(inFileOf fileBytes: Int) -> Int {
    // An array that grows is there twice for a moment, the new one with room for twice as much.
    3 * min(maxBytes, 64 * fileBytes + 16_384)
  }

  /// Reads codes.
  ///
  /// - Parameters:
  ///   - tiles: Which group each tile uses.
  ///   - cacheBits: The colour cache's, 0 where there is none.
  ///   - maxBytes: What all may take in memory.
  /// - Throws: `ImageError.truncated`, `.corrupt`, or `.outOfMemory` when they take more.
  init(
    from reader: inout VP8LBitReader, tiles: VP8LTiles?, cacheBits: Int, maxBytes: Int
  ) throws(ImageError) {
    self.tiles = tiles
    let count = 1 + (tiles?.pixels.lazy.map(VP8LPrefixCodes.group(in:)).max() ?? 0)
    let greens = 256 + 24 + (cacheBits > 0 ? 1 << cacheBits : 0)
    for _ in 0..<count {
      groups.append(
        VP8LCodeGroup(
          green: try readCode(from: &reader, symbols: greens), red: try readCode(from: &reader, symbols: 256),
          blue: try readCode(from: &reader, symbols: 256), alpha: try readCode(from: &reader, symbols: 256),
          distance: try readCode(from: &reader, symbols: 40)))
      guard tables.entries.count * 2 + groups.count * MemoryLayout<VP8LCodeGroup>.stride <= maxBytes else {
        throw .outOfMemory(format: "WebP")
      }
    }
  }

  /// The group that a tile's pixel tells.
  @inline(__always)
  static func group(in pixel: UInt32) -> Int { Int(pixel >> 8 & 0xFF | (pixel & 0xFF) << 8) }

  /// The order in which the lengths of the code for lengths come (3.7.2.1.2).
  private static let lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

  private mutating func readCode(
    from reader: inout VP8LBitReader, symbols: Int
  ) throws(ImageError) -> VP8LPrefixTable {
    if reader.readFlag() {
      // One or two symbols (3.7.2.1.1).
      let hasTwo = reader.readFlag()
      let first = reader.read(reader.readFlag() ? 8 : 1)
      let second = hasTwo ? reader.read(8) : first
      // One that there is not is none, as for libwebp.
      guard min(first, second) < symbols else { throw VP8LPrefixCodes.failure(reader) }
      return tables.add(first < symbols ? first : second, second < symbols ? second : first)
    }
    var lengths = [UInt8](repeating: 0, count: symbols)
    try VP8LPrefixCodes.readLengths(into: &lengths, from: &reader)
    try reader.check()
    guard let table = tables.add(lengths[...]) else { throw VP8LPrefixCodes.failure(reader) }
    return table
  }

  /// Reads the lengths of a code's words, which are coded themselves (3.7.2.1.2).
  private static func readLengths(into lengths: inout [UInt8], from reader: inout VP8LBitReader) throws(ImageError) {
    var lengthLengths = [UInt8](repeating: 0, count: lengthOrder.count)
    for symbol in lengthOrder.prefix(4 + reader.read(4)) { lengthLengths[symbol] = UInt8(reader.read(3)) }
    var tables = VP8LPrefixTables()
    guard let table = tables.add(lengthLengths[...]) else { throw failure(reader) }
    // How many of the code for lengths follow; the rest of the lengths is 0.
    var left = lengths.count
    if reader.readFlag() {
      let bits = 2 + 2 * reader.read(3)
      left = 2 + reader.read(bits)
      guard left <= lengths.count else { throw failure(reader) }
    }
    var previous: UInt8 = 8
    var symbol = 0
    while symbol < lengths.count, left > 0 {
      left -= 1
      reader.fill()
      let code = reader.symbol(tables, table)
      if code < 16 {
        lengths[symbol] = UInt8(code)
        symbol += 1
        if code != 0 { previous = UInt8(code) }
        continue
      }
      let (count, length): (Int, UInt8) =
        switch code {
        case 16: (3 + reader.read(2), previous)
        case 17: (3 + reader.read(3), 0)
        default: (11 + reader.read(7), 0)
        }
      guard symbol + count <= lengths.count else { throw failure(reader) }
      for index in symbol..<symbol + count { lengths[index] = length }
      symbol += count
    }
  }

  /// Why there is no code: beyond the end there are zeros, which make none.
  private static func failure(_ reader: VP8LBitReader) -> ImageError {
    reader.isOverrun ? .truncated(format: "WebP") : .corrupt(format: "WebP", reason: "its codes are not in order")
  }
}

extension VP8LBitReader {
  /// The symbol whose code comes next, of at most 15 bits, which are there.
  fileprivate mutating func symbol(_ tables: VP8LPrefixTables, _ table: VP8LPrefixTable) -> Int {
    // A table's mask and second tables lie within the entries.
    unsafe tables.entries.withUnsafeBufferPointer { entries in
      guard let start = entries.baseAddress else { return 0 }
      return unsafe symbol(start + Int(table.start), mask: UInt64(table.mask))
    }
  }
}
