/// A point in the viewport, a distance, or a velocity, in the host's units. y grows downward.
public struct SlidePoint: Hashable, Sendable {
  /// The coordinate or distance to the right.
  public var x: Double
  /// The coordinate or distance downward.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The top left corner of the viewport, or a distance of zero.
  public static let zero = SlidePoint(x: 0, y: 0)

  /// The coordinate along an axis.
  package subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
  }

  package static func + (left: SlidePoint, right: SlidePoint) -> SlidePoint {
    SlidePoint(x: left.x + right.x, y: left.y + right.y)
  }

  package static func - (left: SlidePoint, right: SlidePoint) -> SlidePoint {
    SlidePoint(x: left.x - right.x, y: left.y - right.y)
  }

  package static func * (point: SlidePoint, factor: Double) -> SlidePoint {
    SlidePoint(x: point.x * factor, y: point.y * factor)
  }

  /// The point with each coordinate clamped to a magnitude of at most 2³⁰ units; NaN becomes 0.
  package var bounded: SlidePoint { SlidePoint(x: Self.bounded(x), y: Self.bounded(y)) }

  private static func bounded(_ number: Double) -> Double {
    number.isNaN ? 0 : max(-SlideSize.longest, min(number, SlideSize.longest))
  }
}

/// The size of a viewport or of a slide's content, in the host's units.
public struct SlideSize: Hashable, Sendable {
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// An empty size.
  package static let zero = SlideSize(width: 0, height: 0)

  /// The extent along an axis.
  package subscript(axis: Axis) -> Double { axis == .horizontal ? width : height }

  /// The upper limit of extents and coordinates, in units.
  static let longest = Double(1 << 30)

  /// Whether both sides are finite.
  var isFinite: Bool { width.isFinite && height.isFinite }

  /// Whether the area is zero.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The size with both sides clamped to 2⁻³⁰…2³⁰ units; zero if either side is NaN or not positive.
  package var bounded: SlideSize {
    guard width > 0, height > 0 else { return .zero }
    func side(_ length: Double) -> Double { max(1 / Self.longest, min(length, Self.longest)) }
    return SlideSize(width: side(width), height: side(height))
  }
}
