import CNcurses
import Terminal

/// The terminfo capabilities of the terminal that ncurses is set up for.
enum Capabilities {
  /// A string capability, or nil if the terminal lacks it.
  static func string(_ name: String) -> [UInt8]? {
    // ncurses owns the string; it is copied here.
    guard let value = unsafe tui_capability(name) else { return nil }
    return Array(unsafe String(cString: value).utf8)
  }

  /// A string capability without its padding (`$<5>`), which only very slow terminals need.
  static func bytes(_ name: String) -> [UInt8] { withoutPadding(string(name) ?? []) }

  private static func withoutPadding(_ string: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = string[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
        rest = rest[(end + 1)...]
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// A numeric capability, negative if the terminal lacks it.
  static func number(_ name: String) -> Int {
    // ncurses copies the name.
    unsafe Int(tui_number(name))
  }

  /// Whether the terminal has a property.
  static func flag(_ name: String) -> Bool {
    // ncurses copies the name.
    unsafe tui_flag(name) != 0
  }

  /// A string capability with one or two parameters filled in, or nil if the terminal lacks it.
  static func expanded(_ name: String, _ first: Int, _ second: Int = 0) -> [UInt8]? {
    // ncurses owns the string; it is copied here.
    guard let value = unsafe tui_expanded(name, Int32(first), Int32(second)) else { return nil }
    return Array(unsafe String(cString: value).utf8)
  }

  /// The sequence that moves the cursor to a cell, without padding; rows and columns count from 0 at the top left.
  static func cursorAddress(row: Int, column: Int) -> [UInt8] { withoutPadding(expanded("cup", row, column) ?? []) }

  /// Whether the terminal follows ECMA-48, that is, its control sequences begin with ESC [.
  static var isECMA48: Bool { string("cup")?.starts(with: [0x1B, UInt8(ascii: "[")]) ?? false }

  /// Whether ECMA-48's ICH and DCH sequences insert and delete cells within a row; some old terminals lack them.
  static var movesCells: Bool {
    string("ich")?.last == UInt8(ascii: "@") && string("dch")?.last == UInt8(ascii: "P") && isECMA48
  }

  /// Whether a range of rows can be scrolled by several rows at once (DECSTBM with ECMA-48's SU and SD).
  static var scrollsRows: Bool {
    string("csr")?.last == UInt8(ascii: "r") && string("indn")?.last == UInt8(ascii: "S")
      && string("rin")?.last == UInt8(ascii: "T") && isECMA48
  }

  /// The sequences that keys send, with cursor keys in both encodings (CSI and SS3).
  static func keySequences() -> [[UInt8]: Key] {
    var sequences: [[UInt8]: Key] = [:]
    for (name, key) in keyNames {
      guard let sequence = string(name), sequence.count > 1 else { continue }
      sequences[sequence] = key
      // Terminfo lists the sequences of application mode, which a terminal may not have entered.
      if sequence.count == 3, sequence.starts(with: [0x1B, UInt8(ascii: "O")]), (0x41...0x48).contains(sequence[2]) {
        sequences[[0x1B, UInt8(ascii: "["), sequence[2]]] = key
      }
    }
    return sequences
  }

  /// Key capabilities of terminfo(5) and their keys; shifted keys count as the plain ones.
  private static let keyNames: [(String, Key)] =
    [
      ("kcuf1", .right), ("kcub1", .left), ("kcuu1", .up), ("kcud1", .down), ("khome", .home), ("kend", .end),
      ("kpp", .pageUp), ("knp", .pageDown), ("kich1", .insert), ("kdch1", .delete), ("kent", .enter), ("kcbt", .tab),
      ("kLFT", .left), ("kRIT", .right), ("kri", .up), ("kind", .down), ("kHOM", .home), ("kEND", .end),
      ("kPRV", .pageUp),
      ("kNXT", .pageDown), ("kDC", .delete), ("kIC", .insert),
    ] + (1...20).map { ("kf\($0)", .function($0)) }

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
    let count = depth.indexedColors
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
