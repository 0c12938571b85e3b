package import Bitmaps

/// How pictures are fitted to a grid, and the number of samples in each place of the grid.
package struct SampledFit: Hashable, Sendable {
  /// The box in grid places.
  package var fit: Fit
  /// The samples across and down in each place; less than 1 counts as 1.
  package var samples: PixelSize

  /// The maximum number of pixels to decode if only a part of the picture is visible: a gigapixel panorama that covers
  /// a window is decoded at a lower resolution.
  private static let maximum = 1 << 25

  /// Creates a fit.
  package init(fit: Fit, samples: PixelSize) {
    self.fit = fit
    self.samples = samples
  }

  /// Returns the size to decode, in pixels, of a picture with `natural` pixels.
  package func decodedSize(of natural: PixelSize) -> PixelSize {
    let (across, down) = (max(1, samples.width), max(1, samples.height))
    let whole = fit.target(for: natural)
    // A picture that fits the grid pixel by pixel is repeated, not interpolated, so that it is exact.
    let fine = whole == natural ? whole : PixelSize(width: whole.width * across, height: whole.height * down)
    let pixels = Double(fine.width) * Double(fine.height)
    let longest = Double(max(fine.width, fine.height))
    let coarser =
      fit.part(of: whole).size == whole
      ? 1 : min(1, (Double(SampledFit.maximum) / pixels).squareRoot(), 65_535 / longest)
    return PixelSize(
      width: max(1, Int(Double(fine.width) * coarser)), height: max(1, Int(Double(fine.height) * coarser)))
  }
}
