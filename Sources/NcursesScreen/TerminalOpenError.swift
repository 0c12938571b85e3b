/// Why there is no screen to draw on: one line that says what to do.
package enum TerminalOpenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither a controlling terminal nor one on the standard streams.
  case noTerminal
  /// TERM is not set.
  case terminalTypeUnset
  /// Terminfo does not know what TERM says.
  case terminalTypeUnknown(String)
  /// Terminfo knows it, but it cannot place a cursor or clear its screen.
  case terminalTooSimple(String)
  /// The terminal could not be taken into use.
  case failed(String)

  package var description: String {
    switch self {
    case .noTerminal: "there is no terminal to draw on; use --print to write pictures to standard output"
    case .terminalTypeUnset: "TERM is not set; set it, for example TERM=xterm-256color, or use --print"
    case .terminalTypeUnknown(let type):
      "the terminal type \"\(type)\" is unknown; set TERM, for example TERM=xterm-256color, or use --print"
    case .terminalTooSimple(let type):
      "a terminal of type \"\(type)\" cannot place the cursor; set TERM, for example TERM=xterm-256color, or use --print"
    case .failed(let reason): "the terminal cannot be used: \(reason); use --print to write pictures to standard output"
    }
  }
}
