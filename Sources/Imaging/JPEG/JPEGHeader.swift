import Bitmaps

/// A JPEG's properties, from the segments before its first scan (ITU-T T.81, annex B).
struct JPEGHeader: Sendable {
  let frame: JPEGFrame
  /// Whether the picture has more than one scan, so that a decoder must hold all its coefficients.
  let hasManyScans: Bool
  /// The content of the first Exif segment, if there is one.
  let exif: Range<Int>?
  /// The XMP packet, if there is one.
  let xmp: Range<Int>?
  /// The contents of the segments with parts of an ICC profile, including marks and numbers, in stored order.
  let profileParts: [Range<Int>]
  /// Whether a segment announces a gain map.
  let hasGainMapMark: Bool
  /// The offset of the first scan's entropy-coded data.
  private let scanStart: Int

  /// Whether bytes begin with a JPEG's first marker. Anything may follow, up to the next marker.
  static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xFF, 0xD8]) }

  /// The picture's size in pixels.
  var size: PixelSize { frame.size }

  /// Reads the markers up to the first scan.
  ///
  /// - Throws: `ImageError.truncated`, `.corrupt` or `.unsupported`.
  init(_ bytes: [UInt8]) throws(ImageError) {
    var reader = JPEGMarkerReader(bytes)
    var frame: JPEGFrame?
    var (exif, xmp): (Range<Int>?, Range<Int>?)
    var profileParts: [Range<Int>] = []
    var hasGainMapMark = false
    while true {
      let segment = try reader.next()
      switch segment.marker {
      case 0xE1:
        let content = segment.content
        if exif == nil, bytes[content].starts(with: ExifFields.mark) { exif = content }
        if xmp == nil, bytes[content].starts(with: XMPOrientation.mark) {
          xmp = content.dropFirst(XMPOrientation.mark.count)
        }
      case 0xE2:
        // A part begins with the mark and two bytes of numbers. There are at most 255 parts; a 256th is kept so that
        // the number of parts never matches.
        if segment.content.count >= 14, profileParts.count < 256,
          bytes[segment.content].starts(with: JPEGHeader.profileMark)
        {
          profileParts.append(segment.content)
        }
        hasGainMapMark = hasGainMapMark || bytes[segment.content].starts(with: GainMap.mark)
      case 0xDA:
        guard let frame else { throw .corrupt(format: "JPEG", reason: "a scan comes before the frame header") }
        guard let count = bytes[segment.content].first else {
          throw .corrupt(format: "JPEG", reason: "a scan header is too short")
        }
        self.frame = frame
        self.exif = exif
        self.xmp = xmp
        self.profileParts = profileParts
        self.hasGainMapMark = hasGainMapMark
        hasManyScans = frame.isProgressive || Int(count) < frame.components.count
        scanStart = segment.content.upperBound
        return
      case 0xD9: throw .corrupt(format: "JPEG", reason: "it contains no picture")
      // T.81 leaves the other markers to applications, or they contain tables that only libjpeg reads.
      default: if frame == nil, JPEGFrame.begins(with: segment.marker) { frame = try JPEGFrame(segment, of: bytes) }
      }
    }
  }

  /// Whether an end-of-image marker follows the first scan; a truncated file has none.
  ///
  /// Entropy-coded data never contain the marker's two bytes, because 0xFF is always stuffed in them.
  func hasEnd(in bytes: [UInt8]) -> Bool {
    var index = scanStart
    while let start = bytes.firstIndex(of: 0xFF, from: index) {
      index = start + 1
      if index < bytes.count, bytes[index] == 0xD9 { return true }
    }
    return false
  }

  /// The mark that begins a segment with a part of an ICC profile (ICC.1:2022, B.4).
  static let profileMark: [UInt8] = Array("ICC_PROFILE".utf8) + [0]

  /// Returns the ICC profile, assembled from its parts, which may be in any order; nil if there is none, if parts are
  /// missing or inconsistent, or if it is too long.
  func profile(in bytes: [UInt8]) -> [UInt8]? {
    guard let first = profileParts.first else { return nil }
    let start = JPEGHeader.profileMark.count
    // The mark is followed by the part's number, from 1, and the number of parts.
    let count = Int(bytes[first.lowerBound + start + 1])
    guard count == profileParts.count, profileParts.reduce(0, { $0 + $1.count }) <= ICCProfile.maxBytes else {
      return nil
    }
    var parts = [Range<Int>?](repeating: nil, count: count)
    for part in profileParts {
      let (number, total) = (Int(bytes[part.lowerBound + start]), Int(bytes[part.lowerBound + start + 1]))
      guard total == count, 1...count ~= number, parts[number - 1] == nil else { return nil }
      parts[number - 1] = part.lowerBound + start + 2..<part.upperBound
    }
    return parts.reduce(into: []) { profile, part in
      if let part { profile += bytes[part] }
    }
  }
}
