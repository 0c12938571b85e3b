/// Selects some of a JPEG's scans: those of a progressive one that a small picture needs, or those before a damaged one.
enum JPEGScans {
  /// Returns the JPEG without the scans of AC coefficients, so that every block is its exact mean; nil if the JPEG has
  /// no end marker or an invalid scan header.
  ///
  /// At 1/8 scale this loses no luma, and leaves subsampled chroma at half the luma's resolution, as in the picture
  /// itself. The omitted scans are most of the bytes.
  static func withoutDetail(_ bytes: [UInt8], frame: JPEGFrame) -> [UInt8]? {
    var reader = JPEGMarkerReader(bytes)
    var head: [UInt8] = []
    /// The start of the range being copied; nil within an omitted scan.
    var start: Int? = 0
    while let segment = try? reader.next() {
      let first = start ?? segment.start
      start = first
      if segment.marker == 0xD9 {
        return head + bytes[first..<segment.start] + emptyDetail(frame) + [0xFF, 0xD9]
      }
      guard segment.marker == 0xDA else { continue }
      // A scan header ends with the first coefficient, the last one, and the precision (T.81, B.2.3).
      guard segment.content.count >= 4 else { return nil }
      let firstCoefficient = bytes[segment.content.upperBound - 3]
      if firstCoefficient > 0 {
        head += bytes[first..<segment.start]
        start = nil
      }
    }
    return nil
  }

  /// Returns where each scan begins, with the tables before it; and where segments that no scan follows begin.
  static func starts(in bytes: [UInt8]) -> [Int] {
    var reader = JPEGMarkerReader(bytes)
    var starts: [Int] = []
    /// Whether a scan follows the last start.
    var isComplete = true
    while let segment = try? reader.next(), segment.marker != 0xD9 {
      if isComplete { starts.append(segment.start) }
      isComplete = segment.marker == 0xDA
    }
    return starts
  }

  /// Returns scans that declare all AC coefficients to be zero. Without them, libjpeg would estimate coefficients and
  /// smooth the means, as it does for incomplete pictures (block smoothing).
  private static func emptyDetail(_ frame: JPEGFrame) -> [UInt8] {
    // No restart markers, and a single Huffman code, the bit 0, for a run of 2¹⁴ to 2¹⁵ − 1 blocks without AC
    // coefficients, whose length follows in 14 bits (T.81, G.1.2.2). Here always the longest run: 0 and fourteen ones.
    let tables: [UInt8] =
      [0xFF, 0xDD, 0, 4, 0, 0] + [0xFF, 0xC4, 0, 20, 0x10, 1] + Array(repeating: 0, count: 15) + [0xE0]
    return frame.components.reduce(tables) { scans, component in
      // The last run may be longer than the remaining blocks.
      let runs = (frame.blocks(of: component) - 1) / 32_767 + 1
      return scans + [0xFF, 0xDA, 0, 8, 1, component.identity, 0, 1, 63, 0] + encodedRuns(runs)
    }
  }

  /// Returns the bits of `count` runs, with the last byte padded with ones and 0xFF stuffed.
  private static func encodedRuns(_ count: Int) -> [UInt8] {
    var bits = (0..<count * 15).map { $0 % 15 != 0 }
    while bits.count % 8 != 0 { bits.append(true) }
    return stride(from: 0, to: bits.count, by: 8).flatMap { start -> [UInt8] in
      let byte = bits[start..<start + 8].reduce(0 as UInt8) { $0 << 1 | ($1 ? 1 : 0) }
      return byte == 0xFF ? [0xFF, 0] : [byte]
    }
  }
}
