/// How a terminal takes pictures in pixels.
package enum PixelProtocol: Hashable, Sendable {
  /// kitty's graphics protocol: images are sent once, then placed, moved and deleted by their ids.
  case kitty
}

/// How pictures are shown in pixels, as people choose it (`--pixels`).
package enum PixelChoice: String, CaseIterable, Hashable, Sendable {
  /// By the protocol that the terminal is known to do well, else in cells.
  case auto
  /// By kitty's protocol, whatever the terminal calls itself.
  case kitty
  /// In cells.
  case off

  /// The protocol for a terminal; nil: cells, or not known yet.
  ///
  /// Replies alone are not trusted: iTerm2, WezTerm, Warp and VS Code answer kitty's query without doing all that is needed.
  /// tmux and screen pass no images on.
  ///
  /// - Parameters:
  ///   - facts: what the terminal has answered so far.
  ///   - environment: TERM, and what else tells of the terminal.
  package func pixelProtocol(facts: TerminalFacts, environment: [String: String]) -> PixelProtocol? {
    guard facts.hasKittyGraphics != false, !TerminalIdentity.isMultiplexed(environment) else { return nil }
    switch self {
    case .off: return nil
    // A terminal that has answered everything else gets a chance: what it does not confirm is not shown.
    case .kitty: return facts.hasKittyGraphics == true || facts.attributes != nil ? .kitty : nil
    case .auto:
      guard facts.hasKittyGraphics == true, let version = facts.version else { return nil }
      return PixelChoice.hasGoodKittyGraphics(TerminalIdentity(reply: version)) ? .kitty : nil
    }
  }

  /// The protocol for pictures among the lines of a shell, where nothing is asked; nil: cells.
  ///
  /// - Parameters:
  ///   - isTerminal: whether the pictures go to a terminal, not into a pipe or a file.
  ///   - environment: TERM, which is also known over ssh.
  package func protocolForPrinting(isTerminal: Bool, environment: [String: String]) -> PixelProtocol? {
    switch self {
    case .off: nil
    case .kitty: .kitty
    case .auto:
      isTerminal && !TerminalIdentity.isMultiplexed(environment)
        && ["xterm-kitty", "xterm-ghostty"].contains(environment["TERM"]) ? .kitty : nil
    }
  }

  /// Whether a terminal moves and crops placements without flaws.
  private static func hasGoodKittyGraphics(_ identity: TerminalIdentity) -> Bool {
    switch identity.name {
    // Older versions have no synchronized updates, and 0.26 may hang with images below text.
    case "kitty": !identity.version.lexicographicallyPrecedes([0, 28])
    case "ghostty": true
    // Older versions know no images, or cannot delete single placements.
    case "konsole": !identity.version.lexicographicallyPrecedes([22, 12])
    default: false
    }
  }
}
