/// What tells how a JPEG is coded, for those who look for another decoder.
package enum JPEGFrameMarker {
  /// Lossless coding with Huffman's codes (ITU-T T.81, SOF3).
  package static let lossless: UInt8 = 0xC3
  /// JPEG-LS (ITU-T T.87, SOF55).
  package static let jpegLS: UInt8 = 0xF7

  /// The marker of the first frame; nil for what is no JPEG, and where none stands within these bytes.
  package static func first(in head: [UInt8]) -> UInt8? {
    guard head.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var reader = JPEGMarkerReader(head)
    while let segment = try? reader.next(), segment.marker != 0xDA {
      if JPEGFrame.begins(with: segment.marker) { return segment.marker }
    }
    return nil
  }
}
