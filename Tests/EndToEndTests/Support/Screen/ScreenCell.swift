import Terminal

/// The content of one cell of a terminal.
struct ScreenCell: Equatable {
  /// The glyph; empty in the right half of a wide one.
  var text = " "
  var pen = Pen()

  /// The colors in which a terminal draws.
  struct Pen: Equatable {
    var foreground = Color.terminalDefault
    var background = Color.terminalDefault
    var isReversed = false
  }

  /// The color behind the glyph.
  var background: Color { pen.isReversed ? pen.foreground : pen.background }
  /// The color of the glyph.
  var foreground: Color { pen.isReversed ? pen.background : pen.foreground }

  /// The colors of the upper and the lower half, or nil if the glyph is not a half block, a full block or a blank.
  var halves: (upper: Color, lower: Color)? {
    switch text {
    case " ": (background, background)
    case "▀": (foreground, background)
    case "▄": (background, foreground)
    case "█": (foreground, foreground)
    default: nil
    }
  }
}
