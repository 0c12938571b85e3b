/// A query to the terminal, answered by a `TerminalReply` or not at all.
package enum TerminalQuery: Hashable, Sendable {
  /// DA1, which every terminal answers: send it last, so that its reply ends the wait for the others.
  case primaryAttributes
  /// DA2: the terminal's kind and version, for terminals that do not answer XTVERSION.
  case secondaryAttributes
  /// OSC 10 (foreground) or 11 (background).
  case color(number: Int)
  /// OSC 4: an entry of the palette.
  case palette(UInt8)
  /// DECRQM: the state of a private mode, such as 2026, synchronized output.
  case mode(Int)
  /// The flags of kitty's keyboard protocol that are set.
  case keyboardFlags
  /// DECRQM: the state of BDSM (ECMA-48, mode 8), by which some terminals reorder right-to-left text.
  case reordering
  /// The size of a cell in pixels.
  case cellPixels
  /// The size of the window's text area in pixels, for terminals that do not report the size of a cell.
  case windowPixels
  /// XTVERSION: the terminal's name and version.
  case version
  /// XTGETTCAP: whether the terminal's terminfo entry has 24-bit colors, as `RGB` or as `Tc`.
  case truecolorCapability
  /// XTGETTCAP: the number of colors (`Co`), which may exceed that of the system's terminfo entry for TERM.
  case colorCount
  /// DECRQSS: sets a 24-bit background, queries it and resets it; a terminal without 24-bit colors reports another
  /// color.
  case truecolorSetting
  /// kitty's graphics protocol: whether an image of one pixel would be accepted; it is not kept (`a=q`).
  case kittyGraphics
  /// kitty's graphics protocol: whether images behave as they should (`KittyProbe`), for terminals that have accepted one:
  /// others may print what they do not understand.
  case kittyProbe
  /// OSC 1337: the size of a cell, which terminals with inline files report.
  case inlineCell
  /// XTSMGRAPHICS: requests 256 color registers; the terminal replies with the number that it has.
  case sixelColors
  /// XTSMGRAPHICS: the maximum size of a sixel picture.
  case sixelSize
  /// kitty's clipboard protocol: the data of a type that the user pastes.
  ///
  /// - password: The one that came with the list of types, in Base64.
  case clipboard(type: String, password: String)
  /// OSC 99: whether the terminal shows kitty's desktop notifications.
  case notifications
  /// DSR: answered by `TerminalReply.ready` once everything before it has been processed.
  case status

  /// The bytes to send.
  package var bytes: [UInt8] {
    let text =
      switch self {
      case .primaryAttributes: "\u{1B}[c"
      case .secondaryAttributes: "\u{1B}[>c"
      case .color(let number): "\u{1B}]\(number);?\u{1B}\\"
      case .palette(let index): "\u{1B}]4;\(index);?\u{1B}\\"
      case .mode(let number): "\u{1B}[?\(number)$p"
      case .keyboardFlags: "\u{1B}[?u"
      case .reordering: "\u{1B}[8$p"
      case .cellPixels: "\u{1B}[16t"
      case .windowPixels: "\u{1B}[14t"
      case .version: "\u{1B}[>0q"
      // RGB and Tc in hexadecimal.
      case .truecolorCapability: "\u{1B}P+q524742\u{1B}\\\u{1B}P+q5463\u{1B}\\"
      case .colorCount: "\u{1B}P+q436f\u{1B}\\"
      case .truecolorSetting: "\u{1B}[0;48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[m"
      case .kittyGraphics: Self.graphics(id: Self.graphicsID)
      case .kittyProbe: KittyProbe.commands
      case .inlineCell: "\u{1B}]1337;ReportCellSize\u{1B}\\"
      case .sixelColors: "\u{1B}[?1;3;256S"
      case .sixelSize: "\u{1B}[?2;1;0S"
      case .clipboard(let type, let password):
        "\u{1B}]5522;type=read:pw=\(password):name=UGFzdGUgZXZlbnQ=;"
          + String(decoding: Base64.encoded(Array(type.utf8)), as: UTF8.self) + "\u{1B}\\"
      case .notifications: "\u{1B}]99;i=tui:p=?;\u{1B}\\"
      case .status: "\u{1B}[5n"
      }
    return Array(text.utf8)
  }

  /// Modes that are set only where the terminal knows them: the mouse in pixels, reports of themes and of sizes, pastes by
  /// kitty's clipboard protocol.
  package static let modes = [1016, 2031, 2048, 5522]

  /// Whether the reply is a color, which changes with the terminal's theme.
  package var isAboutColor: Bool {
    switch self {
    case .color, .palette: true
    default: false
    }
  }

  /// The id of the image in `kittyGraphics`.
  package static let graphicsID: UInt32 = 31

  /// A query whether the terminal reads kitty's images: one pixel within the command.
  static func graphics(id: UInt32) -> String { "\u{1B}_Gi=\(id),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" }

  /// Returns the queries to send once, at the start: none for terminals that would print them, and only DA1 for those
  /// that might.
  ///
  /// The last one is DA1, which every terminal answers; the reply to the one before it shows that the terminal can
  /// acknowledge frames.
  /// - Parameters:
  ///   - environment: TERM and the other variables that describe the terminal.
  ///   - pixels: How to show pictures in pixels, if at all.
  ///   - notifies: Whether desktop notifications may be sent.
  package static func atStart(
    environment: [String: String], pixels: PixelChoice = .auto, notifies: Bool = false
  ) -> [TerminalQuery] {
    let term = environment["TERM"] ?? ""
    guard takesControlStrings(environment: environment) else {
      // Often an emulator that uses the name of the terminal that it emulates; its reply to DA1 shows what it is.
      return term.hasPrefix("vt") && !term.hasPrefix("vt52") ? [.primaryAttributes] : []
    }
    // The queries that pixels depend on come first, so that pictures are not drawn in cells just before pixels cover
    // them.
    var queries: [TerminalQuery] = [.cellPixels, .windowPixels, .version]
    // tmux would take the query for its pane's title, and GNU screen passes the others on.
    if !TerminalIdentity.isMultiplexed(environment) {
      if pixels.asksForKittyGraphics { queries.append(.kittyGraphics) }
      if pixels == .auto { queries.append(.inlineCell) }
    }
    if notifies { queries.append(.notifications) }
    queries += [.secondaryAttributes, .mode(2026)] + modes.map { .mode($0) } + [.keyboardFlags, .reordering]
    queries += [.color(number: 11), .color(number: 10)]
    // GNU screen passes control strings on to the terminal around it, which may have other colors than screen.
    let isScreen = TerminalIdentity.isScreen(environment) || environment["TMUX"] == nil && term.hasPrefix("screen")
    if !isScreen { queries += [.truecolorCapability, .truecolorSetting, .colorCount] }
    return queries + (0..<16).map { .palette($0) } + [.status, .primaryAttributes]
  }

  /// Returns the queries to send once DA1 has been answered: the colors, if nothing but DA1 has been queried and the
  /// terminal ignores unknown control strings.
  ///
  /// - Parameters:
  ///   - queries: The queries sent before.
  ///   - attributes: The reply to DA1. A first attribute of 62…69 is the level of a VT220 or later; a VT100 has 1, and
  ///     prints control strings.
  package static func following(_ queries: [TerminalQuery], attributes: [Int]) -> [TerminalQuery] {
    guard queries == [.primaryAttributes], let level = attributes.first, (62...69).contains(level) else { return [] }
    return [.color(number: 11), .color(number: 10), .primaryAttributes]
  }

  /// Whether a terminal accepts control strings (OSC, DCS), if only to ignore them, rather than printing them.
  package static func takesControlStrings(environment: [String: String]) -> Bool {
    let term = environment["TERM"] ?? ""
    return !mute.contains(where: term.hasPrefix)
  }

  /// Prefixes of TERM for consoles and old terminals, which print sequences that they do not understand.
  private static let mute = ["linux", "cons", "vt", "ansi", "dumb", "sun", "wy", "hurd", "mach", "eterm", "pcansi"]
}
