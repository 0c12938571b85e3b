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
      let image: any OpenedPicture
      do throws(ImageError) { image = try decoder.open(bytes, limits: limits, isUpright: false) } catch {
        throw .image(error)
      }
      let wanted = try target(image.size)
      do throws(ImageError) {
        return ExternalPicture(
          bitmap: try image.picture(of: wanted).bitmap, naturalSize: image.size, metadata: image.metadata)
      } catch {
        throw .image(error)
      }
    case .pixels(let header, let samples):
      var rows = NetpbmRows(header)
      var scaler = RowScaler(source: header.size, region: try target(header.size), isOpaque: rows.isOpaque)
      let window = scaler.window
      for row in window.y..<window.y + window.height {
        rows.convert(Array(samples[row * header.rowBytes..<(row + 1) * header.rowBytes]))
        scaler.push(Array(rows.pixels[window.x..<window.x + window.width]))
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
    let tags = TIFFTags(of: input, readsProfile: false)
    guard let range = tags.jpeg, range.count <= ContainedPicture.maxBytes, range.upperBound <= input.count else {
      return nil
    }
    let head = input.bytes(from: range.lowerBound, count: min(range.count, ProgramInput.longHeadBytes))
    guard JPEGFrameMarker.first(in: head) == JPEGFrameMarker.lossless else { return nil }
    if let size = tags.size { do throws(ImageError) { try limits.check(size) } catch { throw .image(error) } }
    return .file(input.bytes(from: range.lowerBound, count: range.count), decoders: [.ffmpeg("jpeg_pipe")])
  }
}
