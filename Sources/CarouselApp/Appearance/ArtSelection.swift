import Rendering

/// How pictures are drawn: in the terminal's pixels or in an art mode.
enum ArtSelection: Hashable, Sendable {
  /// In pixels if the terminal shows them, otherwise in the requested art mode.
  case pixels
  /// In the art mode that was requested, or that was chosen for the terminal.
  case requested
  /// In another art mode that the user has chosen.
  case chosen(ArtMode)

  /// The art mode of pictures in cells.
  func art(requested: ArtMode) -> ArtMode {
    switch self {
    case .pixels, .requested: requested
    case .chosen(let art): art
    }
  }

  /// Whether another requested art mode applies to pictures on screen.
  var followsRequest: Bool {
    switch self {
    case .pixels, .requested: true
    case .chosen: false
    }
  }

  /// The selection that follows in the cycle of a key: the modes in order; pixels, if the terminal shows them, come
  /// before the requested mode.
  func following(requested: ArtMode, among modes: [ArtMode], showsPixels: Bool) -> ArtSelection {
    if self == .pixels, showsPixels { return .requested }
    let modes = modes.contains(requested) ? modes : modes + [requested]
    let position = modes.firstIndex(of: art(requested: requested)) ?? modes.count - 1
    let next = modes[(position + 1) % modes.count]
    // If the terminal turns out to show pixels later, the mode chosen here stays.
    return next == requested ? .pixels : .chosen(next)
  }
}
