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
