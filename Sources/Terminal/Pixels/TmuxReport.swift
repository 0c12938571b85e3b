/// What tmux has answered about a pane: whether it passes control strings on, and which terminals show it.
package struct TmuxReport: Hashable, Sendable {
  /// A terminal in which a pane's session is shown.
  package struct Client: Hashable, Sendable {
    /// By its answer to XTVERSION, which tmux asks for.
    package var identity: TerminalIdentity
    /// Whether tmux writes it 24-bit colours.
    package var hasTruecolor: Bool
    /// Whether it shows the pane's window, not another one of the session.
    package var seesWindow: Bool
    /// A cell's size; nil: not known.
    package var cell: CellPixels?
    /// Bytes that tmux has dropped so far, since the terminal did not take them in time.
    package var discarded: Int
  }

  /// Which control strings tmux passes on (`allow-passthrough`).
  package enum Passthrough: Hashable, Sendable {
    case none
    /// Those of panes that can be seen.
    case visible
    case all
  }

  package var version: [Int] = []
  package var passthrough = Passthrough.none
  package var clients: [Client] = []

  /// Clients that are looked at; where there are more, the pane is taken as not shown by any.
  private static let clientLimit = 64

  /// The arguments of a `tmux` that answers about a pane; nil where that is no pane's name.
  ///
  /// - Parameter pane: `TMUX_PANE`, such as `%3`.
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

  /// Reads the answer to `query`; nil where that is something else.
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
        // One in control mode shows nothing by itself, but a terminal behind it may.
        guard sessions.contains(fields[1]) else { continue }
        clients.append(Client(fields, window: window))
      default: return nil
      }
    }
    if window.isEmpty { return nil }
    if clients.count > Self.clientLimit { clients = [] }
  }

  /// Whether every terminal in which the pane may be seen shows images where their placeholders are.
  ///
  /// - Parameter isForced: whether the user says so, of whatever terminals these are.
  package func takesPlaceholders(isForced: Bool) -> Bool {
    guard passthrough != .none, !version.lexicographicallyPrecedes([3, 3]), !clients.isEmpty else { return false }
    return isForced || clients.allSatisfy { $0.hasTruecolor && $0.identity.knowsPlaceholders }
  }

  /// Whether what is passed on arrives in every terminal.
  package var reachesClients: Bool { passthrough == .all || clients.allSatisfy(\.seesWindow) }

  /// Whether all that was written since an earlier report has arrived, in the same terminals.
  package func hasLostNothing(since last: TmuxReport) -> Bool {
    reachesClients && last.reachesClients && clients == last.clients
  }
}

extension TmuxReport.Client {
  /// The fields of a line.
  fileprivate init(_ fields: [Substring], window: Substring) {
    let isControl = fields[3] == "1"
    // Longer than any terminal's name.
    let type = String(fields[9].prefix(64))
    identity = isControl ? TerminalIdentity("") : TerminalIdentity(reply: type)
    // What terminfo knows of terminals is none of tmux's features.
    hasTruecolor =
      fields[7].split(separator: ",").contains("RGB") || ["xterm-kitty", "xterm-ghostty"].contains(fields[8])
    seesWindow = fields[2] == window
    let (width, height) = (Int(fields[4]) ?? 0, Int(fields[5]) ?? 0)
    cell = width > 0 && height > 0 ? CellPixels(width: width, height: height) : nil
    discarded = Int(fields[6]) ?? 0
  }
}

extension TerminalIdentity {
  /// Whether a terminal shows images where their placeholders are.
  fileprivate var knowsPlaceholders: Bool {
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
