import CNcurses
import Terminal

/// What terminfo says of the terminal that ncurses was set up for.
enum Capabilities {
  /// A string capability; nil where the terminal lacks it.
  static func string(_ name: String) -> [UInt8]? {
    // The string belongs to ncurses, copied here.
    guard let value = unsafe tui_capability(name) else { return nil }
    return Array(unsafe String(cString: value).utf8)
  }

  /// A string capability without its padding (`$<5>`), which is for lines slower than any of today.
  static func bytes(_ name: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = (string(name) ?? [])[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
        rest = rest[(end + 1)...]
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// A numeric capability; negative where the terminal lacks it.
  static func number(_ name: String) -> Int {
    // The name is copied.
    unsafe Int(tui_number(name))
  }

  /// The sequence that puts the cursor into a cell, from 0 at the top left.
  static func cursorAddress(row: Int, column: Int) -> [UInt8] {
    // The string belongs to ncurses, copied here.
    guard let value = unsafe tui_cursor_address(Int32(row), Int32(column)) else { return [] }
    return Array(unsafe String(cString: value).utf8)
  }

  /// Whether the terminal follows ECMA-48: its control sequences begin with ESC [.
  static var isECMA48: Bool { string("cup")?.starts(with: [0x1B, UInt8(ascii: "[")]) ?? false }

  /// Whether cells can be inserted and deleted within a row, by ECMA-48's sequences: some terminals of old cannot.
  static var movesCells: Bool {
    string("ich")?.last == UInt8(ascii: "@") && string("dch")?.last == UInt8(ascii: "P") && isECMA48
  }

  /// Whether some of the rows can be scrolled by many at once, by DECSTBM and ECMA-48's sequences.
  static var scrollsRows: Bool {
    string("csr")?.last == UInt8(ascii: "r") && string("indn")?.last == UInt8(ascii: "S")
      && string("rin")?.last == UInt8(ascii: "T") && isECMA48
  }

  /// The keys' sequences, cursor keys in both encodings.
  static func keySequences() -> [[UInt8]: Key] {
    var sequences: [[UInt8]: Key] = [:]
    for (name, key) in keyNames {
      guard let sequence = string(name), sequence.count > 1 else { continue }
      sequences[sequence] = key
      // Terminfo gives what keys send in application mode; a terminal may not have taken that up.
      if sequence.count == 3, sequence.starts(with: [0x1B, UInt8(ascii: "O")]), (0x41...0x48).contains(sequence[2]) {
        sequences[[0x1B, UInt8(ascii: "["), sequence[2]]] = key
      }
    }
    return sequences
  }

  /// Capabilities and the keys they stand for, shifted ones folded (terminfo(5)).
  private static let keyNames: [(String, Key)] =
    [
      ("kcuf1", .right), ("kcub1", .left), ("kcuu1", .up), ("kcud1", .down), ("khome", .home), ("kend", .end),
      ("kpp", .pageUp), ("knp", .pageDown), ("kich1", .insert), ("kdch1", .delete), ("kent", .enter), ("kcbt", .tab),
      ("kLFT", .left), ("kRIT", .right), ("kri", .up), ("kind", .down), ("kHOM", .home), ("kEND", .end),
      ("kPRV", .pageUp),
      ("kNXT", .pageDown), ("kDC", .delete), ("kIC", .insert),
    ] + (1...20).map { ("kf\($0)", .function($0)) }
}
