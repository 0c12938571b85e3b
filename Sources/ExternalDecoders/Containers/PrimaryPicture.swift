import Imaging
import System

/// A HEIF with several pictures, of which the primary one is not the first. heif-convert writes them in order, so all
/// others are hidden: pictures that are hidden still serve as tiles and as transparency.
enum PrimaryPicture {
  /// The file with the other pictures hidden; nil if the first picture is the primary one.
  static func contained(in input: ProgramInput, limits: DecodingLimits) throws(ExternalDecodeError) -> ContainedPicture?
  {
    let flags = MediaPicture(of: input).othersFlags
    guard !flags.isEmpty, input.length <= ContainedPicture.maxBytes else { return nil }
    var bytes = input.bytes(from: 0, count: input.length)
    for offset in flags where offset < bytes.count { bytes[offset] |= 1 }
    return .file(bytes, decoders: [.heifConvert, .magick("heic")])
  }
}
