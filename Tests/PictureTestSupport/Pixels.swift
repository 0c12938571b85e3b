package import Bitmaps
package import ExternalDecoders
import Imaging
import LibraryCodecs
import System

/// A picture of 24×16 different pixels, opaque unless alpha is requested.
package enum Pattern {
  package static let size = PixelSize(width: 24, height: 16)

  package static func bytes(hasAlpha: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        bytes += [UInt8(x * 10), UInt8(y * 15), UInt8((x * 7 + y * 11) % 256)]
        if hasAlpha { bytes.append(UInt8(255 - x * 5)) }
      }
    }
    return bytes
  }

  /// The picture as a PAM, which every program reads.
  package static func pam(hasAlpha: Bool = false) -> [UInt8] {
    let kind = hasAlpha ? "DEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA" : "DEPTH 3\nMAXVAL 255\nTUPLTYPE RGB"
    return Array("P7\nWIDTH 24\nHEIGHT 16\n\(kind)\nENDHDR\n".utf8) + bytes(hasAlpha: hasAlpha)
  }

  /// The picture as converted by ImageMagick.
  package static func converted(to coder: String, _ options: [String] = [], hasAlpha: Bool = false) throws -> [UInt8] {
    try output(of: .magick, ["pam:-"] + options + ["\(coder):-"], input: pam(hasAlpha: hasAlpha))
  }
}

extension Bitmap {
  /// The 8-bit sRGB samples; alpha is not premultiplied.
  package var encoded: [UInt8] {
    pixels.flatMap { pixel -> [UInt8] in
      let alpha = Double(pixel.w) / 65_535
      let colors = [pixel.x, pixel.y, pixel.z].map { channel in
        SRGB.encoded(alpha == 0 ? 0 : UInt16(min(65_535, (Double(channel) / alpha).rounded())))
      }
      return colors + [UInt8((alpha * 255).rounded())]
    }
  }

  /// The greatest difference from 8-bit samples; `Int.max` if their number differs.
  package func difference(from samples: [UInt8]) -> Int {
    guard samples.count == pixels.count * 4 else { return .max }
    return zip(encoded, samples).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// The mean difference from 8-bit samples; infinite if their number differs.
  package func meanDifference(from samples: [UInt8]) -> Double {
    guard samples.count == pixels.count * 4 else { return .infinity }
    return Double(zip(encoded, samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(samples.count)
  }
}

extension [UInt8] {
  /// RGB samples with an opaque alpha after every three.
  package var withAlpha: [UInt8] { indices.flatMap { $0 % 3 == 2 ? [self[$0], 255] : [self[$0]] } }
}

extension DecoderPrograms {
  /// Decodes a picture at its own size, or at `size`: a TIFF by libtiff, if that can.
  package func picture(
    _ bytes: [UInt8], named fileExtension: String? = nil, page: Int = 1, size: PixelSize? = nil
  ) throws -> ExternalPicture {
    if PictureFormat(beginning: bytes)?.name == "TIFF" {
      do throws(ImageError) {
        let image = try EncodedImage(bytes, limits: limits, codecs: LibraryCodecs.all)
        return ExternalPicture(
          bitmap: try image.decode(scaledTo: size ?? image.size), naturalSize: image.size, metadata: image.metadata)
      } catch {
        guard case .unsupported = error else { throw ExternalDecodeError.image(error) }
      }
    }
    let input = try ProgramInput(bytes)
    guard let format = ForeignFormat(head: input.head(), fileExtension: fileExtension) else {
      throw ExternalDecodeError.image(.notAPicture)
    }
    return try picture(in: input, of: format, page: page) { natural throws(ExternalDecodeError) in
      ScaledRegion(whole: size ?? natural)
    }
  }
}
