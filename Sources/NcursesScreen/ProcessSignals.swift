// A whole module gets the types of signals from here, not from Glibc.
import CNcurses
import CTerminalRestore
import Glibc
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

  package func stop() {
    var standard = sigaction()
    unsafe standard.__sigaction_handler.sa_handler = SIG_DFL
    var ours = sigaction()
    unsafe sigaction(SIGTSTP, &standard, &ours)
    // Not SIGSTOP: in an orphaned process group, where no shell could continue us, the system ignores SIGTSTP.
    raiseUnblocked(SIGTSTP)
    unsafe sigaction(SIGTSTP, &ours, nil)
  }

  package func ignoreInterrupts(_ isIgnored: Bool) { tui_signals_ignore_interrupts(isIgnored ? 1 : 0) }

  package func release() { tui_signals_release() }
}

/// Sends a signal to the calling thread, as `raise` does, after unblocking it.
///
/// The main queue runs on one of Dispatch's threads, which block all signals: a blocked signal would never be
/// delivered.
package func raiseUnblocked(_ number: Int32) {
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe sigaddset(&signals, number)
  var before = sigset_t()
  unsafe pthread_sigmask(SIG_UNBLOCK, &signals, &before)
  raise(number)
  unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
}
