import Terminal

/// The modes that we want beyond those of ncurses, as bytes that set them and bytes that take them back.
struct TerminalModes {
  /// Written after ncurses has taken the terminal.
  let on: [UInt8]
  /// Written before ncurses gives it back.
  let off: [UInt8]

  /// Mouse buttons, motion with a button held and reports beyond column 223 (1000, 1002, 1006), focus reports (1004), pastes
  /// in brackets (2004), which the decoder drops: no line of a pasted text is a key,
  /// and for our own encoder no autowrap (7), since it may write into the last column of the last row.
  ///
  /// Terminals that know some of these not ignore them; those that are not of that kind at all get nothing.
  init(isECMA48: Bool, isAutowrapOff: Bool) {
    guard isECMA48 else {
      on = []
      off = []
      return
    }
    let wanted = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?1004h\u{1B}[?2004h"
    // A frame may have been cut short: its synchronized update ends here, and its scroll region.
    let unwanted =
      "\u{1B}[?2026l\u{1B}7\u{1B}[r\u{1B}8\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[m"
    on = Array((wanted + (isAutowrapOff ? "\u{1B}[?7l" : "")).utf8)
    off = Array((unwanted + (isAutowrapOff ? "\u{1B}[?7h" : "")).utf8)
  }

  /// All that a crash must write, ncurses being out of reach: our modes, the keypad, colours, the cursor, the screen.
  ///
  /// - Parameter images: what deletes our images.
  func restoreBytes(rows: Int, images: [UInt8] = []) -> [UInt8] {
    var bytes = images + off + Capabilities.bytes("rmkx") + Capabilities.bytes("sgr0") + Capabilities.bytes("op")
    bytes += Capabilities.bytes("cnorm")
    let leave = Capabilities.bytes("rmcup")
    // Without an alternate screen, below the drawing.
    bytes += leave.isEmpty ? Capabilities.cursorAddress(row: rows - 1, column: 0) + [0x0D, 0x0A] : leave
    return bytes
  }
}
