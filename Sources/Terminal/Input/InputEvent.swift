/// Input from the terminal: a key, the mouse, focus, a paste, or a reply to a query.
package enum InputEvent: Hashable, Sendable {
  case key(Key, KeyModifiers = [])
  /// A key that types a character of another script, and the key in its place on a Latin keyboard, by kitty's keyboard
  /// protocol.
  case layoutKey(Key, base: Key, KeyModifiers = [])
  /// A key other than a modifier was released, where the terminal reports that.
  case keyReleased
  case mouse(MouseEvent)
  /// The terminal's window gained (`true`) or lost the focus.
  case focus(Bool)
  /// A reply to a query; the receiver drops late or unsolicited ones.
  case reply(TerminalReply)
  case signal(KeySignal)
  /// A bracketed paste: its text; nil if that is too long, or if its end is missing.
  case pasted([UInt8]?)
}

/// A signal that a key sends: Ctrl-C, Ctrl-\ and Ctrl-Z, unless the user has chosen others (stty(1)).
package enum KeySignal: Hashable, Sendable { case interrupt, quit, suspend }
