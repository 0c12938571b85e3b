import Imaging

/// Writes Exif, valid or invalid as a test requires: a TIFF structure with a picture directory, and directories for
/// capture and place and a thumbnail unless they are empty.
struct ExifWriter {
  struct Entry {
    var tag: UInt16
    /// TIFF's code: 1 bytes, 2 text, 3 short, 4 long, 7 undefined.
    var type: UInt16
    var count: UInt32
    var content: [UInt8]
    /// The declared place of the content, if it is not the actual one.
    var offset: UInt32?
  }

  var isBigEndian = true
  var picture: [Entry] = []
  var capture: [Entry] = []
  var location: [Entry] = []
  /// A JPEG small enough for Exif.
  var thumbnail: [UInt8] = []

  /// Exif that contains only an orientation.
  static func oriented(_ orientation: UInt16, isBigEndian: Bool = true) -> [UInt8] {
    var writer = ExifWriter(isBigEndian: isBigEndian)
    writer.picture = [writer.short(274, orientation)]
    return writer.bytes
  }

  func short(_ tag: UInt16, _ value: UInt16) -> Entry { Entry(tag: tag, type: 3, count: 1, content: number(value)) }

  func text(_ tag: UInt16, _ text: String) -> Entry { self.text(tag, Array(text.utf8) + [0]) }

  func text(_ tag: UInt16, _ bytes: [UInt8], type: UInt16 = 2) -> Entry {
    Entry(tag: tag, type: type, count: UInt32(bytes.count), content: bytes)
  }

  func fractions(_ tag: UInt16, _ fractions: [(UInt32, UInt32)]) -> Entry {
    let content = fractions.flatMap { number($0.0) + number($0.1) }
    return Entry(tag: tag, type: 5, count: UInt32(fractions.count), content: content)
  }

  func number<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
    let bytes = (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  var bytes: [UInt8] {
    let start = Array((isBigEndian ? "MM" : "II").utf8) + number(42 as UInt16) + number(8 as UInt32)
    let parts = [(34_665 as UInt16, capture), (34_853, location)].filter { !$0.1.isEmpty }
    // The size of the first directory does not depend on the offsets in it.
    let captureAt = 8 + directory(picture + parts.map { long($0.0, 0) }, at: 8).count
    var own = picture
    var captured: [UInt8] = []
    for (tag, entries) in parts {
      let start = captureAt + captured.count
      own.append(long(tag, start))
      captured += directory(entries, at: start)
    }
    if thumbnail.isEmpty { return start + directory(own, at: 8) + captured }
    // The second directory's values are inline, so the thumbnail follows directly.
    let second = captureAt + captured.count
    let entries = { (offset: Int) in [short(259, 6), long(513, offset), long(514, thumbnail.count)] }
    let thumbnailAt = second + directory(entries(0), at: second).count
    return start + directory(own, at: 8, next: second) + captured + directory(entries(thumbnailAt), at: second)
      + thumbnail
  }

  private func long(_ tag: UInt16, _ value: Int) -> Entry {
    Entry(tag: tag, type: 4, count: 1, content: number(UInt32(value)))
  }

  private func directory(_ entries: [Entry], at offset: Int, next: Int = 0) -> [UInt8] {
    var fields = number(UInt16(entries.count))
    var contents: [UInt8] = []
    let end = offset + 2 + 12 * entries.count + 4
    for entry in entries {
      fields += number(entry.tag) + number(entry.type) + number(entry.count)
      if entry.content.count <= 4, entry.offset == nil {
        fields += entry.content + Array(repeating: 0, count: 4 - entry.content.count)
      } else {
        fields += number(entry.offset ?? UInt32(end + contents.count))
        contents += entry.content
      }
    }
    return fields + number(UInt32(next)) + contents
  }
}

/// A JPEG with segments inserted after its start-of-image marker.
func inserting(_ segments: [(marker: UInt8, content: [UInt8])], into jpeg: [UInt8]) -> [UInt8] {
  jpeg[..<2]
    + segments.flatMap { segment -> [UInt8] in
      let length = segment.content.count + 2
      return [0xFF, segment.marker, UInt8(length >> 8), UInt8(length & 0xFF)] + segment.content
    } + jpeg[2...]
}

/// A JPEG with Exif.
func inserting(exif: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
  inserting([(0xE1, Array("Exif".utf8) + [0, 0] + exif)], into: jpeg)
}

/// A PNG with Exif before the first chunk with this name, or at the end if there is none.
func inserting(exif: [UInt8], intoPNG png: [UInt8], before chunk: String = "IDAT") -> [UInt8] {
  var writer = PNGWriter(reading: png)
  writer.insert("eXIf", exif, before: chunk)
  return writer.bytes
}
