/// The signals that come to the process.
package protocol SignalSource: AnyObject {
  /// A descriptor that is readable when `next` has something.
  var descriptor: Int32 { get }
  /// From now on signals that end the process are reported by `next`, instead of ending it at once.
  func report()
  /// The number of the next signal that has come, without waiting; nil: none.
  func next() -> Int32?
  /// Sends a signal to every process of our group, this one included, as the terminal does for its key.
  func send(_ signal: KeySignal)
  /// Ignores SIGINT and SIGQUIT, or catches them again: while a command has the terminal they are the command's.
  func ignoreInterrupts(_ isIgnored: Bool)
  /// Leaves signals to end the process as they end any other, once the terminal has been given back.
  func release()
}
