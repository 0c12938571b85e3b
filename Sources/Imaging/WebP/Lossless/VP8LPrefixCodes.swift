/// The five prefix codes of a VP8L image's pixels (RFC 9649, 3.7.2.2).
struct VP8LCodeGroup {
  /// Green, copy lengths and cached colors.
  let green: VP8LPrefixTable
  let red: VP8LPrefixTable
  let blue: VP8LPrefixTable
  let alpha: VP8LPrefixTable
  /// Copy distances.
  let distance: VP8LPrefixTable
}

/// All prefix codes of a VP8L image: groups of five, of which each tile of the image uses one.
struct VP8LPrefixCodes {
  private(set) var tables = VP8LPrefixTables()
  private(set) var groups: [VP8LCodeGroup] = []
  /// The group that each tile uses, in the red and green of its pixel; nil if all use the first.
  let tiles: VP8LTiles?

  /// The maximum memory for a picture's codes, in bytes: libwebp writes at most 2600 groups of at most 10 KB, usually
  /// half of that.
  static let maxBytes = 32 << 20

  /// An upper bound of the memory for reading the codes in a file of `fileBytes` bytes, in bytes.
  ///
  /// In the file, a code takes at least 1/64 of the size of its tables: 256 entries need nine lengths and a code for
  /// them, 75 bits; a second table of 128 entries needs eight more lengths of four bits.
  static func bytes(inFileOf fileBytes: Int) -> Int {
    // A growing array exists twice for a moment, the new one with double the capacity.
    3 * min(maxBytes, 64 * fileBytes + 16_384)
  }

  /// Reads all codes.
  ///
  /// - Parameters:
  ///   - tiles: The group that each tile uses; nil if there is only one group.
  ///   - cacheBits: The logarithm of the color cache's size, or 0 if there is no cache.
  ///   - maxBytes: The maximum memory for all codes.
  /// - Throws: `ImageError.truncated`, `.corrupt`, or `.outOfMemory` if the codes exceed `maxBytes`.
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

  /// The group in a tile's pixel.
  @inline(__always)
  static func group(in pixel: UInt32) -> Int { Int(pixel >> 8 & 0xFF | (pixel & 0xFF) << 8) }

  /// The order in which the lengths of the code-length code are stored (3.7.2.1.2).
  private static let lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

  private mutating func readCode(
    from reader: inout VP8LBitReader, symbols: Int
  ) throws(ImageError) -> VP8LPrefixTable {
    if reader.readFlag() {
      // One or two symbols (3.7.2.1.1).
      let hasTwo = reader.readFlag()
      let first = reader.read(reader.readFlag() ? 8 : 1)
      let second = hasTwo ? reader.read(8) : first
      // A symbol out of range is ignored, as in libwebp.
      guard min(first, second) < symbols else { throw VP8LPrefixCodes.failure(reader) }
      return tables.add(first < symbols ? first : second, second < symbols ? second : first)
    }
    var lengths = [UInt8](repeating: 0, count: symbols)
    try VP8LPrefixCodes.readLengths(into: &lengths, from: &reader)
    try reader.check()
    guard let table = tables.add(lengths[...]) else { throw VP8LPrefixCodes.failure(reader) }
    return table
  }

  /// Reads the lengths of a code's words, which have a prefix code themselves (3.7.2.1.2).
  private static func readLengths(into lengths: inout [UInt8], from reader: inout VP8LBitReader) throws(ImageError) {
    var lengthLengths = [UInt8](repeating: 0, count: lengthOrder.count)
    for symbol in lengthOrder.prefix(4 + reader.read(4)) { lengthLengths[symbol] = UInt8(reader.read(3)) }
    var tables = VP8LPrefixTables()
    guard let table = tables.add(lengthLengths[...]) else { throw failure(reader) }
    // The number of code-length symbols that follow; the remaining lengths are 0.
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

  /// The error for an invalid code. Zeros supplied beyond the end make codes invalid, so an overrun is a truncation.
  private static func failure(_ reader: VP8LBitReader) -> ImageError {
    reader.isOverrun ? .truncated(format: "WebP") : .corrupt(format: "WebP", reason: "its codes are not in order")
  }
}

extension VP8LBitReader {
  /// Reads the next symbol. Its code, at most 15 bits, must be available.
  fileprivate mutating func symbol(_ tables: VP8LPrefixTables, _ table: VP8LPrefixTable) -> Int {
    // A table's mask and second tables address only the entries.
    unsafe tables.entries.withUnsafeBufferPointer { entries in
      guard let start = entries.baseAddress else { return 0 }
      return unsafe symbol(start + Int(table.start), mask: UInt64(table.mask))
    }
  }
}
