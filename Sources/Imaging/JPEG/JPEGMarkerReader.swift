import Glibc

/// Walks through a JPEG's markers. Entropy-coded data between them can be skipped, because 0xFF is stuffed in them.
struct JPEGMarkerReader {
  struct Segment {
    var marker: UInt8
    /// The offset of the marker's 0xFF.
    var start: Int
    /// The content, without its length; empty for markers that have none.
    var content: Range<Int>
  }

  private let bytes: [UInt8]
  private var index = 2

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next segment. Like libjpeg, skips bytes between segments.
  ///
  /// - Throws: `ImageError.truncated` at the end of the bytes.
  mutating func next() throws(ImageError) -> Segment {
    while let found = bytes.firstIndex(of: 0xFF, from: index) {
      var offset = found + 1
      while offset < bytes.count, bytes[offset] == 0xFF { offset += 1 }
      guard offset < bytes.count else { break }
      let marker = bytes[offset]
      index = offset + 1
      switch marker {
      // Stuffing, restart markers, reserved markers and a second start-of-image marker have no content and are ignored.
      case 0x00...0xBF, 0xD0...0xD8: continue
      case 0xD9: return Segment(marker: marker, start: offset - 1, content: index..<index)
      default: break
      }
      guard let length = bytes.bigEndian16(at: index) else { break }
      // A length includes its own two bytes. If it is smaller than that, the segment counts as empty.
      let content = index + 2..<index + max(2, Int(length))
      guard content.upperBound <= bytes.count else { break }
      index = content.upperBound
      return Segment(marker: marker, start: offset - 1, content: content)
    }
    throw .truncated(format: "JPEG")
  }
}

extension [UInt8] {
  /// Returns the index of the first byte with this value at or after `start`; nil if there is none.
  ///
  /// Uses the C library, which compares many bytes at once, because scans are megabytes long.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard start < count else { return nil }
    return unsafe withUnsafeBytes { bytes in
      // `start` lies within the bytes, and only the remaining ones are searched.
      guard let base = bytes.baseAddress, let found = unsafe memchr(base + start, Int32(byte), bytes.count - start)
      else {
        return nil
      }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
