/// tmux's report on a pane: whether it passes on control strings, and which terminals show the pane.
package struct TmuxReport: Hashable, Sendable {
  /// A terminal that shows the pane's session.
  package struct Client: Hashable, Sendable {
    /// The terminal's reply to XTVERSION, which tmux queries.
    package var identity: TerminalIdentity
    /// Whether tmux sends it 24-bit colors.
    package var hasTruecolor: Bool
    /// Whether tmux sends it sixels.
    package var hasSixels: Bool
    /// Whether it shows the pane's window rather than another one of the session.
    package var seesWindow: Bool
    /// The size of a cell; nil if unknown.
    package var cell: CellPixels?
    /// The number of bytes that tmux has dropped so far because the terminal did not read them in time.
    package var discarded: Int
  }

  /// Which control strings tmux passes on (`allow-passthrough`).
  package enum Passthrough: Hashable, Sendable {
    case none
    /// Those of visible panes.
    case visible
    case all
  }

  /// tmux's version, the major number first; empty if unknown.
  package var version: [Int] = []
  package var passthrough = Passthrough.none
  /// The terminals that show the pane's session.
  package var clients: [Client] = []

  /// The time after the last byte from which `discarded` is final: tmux adds to it by a timer of 100 ms.
  package static let settlingTime: Duration = .milliseconds(150)
  /// The maximum number of clients; with more, the pane counts as shown by none.
  private static let clientLimit = 64

  /// Returns the arguments with which `tmux` reports on a pane; nil if `pane` is not a pane's id.
  ///
  /// - Parameter pane: The value of `TMUX_PANE`, such as `%3`.
  package static func query(pane: String) -> [String]? {
    guard pane.first == "%", pane.count <= 20, pane.dropFirst().allSatisfy(\.isASCIIDigit), pane.count > 1 else {
      return nil
    }
    let client = [
      "session_id", "window_id", "client_control_mode", "client_cell_width", "client_cell_height", "client_discarded",
      "client_termfeatures", "client_termname", "client_termtype",
    ]
    return [
      "display-message", "-p", "-t", pane, "T|#{version}|#{allow-passthrough}|#{window_id}", ";",
      "list-panes", "-a", "-f", "#{==:#{pane_id},\(pane)}", "-F", "S|#{session_id}", ";",
      "list-clients", "-F", "C|" + client.map { "#{\($0)}" }.joined(separator: "|"),
    ]
  }

  /// Parses the answer to `query`; nil if it is something else.
  package init?(answer: [UInt8]) {
    var (window, sessions): (Substring, Set<Substring>) = ("", [])
    for line in String(decoding: answer, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: "|", maxSplits: 9, omittingEmptySubsequences: false)
      switch (fields[0], fields.count) {
      case ("T", 4):
        version = TerminalIdentity("tmux", String(fields[1])).version
        passthrough = fields[2] == "all" ? .all : ["on", "1"].contains(fields[2]) ? .visible : .none
        window = fields[3]
      case ("S", 2): sessions.insert(fields[1])
      case ("C", 10):
        // A client in control mode shows nothing itself, but a terminal behind it may.
        guard sessions.contains(fields[1]) else { continue }
        clients.append(Client(fields, window: window))
      default: return nil
      }
    }
    if window.isEmpty { return nil }
    if clients.count > Self.clientLimit { clients = [] }
  }

  /// Whether every terminal that may show the pane shows images in place of placeholders.
  ///
  /// - Parameter isForced: Whether the user asserts that all of these terminals do.
  package func takesPlaceholders(isForced: Bool) -> Bool {
    guard passthrough != .none, !version.lexicographicallyPrecedes([3, 3]), !clients.isEmpty else { return false }
    return isForced || clients.allSatisfy { $0.hasTruecolor && $0.identity.supportsPlaceholders }
  }

  /// Whether it names every terminal. It does not until a terminal that attaches has answered tmux.
  package var isComplete: Bool { !clients.isEmpty && clients.allSatisfy { !$0.identity.name.isEmpty } }

  /// Whether every terminal that may show the pane shows sixels, which tmux draws itself.
  package var takesSixels: Bool { !clients.isEmpty && clients.allSatisfy(\.hasSixels) }

  /// Whether control strings that are passed on reach every terminal.
  package var reachesClients: Bool { passthrough == .all || clients.allSatisfy(\.seesWindow) }

  /// Whether everything written since an earlier report has arrived, in the same terminals.
  package func hasLostNothing(since last: TmuxReport) -> Bool {
    reachesClients && last.reachesClients && clients == last.clients
  }
}

extension TmuxReport.Client {
  fileprivate init(_ fields: [Substring], window: Substring) {
    let isControl = fields[3] == "1"
    // The limit is longer than any terminal's name.
    let type = String(fields[9].prefix(64))
    identity = isControl ? TerminalIdentity("") : TerminalIdentity(reply: type)
    // tmux's list of features omits the capabilities that it finds in terminfo.
    let features = fields[7].split(separator: ",")
    hasTruecolor = features.contains("RGB") || ["xterm-kitty", "xterm-ghostty"].contains(fields[8])
    hasSixels = features.contains("sixel")
    seesWindow = fields[2] == window
    let (width, height) = (Int(fields[4]) ?? 0, Int(fields[5]) ?? 0)
    cell = width > 0 && height > 0 ? CellPixels(width: width, height: height) : nil
    discarded = Int(fields[6]) ?? 0
  }
}

extension TerminalIdentity {
  /// Whether the terminal shows images in place of placeholders.
  fileprivate var supportsPlaceholders: Bool {
    switch name {
    case "kitty": !version.lexicographicallyPrecedes([0, 28])
    case "ghostty": true
    default: false
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
