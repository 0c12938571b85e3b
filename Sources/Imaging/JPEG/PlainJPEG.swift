/// JPEG files that any decoder shows as we do: upright, in sRGB.
package enum PlainJPEG {
  /// Whether a file is one: its Exif turns nothing, it has no colour profile, and its colours are three or a grey.
  package static func isPlain(_ bytes: [UInt8]) -> Bool {
    guard JPEGHeader.begins(bytes), let header = try? JPEGHeader(bytes) else { return false }
    guard header.frame.components.count != 4, header.profileParts.isEmpty else { return false }
    guard let exif = header.exif else { return true }
    return ImageMetadata(exif: Array(bytes[exif])).orientation == .upright
  }
}
