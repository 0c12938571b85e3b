/// The signals sent to the process.
package protocol SignalSource: AnyObject {
  /// A descriptor that is readable when `next` has a signal.
  var descriptor: Int32 { get }
  /// Makes signals that would end the process come from `next` instead of ending it at once.
  func report()
  /// Returns the number of the next pending signal without waiting; nil if there is none.
  func next() -> Int32?
  /// Sends a signal to every process of our process group, including this one, as the terminal does for the key.
  func send(_ signal: KeySignal)
  /// Stops this process as Ctrl-Z stops any program; returns when it is continued.
  func stop()
  /// Ignores SIGINT and SIGQUIT, or catches them again: while a command owns the terminal, they are meant for it.
  func ignoreInterrupts(_ isIgnored: Bool)
  /// Restores the default action of signals, so that they end the process as usual once the terminal has been restored.
  func release()
}
