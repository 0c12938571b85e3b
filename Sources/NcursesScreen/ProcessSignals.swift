import CTerminalRestore
package import Terminal

/// The signals that end, stop, continue and resize the process, in order of arrival.
///
/// They are caught before the terminal is taken over. Until `report` is called, a signal that ends the process restores
/// the terminal and takes effect at once; after that it is read here. If such a signal stays unread for a second, the
/// next one takes effect at once.
package final class ProcessSignals: SignalSource {
  package let descriptor: Int32

  /// Catches signals from now on. Must be called on the main thread, which handles them.
  ///
  /// - Returns: nil if the system has no descriptor left.
  package init?() {
    descriptor = tui_signals_catch()
    if descriptor < 0 { return nil }
  }

  package func report() { tui_signals_report() }

  package func next() -> Int32? {
    let number = tui_signals_next()
    return number == 0 ? nil : number
  }

  package func send(_ signal: KeySignal) {
    switch signal {
    case .interrupt: tui_signals_send(SIGINT)
    case .quit: tui_signals_send(SIGQUIT)
    case .suspend: tui_signals_send(SIGTSTP)
    }
  }

  package func stop() { tui_signals_stop() }

  package func ignoreInterrupts(_ isIgnored: Bool) { tui_signals_ignore_interrupts(isIgnored ? 1 : 0) }

  package func release() { tui_signals_release() }

  /// Ends the process by a signal's default action.
  package static func end(by number: Int32) { tui_end_by(number) }
}
