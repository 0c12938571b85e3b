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

  package var description: String { "\(problem); \(advice.map { "\($0), or use" } ?? "use") --print\(purpose)" }

  /// The same for a run that only a screen serves, as `--pick` is: without the advice to print.
  package var descriptionForScreen: String { problem + (advice.map { "; \($0)" } ?? "") }

  /// The problem.
  private var problem: String {
    switch self {
    case .noTerminal: "there is no terminal to draw on"
    case .terminalTypeUnset: "TERM is not set"
    case .terminalTypeUnknown(let type): "the terminal type \"\(type)\" is unknown"
    case .terminalTooSimple(let type): "a terminal of type \"\(type)\" cannot place the cursor"
    case .failed(let reason): "the terminal cannot be used: \(reason)"
    }
  }

  /// What to do about it; nil: nothing.
  private var advice: String? {
    switch self {
    case .terminalTypeUnset: "set it, for example TERM=xterm-256color"
    case .terminalTypeUnknown, .terminalTooSimple: "set TERM, for example TERM=xterm-256color"
    case .noTerminal, .failed: nil
    }
  }

  private var purpose: String {
    switch self {
    case .noTerminal, .failed: " to write pictures to standard output"
    case .terminalTypeUnset, .terminalTypeUnknown, .terminalTooSimple: ""
    }
  }
}
