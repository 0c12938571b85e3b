import Bitmaps

/// Detects JPEG files that any decoder shows in the same way: upright, in sRGB.
package enum PlainJPEG {
  /// Whether a file is one of these: its Exif does not turn it, and it has no ICC profile and one or three components.
  package static func isPlain(_ bytes: [UInt8]) -> Bool {
    guard JPEGHeader.begins(bytes), let header = try? JPEGHeader(bytes) else { return false }
    guard header.frame.components.count != 4, header.profileParts.isEmpty else { return false }
    guard let exif = header.exif else { return true }
    return ImageMetadata(exif: Array(bytes[exif])).orientation == .upright
  }
}
