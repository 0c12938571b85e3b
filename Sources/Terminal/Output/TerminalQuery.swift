/// A question to the terminal, answered by a `TerminalReply` or not at all.
package enum TerminalQuery: Hashable, Sendable {
  /// DA1, which every terminal answers: ask it last, so that its answer ends the waiting for the others.
  case primaryAttributes
  /// OSC 10 (foreground) or 11 (background).
  case color(number: Int)
  /// OSC 4: an entry of the palette.
  case palette(UInt8)
  /// DECRQM: the state of a private mode, such as 2026, synchronized output.
  case mode(Int)
  /// The size of a cell in pixels.
  case cellPixels
  /// The size of the window's text area in pixels, for terminals that do not tell that of a cell.
  case windowPixels
  /// XTVERSION: the terminal's name and version.
  case version
  /// XTGETTCAP: whether its terminfo entry has 24-bit colours, as `RGB` or as `Tc`.
  case truecolorCapability
  /// DECRQSS: a 24-bit background is set, asked for and taken back; a terminal without them names another colour.
  case truecolorSetting
  /// kitty's graphics protocol: whether an image of one pixel could be taken, which is not kept (`a=q`).
  case kittyGraphics
  /// XTSMGRAPHICS: 256 registers of colour are asked for, which the terminal answers with the number that it has.
  case sixelColors
  /// XTSMGRAPHICS: the largest picture in sixels.
  case sixelSize
  /// DSR: answered by `TerminalReply.ready` once everything before it has been taken.
  case status

  /// The bytes to send.
  package var bytes: [UInt8] {
    let text =
      switch self {
      case .primaryAttributes: "\u{1B}[c"
      case .color(let number): "\u{1B}]\(number);?\u{1B}\\"
      case .palette(let index): "\u{1B}]4;\(index);?\u{1B}\\"
      case .mode(let number): "\u{1B}[?\(number)$p"
      case .cellPixels: "\u{1B}[16t"
      case .windowPixels: "\u{1B}[14t"
      case .version: "\u{1B}[>0q"
      // Names in hexadecimal: RGB, and Tc.
      case .truecolorCapability: "\u{1B}P+q524742\u{1B}\\\u{1B}P+q5463\u{1B}\\"
      case .truecolorSetting: "\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[m"
      case .kittyGraphics: "\u{1B}_Gi=\(Self.graphicsID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
      case .sixelColors: "\u{1B}[?1;3;256S"
      case .sixelSize: "\u{1B}[?2;1;0S"
      case .status: "\u{1B}[5n"
      }
    return Array(text.utf8)
  }

  /// The id of the image in `kittyGraphics`.
  package static let graphicsID: UInt32 = 31
}

extension TerminalQuery {
  /// The queries sent once, at the start; none to terminals that would print them, and only DA1 to those that perhaps would.
  ///
  /// The last of them is what every terminal answers, and the last but one asks for receipts of frames.
  /// - Parameters:
  ///   - environment: TERM, and what else tells of the terminal.
  ///   - pixels: how pictures are to be shown in pixels, if at all.
  package static func atStart(environment: [String: String], pixels: PixelChoice = .auto) -> [TerminalQuery] {
    let term = environment["TERM"] ?? ""
    guard takesControlStrings(environment: environment) else {
      // Often an emulator by the name of what it emulates, which tells by DA1 what it is.
      return term.hasPrefix("vt") && !term.hasPrefix("vt52") ? [.primaryAttributes] : []
    }
    // First what pixels need, so that nothing is drawn in other cells that pixels would cover in a moment.
    var queries: [TerminalQuery] = [.cellPixels, .windowPixels]
    // tmux takes the query for its pane's title.
    if pixels.asksForKittyGraphics, !TerminalIdentity.isMultiplexed(environment) { queries.append(.kittyGraphics) }
    queries += [.version, .mode(2026), .color(number: 11), .color(number: 10)]
    // GNU screen hands control strings on to the terminal around it, whose colours are not its own.
    let isScreen = environment["TMUX"] == nil && (term.hasPrefix("screen") || environment["STY"] != nil)
    if !isScreen { queries += [.truecolorCapability, .truecolorSetting] }
    return queries + (0..<16).map { .palette($0) } + [.status, .primaryAttributes]
  }

  /// The queries sent once DA1 has been answered: the colours of a terminal that was asked for nothing else, if it is one that
  /// ignores control strings that it does not know.
  ///
  /// - Parameters:
  ///   - queries: those sent before.
  ///   - attributes: the answer. From 62 on the first one is the level of a VT220 or later; a VT100 has 1, and prints strings.
  package static func following(_ queries: [TerminalQuery], attributes: [Int]) -> [TerminalQuery] {
    guard queries == [.primaryAttributes], let level = attributes.first, (62...69).contains(level) else { return [] }
    return [.color(number: 11), .color(number: 10), .primaryAttributes]
  }

  /// Whether a terminal takes control strings (OSC, DCS) in, if only to ignore them, and prints none.
  package static func takesControlStrings(environment: [String: String]) -> Bool {
    let term = environment["TERM"] ?? ""
    return !mute.contains(where: term.hasPrefix)
  }

  /// What the names of consoles and terminals of old begin with: they print what they do not understand.
  private static let mute = ["linux", "cons", "vt", "ansi", "dumb", "sun", "wy", "hurd", "mach", "eterm", "pcansi"]
}
