package import Decks
package import Glibc

/// Who has the terminal, and whether the program continues.
///
/// ```
/// running ──► suspended ──► resumed ──► running     Ctrl-Z, fg
/// running ──► stopped ──► running                   SIGSTOP and SIGCONT from outside
/// running ──► lent ──► running                      a command of a click
/// any ──► over
/// ```
/// `resumed` may also become `suspended` or `lent`.
package enum Lifecycle: Hashable, Sendable {
  /// The terminal is ours.
  case running
  /// We have given the terminal back and are stopping ourselves.
  case suspended
  /// The terminal is ours again after our own stop, whose SIGCONT has not been read yet.
  case resumed
  /// Another process stopped us, which we notice only when we are continued: the terminal's modes may have changed.
  case stopped
  /// A command has the terminal; nil: it is about to start.
  case lent(to: Borrower?)
  /// The program ends; no other state follows.
  case over

  /// A command that has the terminal.
  package struct Borrower: Hashable, Sendable {
    package var process: pid_t
    /// The name of the user-defined action that it belongs to; nil for other commands.
    package var action: String?
    /// The status with which the command failed, whose output the user now reads; nil while it runs.
    package var failure: Int32?
  }

  /// Whether we may read from the terminal and draw on it.
  package var hasTerminal: Bool {
    switch self {
    case .running, .resumed: true
    case .suspended, .stopped, .lent, .over: false
    }
  }

  /// Whether a state may follow this one.
  package func mayBecome(_ next: Lifecycle) -> Bool {
    switch (self, next) {
    case (.over, _): false
    case (_, .over): true
    case (.running, .suspended), (.running, .stopped), (.running, .lent(to: nil)): true
    case (.resumed, .running), (.resumed, .suspended), (.resumed, .lent(to: nil)): true
    case (.suspended, .resumed), (.stopped, .running): true
    case (.lent(to: nil), .lent(to: .some)), (.lent, .running): true
    case (.lent(to: let command?), .lent(to: .some)): command.failure == nil
    case (.running, _), (.resumed, _), (.suspended, _), (.stopped, _), (.lent, _): false
    }
  }

  /// Changes to another state if it may follow this one.
  ///
  /// - Returns: whether the state changed.
  package mutating func become(_ next: Lifecycle) -> Bool {
    guard mayBecome(next) else { return false }
    self = next
    return true
  }
}

/// Why the program ends.
package enum Outcome: Hashable, Sendable {
  /// The user quit; these slides are marked.
  case quit(marked: [Slide])
  /// The user picked this slide, or the marked ones.
  case picked([Slide])
  /// There was nothing to show.
  case noSlides
  /// No slide could be shown; the text says why.
  case nothingShown(String)
  /// The terminal hung up.
  case hangup
  /// A signal ended the program.
  case signal(Int32)
}
