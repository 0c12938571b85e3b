import CNcurses
import Terminal

/// ncurses' colour pairs, each defined when it is first needed.
///
/// Terminals of eight colours have 64 pairs, fewer than there are combinations with their default colours; there one
/// pair serves both ways round, the other way by the reverse attribute. If they run out even so, all are reset.
struct ColorPairs {
  /// A pair and how to use it.
  struct Pair: Hashable {
    var number: Int32
    var isReversed = false
  }

  private let colors: Int
  private let limit: Int
  private let isShared: Bool
  /// Pairs by foreground and background; 0: not defined yet.
  private var defined: [Int32]
  private var next: Int32 = 1
  /// Whether the pairs have been reset for this frame already.
  private var isRenewed = false

  /// Pairs for a depth, of which the terminal has `limit`; `canReverse`: whether it can reverse colours.
  init(depth: ColorDepth, limit: Int, canReverse: Bool) {
    switch depth {
    case .mono: colors = 0
    case .palette8: colors = 8
    case .palette16: colors = 16
    case .palette256, .truecolor: colors = 256
    }
    self.limit = limit
    isShared = canReverse && colors <= 16 && limit < (colors + 1) * (colors + 1)
    defined = Array(repeating: 0, count: (colors + 1) * (colors + 1))
  }

  /// A new frame may reset the pairs again.
  mutating func beginFrame() { isRenewed = false }

  /// The pair of a cell's colours; nil if they have run out, and `forgetAll` may help.
  mutating func pair(for cell: Cell) -> Pair? {
    if colors == 0 { return Pair(number: 0) }
    let background = place(of: cell.background)
    // A blank shows no foreground: any will do.
    let foreground = cell.glyph == .blank ? 0 : place(of: cell.foreground)
    if foreground == 0 && background == 0 { return Pair(number: 0) }
    // The terminal's own colours do not change places: its foreground is no background.
    let isReversed = isShared && foreground > background && background > 0
    let (first, second) = isReversed ? (background, foreground) : (foreground, background)
    let index = first * (colors + 1) + second
    if defined[index] == 0 {
      if Int(next) >= limit { return isRenewed ? Pair(number: 0) : nil }
      init_extended_pair(next, Int32(first) - 1, Int32(second) - 1)
      defined[index] = next
      next += 1
    }
    return Pair(number: defined[index], isReversed: isReversed)
  }

  /// Resets the pairs: cells drawn so far must be drawn again.
  mutating func forgetAll() {
    reset_color_pairs()
    for index in defined.indices { defined[index] = 0 }
    next = 1
    isRenewed = true
  }

  /// 0: the terminal's own; else 1 more than the index.
  private func place(of color: Color) -> Int {
    switch color.kind {
    case .terminalDefault, .rgb: 0
    case .indexed(let index): Int(index) < colors ? Int(index) + 1 : 0
    }
  }
}
