package import Decks
import System
import Terminal

extension EventLoop {
  // MARK: - Reports from outside

  /// A program has answered about the terminal.
  func receive(_ reply: TerminalReply) {
    guard lifecycle.hasTerminal else { return }
    learn(reply, at: clock())
    requestTurn()
  }

  /// The sources have changed on disk, or cannot be watched.
  package func receive(_ report: SourceWatch.Report) {
    guard lifecycle != .over else { return }
    switch report {
    case .trouble(let words): receive(.message(words))
    case .changed(let changes):
      reconciler?.filesChanged(Set(changes.changed.map(\.absolute)), unfinished: changes.unfinished)
    }
  }
}
