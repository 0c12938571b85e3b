import CarouselApp
import CommandLineOptions
import NcursesScreen
import Rendering
import System
import Terminal

/// What the terminal replies to queries, and what follows from it, for a bug report.
struct TerminalReport {
  private let picture: PictureOptions
  private let environment: ProcessEnvironment
  private let facts: TerminalFacts
  private let replies: [UInt8]
  /// How long the replies took; nil if the last one has not come.
  private let duration: Duration?
  /// What tmux reports on the terminals around it; nil if there is none.
  private let tmux: TmuxReport?

  /// Milliseconds that the terminal has for its replies.
  private static let timeout: Int64 = 2000
  private static let variables = [
    "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "KONSOLE_VERSION", "COLORFGBG",
    "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG",
  ]
  /// Others that do, of which only the names are shown: their values may identify the user.
  private static let privateVariables = [
    "KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID", "WEZTERM_PANE", "GHOSTTY_RESOURCES_DIR", "WT_SESSION", "MLTERM", "TMUX",
    "STY", "ZELLIJ", "SSH_CONNECTION", "SSH_TTY",
  ]
  /// The maximum length of a value and of a reply.
  private static let lengthLimit = 200

  /// Queries the terminal.
  ///
  /// - Throws: An exit status, once the reason has been reported.
  init(_ picture: PictureOptions, _ environment: ProcessEnvironment) throws(ExitStatus) {
    let (variables, pixels) = (environment.variables, picture.pixels)
    guard let inquiry = TerminalInquiry(within: Self.timeout) else {
      throw ExitStatus(
        1, reporting: "no terminal can be queried; run tui --terminal-report in one, and type nothing meanwhile")
    }
    let start = MonotonicClock.now
    let isComplete = inquiry.ask(pixels, environment: variables, testsMemory: true)
    duration = isComplete ? MonotonicClock.now - start : nil
    inquiry.end()
    var facts = inquiry.facts
    let question = TmuxQuestion(environment: variables, pixels: pixels)
    tmux = question?.report()
    if let tmux, let question {
      _ = facts.apply(.tmux(takesPlaceholders: question.takesPlaceholders(tmux), tmux))
    }
    (self.picture, self.environment, self.facts, replies) = (picture, environment, facts, inquiry.replies)
  }

  /// The report's lines. Nothing in them controls a terminal.
  var text: String {
    let variables = environment.variables
    let shown = Self.variables.compactMap { name in
      variables[name].map { "\(name)=\($0.prefix(Self.lengthLimit))" }
    }
    let hidden = Self.privateVariables.filter { variables[$0] != nil }
    let depth = environment.depthForPrinting(environment.depth(for: picture.color), reported: facts.colorDepth)
    let sixels = facts.attributes.map { $0.contains(4) ? "in DA1" : "not in DA1" } ?? "unknown"
    let sets =
      picture.art ?? GlyphSupport.sets(environment: variables, version: facts.version, isUTF8: environment.isUTF8)
    let colors = "\(depth.rawValue); reported: \(facts.colorDepth?.rawValue ?? "none")"
    let synchronized = facts.hasSynchronizedOutput.map { $0 ? "yes" : "no" } ?? "not answered"
    let modes = facts.knownModes.sorted().map(String.init).joined(separator: " ")
    let time = duration.map { "within \(Int($0 / .milliseconds(1))) ms" } ?? "incomplete"
    let rows: [(String, String)] = [
      ("program", "tui \(Version.number)"), ("terminal", facts.version ?? "unknown"), ("window", windowText),
      ("pixels", pixelText), ("kitty", kittyText),
      ("OSC 1337", facts.features.contains(.inlineFiles) ? "answered" : "not answered"),
      ("sixels", sixels), ("tmux", tmuxText), ("glyphs", sets.name), ("colors", colors),
      ("synchronized updates", synchronized), ("modes", modes),
      ("keyboard", facts.features.contains(.keyboardProtocol) ? "kitty's protocol" : "kitty's protocol not answered"),
      ("environment", (shown + hidden).joined(separator: " ")),
      ("replies", time),
    ]
    let table = rows.map { name, value in
      name + String(repeating: " ", count: 22 - name.count) + SafeText.visible(value)
    }
    return (table + replyLines).joined(separator: "\n")
  }

  private var windowText: String {
    guard let window = TerminalWindow.ofProgram, let size = window.size else { return "unknown" }
    let cell = facts.cellPixels(window.cellPixels, in: size, isExact: true)
    return "\(size.columns)×\(size.rows) cells" + (cell.map { " of \($0.width)×\($0.height) pixels" } ?? "")
  }

  private var pixelText: String {
    switch picture.pixels.pixelProtocol(facts: facts, environment: environment.variables) {
    case nil: "none (--pixels \(picture.pixels.rawValue))"
    case .kitty: "kitty's protocol, in motion too"
    case .placeholders: "placeholders of kitty's protocol"
    case .sixel(let colors, let limits):
      "sixels, \(colors) colors" + (limits.width == .max ? "" : ", at most \(limits.width)×\(limits.height)")
    case .iterm: "OSC 1337"
    }
  }

  private var kittyText: String {
    let identity = facts.identity
    if let fault = facts.kittyFault(of: identity) { return "not used: \(fault)" }
    let abilities = KittyProbe.Ability.allCases.filter(facts.kittyProbe.abilities.contains).map(\.rawValue)
    let faults = [KnownFault.confirmsDeleted, .keepsReplaced].compactMap { identity?.reason(of: $0) }
    return (["images behave"] + abilities + (facts.readsSharedMemory ? ["shared memory"] : []) + faults)
      .joined(separator: "; ")
  }

  private var tmuxText: String {
    guard let tmux else { return environment.variables["TMUX"] == nil ? "none" : "no report" }
    let clients = tmux.clients.map { client in
      let name = "\(client.identity.name) \(client.identity.version.map(String.init).joined(separator: "."))"
      return name + (client.hasTruecolor ? ", RGB" : "") + (client.hasSixels ? ", sixels" : "")
    }
    return (["passthrough \(tmux.passthrough)"] + clients).joined(separator: "; ")
  }

  /// Each reply on a line of its own.
  private var replyLines: [String] {
    var lines: [[UInt8]] = []
    for (index, byte) in replies.enumerated() {
      let isTerminator = byte == 0x1B && replies.dropFirst(index + 1).first == UInt8(ascii: "\\")
      if lines.isEmpty || byte == 0x1B && !isTerminator { lines.append([]) }
      lines[lines.count - 1].append(byte)
    }
    return lines.map { "  " + SafeText.visible($0.prefix(Self.lengthLimit)) }
  }
}
