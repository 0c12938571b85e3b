/// What a JPEG says of itself before its first scan (ITU-T T.81, annex B).
struct JPEGHeader: Sendable {
  /// The picture's size in pixels.
  private(set) var size = PixelSize(width: 0, height: 0)
  /// Grey has 1, colour 3, CMYK 4.
  private(set) var components = 0
  /// Whether an Adobe marker is there: its CMYK is stored inverted.
  private(set) var hasAdobeMarker = false
  /// Whether the picture comes in more than one scan, so that a decoder must hold all its coefficients.
  private(set) var hasManyScans = false
  /// Whether its samples are Huffman-coded, all in one scan: then libjpeg notices whatever is missing.
  var isBaseline: Bool { (frame == 0xC0 || frame == 0xC1) && !hasManyScans }
  /// The frame header's marker, which tells the coding process.
  private var frame: UInt8 = 0
  /// What those coefficients take, in bytes.
  private(set) var coefficientBytes = 0
  /// Where the entropy-coded data of the first scan begin.
  private(set) var scanStart = 0

  /// Reads the markers up to the first scan.
  ///
  /// - Throws: `ImageError.truncated`, `.corrupt` or `.unsupported`.
  init(_ bytes: [UInt8]) throws(ImageError) {
    var reader = JPEGMarkerReader(bytes)
    while true {
      let segment = try reader.next()
      switch segment.marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        if components == 0 { try readFrame(segment, of: bytes) }
      case 0xEE:
        hasAdobeMarker = hasAdobeMarker || bytes[segment.content].starts(with: "Adobe".utf8)
      case 0xDA:
        guard components > 0 else { throw .corrupt(format: "JPEG", reason: "a scan comes before the frame header") }
        guard let count = bytes[segment.content].first else {
          throw .corrupt(format: "JPEG", reason: "a scan header is too short")
        }
        hasManyScans = hasManyScans || Int(count) < components
        scanStart = segment.content.upperBound
        return
      case 0xD9:
        throw .corrupt(format: "JPEG", reason: "there is no picture in it")
      // T.81 leaves the other markers to applications, or they hold tables that are libjpeg's business.
      default: break
      }
    }
  }

  /// Whether an end-of-image marker follows the first scan; a file that was cut off has none.
  ///
  /// Within entropy-coded data 0xFF is always stuffed, so that the marker's two bytes mean what they say.
  func hasEnd(in bytes: [UInt8]) -> Bool {
    var index = scanStart
    while let start = bytes[index...].firstIndex(of: 0xFF) {
      index = start + 1
      if index < bytes.count, bytes[index] == 0xD9 { return true }
    }
    return false
  }

  /// Reads a frame header: precision, height, width, and for each component its identity and its sampling factors.
  private mutating func readFrame(_ segment: JPEGMarkerReader.Segment, of bytes: [UInt8]) throws(ImageError) {
    let content = segment.content
    guard content.count >= 6, let height = bytes.bigEndian16(at: content.lowerBound + 1),
      let width = bytes.bigEndian16(at: content.lowerBound + 3),
      case let count = Int(bytes[content.lowerBound + 5]), content.count >= 6 + 3 * count
    else { throw .corrupt(format: "JPEG", reason: "the frame header is too short") }
    let precision = bytes[content.lowerBound]
    guard precision == 8 else { throw .unsupported(format: "JPEG", reason: "\(precision) bits a sample") }
    guard width > 0, height > 0 else { throw .corrupt(format: "JPEG", reason: "its size is \(width)×\(height)") }
    guard [1, 3, 4].contains(count) else { throw .unsupported(format: "JPEG", reason: "\(count) components") }
    size = PixelSize(width: Int(width), height: Int(height))
    components = count
    frame = segment.marker
    hasManyScans = [0xC2, 0xC6, 0xCA, 0xCE].contains(segment.marker)
    let factors = (0..<count).map { bytes[content.lowerBound + 7 + 3 * $0] }
    let (across, down) = (factors.map { Int($0 >> 4) }.max() ?? 1, factors.map { Int($0 & 15) }.max() ?? 1)
    guard factors.allSatisfy({ $0 >> 4 != 0 && $0 & 15 != 0 }) else {
      throw .corrupt(format: "JPEG", reason: "a sampling factor is zero")
    }
    // A coefficient is two bytes, a block 64 of them, and blocks come in whole groups of the sampling factors.
    let groups = ((size.width - 1) / (8 * across) + 1) * ((size.height - 1) / (8 * down) + 1)
    coefficientBytes = groups * factors.reduce(0) { $0 + Int($1 >> 4) * Int($1 & 15) } * 128
  }
}

/// Walks through a JPEG's markers.
struct JPEGMarkerReader {
  /// A marker and where its content lies, without its length; empty for markers that have none.
  struct Segment {
    var marker: UInt8
    var content: Range<Int>
  }

  private let bytes: [UInt8]
  private var index = 2

  /// A reader that stands behind the start-of-image marker.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next marker; bytes between segments are skipped, as libjpeg skips them.
  ///
  /// - Throws: `ImageError.truncated` at the end of the bytes, `.corrupt` at an impossible length.
  mutating func next() throws(ImageError) -> Segment {
    while index < bytes.count {
      guard let start = bytes[index...].firstIndex(of: 0xFF),
        let place = bytes[start...].firstIndex(where: { $0 != 0xFF })
      else { break }
      let marker = bytes[place]
      index = place + 1
      switch marker {
      // Stuffing, restart markers and such: they stand alone and mean nothing here.
      case 0x00, 0x01, 0xD0...0xD7: continue
      case 0xD8, 0xD9: return Segment(marker: marker, content: index..<index)
      default: break
      }
      guard let length = bytes.bigEndian16(at: index) else { break }
      guard length >= 2 else { throw .corrupt(format: "JPEG", reason: "a segment's length is \(length)") }
      let content = index + 2..<index + Int(length)
      guard content.upperBound <= bytes.count else { break }
      index = content.upperBound
      return Segment(marker: marker, content: content)
    }
    throw .truncated(format: "JPEG")
  }
}
