/// Repairs a JPEG for libjpeg, which fails at errors that other decoders ignore.
enum JPEGRepair {
  /// Returns the complete segments, each with the entropy-coded data behind it, and an end marker.
  ///
  /// Omits bytes between segments, segments with an invalid length or an end beyond the file's, and a second
  /// start-of-image marker. A valid file does not change.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0xFF, 0xD8]
    result.reserveCapacity(bytes.count + 2)
    var reader = JPEGMarkerReader(bytes)
    while let segment = try? reader.next(), segment.marker != 0xD9 {
      let header = segment.content.lowerBound - 2..<segment.content.upperBound
      // The length includes its own two bytes.
      guard Int(bytes.bigEndian16(at: header.lowerBound) ?? 0) == header.count else { continue }
      result += [0xFF, segment.marker]
      result += bytes[header]
      if segment.marker == 0xDA { result += bytes[header.upperBound..<end(ofDataAt: header.upperBound, in: bytes)] }
    }
    return result + [0xFF, 0xD9]
  }

  /// Returns where entropy-coded data end: at the next marker that is neither stuffing nor a restart marker.
  private static func end(ofDataAt start: Int, in bytes: [UInt8]) -> Int {
    var index = start
    while let found = bytes.firstIndex(of: 0xFF, from: index) {
      guard found + 1 < bytes.count else { return found }
      let next = bytes[found + 1]
      if next != 0, !(0xD0...0xD7 ~= next), next != 0xFF { return found }
      // Any number of 0xFF may precede a marker.
      index = next == 0xFF ? found + 1 : found + 2
    }
    return bytes.count
  }
}
