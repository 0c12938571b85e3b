import CarouselValues
import Pictures

/// What lies over the slides for a time: the message in the corner, and the panel of facts.
struct OverlayState: Sendable {
  private var message: (text: String, until: Timestamp)?
  private(set) var corner: Corner?
  /// The histogram of the picture with a serial.
  private var histogram: (serial: UInt64, levels: Histogram)?

  enum Corner: Hashable, Sendable {
    /// Facts about the slide, from a row on.
    case facts(firstRow: Int)
    /// How bright the slide's picture is.
    case histogram
  }

  /// - Parameter corner: the panel in the corner; nil: none.
  init(corner: Corner? = nil) { self.corner = corner }

  /// How long a message is shown.
  static let messageDuration: Duration = .milliseconds(1500)
  /// How long a message is shown that the user was not waiting for.
  static let failureDuration: Duration = .seconds(5)
  /// How long a URL is shown: long enough to read it letter by letter.
  static let urlDuration: Duration = .seconds(10)

  /// Shows a message for a time.
  mutating func show(_ text: String, for duration: Duration, at now: Timestamp) {
    message = (text, now.advanced(by: duration))
  }

  func message(at now: Timestamp) -> String? { message.flatMap { $0.until > now ? $0.text : nil } }

  /// Removes a message whose time is over.
  mutating func expire(at now: Timestamp) { if let message, message.until <= now { self.message = nil } }

  /// When the message ends; nil if there is none.
  var nextWake: Timestamp? { message?.until }

  // MARK: - The panel in the corner

  /// The first row of the facts about the slide; nil if they are hidden.
  var factsRow: Int? { if case .facts(let row) = corner { row } else { nil } }

  /// Shows the facts from a row on; nil: hides them.
  mutating func showFacts(from row: Int?) { corner = row.map { .facts(firstRow: $0) } }

  /// Shows the histogram in place of any other panel in the corner, or hides it.
  mutating func toggleHistogram() { corner = corner == .histogram ? nil : .histogram }

  /// Hides the panel in the corner.
  mutating func closeCorner() { corner = nil }

  /// Brings the histogram, if it is shown, up to date with the slide's picture; nil: it is not loaded.
  mutating func updateHistogram(of picture: LoadedPicture?) {
    guard corner == .histogram, let picture else { return histogram = nil }
    if histogram?.serial != picture.serial { histogram = (picture.serial, Histogram(of: picture.bitmap)) }
  }

  /// The histogram; nil if it is hidden, or the picture is not loaded.
  var shownHistogram: Histogram? { histogram?.levels }
}
