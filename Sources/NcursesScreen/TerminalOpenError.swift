/// Why there is no screen to draw on; the description is one line that says what to do.
package enum TerminalOpenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Neither a controlling terminal nor one on the standard streams.
  case noTerminal
  /// TERM is not set.
  case terminalTypeUnset
  /// Terminfo does not know the value of TERM.
  case terminalTypeUnknown(String)
  /// Terminfo knows the type, but the terminal cannot place the cursor or clear its screen.
  case terminalTooSimple(String)
  /// The terminal could not be set up.
  case failed(String)

  package var description: String { "\(problem); \(advice.map { "\($0), or use" } ?? "use") --print\(purpose)" }

  /// The description without the advice to print, for runs that need a screen, such as `--pick`.
  package var descriptionForScreen: String { problem + (advice.map { "; \($0)" } ?? "") }

  private var problem: String {
    switch self {
    case .noTerminal: "there is no terminal to draw on"
    case .terminalTypeUnset: "TERM is not set"
    case .terminalTypeUnknown(let type): "the terminal type \"\(type)\" is unknown"
    case .terminalTooSimple(let type): "a terminal of type \"\(type)\" cannot place the cursor"
    case .failed(let reason): "the terminal cannot be used: \(reason)"
    }
  }

  /// What to do about the problem; nil if there is nothing to do.
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
