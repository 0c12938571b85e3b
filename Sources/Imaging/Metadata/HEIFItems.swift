/// The items of a HEIF or AVIF file: their types and where their contents are (ISO/IEC 14496-12, 8.11.3 and 8.11.6).
struct HEIFItems {
  private var types: [Int: String] = [:]
  /// The locations of the items' contents, by identifier.
  private var extents: [Int: [Range<Int>]] = [:]

  /// The maximum number of extents of an item; metadata usually has one.
  private static let maxExtents = 64

  /// Reads a file's list of items; nil if it has none.
  init?(reading read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    guard let metadata = HEIFMetadata(reading: read) else { return nil }
    for item in metadata.items { types[item.id] = item.type }
    let data = metadata.part("idat").map { metadata.start + $0.content.lowerBound }
    if let location = metadata.part("iloc") { readLocations(metadata.bytes[location.content], data: data) }
  }

  /// The content of the first item of a type, at most `maximum` bytes; nil if there is none.
  func content(ofType type: String, maximum: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? {
    guard let item = types.filter({ $0.value == type }).keys.min(), let extents = extents[item] else { return nil }
    var bytes: [UInt8] = []
    for extent in extents where bytes.count < maximum {
      bytes += read(extent.lowerBound, min(extent.count, maximum - bytes.count))
    }
    return bytes
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
