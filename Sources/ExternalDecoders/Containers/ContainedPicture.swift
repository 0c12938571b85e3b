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
