/// Which way along the slides.
enum Direction: Int, Sendable {
  case forward = 1
  case backward = -1

  /// The direction of a number of pages; nil for none.
  init?(of pages: Int) {
    guard pages != 0 else { return nil }
    self = pages > 0 ? .forward : .backward
  }

  /// The direction of a distance in page widths, or of a velocity; nil for none, and for no number.
  init?(of distance: Double) {
    guard distance != 0, !distance.isNaN else { return nil }
    self = distance > 0 ? .forward : .backward
  }

  /// One page this way.
  var page: Int { rawValue }

  /// One page width this way.
  var sign: Double { Double(rawValue) }

  /// The other way.
  var opposite: Direction {
    switch self {
    case .forward: .backward
    case .backward: .forward
    }
  }
}
