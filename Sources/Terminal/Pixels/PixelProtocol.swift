/// A protocol by which a terminal shows pictures in pixels.
package enum PixelProtocol: Hashable, Sendable {
  /// kitty's graphics protocol: images are sent once, then placed, moved and deleted by their ids.
  case kitty
  /// The same through tmux: images are shown in place of text cells, which tmux keeps and draws like any text.
  case placeholders
  /// Sixels (DEC STD 070) with a number of colors: parts of a picture are written at their position.
  case sixel(colors: Int, InlineLimits)
  /// Files in OSC 1337, as introduced by iTerm2: written like sixels, in all colors.
  case iterm

  /// Whether pixels replace cells only at rest, and only where nothing covers them.
  package var isInline: Bool { self != .kitty }

  /// Whether it works where cells have a depth: kitty's images lie between layers of blended colors, and placeholders
  /// name images by 24-bit colors.
  package func isUsable(at depth: ColorDepth) -> Bool {
    switch (self, depth) {
    case (_, .truecolor), (.sixel, .palette256), (.iterm, .palette256): true
    case (.kitty, _), (.placeholders, _), (.sixel, _), (.iterm, _): false
    }
  }
}
