import Carousel

/// What lies over the slides for a time: the message in the corner, and the panel of facts.
struct OverlayState: Sendable {
  private var message: (text: String, until: Timestamp)?
  /// The first row of the facts about the slide that is shown; nil if they are hidden.
  private(set) var factsRow: Int?

  /// Nothing.
  init() {}

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

  /// The message; nil if there is none.
  func message(at now: Timestamp) -> String? { message.flatMap { $0.until > now ? $0.text : nil } }

  /// Removes a message whose time is over.
  mutating func expire(at now: Timestamp) { if let message, message.until <= now { self.message = nil } }

  /// When the message ends; nil if there is none.
  var nextWake: Timestamp? { message?.until }

  /// Shows the facts from a row on; nil: hides them.
  mutating func showFacts(from row: Int?) { factsRow = row }
}
