package import Decks
import System
import Terminal

extension EventLoop {
  // MARK: - Reports from outside

  /// Handles a program's answer about the terminal, such as that of tmux.
  func receive(_ reply: TerminalReply) {
    guard lifecycle.hasTerminal else { return }
    learn(reply, at: clock())
    requestTurn()
  }

  /// Handles a change of the sources on disk, or a failure to watch them.
  package func receive(_ report: SourceWatch.Report) {
    guard lifecycle != .over else { return }
    switch report {
    case .trouble(let words): receive(.message(words))
    case .changed(let changes):
      reconciler?.filesChanged(Set(changes.changed.map(\.absolute)), unfinished: changes.unfinished)
    }
  }
}
