import CTerminalRestore
import Glibc
package import Terminal

/// The signals that end, stop, continue and resize the process, in the order in which they came.
///
/// They are caught before the terminal is taken: until `report` a signal that ends us restores it and ends us at once; from
/// then on it is read here. One that nobody reads for a second ends us at the next.
package final class ProcessSignals: SignalSource {
  package let descriptor: Int32

  /// Catches them from now on. To be called on the main thread, which handles them.
  ///
  /// - Returns: nil where the system has no descriptor for them.
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

  package func ignoreInterrupts(_ isIgnored: Bool) { tui_signals_ignore_interrupts(isIgnored ? 1 : 0) }

  package func release() { tui_signals_release() }
}
