import Imaging
import System

/// A TIFF whose pixels are a single lossless JPEG. ffmpeg decodes that, libjpeg does not, so the JPEG is extracted.
enum LosslessTIFF {
  /// The JPEG; nil for any other TIFF.
  static func contained(in input: ProgramInput, limits: DecodingLimits) throws(ExternalDecodeError) -> ContainedPicture?
  {
    let tags = TIFFTags(of: input, readsProfile: false)
    guard let range = tags.jpeg, range.count <= ContainedPicture.maxBytes, range.upperBound <= input.length else {
      return nil
    }
    let head = input.bytes(from: range.lowerBound, count: min(range.count, ProgramInput.longHeadBytes))
    guard JPEGFrameMarker.first(in: head) == JPEGFrameMarker.lossless else { return nil }
    if let size = tags.size { do throws(ImageError) { try limits.check(size) } catch { throw .image(error) } }
    return .file(input.bytes(from: range.lowerBound, count: range.count), decoders: [.ffmpeg("jpeg_pipe")])
  }
}
