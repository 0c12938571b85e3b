import Terminal

extension TerminalPalette {
  /// How much of what the terminal's white lacks of xterm's light is made up for. All of it would draw pictures with half their light;
  /// with none, the lightest faces are even.
  private static let adaptation: Float = 0.15

  /// The palette as the eye sees it that has adapted to the terminal's white in part.
  ///
  /// Of eight colors white is the lightest. The Linux console's has half the light of xterm's, and without adaptation all that is lighter
  /// in a picture would be an even gray. Relative colorimetry (ISO 15076-1) reproduces all colors relative to the medium's white.
  ///
  /// - Parameter depth: The number of colors. Of sixteen, the lightest are as light as xterm's in practice.
  func adapted(at depth: ColorDepth) -> TerminalPalette {
    guard depth == .palette8, self != .xterm else { return self }
    let white = Color(index: 7)
    let whole = LinearColor(white).luminance / max(LinearColor(white, palette: self).luminance, 0.01)
    let factor = 1 + Self.adaptation * (whole - 1)
    guard factor > 1 else { return self }
    return TerminalPalette(
      reported: (0..<16).map { LinearColor(LinearColor(Color(index: $0), palette: self).channels * factor).color })
  }
}
