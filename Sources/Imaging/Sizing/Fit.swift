package import Bitmaps

/// The box that a picture is fitted into, and how.
package struct Fit: Hashable, Sendable {
  /// The size of the box, in samples.
  package var box: PixelSize
  /// The width of a sample divided by its height, in device pixels: 1 is square. Anything but a positive number counts
  /// as 1.
  package var sampleAspect: Double
  /// Whether pictures smaller than the box are enlarged.
  package var upscales: Bool
  /// How the picture fills the box.
  package var scaling: Scaling
  /// The visible part of a picture that exceeds the box: the shares, 0…1, of the excess that are cut off at the left
  /// and at the top.
  package var anchor: Anchor

  /// How a picture fills a box.
  package enum Scaling: Hashable, Sendable {
    /// The largest size at which all of the picture is within the box.
    case contain
    /// The smallest size at which the picture covers all of the box.
    case cover
    /// The size of the box, regardless of the picture's proportions.
    case stretch
    /// The box's width, or its height; the other side keeps the proportions.
    case width, height
    /// One pixel per sample.
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

    /// Creates an anchor from shares of 0…1.
    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }

    /// The middle.
    package static let center = Anchor(x: 0.5, y: 0.5)
  }

  /// Creates a box of `box` samples.
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

  /// Returns the part of a picture, scaled to `target`, that lies in the box: all of it unless it exceeds the box.
  package func part(of target: PixelSize) -> (x: Int, y: Int, size: PixelSize) {
    let (width, height) = (min(target.width, max(box.width, 1)), min(target.height, max(box.height, 1)))
    func start(_ rest: Int, _ share: Double) -> Int { Int(Double(rest) * min(max(0, share.isNaN ? 0.5 : share), 1)) }
    return (
      start(target.width - width, anchor.x), start(target.height - height, anchor.y),
      PixelSize(width: width, height: height)
    )
  }

  /// Returns the size in samples at which a picture with `natural` pixels fills the box, without distortion unless it
  /// is stretched.
  ///
  /// Only a scaling that may exceed the box results in a larger size, of at most 65,535 samples per side. Without
  /// upscaling, neither side is longer than the picture's. The size is at least 1×1, however thin the picture is. A
  /// picture that fills the box at one pixel per sample keeps its size exactly.
  package func target(for natural: PixelSize) -> PixelSize {
    let (width, height) = (max(natural.width, 1), max(natural.height, 1))
    let maximum = PixelSize(width: min(max(box.width, 1), 65_535), height: min(max(box.height, 1), 65_535))
    let aspect = sampleAspect.isFinite && sampleAspect > 0 ? sampleAspect : 1
    let longest = 65_535
    // Samples per pixel along each axis; the picture is undistorted if across × aspect == down.
    let fitting = (
      height: Double(maximum.height) / Double(height), width: Double(maximum.width) / Double(width) * aspect
    )
    var down: Double
    switch scaling {
    case .contain: down = min(fitting.height, fitting.width)
    case .cover: down = max(fitting.height, fitting.width)
    case .width: down = fitting.width
    case .height: down = fitting.height
    case .actualSize: down = min(1, aspect)
    case .stretch:
      return upscales
        ? maximum : PixelSize(width: min(maximum.width, width), height: min(maximum.height, height))
    }
    if !upscales { down = min(down, 1, aspect) }
    let across = down / aspect
    return PixelSize(
      width: Fit.rounded(Double(width) * across, maximum: scaling.mayExceed ? longest : maximum.width),
      height: Fit.rounded(Double(height) * down, maximum: scaling.mayExceed ? longest : maximum.height))
  }

  private static func rounded(_ side: Double, maximum: Int) -> Int {
    // Compared before the conversion, which traps on numbers that do not fit into an Int.
    side >= Double(maximum) ? maximum : max(1, Int(side.rounded()))
  }
}
