/// The role of a frame: frames in motion need not be exact, and a screen may save bytes there.
package enum FrameKind: Hashable, Sendable {
  /// At rest: shown exactly.
  case still
  /// A picture on its way across the window.
  case sliding
  /// A picture on its way into another one.
  case mixing
}
