/// Where content is under a zoom: the share of it that shows in the viewport's middle, and one over the zoom.
///
/// The visible rectangle is linear in these three numbers, so a `Glide` through them keeps every point still that shows at the same
/// place at both ends.
struct ZoomPlace: Equatable, Sendable {
  /// x, y, one over the zoom, and nothing.
  var numbers: SIMD4<Double>

  init(_ numbers: SIMD4<Double>) { self.numbers = numbers }

  init(x: Double, y: Double, inverse: Double) { numbers = SIMD4(x, y, inverse, 0) }

  /// The share of the width in the middle.
  var x: Double {
    get { numbers[0] }
    set { numbers[0] = newValue }
  }
  /// The share of the height in the middle.
  var y: Double {
    get { numbers[1] }
    set { numbers[1] = newValue }
  }
  /// One over the zoom; > 0.
  var inverse: Double {
    get { numbers[2] }
    set { numbers[2] = newValue }
  }
  /// How many times larger it is than at rest.
  var zoom: Double { 1 / inverse }
}

/// How a viewport, a content and a content mode fit together: everything about a zoom that is not over time.
struct ZoomGeometry: Equatable, Sendable {
  /// The viewport.
  let viewport: SlideSize
  /// The content as it is seen, turned.
  let content: SlideSize
  /// Where the content stands at zoom 1, in units of the viewport.
  let base: SlideBox
  /// The shares of free space on the left and above.
  private let shares: (x: Double, y: Double)
  /// The zoom at which a unit of the content is a unit of the viewport.
  let actual: Double
  /// The zooms at rest, by their inverses.
  let inverses: ClosedRange<Double>

  init(viewport: SlideSize, content: SlideSize, _ settings: ZoomMachine.Settings) {
    self.viewport = viewport
    self.content = content
    let box = settings.contentMode.box(
      forWidth: content.width, height: content.height, inWidth: viewport.width, height: viewport.height)
    base = box
    shares = settings.contentMode.alignment.shares
    actual = box.width > 0 ? content.width / box.width : 1
    let most = Self.bounded(settings.maximumZoom ?? max(3, 2 * actual), 1...Self.greatest)
    let least = Self.bounded(settings.minimumZoom ?? min(1, actual), 1 / Self.greatest...1)
    inverses = 1 / most...1 / least
  }

  /// The greatest zoom that counts.
  private static let greatest = 10_000.0

  private static func bounded(_ number: Double, _ range: ClosedRange<Double>) -> Double {
    number.isNaN ? 1 : max(range.lowerBound, min(number, range.upperBound))
  }

  static func == (left: ZoomGeometry, right: ZoomGeometry) -> Bool {
    left.viewport == right.viewport && left.content == right.content && left.base == right.base
      && left.shares == right.shares && left.inverses == right.inverses
  }

  /// Whether there is anything to zoom.
  var isEmpty: Bool { viewport.isEmpty || base.width <= 0 || base.height <= 0 }

  /// The whole content as the content mode puts it.
  var home: ZoomPlace { bounded(ZoomPlace(x: shares.x, y: shares.y, inverse: 1)) }

  /// The shares that may stand in the viewport's middle at rest: with no emptiness beside content that could fill it.
  func middles(_ axis: CarouselMachine.Layout.Axis, inverse: Double) -> ClosedRange<Double> {
    let (extent, length, share) =
      switch axis {
      case .horizontal: (viewport.width, base.width / inverse, shares.x)
      case .vertical: (viewport.height, base.height / inverse, shares.y)
      }
    guard length > 0 else { return 0.5...0.5 }
    if length <= extent * (1 + 1e-12) {
      let middle = (extent / 2 - (extent - length) * share) / length
      return middle...middle
    }
    let margin = extent / (2 * length)
    return margin...1 - margin
  }

  /// The nearest place at which content may rest.
  func bounded(_ place: ZoomPlace) -> ZoomPlace {
    let inverse = max(inverses.lowerBound, min(place.inverse, inverses.upperBound))
    let (x, y) = (middles(.horizontal, inverse: inverse), middles(.vertical, inverse: inverse))
    return ZoomPlace(
      x: max(x.lowerBound, min(place.x, x.upperBound)), y: max(y.lowerBound, min(place.y, y.upperBound)),
      inverse: inverse)
  }

  /// How many shares of the content a distance on the viewport is.
  func shares(of distance: SlidePoint, inverse: Double) -> SlidePoint {
    isEmpty ? .zero : SlidePoint(x: distance.x * inverse / base.width, y: distance.y * inverse / base.height)
  }

  /// The share of the content that shows at a point of the viewport.
  func share(at point: SlidePoint, _ place: ZoomPlace) -> SlidePoint {
    let way = shares(of: fromMiddle(point), inverse: place.inverse)
    return SlidePoint(x: place.x + way.x, y: place.y + way.y)
  }

  /// The place at which a share of the content shows at a point of the viewport.
  func place(showing share: SlidePoint, at point: SlidePoint, inverse: Double) -> ZoomPlace {
    let way = shares(of: fromMiddle(point), inverse: inverse)
    return ZoomPlace(x: share.x - way.x, y: share.y - way.y, inverse: inverse)
  }

  /// Where the content is drawn.
  func box(_ place: ZoomPlace) -> SlideBox {
    guard !isEmpty else { return SlideBox(width: 0, height: 0) }
    let (width, height) = (base.width / place.inverse, base.height / place.inverse)
    return SlideBox(
      x: viewport.width / 2 - place.x * width, y: viewport.height / 2 - place.y * height, width: width, height: height)
  }

  /// Whether content at an inverse zoom exceeds the viewport.
  func exceeds(_ axis: CarouselMachine.Layout.Axis, inverse: Double) -> Bool {
    let middles = middles(axis, inverse: inverse)
    return middles.lowerBound < middles.upperBound
  }

  private func fromMiddle(_ point: SlidePoint) -> SlidePoint {
    SlidePoint(x: point.x - viewport.width / 2, y: point.y - viewport.height / 2)
  }
}
