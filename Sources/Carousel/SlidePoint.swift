/// A point of the viewport, a distance on it, or a velocity, in the host's units. y grows downward.
public struct SlidePoint: Hashable, Sendable {
  /// The distance to the right.
  public var x: Double
  /// The distance downward.
  public var y: Double

  /// A point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The viewport's top left corner; no distance.
  public static let zero = SlidePoint(x: 0, y: 0)

  /// The nearest point that can be calculated with: 0 instead of NaN, and at most 2³⁰ units away.
  var bounded: SlidePoint { SlidePoint(x: Self.bounded(x), y: Self.bounded(y)) }

  private static func bounded(_ number: Double) -> Double {
    number.isNaN ? 0 : max(-SlideSize.longest, min(number, SlideSize.longest))
  }
}

/// The extent of a viewport or of a slide's content, in the host's units.
public struct SlideSize: Hashable, Sendable {
  /// The extent to the right.
  public var width: Double
  /// The extent downward.
  public var height: Double

  /// An extent.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The greatest extent that counts, in units.
  static let longest = Double(1 << 30)

  /// Whether there is anything to see.
  var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The nearest extent that can be calculated with: nothing unless both sides are numbers above 0, and at most 2³⁰ units.
  var bounded: SlideSize {
    guard width > 0, height > 0 else { return SlideSize(width: 0, height: 0) }
    func side(_ length: Double) -> Double { max(1 / Self.longest, min(length, Self.longest)) }
    return SlideSize(width: side(width), height: side(height))
  }
}
