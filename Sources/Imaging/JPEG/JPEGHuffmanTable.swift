/// One of a JPEG's Huffman codes (ITU-T T.81, annex C), as tables to look up the next bits in: small ones, which stay in the
/// processor's nearest cache, and a large one for the rest.
struct JPEGHuffmanTable {
  /// Bits that `runs` is looked up by.
  static let runBits = 11
  /// Bits that `shortCodes` is looked up by.
  private static let shortBits = 10
  /// The most bits that a coefficient of 8-bit samples has (T.81, F.1.2): codes for more are not taken.
  static let maxValueBits = 11

  /// For each sequence of 16 bits the code that begins it: its length in the high byte, its symbol in the low one; 0 where
  /// there is none.
  private let codes: [UInt16]
  /// The same for shorter sequences; 0 where they do not tell the code.
  private let shortCodes: [UInt16]
  /// For each sequence of `runBits` bits the coefficients that it holds, when their values do not matter: as many as their
  /// codes can be told by these bits alone. In the lowest five bits the bits that they take, values included; then, from bit
  /// 5 on, the coefficients, and in bit 15 whether they end the block. 0 where the first code is longer.
  let runs: [UInt16]

  /// A code from the counts of its codes by length, 1…16, and its symbols; nil when there are more codes than bits can tell,
  /// or it is not for 8-bit samples.
  init?(counts: ArraySlice<UInt8>, symbols: ArraySlice<UInt8>) {
    guard symbols.allSatisfy({ $0 & 15 <= JPEGHuffmanTable.maxValueBits }) else { return nil }
    var codes = [UInt16](repeating: 0, count: 1 << 16)
    var place = 0
    var symbol = symbols.startIndex
    for (length, count) in zip(1...16, counts) {
      let span = 1 << (16 - length)
      for _ in 0..<count {
        guard symbol < symbols.endIndex, place + span <= codes.count else { return nil }
        let entry = UInt16(length) << 8 | UInt16(symbols[symbol])
        for index in place..<place + span { codes[index] = entry }
        place += span
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

  /// The code that begins the bits, which stand at the top: its length in the high byte, its symbol in the low one; 0 where
  /// there is none.
  @inline(__always)
  func code(of bits: UInt64) -> Int {
    let code = shortCodes[Int(truncatingIfNeeded: bits >> UInt64(64 - JPEGHuffmanTable.shortBits))]
    return Int(code != 0 ? code : codes[Int(truncatingIfNeeded: bits >> 48)])
  }

  private static func runs(of codes: [UInt16]) -> [UInt16] {
    (0..<1 << runBits).map { window in
      var (bits, coefficients, isEnd) = (0, 0, false)
      while !isEnd, bits < runBits {
        // What follows these bits is not known: a code that reaches beyond them is left for the next look.
        let code = Int(codes[(window << (16 - runBits + bits)) & 0xFFFF])
        let (length, run, size) = (code >> 8, code >> 4 & 15, code & 15)
        guard length > 0, bits + length <= runBits else { break }
        bits += length + size
        if size == 0, run != 15 { isEnd = true } else { coefficients += run + 1 }
      }
      return UInt16(bits | coefficients << 5 | (isEnd ? 1 << 15 : 0))
    }
  }
}
