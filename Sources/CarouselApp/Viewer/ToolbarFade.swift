import CarouselValues

/// How the viewer's status text disappears a while after the last activity.
struct ToolbarFade: Equatable, Sendable {
  private let activity: Timestamp

  /// How long the text stays, and how long it takes to fade.
  private static let stay: Duration = .seconds(3)
  private static let fade: Duration = .milliseconds(400)

  /// - Parameter now: the time of the last activity.
  init(at now: Timestamp) { activity = now }

  /// The opacity of the text, 0…1.
  ///
  /// - Parameter fades: whether it fades; otherwise it vanishes.
  func strength(fades: Bool, at now: Timestamp) -> Double {
    let fading = activity.advanced(by: ToolbarFade.stay).duration(to: now)
    if fading < .zero { return 1 }
    return fades ? max(0, 1 - fading / ToolbarFade.fade) : 0
  }

  /// When the text next changes: `now` while it fades, nil once it is gone.
  func nextWake(fades: Bool, after now: Timestamp) -> Timestamp? {
    if strength(fades: fades, at: now) == 0 { return nil }
    return max(now, activity.advanced(by: ToolbarFade.stay))
  }
}
