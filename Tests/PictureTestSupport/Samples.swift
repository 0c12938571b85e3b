import Bitmaps
import Decks
import FoundationEssentials
import Imaging
package import Pictures
import System

/// Valid pictures of a few bytes.
package enum Samples {
  /// 2×2 pixels: red, green; blue, white.
  package static let png = decoded(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR42mP4z8DAAMIM/4EAAB/uBfvxq7p3AAAAAElFTkSuQmCC")
  /// 16×8 pixels of a single gray.
  package static let jpeg = decoded(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxO"
      + "UlNSMj5aYVpQYEpRUk//wAALCAAIABABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAI"
      + "AQEAAD8AD//Z")
  /// The beginning of a PNG that declares 60,000×60,000 pixels.
  package static let hugePNG = decoded("iVBORw0KGgoAAAANSUhEUgAA6mAAAOpgCAIAAAAPsOIV")

  package static let red = SIMD4<UInt16>(.max, 0, 0, .max)
  package static let green = SIMD4<UInt16>(0, .max, 0, .max)
  package static let blue = SIMD4<UInt16>(0, 0, .max, .max)
  package static let white = SIMD4<UInt16>(.max, .max, .max, .max)
  package static let black = SIMD4<UInt16>(0, 0, 0, .max)

  package static func decoded(_ text: String) -> [UInt8] { Data(base64Encoded: text).map { Array($0) } ?? [] }
}

/// A shape of `width × height` places with `across × down` samples each.
package func shape(_ width: Int, _ height: Int, across: Int = 1, down: Int = 1, upscales: Bool = true) -> PictureShape {
  PictureShape(
    fit: Fit(box: PixelSize(width: width, height: height), upscales: upscales),
    samples: PixelSize(width: across, height: down))
}

/// The key of a file that need not exist.
package func key(_ name: String, _ shape: PictureShape = shape(2, 2)) -> PictureKey {
  PictureKey(location: .file(Path(name)), shape: shape)
}

/// A picture that costs `pixels × 8` bytes.
package func picture(pixels: Int = 1) -> LoadedPicture {
  let size = PixelSize(width: pixels, height: 1)
  return LoadedPicture(bitmap: .solid(Samples.red, size: size), grid: size, naturalSize: size, format: "PNG")
}
