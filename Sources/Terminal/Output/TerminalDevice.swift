/// The terminal as a device: its screen, its input, and its state before and after this program.
package protocol TerminalDevice: AnyObject {
  /// The screen that shows frames.
  var screen: any Screen { get }
  /// A descriptor that becomes readable when `readInput` has bytes.
  var inputDescriptor: Int32 { get }
  /// A descriptor that becomes writable when `screen.drain` can continue.
  var outputDescriptor: Int32 { get }
  /// Returns the waiting bytes without blocking: empty if there are none yet, nil if the terminal is gone.
  func readInput() -> [UInt8]?
  /// Returns a decoder for this terminal's keys.
  func makeInputDecoder() -> InputDecoder
  /// Whether the window's size differs from the one last read: SIGWINCH may still be on its way to another thread.
  var isResized: Bool { get }
  /// Reads the size again.
  func sizeChanged()
  /// Reports that the main loop begins to work. If it works for longer than a second, the terminal itself sends the
  /// signals of Ctrl-C, Ctrl-\ and Ctrl-Z, so that a loop that hangs can be ended.
  func workBegins()
  /// Reports that the main loop waits for events again.
  func workEnds()
  /// Resumes output that Ctrl-S has stopped.
  func restartOutput()
  /// Restores the terminal to the state in which it was found. Idempotent, also after `resume`.
  func restore()
  /// Takes over the terminal again after `restore`, as after `fg`.
  func resume()
  /// Sends queries to the terminal. Replies arrive as `InputEvent.reply`, and each must be passed to `apply`.
  func ask(_ queries: [TerminalQuery])
  /// Shows something outside the window; `restore` takes back what stays there.
  func show(_ effect: OutsideEffect)
  /// The facts that the terminal has reported about itself.
  var facts: TerminalFacts { get }
  /// Records a reply: one of the `facts`, or the receipt of a frame.
  ///
  /// - Returns: Whether `facts` have changed.
  func apply(_ reply: TerminalReply) -> Bool
  /// The time until tmux should be queried about the terminals around it (`TmuxReport.query`), zero if now; the answer
  /// must be passed to `apply`. Nil if no report is needed.
  var tmuxReportDelay: Duration? { get }
  /// Stops waiting for overdue receipts: frames already written count as received.
  func forgetReceipts()
}
