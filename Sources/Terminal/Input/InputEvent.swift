/// Input from the terminal: a key, the mouse, focus, a paste, or a reply to a query.
package enum InputEvent: Hashable, Sendable {
  case key(Key, KeyModifiers = [])
  /// A key that types a character of another script, and the key in its place on a Latin keyboard, by kitty's keyboard
  /// protocol.
  case layoutKey(Key, base: Key, KeyModifiers = [])
  /// A key other than a modifier was released, where the terminal reports that.
  case keyReleased
  case mouse(MouseEvent)
  /// The terminal's window gained (`true`) or lost the focus.
  case focus(Bool)
  /// A reply to a query; the receiver drops late or unsolicited ones.
  case reply(TerminalReply)
  /// A key that sends a signal.
  case signal(KeySignal)
  /// A bracketed paste: its text; nil if that is too long, or if its end is missing.
  case pasted([UInt8]?)
}

/// A signal that a key sends: Ctrl-C, Ctrl-\ and Ctrl-Z, unless the user has chosen others (stty(1)).
package enum KeySignal: Hashable, Sendable { case interrupt, quit, suspend }

/// The modifiers of a key press, as far as terminals report them: Shift is part of a character, and Control with a letter
/// is a key of its own, which terminals with kitty's keyboard protocol report with Shift, too.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  /// Modifiers from their bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let shift = KeyModifiers(rawValue: 1)
  package static let alt = KeyModifiers(rawValue: 2)
  package static let control = KeyModifiers(rawValue: 4)

  /// The modifiers that a terminal can report with a key.
  package func reportable(with key: Key) -> KeyModifiers {
    switch key {
    case .character: intersection([.alt, .control])
    case .control: intersection([.alt, .shift])
    case .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .insert, .delete, .backspace, .tab, .enter,
      .escape, .function:
      self
    }
  }
}

/// A key press, without its modifiers but for Control with a letter.
package enum Key: Hashable, Sendable {
  /// A printable character.
  case character(Character)
  /// Control with a letter, lower case: Ctrl-C is `control("c")`.
  case control(Character)
  case left, right, up, down
  case home, end, pageUp, pageDown
  case insert, delete, backspace, tab, enter, escape
  /// F1 is 1.
  case function(Int)
}

/// A mouse report in cells, from 0 at the top left.
///
/// The decoder passes on reports in pixels (mode 1016) as they are; `inCells` converts them.
package struct MouseEvent: Hashable, Sendable {
  /// What happened.
  package enum Kind: Hashable, Sendable {
    case pressed(MouseButton)
    case released(MouseButton)
    /// Moved with a button held.
    case dragged(MouseButton)
    case moved
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  package var kind: Kind
  /// The column, from 0.
  package var column: Int
  /// The row, from 0.
  package var row: Int
  /// The modifier keys that were down.
  package var modifiers: KeyModifiers
  /// Whether the column and the row are pixels.
  package var isInPixels = false
  /// Where the pointer is within the cell, 0..<1 of its width and height; the middle if only the cell is known.
  private var fraction = SIMD2(0.5, 0.5)

  /// The pointer's place in columns, from 0 at the left edge.
  package var x: Double { Double(column) + fraction.x }
  /// The pointer's place in rows, from 0 at the top edge.
  package var y: Double { Double(row) + fraction.y }

  /// A report in cells; one in pixels is converted, and kept within the window.
  ///
  /// - Parameters:
  ///   - cell: The size of a cell; nil if it is unknown: such a report cannot be converted.
  package func inCells(of cell: CellPixels?, in window: CellSize) -> MouseEvent? {
    guard isInPixels else { return self }
    guard let cell, window.count > 0 else { return nil }
    var event = self
    event.isInPixels = false
    event.column = min(column / cell.width, window.columns - 1)
    event.row = min(row / cell.height, window.rows - 1)
    event.fraction = SIMD2(
      min(Double(column) / Double(cell.width) - Double(event.column), 1),
      min(Double(row) / Double(cell.height) - Double(event.row), 1))
    return event
  }

  /// Whether the pointer's place is known by the pixel, unless it is the middle of a cell.
  package var isExact: Bool { fraction != SIMD2(0.5, 0.5) }

  /// Whether the Control key was down.
  package var hasControl: Bool { modifiers.contains(.control) }

  /// A report.
  package init(_ kind: Kind, column: Int, row: Int, modifiers: KeyModifiers = []) {
    self.kind = kind
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}

/// The mouse's buttons.
package enum MouseButton: Hashable, Sendable { case left, middle, right }

/// What terminals show to have by answering a query.
package enum TerminalFeature: Hashable, Sendable {
  /// kitty's keyboard protocol: its flags are reported.
  case keyboardProtocol
  /// Inline files (OSC 1337): the size of a cell is reported.
  case inlineFiles
  /// Desktop notifications (OSC 99).
  case notifications
}

/// The terminal's replies that the decoder understands.
package enum TerminalReply: Hashable, Sendable {
  /// DA1: the terminal's attributes, e.g. 4 for sixels. Every terminal replies to it, so earlier queries without a
  /// reply by then will get none.
  case primaryAttributes([Int])
  /// DA2: the terminal's kind, version and options.
  case secondaryAttributes([Int])
  /// OSC 10 (foreground) or 11 (background): an sRGB color.
  case color(number: Int, Color)
  /// OSC 4: an entry of the palette as an sRGB color.
  case palette(UInt8, Color)
  /// Color scheme report (`CSI ? 997 ; n n`, mode 2031): the theme has changed, or was queried, and is dark or light.
  case colorScheme(isDark: Bool)
  /// The terminal has a feature; the reply's other content does not matter.
  case has(TerminalFeature)
  /// In-band resize report (`CSI 48 ; … t`, mode 2048): the window's size in cells, and that of its text area in pixels.
  case windowSize(CellSize, pixels: CellPixels)
  /// DECRPM: the state of a private mode: 0 unknown, 1 set, 2 reset, 3 permanently set, 4 permanently reset.
  case mode(Int, state: Int)
  /// DECRPM: the state of BDSM: whether the terminal itself reorders right-to-left text, numbered as above.
  case reordering(state: Int)
  /// CSI 6 ; h ; w t: a cell's size in pixels.
  case cellPixels(width: Int, height: Int)
  /// CSI 4 ; h ; w t: the text area's size in pixels.
  case windowPixels(width: Int, height: Int)
  /// XTVERSION: name and version; printable ASCII, 1 to 64 characters.
  case version(String)
  /// XTGETTCAP or DECRQSS: whether there are 24-bit colors, as far as that query can show.
  case truecolor(Bool)
  /// XTGETTCAP: the number of colors in its palette, as far as it names them.
  case colors(Int)
  /// CPR: the cursor's position, from 1, unless it looks like a key.
  case cursor(row: Int, column: Int)
  /// kitty's graphics protocol: the result of a command about an image, or about its placement with a number other than
  /// 0: `OK`, or an error's name and a reason. Printable ASCII, at most 64 characters.
  case graphics(id: UInt32, placement: UInt32 = 0, String)
  /// XTSMGRAPHICS: the number of color registers for sixels.
  case sixelColors(Int)
  /// XTSMGRAPHICS: the maximum size of a sixel picture, in pixels.
  case sixelSize(width: Int, height: Int)
  /// The `tmux` program's report on the terminals around it, and whether those show placeholders; nil if there was no
  /// report. It never arrives on the terminal's line.
  case tmux(takesPlaceholders: Bool, TmuxReport?)
  /// kitty's clipboard protocol: a part of what the user pastes.
  case clipboard(ClipboardPacket)
  /// OSC 5522: the result of a picture sent to the clipboard: `DONE`, or an error's name in capitals.
  case copied(String)
  /// DSR 0: the terminal is ready. Requested as an acknowledgment that a frame was received.
  case ready
  /// Any other well-formed reply.
  case other

  /// Whether the reply may change how pictures are shown in pixels.
  package var isAboutImage: Bool {
    switch self {
    case .graphics, .sixelColors, .sixelSize, .mode(80, _), .tmux: true
    default: false
    }
  }
}
