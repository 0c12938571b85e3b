/// The items of a HEIF or AVIF file: their types and where their contents are (ISO/IEC 14496-12, 8.11.3 and 8.11.6).
struct HEIFItems {
  /// The types of the items, by identifier.
  private var types: [Int: String] = [:]
  /// The locations of the items' contents, by identifier.
  private var extents: [Int: [Range<Int>]] = [:]

  /// The maximum size of the metadata, in bytes.
  private static let maxMetaBytes = 1 << 20
  /// The maximum number of extents of an item; metadata usually has one.
  private static let maxExtents = 64

  /// Reads a file's list of items; nil if it has none.
  init?(reading read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    guard
      let box = MediaBoxes.boxes(in: 0..<Int.max / 2, reading: read).first(where: { $0.type == "meta" }),
      box.content.count <= HEIFItems.maxMetaBytes
    else { return nil }
    let meta = read(box.content.lowerBound, box.content.count)
    func boxes(in range: Range<Int>) -> [MediaBoxes.Box] {
      MediaBoxes.boxes(in: range) { Array(meta.dropFirst($0).prefix($1)) }
    }
    // The content begins with a version and flags.
    let parts = boxes(in: 4..<max(4, meta.count))
    if let information = parts.first(where: { $0.type == "iinf" }) {
      let countBytes = meta[information.content].first == 0 ? 2 : 4
      let start = min(information.content.lowerBound + 4 + countBytes, information.content.upperBound)
      for entry in boxes(in: start..<information.content.upperBound) where entry.type == "infe" {
        readEntry(meta[entry.content])
      }
    }
    let data = parts.first { $0.type == "idat" }.map { box.content.lowerBound + $0.content.lowerBound }
    if let location = parts.first(where: { $0.type == "iloc" }) { readLocations(meta[location.content], data: data) }
  }

  /// The content of the first item of a type, at most `most` bytes; nil if there is none.
  func content(ofType type: String, most: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? {
    guard let item = types.filter({ $0.value == type }).keys.min(), let extents = extents[item] else { return nil }
    var bytes: [UInt8] = []
    for extent in extents where bytes.count < most {
      bytes += read(extent.lowerBound, min(extent.count, most - bytes.count))
    }
    return bytes
  }

  /// Reads an item's entry of version 2 or 3; earlier versions have no types.
  private mutating func readEntry(_ content: ArraySlice<UInt8>) {
    var fields = NumberReader(content)
    guard let version = fields.number(1), version == 2 || version == 3, fields.number(3) != nil,
      let item = fields.number(version == 2 ? 2 : 4), fields.number(2) != nil
    else { return }
    types[item] = String(decoding: fields.rest.prefix(4), as: UTF8.self)
  }

  /// Reads the locations of all items.
  ///
  /// - Parameter data: The offset of the data within the metadata; nil if there are none.
  private mutating func readLocations(_ content: ArraySlice<UInt8>, data: Int?) {
    var fields = NumberReader(content)
    guard let version = fields.number(1), version <= 2, fields.number(3) != nil, let sizes = fields.number(1),
      let moreSizes = fields.number(1), let count = fields.number(version == 2 ? 4 : 2)
    else { return }
    let (offsetBytes, lengthBytes, baseBytes) = (sizes >> 4, sizes & 15, moreSizes >> 4)
    // Each extent takes some of the bytes, so that their number is limited by them.
    guard offsetBytes + lengthBytes > 0 else { return }
    let indexBytes = version == 0 ? 0 : moreSizes & 15
    for _ in 0..<count {
      guard let item = fields.number(version == 2 ? 4 : 2), let method = version == 0 ? 0 : fields.number(2),
        fields.number(2) != nil, let base = fields.number(baseBytes), let extentCount = fields.number(2)
      else { return }
      var ranges: [Range<Int>] = []
      for _ in 0..<extentCount {
        guard fields.number(indexBytes) != nil, let offset = fields.number(offsetBytes),
          let length = fields.number(lengthBytes)
        else { return }
        // 0: the file; 1: the data within the metadata.
        let origin: Int? = method & 15 == 0 ? 0 : method & 15 == 1 ? data : nil
        // No sum overflows: each number is less than 2⁴⁸.
        if let origin, ranges.count < HEIFItems.maxExtents {
          ranges.append(origin + base + offset..<origin + base + offset + length)
        }
      }
      extents[item] = ranges
    }
  }
}

/// Reads big-endian numbers one after another.
private struct NumberReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The next number of 0…8 bytes; no bytes are 0. Nil if there are too few bytes, or it is 2⁴⁸ or more, beyond the size
  /// of any file.
  mutating func number(_ bytes: Int) -> Int? {
    guard bytes <= 8, rest.count >= bytes else { return nil }
    let number = MediaBoxes.number(rest.prefix(bytes))
    rest = rest.dropFirst(bytes)
    return number < 1 << 48 ? number : nil
  }
}
