package import Bitmaps

/// The marker that identifies a JPEG's coding process, used to choose another decoder.
package enum JPEGFrameMarker {
  /// Lossless with Huffman coding (ITU-T T.81, SOF3).
  package static let lossless: UInt8 = 0xC3
  /// JPEG-LS (ITU-T T.87, SOF55).
  package static let jpegLS: UInt8 = 0xF7

  /// Returns the marker of the first frame; nil if this is not a JPEG or the marker is not within these bytes.
  package static func first(in head: [UInt8]) -> UInt8? {
    firstFrame(in: head)?.marker
  }

  /// Returns the bits per sample that the first frame header declares, usually 8 or 12; nil if this is not a JPEG or
  /// the header is not within these bytes.
  package static func precision(in head: [UInt8]) -> UInt8? {
    firstFrame(in: head).flatMap { head[$0.content].first }
  }

  /// Returns the size that the first frame header declares; nil if it declares none, this is not a JPEG, or the header
  /// is not within these bytes.
  package static func size(in head: [UInt8]) -> PixelSize? {
    guard let start = firstFrame(in: head)?.content.lowerBound, let height = head.bigEndian16(at: start + 1),
      let width = head.bigEndian16(at: start + 3), width > 0, height > 0
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  private static func firstFrame(in head: [UInt8]) -> JPEGMarkerReader.Segment? {
    guard JPEGHeader.begins(head) else { return nil }
    var reader = JPEGMarkerReader(head)
    while let segment = try? reader.next(), segment.marker != 0xDA {
      if JPEGFrame.begins(with: segment.marker) { return segment }
    }
    return nil
  }
}
