import Terminal

/// The terminal modes that are wanted: the bytes that set them, and those that restore the terminal.
///
/// Terminals ignore the modes that they do not know. Some are wanted only once the terminal has reported that it knows
/// them (`adopt`). A terminal that does not follow ECMA-48 gets none.
struct TerminalModes {
  /// The modes, in the order in which they are set; they are reset in the opposite order.
  private var modes: [TerminalMode] = []
  /// Whether control sequences may be sent.
  private let isECMA48: Bool

  /// Resets the scroll region; the cursor stays where it is. ncurses sets the region to the rows that the window has when
  /// it starts: if the terminal executes that after the window has grown, the rows below do not scroll, and pictures are
  /// cut at the region's end. Every full redraw begins with these bytes.
  static let marginReset = Array("\u{1B}7\u{1B}[r\u{1B}8".utf8)

  /// Ends a sequence, control string or character that was cut short, and shows no glyph in any terminal that we know. ST
  /// ends a string. NUL comes first: kitty would take an ESC within a sequence for its end and print what follows, and a
  /// lone ESC in a string of tmux would make ST content. Konsole prints a glyph for CAN.
  private static let cutEnd = Array("\0\u{1B}\\".utf8)

  /// The modes that need no report.
  ///
  /// - Parameters:
  ///   - isAutowrapOff: Whether frames are encoded by us.
  ///   - usesMouse: Whether the terminal reports the mouse.
  init(isECMA48: Bool, isAutowrapOff: Bool, mouse usesMouse: Bool = true) {
    self.isECMA48 = isECMA48
    guard isECMA48 else { return }
    modes = (usesMouse ? [.mouse] : []) + [.focus, .paste] + (isAutowrapOff ? [.unwrapped] : [])
    if Capabilities.string("civis") == nil { modes.append(.hiddenCursor) }
  }

  func contains(_ mode: TerminalMode) -> Bool { modes.contains(mode) }

  /// Adds a mode; returns the bytes that set it, none if it was wanted before.
  mutating func add(_ mode: TerminalMode) -> [UInt8] {
    guard !modes.contains(mode) else { return [] }
    modes.append(mode)
    return mode.bytes.setting
  }

  /// Adds the modes that the terminal has reported to know; returns the bytes that set them.
  mutating func adopt(_ facts: TerminalFacts) -> [UInt8] {
    let known = isECMA48 ? TerminalMode.allCases.filter { $0.isKnown(in: facts) == true } : []
    return known.filter { $0 != .mousePixels || modes.contains(.mouse) }.flatMap { add($0) }
  }

  /// Whether reports may be on their way until the terminal has executed `off`.
  var isReporting: Bool { modes.contains { $0.isKnown(in: TerminalFacts()) != nil } }

  /// Written after ncurses has taken over the terminal.
  var on: [UInt8] { modes.flatMap(\.bytes.setting) }

  /// Written before ncurses restores the terminal. A frame may have been cut anywhere: this also ends its synchronized
  /// update, deletes its images, and resets its scroll region and colors.
  ///
  /// - Parameters: The same as those of `restoreBytes`.
  func off(images: [UInt8], poppingStacks: Bool = true) -> [UInt8] {
    let resetting = modes.reversed().flatMap { $0.isStacked && !poppingStacks ? [] : $0.bytes.resetting }
    guard isECMA48 else { return images + resetting }
    return Self.cutEnd + images + Array("\u{1B}[?2026l".utf8) + Self.marginReset + resetting + Array("\u{1B}[m".utf8)
  }

  /// The bytes that a crash must write, without ncurses: they reset our modes, the keypad,
  /// colors, the cursor and the screen.
  ///
  /// - Parameters:
  ///   - images: The bytes that delete our images.
  ///   - poppingStacks: Whether modes that the terminal keeps on a stack are reset, too: a second time would remove what
  ///     another program has set.
  func restoreBytes(rows: Int, images: [UInt8] = [], poppingStacks: Bool = true) -> [UInt8] {
    var bytes =
      off(images: images, poppingStacks: poppingStacks) + Capabilities.bytes("rmkx") + Capabilities.bytes("sgr0")
      + Capabilities.bytes("op")
    bytes += Capabilities.bytes("cnorm")
    let leave = Capabilities.bytes("rmcup")
    // Without an alternate screen, the cursor goes below the drawing.
    bytes += leave.isEmpty ? Capabilities.cursorAddress(row: rows - 1, column: 0) + [0x0D, 0x0A] : leave
    return bytes
  }
}
