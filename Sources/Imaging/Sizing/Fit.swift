/// The box that a picture is to be fitted into, and how.
package struct Fit: Hashable, Sendable {
  /// The samples that there are: the most that a fitted picture may have on either side.
  package var box: PixelSize
  /// The width of one sample divided by its height, in the pixels of the device: 1 is square. Anything but a positive
  /// number counts as 1.
  package var sampleAspect: Double
  /// Whether a picture smaller than the box is enlarged.
  package var upscales: Bool

  /// A box of samples.
  package init(box: PixelSize, sampleAspect: Double = 1, upscales: Bool = true) {
    self.box = box
    self.sampleAspect = sampleAspect
    self.upscales = upscales
  }

  /// The size in samples at which a picture of `natural` pixels fills the box without distortion.
  ///
  /// It is never larger than the box, nor, without enlarging, larger than the picture on either side; and at least 1×1,
  /// however thin the picture is. A picture that fills the box at one pixel a sample keeps its size exactly.
  package func target(for natural: PixelSize) -> PixelSize {
    let (width, height) = (max(natural.width, 1), max(natural.height, 1))
    let most = PixelSize(width: min(max(box.width, 1), 65_535), height: min(max(box.height, 1), 65_535))
    let aspect = sampleAspect.isFinite && sampleAspect > 0 ? sampleAspect : 1
    // Samples per pixel on either side; the picture is distorted by nothing as long as across × aspect == down.
    var down = min(Double(most.height) / Double(height), Double(most.width) / Double(width) * aspect)
    if !upscales { down = min(down, 1, aspect) }
    let across = down / aspect
    return PixelSize(
      width: Fit.rounded(Double(width) * across, most: most.width),
      height: Fit.rounded(Double(height) * down, most: most.height))
  }

  private static func rounded(_ side: Double, most: Int) -> Int {
    // Compared before the conversion, which traps on what no Int holds.
    side >= Double(most) ? most : max(1, Int(side.rounded()))
  }
}
