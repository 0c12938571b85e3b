/// A question to the terminal, answered by a `TerminalReply` or not at all.
package enum TerminalQuery: Hashable, Sendable {
  /// DA1, which every terminal answers: ask it last, so that its answer ends the waiting for the others.
  case primaryAttributes
  /// OSC 10 (foreground) or 11 (background).
  case color(number: Int)
  /// DECRQM: the state of a private mode, such as 2026, synchronized output.
  case mode(Int)
  /// The size of a cell in pixels.
  case cellPixels
  /// DSR: answered by `TerminalReply.ready` once everything before it has been taken.
  case status

  /// What is sent.
  package var bytes: [UInt8] {
    let text =
      switch self {
      case .primaryAttributes: "\u{1B}[c"
      case .color(let number): "\u{1B}]\(number);?\u{1B}\\"
      case .mode(let number): "\u{1B}[?\(number)$p"
      case .cellPixels: "\u{1B}[16t"
      case .status: "\u{1B}[5n"
      }
    return Array(text.utf8)
  }
}
