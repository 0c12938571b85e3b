/// The box that a picture is to be fitted into, and how.
package struct Fit: Hashable, Sendable {
  /// The samples that there are: the most that a fitted picture may have on either side.
  package var box: PixelSize
  /// The width of one sample divided by its height, in the pixels of the device: 1 is square. Anything but a positive
  /// number counts as 1.
  package var sampleAspect: Double
  /// Whether a picture smaller than the box is enlarged.
  package var upscales: Bool
  /// How the picture fills the box.
  package var scaling: Scaling
  /// Which part of a picture that exceeds the box is seen: the shares of what exceeds it that are cut off on the left and above, 0…1.
  package var anchor: Anchor

  /// How a picture fills a box.
  package enum Scaling: Hashable, Sendable {
    /// All of it within the box, as large as possible.
    case contain
    /// All of the box covered, by as small a picture as possible.
    case cover
    /// To the box's sides, whatever becomes of the proportions.
    case stretch
    /// To the box's width, or to its height.
    case width, height
    /// A pixel a sample.
    case actualSize

    /// Whether a picture may be larger than the box.
    package var mayExceed: Bool {
      switch self {
      case .contain, .stretch: false
      case .cover, .width, .height, .actualSize: true
      }
    }
  }

  /// Shares from left to right and from top to bottom.
  package struct Anchor: Hashable, Sendable {
    package var x: Double
    package var y: Double

    /// Shares, 0…1.
    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }

    /// The middle.
    package static let center = Anchor(x: 0.5, y: 0.5)
  }

  /// A box of samples.
  package init(
    box: PixelSize, sampleAspect: Double = 1, upscales: Bool = true, scaling: Scaling = .contain,
    anchor: Anchor = .center
  ) {
    self.box = box
    self.sampleAspect = sampleAspect
    self.upscales = upscales
    self.scaling = scaling
    self.anchor = anchor
  }

  /// The part of a picture, scaled to its target, that lies in the box: all of it unless it exceeds the box.
  package func part(of target: PixelSize) -> (x: Int, y: Int, size: PixelSize) {
    let (width, height) = (min(target.width, max(box.width, 1)), min(target.height, max(box.height, 1)))
    func start(_ rest: Int, _ share: Double) -> Int { Int(Double(rest) * min(max(0, share.isNaN ? 0.5 : share), 1)) }
    return (
      start(target.width - width, anchor.x), start(target.height - height, anchor.y),
      PixelSize(width: width, height: height)
    )
  }

  /// The size in samples at which a picture of `natural` pixels fills the box, without distortion unless it is stretched.
  ///
  /// It is larger than the box only where the scaling makes it so, and then never longer than 65,535; nor is it, without enlarging, larger than the picture on either side; and at least 1×1,
  /// however thin the picture is. A picture that fills the box at one pixel a sample keeps its size exactly.
  package func target(for natural: PixelSize) -> PixelSize {
    let (width, height) = (max(natural.width, 1), max(natural.height, 1))
    let most = PixelSize(width: min(max(box.width, 1), 65_535), height: min(max(box.height, 1), 65_535))
    let aspect = sampleAspect.isFinite && sampleAspect > 0 ? sampleAspect : 1
    let longest = 65_535
    // Samples per pixel on either side; the picture is distorted by nothing as long as across × aspect == down.
    let fitting = (height: Double(most.height) / Double(height), width: Double(most.width) / Double(width) * aspect)
    var down: Double
    switch scaling {
    case .contain: down = min(fitting.height, fitting.width)
    case .cover: down = max(fitting.height, fitting.width)
    case .width: down = fitting.width
    case .height: down = fitting.height
    case .actualSize: down = min(1, aspect)
    case .stretch:
      return upscales
        ? most : PixelSize(width: min(most.width, width), height: min(most.height, height))
    }
    if !upscales { down = min(down, 1, aspect) }
    let across = down / aspect
    return PixelSize(
      width: Fit.rounded(Double(width) * across, most: scaling.mayExceed ? longest : most.width),
      height: Fit.rounded(Double(height) * down, most: scaling.mayExceed ? longest : most.height))
  }

  private static func rounded(_ side: Double, most: Int) -> Int {
    // Compared before the conversion, which traps on what no Int holds.
    side >= Double(most) ? most : max(1, Int(side.rounded()))
  }
}
