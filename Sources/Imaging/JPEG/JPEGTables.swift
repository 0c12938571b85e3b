/// The tables and parameters with which the DC coefficients of a JPEG's first scan are decoded (ITU-T T.81, B.2.4).
struct JPEGTables {
  /// The quantization tables, in zigzag order.
  private(set) var quantization: [[Int32]?] = [nil, nil, nil, nil]
  /// The Huffman codes of the DC coefficients.
  private(set) var dc: [JPEGHuffmanTable?] = [nil, nil, nil, nil]
  /// The number of groups of blocks between restart markers; 0 if there are none.
  private(set) var restartInterval = 0
  /// The color transform that an Adobe marker declares: 0 for none, 1 for YCbCr; nil if there is no such marker.
  private(set) var adobeTransform: UInt8?
  /// The content of the scan's header.
  private(set) var scan = 0..<0

  /// Reads the segments before the first scan; nil if one is invalid or there is no scan.
  init?(_ bytes: [UInt8]) {
    var reader = JPEGMarkerReader(bytes)
    while let segment = try? reader.next() {
      let content = bytes[segment.content]
      switch segment.marker {
      case 0xDB: guard readQuantization(content) else { return nil }
      case 0xC4: guard readCodes(content) else { return nil }
      case 0xDD:
        guard content.count == 2, let interval = bytes.bigEndian16(at: content.startIndex) else { return nil }
        restartInterval = Int(interval)
      case 0xEE:
        if content.count >= 12, content.starts(with: "Adobe".utf8) { adobeTransform = content[content.startIndex + 11] }
      case 0xDA:
        scan = segment.content
        return
      case 0xD9: return nil
      // Other segments do not affect how the scan is decoded.
      default: break
      }
    }
    return nil
  }

  /// Whether a frame's three components are YCbCr, by libjpeg's rules.
  func isYCbCr(_ frame: JPEGFrame) -> Bool {
    if let transform = adobeTransform { return transform == 1 }
    return frame.components.map(\.identity) == [1, 2, 3]
  }

  private mutating func readQuantization(_ content: ArraySlice<UInt8>) -> Bool {
    var rest = content
    while let head = rest.popFirst() {
      let width = head >> 4 == 0 ? 1 : 2
      guard head & 15 < 4, head >> 4 < 2, rest.count >= 64 * width else { return false }
      let start = rest.startIndex
      quantization[Int(head & 15)] = (0..<64).map { index in
        width == 1
          ? Int32(rest[start + index]) : Int32(rest[start + 2 * index]) << 8 | Int32(rest[start + 2 * index + 1])
      }
      rest = rest.dropFirst(64 * width)
    }
    return true
  }

  private mutating func readCodes(_ content: ArraySlice<UInt8>) -> Bool {
    var rest = content
    while let head = rest.popFirst() {
      let counts = rest.prefix(16)
      let count = counts.reduce(0) { $0 + Int($1) }
      guard head & 15 < 4, head >> 4 < 2, counts.count == 16, count <= 256, rest.count >= 16 + count,
        let table = JPEGHuffmanTable(counts: counts, symbols: rest.dropFirst(16).prefix(count))
      else { return false }
      if head >> 4 == 0 { dc[Int(head & 15)] = table }
      rest = rest.dropFirst(16 + count)
    }
    return true
  }
}
