import Terminal

/// The terminal modes that we set in addition to ncurses' own: the bytes that set and reset them.
struct TerminalModes {
  /// Written after ncurses has taken over the terminal.
  private(set) var on: [UInt8]
  /// Written before ncurses restores the terminal.
  private(set) var off: [UInt8]
  /// Whether the terminal reports the mouse.
  let hasMouse: Bool
  /// Whether the terminal, which would reorder right-to-left text, has been told not to.
  private(set) var holdsText = false

  /// Resets the scroll region; the cursor stays where it is. ncurses sets the region to the rows that the window has when
  /// it starts: if the terminal executes that after the window has grown, the rows below do not scroll, and pictures are
  /// cut at the region's end. Every full redraw begins with these bytes.
  static let marginReset = Array("\u{1B}7\u{1B}[r\u{1B}8".utf8)

  /// Sets mouse buttons, motion with a button held and reports beyond column 223 (1000, 1002, 1006), focus reports
  /// (1004), and bracketed paste (2004), which the decoder drops so that pasted text never acts as keys. For our own
  /// encoder, also turns autowrap off (7), since the encoder may write into the last column of the last row. Hides the
  /// cursor (25) if terminfo does not say how, as for a VT100: its emulators show one.
  ///
  /// Terminals ignore the modes that they do not know; those that do not follow ECMA-48 get none.
  init(isECMA48: Bool, isAutowrapOff: Bool, mouse hasMouse: Bool = true) {
    self.hasMouse = hasMouse
    guard isECMA48 else {
      on = []
      off = []
      return
    }
    let mouse = hasMouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : ""
    let wanted = mouse + "\u{1B}[?1004h\u{1B}[?2004h"
    // A frame may have been cut short: this also ends its synchronized update and resets its scroll region.
    let unwanted =
      "\u{1B}[?2026l\u{1B}7\u{1B}[r\u{1B}8\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[m"
    let hidesCursor = Capabilities.string("civis") == nil
    on = Array((wanted + (isAutowrapOff ? "\u{1B}[?7l" : "") + (hidesCursor ? "\u{1B}[?25l" : "")).utf8)
    off = Array((unwanted + (isAutowrapOff ? "\u{1B}[?7h" : "") + (hidesCursor ? "\u{1B}[?25h" : "")).utf8)
  }

  /// Has mlterm show cells where they are written (its OSC 5379). It would otherwise move whole rows to the right, and
  /// does so again by default.
  mutating func holdTextOfMlterm() {
    holdsText = true
    on += Array("\u{1B}]5379;use_ctl=false\u{7}".utf8)
    off = Array("\u{1B}]5379;use_ctl=true\u{7}".utf8) + off
  }

  /// The bytes that a crash must write, without ncurses: they reset our modes, the keypad,
  /// colors, the cursor and the screen.
  ///
  /// - Parameter images: The bytes that delete our images.
  func restoreBytes(rows: Int, images: [UInt8] = []) -> [UInt8] {
    var bytes = images + off + Capabilities.bytes("rmkx") + Capabilities.bytes("sgr0") + Capabilities.bytes("op")
    bytes += Capabilities.bytes("cnorm")
    let leave = Capabilities.bytes("rmcup")
    // Without an alternate screen, the cursor goes below the drawing.
    bytes += leave.isEmpty ? Capabilities.cursorAddress(row: rows - 1, column: 0) + [0x0D, 0x0A] : leave
    return bytes
  }
}
