package import Decks
package import Glibc

/// Who has the terminal, and whether the program goes on.
///
/// ```
/// running ──► suspended ──► resumed ──► running     Ctrl-Z, fg
/// running ──► stopped ──► running                   SIGSTOP and SIGCONT from outside
/// running ──► lent ──► running                      a command of a click
/// any ──► over
/// ```
/// `resumed` may do all that `running` may.
package enum Lifecycle: Hashable, Sendable {
  /// The terminal is ours.
  case running
  /// We have given the terminal back and stop ourselves.
  case suspended
  /// The terminal is ours again after a stop of our own, whose SIGCONT has not been read yet.
  case resumed
  /// Something else stopped us, which shows only when we go on: the terminal's modes may have changed meanwhile.
  case stopped
  /// A command has the terminal; nil: it is about to be started.
  case lent(to: Borrower?)
  /// The end, for good.
  case over

  /// A command that has the terminal.
  package struct Borrower: Hashable, Sendable {
    package var process: pid_t
    /// Whether it may change the slides' files, which are then read again.
    package var mayChangeFiles: Bool

    /// A command that runs.
    package init(process: pid_t, mayChangeFiles: Bool) {
      (self.process, self.mayChangeFiles) = (process, mayChangeFiles)
    }
  }

  /// Whether the terminal is ours to read and to draw on.
  package var hasTerminal: Bool {
    switch self {
    case .running, .resumed: true
    case .suspended, .stopped, .lent, .over: false
    }
  }

  /// Whether one state may follow on another.
  package func mayBecome(_ next: Lifecycle) -> Bool {
    switch (self, next) {
    case (.over, _): false
    case (_, .over): true
    case (.running, .suspended), (.running, .stopped), (.running, .lent(to: nil)): true
    case (.resumed, .running), (.resumed, .suspended), (.resumed, .lent(to: nil)): true
    case (.suspended, .resumed), (.stopped, .running): true
    case (.lent(to: nil), .lent(to: .some)), (.lent, .running): true
    case (.running, _), (.resumed, _), (.suspended, _), (.stopped, _), (.lent, _): false
    }
  }

  /// Becomes another state, if that may follow.
  ///
  /// - Returns: whether it did.
  package mutating func become(_ next: Lifecycle) -> Bool {
    guard mayBecome(next) else { return false }
    self = next
    return true
  }
}

/// Why the program ends.
package enum Outcome: Hashable, Sendable {
  /// The user left; these slides are marked.
  case quit(marked: [Slide])
  /// The user picked this slide, or the marked ones.
  case picked([Slide])
  /// There was nothing to show.
  case noSlides
  /// The terminal is gone.
  case hangup
  /// A signal asked for it.
  case signal(Int32)
}
