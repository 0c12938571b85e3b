/// One of a JPEG's Huffman codes (ITU-T T.81, annex C), as tables that are indexed by the next bits: small tables,
/// which stay in the L1 cache, and a large one for the rest.
struct JPEGHuffmanTable {
  /// The number of bits that index `runs`.
  static let runBits = 12
  /// The number of bits that index `shortCodes`.
  private static let shortBits = 10
  /// The most bits in a coefficient of 8-bit samples (T.81, F.1.2). Tables with symbols for longer ones are rejected.
  static let maxValueBits = 11

  /// For each sequence of 16 bits, the code at its beginning: its length in the high byte, its symbol in the low byte;
  /// 0 if there is none.
  private let codes: [UInt16]
  /// The same for `shortBits` bits; 0 if the code is longer or there is none.
  private let shortCodes: [UInt16]
  /// What an entry of `runs` adds to the number of coefficients, besides them, if they end the block.
  static let endOfBlock = 512

  /// For each sequence of `runBits` bits, the coefficients whose codes lie completely within it. Their values are
  /// skipped and may extend beyond it. Bits 0…4 are the number of bits that the coefficients take, including values;
  /// the higher bits are the number of coefficients, zeros included, plus `endOfBlock` if they end the block. If the first code
  /// is longer than the sequence, the number is 64, which is too many for any block.
  let runs: [UInt16]

  /// Creates the tables from the number of codes of each length, 1…16, and their symbols; nil if there are more codes
  /// than their lengths permit, or if the code is not for 8-bit samples.
  init?(counts: ArraySlice<UInt8>, symbols: ArraySlice<UInt8>) {
    guard symbols.allSatisfy({ $0 & 15 <= JPEGHuffmanTable.maxValueBits }) else { return nil }
    var codes = [UInt16](repeating: 0, count: 1 << 16)
    var code = 0
    var symbol = symbols.startIndex
    for (length, count) in zip(1...16, counts) {
      let span = 1 << (16 - length)
      for _ in 0..<count {
        guard symbol < symbols.endIndex, code + span <= codes.count else { return nil }
        let entry = UInt16(length) << 8 | UInt16(symbols[symbol])
        for index in code..<code + span { codes[index] = entry }
        code += span
        symbol += 1
      }
    }
    self.codes = codes
    let shortBits = JPEGHuffmanTable.shortBits
    shortCodes = (0..<1 << shortBits).map { window in
      let code = codes[window << (16 - shortBits)]
      return code >> 8 <= shortBits ? code : 0
    }
    runs = JPEGHuffmanTable.runs(of: codes)
  }

  /// Returns the code at the beginning of `bits`, most significant bit first: its length in the high byte, its symbol
  /// in the low byte; 0 if there is none.
  @inline(__always)
  func code(of bits: UInt64) -> Int {
    let code = shortCodes[Int(truncatingIfNeeded: bits >> UInt64(64 - JPEGHuffmanTable.shortBits))]
    return Int(code != 0 ? code : codes[Int(truncatingIfNeeded: bits >> 48)])
  }

  private static func runs(of codes: [UInt16]) -> [UInt16] {
    (0..<1 << runBits).map { window in
      var (bits, coefficients, isEnd) = (0, 0, false)
      while !isEnd, bits < runBits {
        // The bits after the sequence are unknown: a code that extends beyond it is left to the next lookup.
        let code = Int(codes[(window << (16 - runBits + bits)) & 0xFFFF])
        let (length, run, size) = (code >> 8, code >> 4 & 15, code & 15)
        guard length > 0, bits + length <= runBits else { break }
        bits += length + size
        if size == 0, run != 15 { isEnd = true } else { coefficients += run + 1 }
      }
      if bits == 0 { return 64 << 5 }
      return UInt16(bits | (coefficients + (isEnd ? endOfBlock : 0)) << 5)
    }
  }
}
