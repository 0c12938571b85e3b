/// The user's choice of how to show pictures in pixels (`--pixels`).
package enum PixelChoice: String, CaseIterable, Hashable, Sendable {
  /// The best protocol that the terminal has shown to implement, else cells.
  case auto
  /// kitty's protocol, regardless of the terminal's name.
  case kitty
  /// Sixels, whether or not the terminal claims to support them.
  case sixel
  /// Files in OSC 1337, regardless of the terminal's name.
  case iterm
  /// Cells.
  case off

  /// Whether the reply to kitty's query counts.
  package var asksForKittyGraphics: Bool { self == .auto || self == .kitty }

  /// Whether to query tmux about the terminals around it: only if the terminal is tmux 3.3 or later itself, rather than
  /// a terminal that was started from tmux.
  package func asksTmux(facts: TerminalFacts, environment: [String: String]) -> Bool {
    guard asksForKittyGraphics, environment["TMUX"] != nil, environment["STY"] == nil,
      let identity = facts.identity
    else { return false }
    return identity.name == "tmux" && !identity.version.lexicographicallyPrecedes([3, 3])
  }

  /// Returns the protocol for a terminal; nil if it gets cells, or is not known yet.
  ///
  /// Motion in pixels needs kitty's protocol, which counts if images also behave as they should (`KittyProbe`). Of the
  /// others, OSC 1337 has all colors. GNU screen passes on no images; for tmux and the terminals around it,
  /// `TerminalFacts.hasPlaceholders` decides.
  ///
  /// - Parameters:
  ///   - facts: The facts that the terminal has reported so far.
  ///   - environment: TERM and the other variables that describe the terminal.
  package func pixelProtocol(facts: TerminalFacts, environment: [String: String]) -> PixelProtocol? {
    let isMultiplexed = TerminalIdentity.isMultiplexed(environment)
    switch self {
    case .off: return nil
    // A terminal that has answered DA1 but not kitty's query is tried: pictures that it does not confirm are not shown.
    case .kitty:
      if isMultiplexed { return facts.hasPlaceholders == true ? .placeholders : nil }
      guard facts.hasKittyGraphics != false else { return nil }
      return facts.hasKittyGraphics == true || facts.attributes != nil ? .kitty : nil
    // Within tmux only if tmux itself supports them: the terminals around it do not receive them.
    case .sixel:
      guard let attributes = facts.attributes, !isMultiplexed || attributes.contains(4) else { return nil }
      return facts.sixels
    case .iterm: return facts.attributes != nil && !isMultiplexed ? .iterm : nil
    case .auto:
      if isMultiplexed {
        if facts.hasPlaceholders == true { return .placeholders }
        // tmux has them whatever the terminals around it show.
        return facts.hasTmuxSixels && facts.attributes?.contains(4) == true ? facts.sixels : nil
      }
      let identity = PixelChoice.identity(facts, environment)
      if facts.kittyFault(of: identity) == nil { return .kitty }
      guard let attributes = facts.attributes else { return nil }
      if facts.features.contains(.inlineFiles) || identity?.takesInlineFiles == true { return .iterm }
      // With few colors a picture looks better in cells.
      guard attributes.contains(4), (facts.sixelColors ?? 256) >= 64 else { return nil }
      return facts.sixels
    }
  }

  /// Whether a terminal will most likely accept images by kitty's protocol, as known before it has replied.
  ///
  /// - Parameter environment: TERM and the other variables that describe the terminal.
  package func expectsKittyGraphics(environment: [String: String]) -> Bool {
    guard asksForKittyGraphics, !TerminalIdentity.isMultiplexed(environment) else { return false }
    return ["kitty", "ghostty"].contains(TerminalIdentity(environment: environment)?.name)
  }

  /// Returns the protocol for pictures in a shell's output; nil for cells.
  ///
  /// - Parameters:
  ///   - facts: What the terminal has replied; nil if the output is a pipe or a file.
  ///   - environment: The environment variables; TERM is also set over ssh.
  package func protocolForPrinting(facts: TerminalFacts?, environment: [String: String]) -> PixelProtocol? {
    let isInTmux = facts != nil && environment["TMUX"] != nil && environment["STY"] == nil
    return switch self {
    case .off: nil
    case .kitty: isInTmux ? facts?.hasPlaceholders == true ? .placeholders : nil : .kitty
    case .sixel: facts?.sixels ?? .sixel(colors: 256, InlineLimits())
    case .iterm: .iterm
    case .auto:
      facts.flatMap { facts in
        facts.attributes != nil || isInTmux
          ? pixelProtocol(facts: facts, environment: environment) : PixelChoice.protocolByName(environment)
      }
    }
  }

  /// Returns the protocol of a terminal that its environment variables identify; nil for cells.
  private static func protocolByName(_ environment: [String: String]) -> PixelProtocol? {
    guard !TerminalIdentity.isMultiplexed(environment) else { return nil }
    let term = environment["TERM"] ?? ""
    if ["xterm-kitty", "xterm-ghostty"].contains(term) { return .kitty }
    if ["foot", "mlterm"].contains(where: { term == $0 || term.hasPrefix("\($0)-") }) {
      return .sixel(colors: 256, InlineLimits())
    }
    return identity(TerminalFacts(), environment)?.takesInlineFiles == true ? .iterm : nil
  }

  /// Returns the terminal by its own reply, else by the environment, unless that may belong to another machine.
  private static func identity(_ facts: TerminalFacts, _ environment: [String: String]) -> TerminalIdentity? {
    facts.identity ?? (TerminalIdentity.isRemote(environment) ? nil : TerminalIdentity(environment: environment))
  }
}

extension TerminalFacts {
  /// Why pictures are not shown by kitty's protocol, as far as the terminal has replied; nil if they can be.
  ///
  /// - Parameter identity: The terminal; nil if it is unknown.
  package func kittyFault(of identity: TerminalIdentity?) -> String? {
    switch hasKittyGraphics {
    case nil: "the query is not answered"
    case false: "the query is answered with an error"
    case true?:
      identity?.reason(of: .excludesKitty)
        ?? kittyProbe.fault(confirmsDeleted: identity?.reason(of: .confirmsDeleted) != nil)
    }
  }
}

extension TerminalIdentity {
  /// Whether the terminal shows files in OSC 1337 but answers no query about them.
  fileprivate var takesInlineFiles: Bool { ["mintty", "warp", "warpterminal", "rio"].contains(name) }

  /// Whether the terminal knows the usage hints of kitty's protocol.
  package var takesUsageHints: Bool { name == "kitty" && !version.lexicographicallyPrecedes([0, 48]) }
}
