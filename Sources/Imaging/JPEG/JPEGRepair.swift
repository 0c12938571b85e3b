/// A JPEG put in order for libjpeg, which gives up at what other decoders look past.
enum JPEGRepair {
  /// The segments that are whole, each with the entropy-coded data behind it, and an end marker.
  ///
  /// Left out are bytes between segments, segments that say they have no length or go on beyond the file's end, and a second
  /// beginning. A file in which nothing is wrong stays as it is.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0xFF, 0xD8]
    result.reserveCapacity(bytes.count + 2)
    var reader = JPEGMarkerReader(bytes)
    while let segment = try? reader.next(), segment.marker != 0xD9 {
      let header = segment.content.lowerBound - 2..<segment.content.upperBound
      // Its length counts itself.
      guard Int(bytes.bigEndian16(at: header.lowerBound) ?? 0) == header.count else { continue }
      result += [0xFF, segment.marker]
      result += bytes[header]
      if segment.marker == 0xDA { result += bytes[header.upperBound..<end(ofDataAt: header.upperBound, in: bytes)] }
    }
    return result + [0xFF, 0xD9]
  }

  /// Where entropy-coded data end: at the next marker that is neither stuffing nor one that restarts them.
  private static func end(ofDataAt start: Int, in bytes: [UInt8]) -> Int {
    var index = start
    while let found = bytes.firstIndex(of: 0xFF, from: index) {
      guard found + 1 < bytes.count else { return found }
      let next = bytes[found + 1]
      if next != 0, !(0xD0...0xD7 ~= next), next != 0xFF { return found }
      // Any number of 0xFF may stand before a marker.
      index = next == 0xFF ? found + 1 : found + 2
    }
    return bytes.count
  }
}
