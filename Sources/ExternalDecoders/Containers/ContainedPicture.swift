import Imaging
import System

/// What a file holds that its format's decoders would not find, or would draw wrongly, taken out of it.
enum ContainedPicture {
  /// A file of a format that is decoded here.
  case picture([UInt8])
  /// A file that programs decode.
  case file([UInt8], decoders: [DecoderCommand])
  /// Pixels: the samples of a Netpbm picture with that header.
  case pixels(NetpbmHeader, samples: [UInt8])

  /// Bytes of a file that are looked at for what it holds.
  static let maxBytes = 256 << 20

  /// The picture, where no program is needed for it.
  ///
  /// - Returns: nil for a file that programs decode.
  func decoded(
    limits: DecodingLimits, target: (PixelSize) throws(ExternalDecodeError) -> ScaledRegion
  ) throws(ExternalDecodeError) -> ExternalPicture? {
    switch self {
    case .file: return nil
    case .picture(let bytes):
      let image: EncodedImage
      do throws(ImageError) { image = try EncodedImage(bytes, limits: limits) } catch { throw .image(error) }
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
