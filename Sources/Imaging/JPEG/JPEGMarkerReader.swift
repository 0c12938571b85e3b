import Glibc

/// Walks through a JPEG's markers; entropy-coded data between them are passed over, their 0xFF being stuffed.
struct JPEGMarkerReader {
  /// A marker and what belongs to it.
  struct Segment {
    var marker: UInt8
    /// Where it begins: the place of its 0xFF.
    var start: Int
    /// Where its content lies, without its length; empty for markers that have none.
    var content: Range<Int>
  }

  private let bytes: [UInt8]
  private var index = 2

  /// A reader that stands behind the start-of-image marker.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next marker; bytes between segments are skipped, as libjpeg skips them.
  ///
  /// - Throws: `ImageError.truncated` at the end of the bytes.
  mutating func next() throws(ImageError) -> Segment {
    while let found = bytes.firstIndex(of: 0xFF, from: index) {
      var place = found + 1
      while place < bytes.count, bytes[place] == 0xFF { place += 1 }
      guard place < bytes.count else { break }
      let marker = bytes[place]
      index = place + 1
      switch marker {
      // Stuffing, restart markers, reserved ones and a second beginning: they stand alone and mean nothing here.
      case 0x00...0xBF, 0xD0...0xD8: continue
      case 0xD9: return Segment(marker: marker, start: place - 1, content: index..<index)
      default: break
      }
      guard let length = bytes.bigEndian16(at: index) else { break }
      // A length includes its own two bytes; one that is too short for that is that of an empty segment.
      let content = index + 2..<index + max(2, Int(length))
      guard content.upperBound <= bytes.count else { break }
      index = content.upperBound
      return Segment(marker: marker, start: place - 1, content: content)
    }
    throw .truncated(format: "JPEG")
  }
}

extension [UInt8] {
  /// The first place of a byte at or after `start`; nil where there is none.
  ///
  /// By the C library, which looks at many bytes at once: scans are megabytes long.
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
