/// A progressive JPEG's scans, of which a small picture needs only the first few.
enum JPEGScans {
  /// The JPEG without the scans that add detail within the blocks of 8×8: the rest has every block's exact mean.
  ///
  /// An eighth of the picture shows nothing else of brightness, and of colour nothing that half of its size does not show,
  /// too; and these scans are most of the bytes. Nil when the JPEG does not come to its end.
  static func withoutDetail(_ bytes: [UInt8], frame: JPEGFrame) -> [UInt8]? {
    var reader = JPEGMarkerReader(bytes)
    var kept: [UInt8] = []
    /// Start of the range being kept; nil within a scan that is dropped.
    var start: Int? = 0
    while let segment = try? reader.next() {
      let first = start ?? segment.start
      start = first
      if segment.marker == 0xD9 {
        return kept + bytes[first..<segment.start] + emptyDetail(frame) + [0xFF, 0xD9]
      }
      guard segment.marker == 0xDA else { continue }
      // A scan header ends with the first coefficient, the last, and the precision (T.81, B.2.3).
      guard segment.content.count >= 4 else { return nil }
      let firstCoefficient = bytes[segment.content.upperBound - 3]
      if firstCoefficient > 0 {
        kept += bytes[first..<segment.start]
        start = nil
      }
    }
    return nil
  }

  /// Scans that say that there is no detail. Without any, libjpeg would make some up, and smooth the means (its block
  /// smoothing, for pictures that are still on their way).
  private static func emptyDetail(_ frame: JPEGFrame) -> [UInt8] {
    // No restart markers; and one Huffman code, the bit 0, for a run of 2¹⁴ to 2¹⁵ − 1 blocks without detail, whose length
    // follows in 14 bits (T.81, G.1.2.2). Here always the longest: 0 and fourteen ones.
    let tables: [UInt8] =
      [0xFF, 0xDD, 0, 4, 0, 0] + [0xFF, 0xC4, 0, 20, 0x10, 1] + Array(repeating: 0, count: 15) + [0xE0]
    return frame.components.reduce(tables) { scans, component in
      // The last run may be longer than the remaining blocks.
      let runs = (frame.blocks(of: component) - 1) / 32_767 + 1
      return scans + [0xFF, 0xDA, 0, 8, 1, component.identity, 0, 1, 63, 0] + encodedRuns(runs)
    }
  }

  /// The bits of `count` runs, the last byte padded with ones, 0xFF stuffed.
  private static func encodedRuns(_ count: Int) -> [UInt8] {
    var bits = (0..<count * 15).map { $0 % 15 != 0 }
    while bits.count % 8 != 0 { bits.append(true) }
    return stride(from: 0, to: bits.count, by: 8).flatMap { start -> [UInt8] in
      let byte = bits[start..<start + 8].reduce(0 as UInt8) { $0 << 1 | ($1 ? 1 : 0) }
      return byte == 0xFF ? [0xFF, 0] : [byte]
    }
  }
}
