/// One of a JPEG's Huffman codes (ITU-T T.81, annex C).
struct JPEGHuffmanTable: Sendable {
  /// The most bits in a coefficient of 8-bit samples (T.81, F.1.2). Tables with symbols for longer ones are rejected.
  private static let maxValueBits = 11
  /// The number of bits that index `shortCodes`.
  private static let shortBits = 10

  /// The codes in ascending order, from the shortest to the longest: the length in the high byte, the symbol in the low
  /// byte.
  private let codes: [UInt16]
  /// For each sequence of `shortBits` bits, the code at its beginning; 0 if it is longer or there is none.
  private let shortCodes: [UInt16]
  /// For each longer length, what all sequences of 16 bits that begin with codes of up to this length are below; and what is
  /// added to a code to find it among `codes`.
  private let longCodes: [(end: Int, offset: Int)]

  /// Creates the tables from the number of codes of each length, 1…16, and their symbols; nil if there are more codes
  /// than their lengths permit, or if the code is not for 8-bit samples.
  init?(counts: ArraySlice<UInt8>, symbols: ArraySlice<UInt8>) {
    guard symbols.allSatisfy({ $0 & 15 <= JPEGHuffmanTable.maxValueBits }) else { return nil }
    let shortBits = JPEGHuffmanTable.shortBits
    var (codes, longCodes): ([UInt16], [(end: Int, offset: Int)]) = ([], [])
    var shortCodes = [UInt16](repeating: 0, count: 1 << shortBits)
    var rest = symbols
    // The next code, followed by zeros: 16 bits.
    var next = 0
    for (length, count) in zip(1...16, counts) {
      let (span, offset) = (1 << (16 - length), codes.count - next >> (16 - length))
      for _ in 0..<count {
        guard let symbol = rest.popFirst(), next + span <= 1 << 16 else { return nil }
        let code = UInt16(length) << 8 | UInt16(symbol)
        codes.append(code)
        if length <= shortBits {
          for index in next >> (16 - shortBits)..<(next + span) >> (16 - shortBits) { shortCodes[index] = code }
        }
        next += span
      }
      if length > shortBits { longCodes.append((end: next, offset: offset)) }
    }
    (self.codes, self.shortCodes, self.longCodes) = (codes, shortCodes, longCodes)
  }

  /// Reads a DC difference (F.2.2.1), for which the reader must have been filled; nil if the code is invalid.
  @inline(__always)
  func difference(from reader: inout JPEGBitReader) -> Int32? {
    let code = code(of: reader.bits)
    let size = code & 15
    guard code > 0, code & 0xFF == size else { return nil }
    reader.skip(code >> 8)
    let difference = JPEGHuffmanTable.value(reader.bits, size: size)
    reader.skip(size)
    return difference
  }

  /// Returns the code at the beginning of `bits`, most significant bit first: its length in the high byte, its symbol
  /// in the low byte; 0 if there is none.
  @inline(__always)
  private func code(of bits: UInt64) -> Int {
    let code = shortCodes[Int(truncatingIfNeeded: bits >> UInt64(64 - JPEGHuffmanTable.shortBits))]
    return code != 0 ? Int(code) : longCode(of: Int(truncatingIfNeeded: bits >> 48))
  }

  private func longCode(of window: Int) -> Int {
    for (index, codes) in longCodes.enumerated() where window < codes.end {
      return Int(self.codes[codes.offset + window >> (15 - JPEGHuffmanTable.shortBits - index)])
    }
    return 0
  }

  /// Returns the highest `size` bits as a signed value; those that begin with 0 are negative (F.2.2.1, EXTEND).
  @inline(__always)
  private static func value(_ bits: UInt64, size: Int) -> Int32 {
    guard size > 0 else { return 0 }
    let value = Int32(truncatingIfNeeded: bits >> UInt64(truncatingIfNeeded: 64 &- size))
    return value < 1 << Int32(size - 1) ? value - (1 << Int32(size)) + 1 : value
  }
}
