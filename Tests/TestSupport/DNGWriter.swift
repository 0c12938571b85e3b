/// Writes a DNG: a mosaic of greenish samples, brightest in the top left corner, and a preview if there is one: a JPEG, or samples.
package struct DNGWriter {
  private var body: [UInt8] = []

  private enum Value {
    case bytes([UInt8])
    case text(String)
    case shorts([Int])
    case longs([Int])
    case fractions([Int], over: Int, isSigned: Bool = false)

    var kind: (type: Int, count: Int, bytes: [UInt8]) {
      switch self {
      case .bytes(let bytes): (1, bytes.count, bytes)
      case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
      case .shorts(let values): (3, values.count, values.flatMap { DNGWriter.number($0, 2) })
      case .longs(let values): (4, values.count, values.flatMap { DNGWriter.number($0, 4) })
      case .fractions(let values, let over, let isSigned):
        (isSigned ? 10 : 5, values.count, values.flatMap { DNGWriter.number($0, 4) + DNGWriter.number(over, 4) })
      }
    }
  }

  /// The file.
  package private(set) var bytes: [UInt8] = []

  /// - Parameters:
  ///   - missing: The number of bytes of samples that lie behind the end of the file.
  ///   - small: A second, smaller preview, a JPEG.
  ///   - bitmapWidth: The width of a preview that consists of red, green and blue samples; nil if it is a JPEG.
  package init(
    preview: [UInt8], width: Int = 384, height: Int = 256, orientation: Int = 1, missing: Int = 0,
    small: (jpeg: [UInt8], width: Int, height: Int)? = nil, bitmapWidth: Int? = nil
  ) {
    body = preview
    if body.count % 2 == 1 { body.append(0) }
    let samples = 8 + body.count
    for row in 0..<height {
      for column in 0..<width {
        let isGreen = (row + column) % 2 == 1
        let light = (isGreen ? 40_000 : 20_000) - 12_800 * (row + column) / (width + height)
        body.append(UInt8(truncatingIfNeeded: light))
        body.append(UInt8(truncatingIfNeeded: light >> 8))
      }
    }
    let sensor: [(Int, Value)] = [
      (254, .longs([0])), (256, .longs([width])), (257, .longs([height])), (258, .shorts([16])), (259, .shorts([1])),
      (262, .shorts([32_803])), (273, .longs([samples + missing])), (277, .shorts([1])), (278, .longs([height])),
      (279, .longs([2 * width * height])), (33_421, .shorts([2, 2])), (33_422, .bytes([0, 1, 1, 2])),
      (50_717, .longs([65_535])),
    ]
    let camera: [(Int, Value)] = [
      (271, .text("tui")), (272, .text("tui camera")), (274, .shorts([orientation])), (50_706, .bytes([1, 4, 0, 0])),
      (50_708, .text("tui camera")),
      (50_721, .fractions([10_000, 0, 0, 0, 10_000, 0, 0, 0, 10_000], over: 10_000, isSigned: true)),
      (50_728, .fractions([1, 1, 1], over: 1)), (50_778, .shorts([21])),
    ]
    guard !preview.isEmpty else {
      let first = directory(sensor + camera)
      bytes = header(first) + body
      return
    }
    var parts = [directory(sensor)]
    if let small {
      let offset = 8 + body.count
      body += small.jpeg + (small.jpeg.count % 2 == 1 ? [0] : [])
      parts.append(directory(DNGWriter.picture(at: offset, small.jpeg.count, small.width, small.height)))
    }
    let height = bitmapWidth.map { preview.count / (3 * $0) } ?? 64
    let picture = DNGWriter.picture(at: 8, preview.count, bitmapWidth ?? 96, height, isJPEG: bitmapWidth == nil)
    let first = directory(picture + [(330, .longs(parts))] + camera)
    bytes = header(first) + body
  }

  private static func picture(
    at offset: Int, _ count: Int, _ width: Int, _ height: Int, isJPEG: Bool = true
  ) -> [(Int, Value)] {
    [
      (254, .longs([1])), (256, .longs([width])), (257, .longs([height])), (258, .shorts([8, 8, 8])),
      (259, .shorts([isJPEG ? 7 : 1])), (262, .shorts([isJPEG ? 6 : 2])), (273, .longs([offset])),
      (277, .shorts([3])), (278, .longs([height])), (279, .longs([count])),
    ]
  }

  private func header(_ first: Int) -> [UInt8] { Array("II*\0".utf8) + DNGWriter.number(first, 4) }

  /// Appends a directory; returns its offset.
  private mutating func directory(_ entries: [(Int, Value)]) -> Int {
    var table = DNGWriter.number(entries.count, 2)
    for (tag, value) in entries.sorted(by: { $0.0 < $1.0 }) {
      let (type, count, bytes) = value.kind
      table += DNGWriter.number(tag, 2) + DNGWriter.number(type, 2) + DNGWriter.number(count, 4)
      if bytes.count <= 4 {
        table += bytes + Array(repeating: 0, count: 4 - bytes.count)
      } else {
        table += DNGWriter.number(8 + body.count, 4)
        body += bytes + (bytes.count % 2 == 1 ? [0] : [])
      }
    }
    let offset = 8 + body.count
    body += table + [0, 0, 0, 0]
    return offset
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
