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
}
