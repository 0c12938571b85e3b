/// How far a task is, which terminals show in a tab, in the task bar or above the window (OSC 9;4, from ConEmu):
/// https://conemu.github.io/en/AnsiEscapeCodes.html#ConEmu_specific_OSC
package enum TaskProgress: Hashable, Sendable {
  /// A share, 0…100.
  case percent(Int)
  /// It is under way.
  case unknown

  /// Progress of a part of a whole, both at least 0; unknown if the whole is 0.
  package init(_ part: Int, of whole: Int) {
    self = whole > 0 ? .percent(min(100, part * 100 / whole)) : .unknown
  }

  /// The sequence to send.
  package var bytes: [UInt8] {
    switch self {
    case .percent(let share): Array("\u{1B}]9;4;1;\(share)\u{1B}\\".utf8)
    case .unknown: Array("\u{1B}]9;4;3;0\u{1B}\\".utf8)
    }
  }

  /// The sequence after which no progress is shown.
  package static let removal = Array("\u{1B}]9;4;0;0\u{1B}\\".utf8)

  /// Whether a terminal shows progress. That cannot be queried, and others show all that follows OSC 9 as a
  /// notification, as iTerm2 did at first: it takes a name and a version, or Windows Terminal's variable.
  package static func isShown(by identity: TerminalIdentity?, environment: [String: String]) -> Bool {
    guard !TerminalIdentity.isMultiplexed(environment) else { return false }
    let first: [Int]? =
      switch identity?.name {
      case "kitty": [0, 39]
      case "ghostty": [1, 2]
      case "konsole": [26]
      case "vte": [0, 80]
      case "iterm2", "iterm.app": [3, 6, 6]
      default: nil
      }
    if let identity, let first { return !identity.version.lexicographicallyPrecedes(first) }
    return identity == nil && environment["WT_SESSION"] != nil
  }
}
