/// Why auto-advance stands still. It runs only when there is no reason at all.
public enum PauseReason: Hashable, Sendable, CaseIterable {
  /// The user said so; only the user takes it back.
  case user
  /// A finger, or an arrow key, holds the slide. The carousel sets and clears this one itself; an owner that sets it, too, has to
  /// clear it again.
  case drag
  /// The full-window viewer is open.
  case viewer
  /// The picture is zoomed.
  case zoom
  /// Something that is to be read lies over the slides, such as a list of keys.
  case overlay
  /// The slide moves by itself and has not been played to its end.
  case playback
  /// Nobody can see it: suspended, or the window is too small.
  case hidden
}
