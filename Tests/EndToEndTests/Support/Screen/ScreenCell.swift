import Terminal

/// What a terminal shows in one cell.
struct ScreenCell: Equatable {
  /// The glyph; empty: the right half of a wide one.
  var text = " "
  var pen = Pen()

  /// The colours in which a terminal draws.
  struct Pen: Equatable {
    var foreground = Color.terminalDefault
    var background = Color.terminalDefault
    var isReversed = false
  }

  /// What is seen behind the glyph.
  var background: Color { pen.isReversed ? pen.foreground : pen.background }
  /// What the glyph is drawn in.
  var foreground: Color { pen.isReversed ? pen.background : pen.foreground }

  /// The colours of the upper and the lower half; nil where the glyph is none of those that halves are drawn with.
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
