package import Decks
package import Downloads
package import Pictures
package import System
package import Terminal

/// A one-time effect outside the session.
package enum Command: Hashable, Sendable {
  case end(Outcome)
  /// Run a shell command for this slide on the terminal.
  case run(ClickedSlide, command: String)
  /// Run a shell command for this slide in the background.
  case runInBackground(ClickedSlide, command: String)
  /// Set the terminal's clipboard.
  case copy(ClipboardText)
  /// Put a picture, whose file has a media type, into the terminal's clipboard.
  case copyPicture(PictureKey, type: String?, limit: Int)
  /// Show a message on the desktop.
  case notify(DesktopNotification)
  /// Perform a task beside the loop.
  case work(BackgroundTask)
  /// Redraw everything: another program has written on the screen.
  case repaint
  /// Stop the process, as Ctrl-Z does.
  case suspend
}

/// A task that is performed off the main queue, and whose result is an event.
package enum BackgroundTask: Hashable, Sendable {
  /// Save a download in the current folder.
  case save(FetchedCopy, name: SavedName)
  /// Move, copy or rename files, or undo that.
  case organize(FileTask)
  /// List the folders whose paths begin with a text.
  case listFolders(beginningWith: String)
  /// Find what was pasted.
  case find(Pasted)
  /// Discard what is known of a file, which has changed.
  case adopt(Path)
  /// Discard the cached pictures before any are requested again.
  case forgetPictures
  /// Clear the caches of pictures, in memory and on disk, and report how much that freed.
  case clearCaches
  /// Read the configuration file again.
  case readConfiguration
}

/// Something to do with files.
package enum FileTask: Hashable, Sendable {
  case perform(FileOperation, on: [Path])
  /// Writes archives' entries into a folder.
  case extract([ArchivedPicture], to: Path)
  case undo(FileChange)
}

/// A command with a generation, which distinguishes it from equal ones.
package struct IssuedCommand: Hashable, Sendable {
  package var command: Command
  package var generation: Generation
}

/// A slide as a command receives it.
package struct ClickedSlide: Hashable, Sendable {
  package var slide: Slide
  /// The slide's number, from 1.
  package var number: Int
  package var count: Int
  /// The slide's text in the description bar.
  package var caption: String
  /// The marked slides, which follow this one among the arguments.
  package var marked: [Slide] = []
  /// The name of the user-defined action that the command belongs to; nil for other commands.
  package var action: String?
}

/// The commands that wait to be performed outside.
struct CommandQueue: Sendable {
  private(set) var commands: [IssuedCommand] = []
  private var generation = Generation.first
  private var hasEnded = false

  /// Issues a command, which stays until it has been performed.
  mutating func issue(_ command: Command) {
    commands.append(IssuedCommand(command: command, generation: generation.advance()))
  }

  /// Issues a command that ends the program, unless such a command has been issued before.
  mutating func end(with outcome: Outcome) {
    if !hasEnded { issue(.end(outcome)) }
    hasEnded = true
  }

  mutating func performed(_ command: IssuedCommand) { commands.removeAll { $0 == command } }
}
