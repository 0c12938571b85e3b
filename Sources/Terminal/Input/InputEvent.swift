/// Input from the terminal: a key, the mouse, focus, a paste, or a reply to a query.
package enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// The terminal's window gained (`true`) or lost the focus.
  case focus(Bool)
  /// The answer to a query; late or unsolicited ones are dropped by the receiver.
  case reply(TerminalReply)
  /// A key that stands for a signal.
  case signal(KeySignal)
  /// A paste has ended. Its text is dropped.
  case pasteEnded
}

/// A signal that a key stands for: Ctrl-C, Ctrl-\ and Ctrl-Z, unless the terminal's owner chose others (stty(1)).
package enum KeySignal: Hashable, Sendable { case interrupt, quit, suspend }

/// A key press. Modifiers other than Control on a letter are folded away: the carousel has no use for them.
package enum Key: Hashable, Sendable {
  /// A printable character.
  case character(Character)
  /// Control with a letter, lower case: Ctrl-C is `control("c")`.
  case control(Character)
  case left, right, up, down
  case home, end, pageUp, pageDown
  case insert, delete, backspace, tab, enter, escape
  /// F1 is 1.
  case function(Int)
}

/// A mouse report in cells, from 0 at the top left.
package struct MouseEvent: Hashable, Sendable {
  /// What happened.
  package enum Kind: Hashable, Sendable {
    case pressed(MouseButton)
    case released(MouseButton)
    /// Moved with a button held.
    case dragged(MouseButton)
    case moved
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  package var kind: Kind
  package var column: Int
  package var row: Int
  /// Whether the Control key was down.
  package var hasControl: Bool

  /// A report.
  package init(_ kind: Kind, column: Int, row: Int, hasControl: Bool = false) {
    self.kind = kind
    self.column = column
    self.row = row
    self.hasControl = hasControl
  }
}

/// The mouse's buttons.
package enum MouseButton: Hashable, Sendable { case left, middle, right }

/// Answers of the terminal that the decoder understands.
package enum TerminalReply: Hashable, Sendable {
  /// DA1: the terminal's attributes, e.g. 4 for sixels. Every terminal answers it, so queries still unanswered then will not be answered.
  case primaryAttributes([Int])
  /// OSC 10 (foreground) or 11 (background): an sRGB colour.
  case color(number: Int, Color)
  /// OSC 4: an entry of the palette as an sRGB colour.
  case palette(UInt8, Color)
  /// DECRPM: a private mode's state, 0 unknown, 1 set, 2 reset, 3 and 4 the same for ever.
  case mode(Int, state: Int)
  /// CSI 6 ; h ; w t: a cell's size in pixels.
  case cellPixels(width: Int, height: Int)
  /// CSI 4 ; h ; w t: the text area's size in pixels.
  case windowPixels(width: Int, height: Int)
  /// XTVERSION: name and version; printable ASCII, 1 to 64 characters.
  case version(String)
  /// XTGETTCAP or DECRQSS: whether there are 24-bit colours, as far as that question tells.
  case truecolor(Bool)
  /// kitty's graphics protocol: what became of a command about an image: `OK`, or a reason that begins with an error's name.
  /// Printable ASCII, at most 64 characters.
  case graphics(id: UInt32, String)
  /// XTSMGRAPHICS: how many registers of colour sixels have.
  case sixelColors(Int)
  /// XTSMGRAPHICS: the largest picture in sixels, in pixels.
  case sixelSize(width: Int, height: Int)
  /// What tmux, the program, has answered about the terminals around it, and whether those take placeholders; nil: nothing.
  /// Never an answer on the terminal's line.
  case tmux(takesPlaceholders: Bool, TmuxReport?)
  /// DSR 0: all is well; asked for as an acknowledgement that a frame was taken.
  case ready
  /// Any other well-formed reply.
  case other

  /// Whether pictures in pixels may look different for it.
  package var isAboutImage: Bool {
    switch self {
    case .graphics, .sixelColors, .sixelSize, .tmux: true
    default: false
    }
  }
}
