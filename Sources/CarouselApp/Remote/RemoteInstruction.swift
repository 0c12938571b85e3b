package import RemoteControl

/// What a client's command means for the session, once it has been found to be possible.
package enum RemoteInstruction: Hashable, Sendable {
  /// Goes to the slide at a position.
  case show(Int, RemoteMotion)
  /// Goes on by a number of slides, as the arrow keys do.
  case move(by: Int)
  /// Pauses auto-advance as the user's key does, or resumes it.
  case pause(Bool)
  /// Pauses auto-advance while a client holds it.
  case hold(Bool)
  /// Appends sources, and may go to the first of them.
  case add(RemoteAddition)
  /// Shows pictures, and asks the user for one of them.
  case ask(String, client: String?, [[UInt8]])
  /// Closes a question whose client is gone.
  case withdraw(Int)
  /// Gives the slide at a position another caption.
  case caption(Int, String)
  /// Quits as the user's key does.
  case quit
}
