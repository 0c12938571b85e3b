/// What a frame is a part of: what is in motion need not be exact, and a screen may spare bytes there.
package enum FrameKind: Hashable, Sendable {
  /// At rest: shown exactly.
  case still
  /// A picture on its way across the window.
  case sliding
  /// A picture on its way into another one.
  case mixing
}
