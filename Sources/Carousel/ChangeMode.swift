/// How one slide gives way to the next: a value in a table, so that a new mode is a new row.
public struct ChangeMode: Hashable, Sendable {
  /// How a renderer draws the two slides between rest and rest.
  public enum Drawing: Hashable, Sendable {
    /// The neighbours stand left and right of the current slide and all move by `offset` widths.
    case slide
    /// The slide shown and the one to come lie over each other, mixed by `abs(offset)`.
    case fade
  }

  /// The name on the command line and in the status.
  public let name: String
  /// How a renderer draws it.
  public let drawing: Drawing
  /// How long a change by hand takes; zero: at once.
  public let handDuration: Duration
  /// How long a change by itself takes; zero: at once.
  public let automaticDuration: Duration

  /// A mode.
  public init(name: String, drawing: Drawing, handDuration: Duration, automaticDuration: Duration) {
    self.name = name
    self.drawing = drawing
    self.handDuration = handDuration
    self.automaticDuration = automaticDuration
  }

  /// The slides move sideways: 0.3 s.
  public static let slide = ChangeMode(
    name: "slide", drawing: .slide, handDuration: .milliseconds(300), automaticDuration: .milliseconds(300))
  /// The slides dissolve: 1.2 s by themselves, 0.3 s by hand.
  public static let fade = ChangeMode(
    name: "fade", drawing: .fade, handDuration: .milliseconds(300), automaticDuration: .milliseconds(1200))
  /// No motion at all: slides change at once. They do follow a pointer that drags them.
  public static let none = ChangeMode(name: "none", drawing: .slide, handDuration: .zero, automaticDuration: .zero)

  /// Every mode, in the order in which a key cycles through them.
  public static let all: [ChangeMode] = [.slide, .fade, .none]
}
