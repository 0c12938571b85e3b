/// What a JPEG says of itself before its first scan (ITU-T T.81, annex B).
struct JPEGHeader: Sendable {
  /// The frame header.
  let frame: JPEGFrame
  /// Whether an Adobe marker is there: its CMYK is stored inverted.
  let hasAdobeMarker: Bool
  /// Whether the picture comes in more than one scan, so that a decoder must hold all its coefficients.
  let hasManyScans: Bool
  /// Where the content of the first Exif segment lies, if there is one.
  let exif: Range<Int>?
  /// Where the parts of an ICC profile lie, their marks and numbers included, as they come.
  let profileParts: [Range<Int>]
  /// Where the entropy-coded data of the first scan begin.
  private let scanStart: Int

  /// Whether bytes begin as every JPEG does. What follows may be anything, up to the next marker.
  static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xFF, 0xD8]) }

  /// The picture's size in pixels.
  var size: PixelSize { frame.size }

  /// Reads the markers up to the first scan.
  ///
  /// - Throws: `ImageError.truncated`, `.corrupt` or `.unsupported`.
  init(_ bytes: [UInt8]) throws(ImageError) {
    var reader = JPEGMarkerReader(bytes)
    var frame: JPEGFrame?
    var hasAdobeMarker = false
    var exif: Range<Int>?
    var profileParts: [Range<Int>] = []
    while true {
      let segment = try reader.next()
      switch segment.marker {
      case 0xEE: hasAdobeMarker = hasAdobeMarker || bytes[segment.content].starts(with: "Adobe".utf8)
      case 0xE1: if exif == nil, bytes[segment.content].starts(with: ExifReader.mark) { exif = segment.content }
      case 0xE2:
        // The mark, and two bytes of numbers; there are at most 255 parts, and one more shows that there are too many.
        if segment.content.count >= 14, profileParts.count < 256,
          bytes[segment.content].starts(with: JPEGHeader.profileMark)
        {
          profileParts.append(segment.content)
        }
      case 0xDA:
        guard let frame else { throw .corrupt(format: "JPEG", reason: "a scan comes before the frame header") }
        guard let count = bytes[segment.content].first else {
          throw .corrupt(format: "JPEG", reason: "a scan header is too short")
        }
        self.frame = frame
        self.hasAdobeMarker = hasAdobeMarker
        self.exif = exif
        self.profileParts = profileParts
        hasManyScans = frame.isProgressive || Int(count) < frame.components.count
        scanStart = segment.content.upperBound
        return
      case 0xD9: throw .corrupt(format: "JPEG", reason: "it contains no picture")
      // T.81 leaves the other markers to applications, or they hold tables that are libjpeg's business.
      default: if frame == nil, JPEGFrame.begins(with: segment.marker) { frame = try JPEGFrame(segment, of: bytes) }
      }
    }
  }

  /// Whether an end-of-image marker follows the first scan; a file that was cut off has none.
  ///
  /// Within entropy-coded data 0xFF is always stuffed, so that the marker's two bytes mean what they say.
  func hasEnd(in bytes: [UInt8]) -> Bool {
    var index = scanStart
    while let start = bytes.firstIndex(of: 0xFF, from: index) {
      index = start + 1
      if index < bytes.count, bytes[index] == 0xD9 { return true }
    }
    return false
  }
}
