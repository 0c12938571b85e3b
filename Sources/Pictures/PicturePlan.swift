import Bitmaps
import Imaging

/// The steps from a picture's natural size to a shape: the size to decode, the crop, and the repetition of pixels.
struct PicturePlan: Sendable {
  /// The size of the result in places of the shape's grid.
  let grid: PixelSize
  /// The size to decode, in pixels.
  let size: PixelSize
  /// The size of the result, in samples.
  let samples: PixelSize
  /// The visible part of the decoded pixels.
  let part: PicturePart
  /// The region that the shape requests. It refers to the whole picture, so the fit does not crop it.
  private let asked: ScaledRegion?
  private let exposure: Exposure

  init(for natural: PixelSize, shape: PictureShape) {
    (asked, exposure) = (shape.region, shape.exposure)
    let (across, down) = (max(1, shape.samples.width), max(1, shape.samples.height))
    if let region = shape.region {
      size = region.size
      samples = region.size
      grid = PixelSize(width: (size.width - 1) / across + 1, height: (size.height - 1) / down + 1)
      part = .whole
      return
    }
    let whole = shape.fit.target(for: natural)
    let seen = shape.fit.part(of: whole)
    grid = seen.size
    samples = PixelSize(width: grid.width * across, height: grid.height * down)
    part = PicturePart(shape.fit, of: natural)
    size = SampledFit(fit: shape.fit, samples: shape.samples).decodedSize(of: natural)
  }

  /// The region to decode. Its samples must be within the limits.
  var region: ScaledRegion { asked.map { exposed($0) } ?? region(of: size) }

  /// The region that is the whole picture in a size.
  func region(of size: PixelSize) -> ScaledRegion { exposed(ScaledRegion(whole: size)) }

  private func exposed(_ region: ScaledRegion) -> ScaledRegion {
    var region = region
    region.exposure = exposure
    return region
  }

  /// The bytes of the bitmap that `finished` creates; 0 if it returns the decoded one.
  var finishedBytes: Int { samples == size ? 0 : samples.width * samples.height * 8 }

  /// Crops a bitmap of `size` and repeats its pixels, to give `samples`.
  func finished(_ bitmap: Bitmap) -> Bitmap { bitmap.stretched(to: samples, showing: part) }
}
