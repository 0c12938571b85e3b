/// How a terminal takes pictures in pixels.
package enum PixelProtocol: Hashable, Sendable {
  /// kitty's graphics protocol: images are sent once, then placed, moved and deleted by their ids.
  case kitty
  /// The same through tmux: images are shown where cells of text stand for them, which tmux keeps and draws as any text.
  case placeholders
  /// Sixels (DEC STD 070), of so many colours: parts of a picture are written where they are to be seen.
  case sixel(colors: Int, InlineLimits)
  /// Files in OSC 1337, as iTerm2 has them: as sixels, in all colours.
  case iterm

  /// Whether pixels take the place of cells at rest, and of nothing that moves or has something over it.
  package var isInline: Bool { self != .kitty }
}

/// How pictures are shown in pixels, as people choose it (`--pixels`).
package enum PixelChoice: String, CaseIterable, Hashable, Sendable {
  /// By the protocol that the terminal is known to do well, else in cells.
  case auto
  /// By kitty's protocol, whatever the terminal calls itself.
  case kitty
  /// By sixels, whatever the terminal says of itself.
  case sixel
  /// By files in OSC 1337, whatever the terminal calls itself.
  case iterm
  /// In cells.
  case off

  /// Whether the answer to kitty's query counts.
  package var asksForKittyGraphics: Bool { self == .auto || self == .kitty }

  /// Whether tmux is to be asked about the terminals around it: it is the terminal itself, not what it was started from.
  package func asksTmux(facts: TerminalFacts, environment: [String: String]) -> Bool {
    guard asksForKittyGraphics, environment["TMUX"] != nil, environment["STY"] == nil,
      let version = facts.version.map({ TerminalIdentity(reply: $0) })
    else { return false }
    return version.name == "tmux" && !version.version.lexicographicallyPrecedes([3, 3])
  }

  /// The protocol for a terminal; nil: cells, or not known yet.
  ///
  /// Replies alone are not trusted: iTerm2, WezTerm, Warp and VS Code answer kitty's query without doing all that is needed.
  /// screen passes no images on; of tmux and what is around it `TerminalFacts.hasPlaceholders` tells.
  ///
  /// - Parameters:
  ///   - facts: what the terminal has answered so far.
  ///   - environment: TERM, and what else tells of the terminal.
  package func pixelProtocol(facts: TerminalFacts, environment: [String: String]) -> PixelProtocol? {
    let isMultiplexed = TerminalIdentity.isMultiplexed(environment)
    switch self {
    case .off: return nil
    // A terminal that has answered everything else gets a chance: what it does not confirm is not shown.
    case .kitty:
      if isMultiplexed { return facts.hasPlaceholders == true ? .placeholders : nil }
      guard facts.hasKittyGraphics != false else { return nil }
      return facts.hasKittyGraphics == true || facts.attributes != nil ? .kitty : nil
    // Through tmux only where tmux itself has them: what is around it sees none of this.
    case .sixel:
      guard let attributes = facts.attributes, !isMultiplexed || attributes.contains(4) else { return nil }
      return facts.sixels
    case .iterm: return facts.attributes != nil && !isMultiplexed ? .iterm : nil
    case .auto:
      // Sixels of a tmux tell nothing of the terminals around it.
      if isMultiplexed { return facts.hasPlaceholders == true ? .placeholders : nil }
      let identity = PixelChoice.identity(facts, environment)
      if facts.hasKittyGraphics == true, facts.version != nil, let identity,
        identity.hasGoodKittyGraphics
      {
        return .kitty
      }
      guard let attributes = facts.attributes else { return nil }
      if let identity, identity.takesInlineFiles(attributes: attributes) { return .iterm }
      // In few colours a picture is better in cells.
      guard attributes.contains(4), (facts.sixelColors ?? 256) >= 64 else { return nil }
      return facts.sixels
    }
  }

  /// Whether a terminal will most likely turn out to take images by kitty's protocol, before it has answered anything.
  ///
  /// - Parameter environment: TERM, and what else tells of the terminal.
  package func expectsKittyGraphics(environment: [String: String]) -> Bool {
    guard asksForKittyGraphics, !TerminalIdentity.isMultiplexed(environment) else { return false }
    return ["kitty", "ghostty"].contains(TerminalIdentity(environment: environment)?.name)
  }

  /// The protocol for pictures among the lines of a shell, where nothing is asked; nil: cells.
  ///
  /// - Parameters:
  ///   - isTerminal: whether the pictures go to a terminal, not into a pipe or a file.
  ///   - environment: TERM, which is also known over ssh.
  ///   - hasPlaceholders: asks tmux whether the terminals around it show placeholders.
  package func protocolForPrinting(
    isTerminal: Bool, environment: [String: String], hasPlaceholders: () -> Bool = { false }
  ) -> PixelProtocol? {
    let isInTmux = isTerminal && environment["TMUX"] != nil && environment["STY"] == nil
    if isInTmux, asksForKittyGraphics { return hasPlaceholders() ? .placeholders : nil }
    return switch self {
    case .off: nil
    case .kitty: .kitty
    case .sixel: .sixel(colors: 256, InlineLimits())
    case .iterm: .iterm
    case .auto: isTerminal ? PixelChoice.protocolByName(environment) : nil
    }
  }

  /// The protocol of a terminal that is known by what it leaves in the environment.
  private static func protocolByName(_ environment: [String: String]) -> PixelProtocol? {
    guard !TerminalIdentity.isMultiplexed(environment) else { return nil }
    let term = environment["TERM"] ?? ""
    if ["xterm-kitty", "xterm-ghostty"].contains(term) { return .kitty }
    if ["foot", "mlterm"].contains(where: { term == $0 || term.hasPrefix("\($0)-") }) {
      return .sixel(colors: 256, InlineLimits())
    }
    return identity(TerminalFacts(), environment)?.takesInlineFiles(attributes: []) == true ? .iterm : nil
  }

  /// The terminal by its own answer, else by the environment, unless that may be another machine's.
  private static func identity(_ facts: TerminalFacts, _ environment: [String: String]) -> TerminalIdentity? {
    if let version = facts.version { return TerminalIdentity(reply: version) }
    return TerminalIdentity.isRemote(environment) ? nil : TerminalIdentity(environment: environment)
  }
}

extension TerminalIdentity {
  /// Whether it moves, crops and stacks placements without flaws.
  package var hasGoodKittyGraphics: Bool {
    switch name {
    // Older versions have no synchronized updates, and 0.26 may hang with images at three depths.
    case "kitty": !version.lexicographicallyPrecedes([0, 28])
    case "ghostty": true
    // Older versions know no images, or cannot delete single placements.
    case "konsole": !version.lexicographicallyPrecedes([22, 12])
    default: false
    }
  }

  /// Whether it is known to show files in OSC 1337, and that better than by other protocols.
  ///
  /// - Parameter attributes: its answer to DA1.
  fileprivate func takesInlineFiles(attributes: [Int]) -> Bool {
    switch name {
    case "wezterm", "iterm2", "iterm.app", "mintty", "warp", "warpterminal", "rio": true
    // Theirs is xterm.js, which people may tell to show no images: then it does not claim sixels either.
    case "vscode", "xterm.js", "hyper", "tabby": attributes.contains(4)
    default: false
    }
  }
}
