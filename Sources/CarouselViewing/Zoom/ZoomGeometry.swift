import CarouselValues

/// The position of content in the viewport: the point of the content in the middle of the viewport, and the inverse of
/// the zoom.
///
/// The visible rectangle is linear in these three numbers. A point of the content that is at the same position at both
/// ends of a `Glide` therefore stays there throughout.
struct ZoomPose: Equatable, Sendable {
  /// x, y and the inverse of the zoom; the last element is unused.
  var numbers: SIMD4<Double>

  init(_ numbers: SIMD4<Double>) { self.numbers = numbers }

  init(x: Double, y: Double, inverse: Double) { numbers = SIMD4(x, y, inverse, 0) }

  /// The point of the content in the middle of the viewport, as fractions of the content's width and height.
  var x: Double { numbers[0] }
  var y: Double { numbers[1] }
  /// The inverse of the zoom; > 0.
  var inverse: Double { numbers[2] }
  /// The magnification relative to the content mode's size.
  var zoom: Double { 1 / inverse }
}

/// How a viewport, content and a content mode fit together: the part of a zoom that does not depend on time.
struct ZoomGeometry: Equatable, Sendable {
  let viewport: SlideSize
  /// The size of the content as it is displayed, after rotation.
  let content: SlideSize
  /// The rectangle of the content at zoom 1, in units of the viewport.
  let base: SlideBox
  /// The fractions of the free space to the left of the content and above it.
  private let shares: SlidePoint
  /// The zoom at which a unit of the content is a unit of the viewport.
  let actual: Double
  /// The range of the zoom at rest, as inverses.
  let inverses: ClosedRange<Double>

  init(viewport: SlideSize, content: SlideSize, _ settings: ZoomMachine.Settings) {
    self.viewport = viewport
    self.content = content
    let box = settings.contentMode.box(for: content, in: viewport)
    base = box
    let shares = settings.contentMode.alignment.shares
    self.shares = SlidePoint(x: shares.x, y: shares.y)
    actual = box.width > 0 ? content.width / box.width : 1
    let maximum = Self.bounded(settings.maximumZoom ?? max(3, 2 * actual), 1...Self.maximum)
    let minimum = Self.bounded(settings.minimumZoom ?? min(1, actual), 1 / Self.maximum...1)
    inverses = 1 / maximum...1 / minimum
  }

  /// Returns the zoom that a double click goes to.
  func toggled(_ settings: ZoomMachine.Settings) -> Double {
    let zoom = settings.toggleZoom ?? max(2, actual)
    return zoom > 0 ? zoom : 1
  }

  /// The upper limit of the zoom; its inverse is the lower limit.
  private static let maximum = 10_000.0

  private static func bounded(_ number: Double, _ range: ClosedRange<Double>) -> Double {
    number.isNaN ? 1 : max(range.lowerBound, min(number, range.upperBound))
  }

  var isEmpty: Bool { viewport.isEmpty || base.width <= 0 || base.height <= 0 }

  /// The pose at zoom 1, aligned by the content mode.
  var home: ZoomPose { bounded(ZoomPose(x: shares.x, y: shares.y, inverse: 1)) }

  /// Returns the points of the content, as fractions of its extent along an axis, that may be in the middle of the
  /// viewport at rest. No space is left beside content that could fill it.
  func middles(_ axis: Axis, inverse: Double) -> ClosedRange<Double> {
    let (extent, length, share) = (viewport[axis], base.size[axis] / inverse, shares[axis])
    guard length > 0 else { return 0.5...0.5 }
    if length <= extent * (1 + 1e-12) {
      let middle = (extent / 2 - (extent - length) * share) / length
      return middle...middle
    }
    let margin = extent / (2 * length)
    return margin...1 - margin
  }

  /// Returns the nearest pose at which content may rest.
  func bounded(_ pose: ZoomPose) -> ZoomPose {
    let inverse = max(inverses.lowerBound, min(pose.inverse, inverses.upperBound))
    let (x, y) = (middles(.horizontal, inverse: inverse), middles(.vertical, inverse: inverse))
    return ZoomPose(
      x: max(x.lowerBound, min(pose.x, x.upperBound)), y: max(y.lowerBound, min(pose.y, y.upperBound)),
      inverse: inverse)
  }

  /// Converts a distance in the viewport to fractions of the content's size.
  func shares(of distance: SlidePoint, inverse: Double) -> SlidePoint {
    isEmpty ? .zero : SlidePoint(x: distance.x * inverse / base.width, y: distance.y * inverse / base.height)
  }

  /// Returns the point of the content at a point of the viewport, as fractions of the content's size.
  func share(at point: SlidePoint, _ pose: ZoomPose) -> SlidePoint {
    SlidePoint(x: pose.x, y: pose.y) + shares(of: fromMiddle(point), inverse: pose.inverse)
  }

  /// Returns the pose at which a point of the content, as fractions of its size, is at a point of the viewport.
  func pose(showing share: SlidePoint, at point: SlidePoint, inverse: Double) -> ZoomPose {
    let way = shares(of: fromMiddle(point), inverse: inverse)
    return ZoomPose(x: share.x - way.x, y: share.y - way.y, inverse: inverse)
  }

  func box(_ pose: ZoomPose) -> SlideBox {
    guard !isEmpty else { return SlideBox(.zero) }
    let (width, height) = (base.width / pose.inverse, base.height / pose.inverse)
    return SlideBox(
      x: viewport.width / 2 - pose.x * width, y: viewport.height / 2 - pose.y * height, width: width, height: height)
  }

  func exceeds(_ axis: Axis, inverse: Double) -> Bool {
    let middles = middles(axis, inverse: inverse)
    return middles.lowerBound < middles.upperBound
  }

  private func fromMiddle(_ point: SlidePoint) -> SlidePoint {
    point - SlidePoint(x: viewport.width / 2, y: viewport.height / 2)
  }
}
