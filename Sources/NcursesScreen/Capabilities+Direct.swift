import Terminal

extension Capabilities {
  /// Whether the terminal's entry has exactly the sequences that `FrameEncoder` writes for a color depth, so that its
  /// frames can be written directly.
  ///
  /// Entries with padding are not among them: such terminals are as slow as the hardware that they were named after, and
  /// ncurses knows how to wait for them.
  static func allowDirectFrames(at depth: ColorDepth) -> Bool {
    movesCursorByECMA48 && keepsLastColumn && resetsColors && (depth == .mono || hasColors(of: depth))
  }

  /// CUP, CUF and CHA (ECMA-48, 8.3.21, 8.3.20 and 8.3.9), and CR.
  private static var movesCursorByECMA48: Bool {
    let cells = [(0, 0), (1, 8), (23, 79), (199, 499)]
    return cells.allSatisfy { row, column in
      has("cup", "\u{1B}[\(row + 1);\(column + 1)H", row, column) && has("hpa", "\u{1B}[\(column + 1)G", column)
    } && has("cuf", "\u{1B}[7C", 7) && has("cr", "\r")
  }

  /// Whether the last row does not scroll when its last column is written: the cursor waits there, does not wrap at all,
  /// or does not wrap in the mode that `TerminalModes` sets.
  private static var keepsLastColumn: Bool { flag("xenl") || !flag("am") || has("rmam", "\u{1B}[?7l") }

  /// Whether SGR 0 resets the colors. Entries may add what selects ASCII, which our frames never leave.
  private static var resetsColors: Bool {
    guard let reset = string("sgr0") else { return false }
    return ["\u{1B}[m", "\u{1B}[0m", "\u{1B}[0;10m"].contains { sequence in
      [sequence, "\u{1B}(B" + sequence, sequence + "\u{F}", sequence + "\u{1B}(B"].contains { Array($0.utf8) == reset }
    }
  }

  /// Whether colors have the numbers that `SGRPen` writes, and 39 and 49 are the terminal's own.
  private static func hasColors(of depth: ColorDepth) -> Bool {
    let count =
      switch depth {
      case .mono: 0
      case .palette8: 8
      case .palette16: 16
      case .palette256, .truecolor: 256
      }
    let ownColors = ["\u{1B}[39;49m", "\u{1B}[39m\u{1B}[49m", "\u{1B}[49m\u{1B}[39m"]
    guard number("colors") >= count, ownColors.contains(where: { has("op", $0) }) else { return false }
    // Entries compute the numbers in up to three ranges: the ends of each, and colors that some terminals swap.
    return [0, 1, 4, 7, 8, 9, 15, 16, 100, 255].filter { $0 < count }.allSatisfy { color in
      let (foreground, background) = sequences(of: color)
      return has("setaf", foreground, color) && has("setab", background, color)
    }
  }

  /// The sequences that set a palette entry: ECMA-48's for eight colors, aixterm's for the bright ones, and ISO 8613-6's.
  private static func sequences(of color: Int) -> (foreground: String, background: String) {
    if color < 8 { return ("\u{1B}[\(30 + color)m", "\u{1B}[\(40 + color)m") }
    if color < 16 { return ("\u{1B}[\(82 + color)m", "\u{1B}[\(92 + color)m") }
    return ("\u{1B}[38;5;\(color)m", "\u{1B}[48;5;\(color)m")
  }

  /// Whether a capability with one or two parameters filled in is a sequence, padding included.
  private static func has(_ name: String, _ sequence: String, _ first: Int = 0, _ second: Int = 0) -> Bool {
    expanded(name, first, second) == Array(sequence.utf8)
  }
}
