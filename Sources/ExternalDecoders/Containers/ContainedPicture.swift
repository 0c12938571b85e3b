import Bitmaps
import Decoding
import Imaging
import System

/// The content of a file that its format's decoders would not find or would decode incorrectly, extracted from it.
enum ContainedPicture {
  /// A file of a format that `Imaging` decodes.
  case picture([UInt8])
  /// A file that external programs decode.
  case file([UInt8], decoders: [DecoderCommand])
  /// Pixels: the samples of a Netpbm picture with this header.
  case pixels(NetpbmHeader, samples: [UInt8])

  /// The maximum number of bytes to extract from a file.
  static let maxBytes = 256 << 20

  /// The picture, if no program is needed to decode it.
  ///
  /// - Returns: nil for a file that external programs decode.
  /// - Throws: `ExternalDecodeError.image`, or an error of `target`.
  func decoded(
    by decoder: any PictureDecoding, limits: DecodingLimits,
    target: (PixelSize) throws(ExternalDecodeError) -> ScaledRegion
  ) throws(ExternalDecodeError) -> ExternalPicture? {
    switch self {
    case .file: return nil
    case .picture(let bytes):
      let image = try ExternalDecodeError.wrapping { () throws(ImageError) in
        try decoder.open(bytes, limits: limits, isUpright: false)
      }
      let wanted = try target(image.size)
      let bitmap = try ExternalDecodeError.wrapping { () throws(ImageError) in try image.picture(of: wanted).bitmap }
      return ExternalPicture(bitmap: bitmap, naturalSize: image.size, metadata: image.metadata)
    case .pixels(let header, let samples):
      var rows = NetpbmRows(header)
      var scaler = RowScaler(source: header.size, region: try target(header.size), isOpaque: rows.isOpaque)
      for row in scaler.window.rows {
        rows.convert(Array(samples[row * header.rowBytes..<(row + 1) * header.rowBytes]))
        scaler.push(whole: rows.pixels)
      }
      return ExternalPicture(bitmap: scaler.finish(), naturalSize: header.size)
    }
  }
}

/// A TIFF whose pixels are a single lossless JPEG. ffmpeg decodes that, libjpeg does not, so the JPEG is extracted.
enum LosslessTIFF {
  /// The JPEG; nil for any other TIFF.
  static func contained(in input: ProgramInput, limits: DecodingLimits) throws(ExternalDecodeError) -> ContainedPicture?
  {
    let tags = TIFFTags(of: input)
    guard let range = tags.jpeg, range.count <= ContainedPicture.maxBytes, range.upperBound <= input.count else {
      return nil
    }
    let head = input.bytes(from: range.lowerBound, count: min(range.count, ProgramInput.longHeadBytes))
    guard JPEGFrameMarker.first(in: head) == JPEGFrameMarker.lossless else { return nil }
    if let size = tags.size { try ExternalDecodeError.wrapping { () throws(ImageError) in try limits.check(size) } }
    return .file(input.bytes(from: range.lowerBound, count: range.count), decoders: [.ffmpeg("jpeg_pipe")])
  }
}
