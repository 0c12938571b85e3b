/// Why auto-advance stands still. It runs only while there is no reason at all.
///
/// A host adds its own reasons:
///
/// ```swift
/// extension PauseReason {
///   static let menu: PauseReason = "menu"
/// }
/// carousel.handle(.pause(.menu), at: now)
/// ```
public struct PauseReason: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The reason's name. Two reasons with the same name are one.
  public let rawValue: String

  /// A reason.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A reason.
  public init(stringLiteral value: String) { rawValue = value }

  /// The user paused the carousel. No event but `resume(.user)` clears it.
  public static let user: PauseReason = "user"
  /// A pointer or a key holds the slide. The carousel sets and clears this reason; a host that sets it as well has to clear it.
  public static let drag: PauseReason = "drag"
  /// The slide plays an animation or a film that has not ended.
  public static let playback: PauseReason = "playback"
  /// The carousel cannot be seen: suspended, covered or too small.
  public static let hidden: PauseReason = "hidden"
}
