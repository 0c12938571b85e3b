/// A reason for which auto-advance is paused. Auto-advance runs only while there is none.
///
/// A host may add reasons:
///
/// ```swift
/// extension PauseReason {
///   static let menu: PauseReason = "menu"
/// }
/// carousel.handle(.pause(.menu), at: now)
/// ```
public struct PauseReason: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name of the reason, which identifies it: reasons with equal names are equal.
  public let rawValue: String

  /// Creates a reason with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a reason with a literal name.
  public init(stringLiteral value: String) { rawValue = value }

  /// The user paused the carousel. Only `resume(.user)` removes this reason.
  public static let user: PauseReason = "user"
  /// A pointer or a key holds the slide. The carousel sets and removes this reason; a host that also sets it must
  /// remove it.
  public static let drag: PauseReason = "drag"
  /// The slide plays an animation or a film that has not ended.
  public static let playback: PauseReason = "playback"
  /// The carousel is not visible: suspended, covered or too small.
  public static let hidden: PauseReason = "hidden"
}
