import CNcurses
import Terminal

/// ncurses' color pairs, each defined on first use.
///
/// Terminals with eight colors have 64 pairs, fewer than the combinations with default colors. There, a pair also
/// serves the swapped colors, drawn with the reverse attribute. If the pairs run out even so, all are reset.
struct ColorPairs {
  /// A pair and how to use it.
  struct Pair: Hashable {
    var number: Int32
    var isReversed = false
  }

  private let colors: Int
  private let limit: Int
  private let isShared: Bool
  /// Pairs by foreground and background; 0 if not defined yet.
  private var defined: [Int32]
  private var next: Int32 = 1
  /// Whether the pairs have already been reset for this frame.
  private var wasReset = false

  /// Creates pairs for a color depth.
  ///
  /// - Parameters:
  ///   - limit: The number of pairs that the terminal has.
  ///   - canReverse: Whether the terminal can reverse colors.
  init(depth: ColorDepth, limit: Int, canReverse: Bool) {
    colors = depth.indexedColors
    self.limit = limit
    isShared = canReverse && colors <= 16 && limit < (colors + 1) * (colors + 1)
    defined = Array(repeating: 0, count: (colors + 1) * (colors + 1))
  }

  /// Starts a new frame, which may reset the pairs once.
  mutating func beginFrame() { wasReset = false }

  /// The pair for a cell's colors, or nil if the pairs have run out and `forgetAll` may help.
  mutating func pair(for cell: Cell) -> Pair? {
    if colors == 0 { return Pair(number: 0) }
    let background = index(of: cell.background)
    // A blank shows no foreground, so any pair will do.
    let foreground = cell.glyph == .blank ? 0 : index(of: cell.foreground)
    if foreground == 0 && background == 0 { return Pair(number: 0) }
    // Default colors are not swapped: the default foreground cannot be used as a background.
    let isReversed = isShared && foreground > background && background > 0
    let (first, second) = isReversed ? (background, foreground) : (foreground, background)
    let index = first * (colors + 1) + second
    if defined[index] == 0 {
      if Int(next) >= limit { return wasReset ? Pair(number: 0) : nil }
      init_extended_pair(next, Int32(first) - 1, Int32(second) - 1)
      defined[index] = next
      next += 1
    }
    return Pair(number: defined[index], isReversed: isReversed)
  }

  /// Resets the pairs; cells drawn before must be drawn again.
  mutating func forgetAll() {
    reset_color_pairs()
    for index in defined.indices { defined[index] = 0 }
    next = 1
    wasReset = true
  }

  /// The color's index in `defined`: 0 for the terminal's default color, otherwise its palette index plus 1.
  private func index(of color: Color) -> Int {
    switch color.kind {
    case .terminalDefault, .rgb: 0
    case .indexed(let index): Int(index) < colors ? Int(index) + 1 : 0
    }
  }
}
