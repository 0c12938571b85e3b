package import Carousel

/// The program's own reasons to hold auto-advance up.
extension PauseReason {
  /// The full-window viewer is open.
  package static let viewer: PauseReason = "viewer"
  /// The grid covers the slides.
  package static let grid: PauseReason = "grid"
  /// The picture in the viewer is zoomed.
  package static let zoom: PauseReason = "zoom"
  /// A panel that is read, such as the list of keys, covers the slides.
  package static let overlay: PauseReason = "overlay"
}
