package import Decks
package import Downloads
package import System

/// What a session wants done outside, once.
package enum Command: Hashable, Sendable {
  /// Leave: nothing was picked.
  case quit
  /// Leave and name this slide.
  case pick(Slide)
  /// Leave: there is nothing to show.
  case noSlides
  /// Run a shell command for this slide on the terminal.
  case run(ClickedSlide, command: String)
  /// Run a shell command for this slide while the carousel goes on.
  case runInBackground(ClickedSlide, command: String)
  /// Put a slide's path or URL into the terminal's clipboard.
  case copyPath(Location)
  /// Write a download into the current folder.
  case save(FetchedCopy, name: SavedName)
  /// Forget the loaded pictures, before any are requested again.
  case reload
  /// Forget the pictures that are kept, in memory and on disk.
  case clearCaches
  /// Draw everything: something else has written on the screen.
  case repaint
  /// Stop the process, as Ctrl-Z asks.
  case suspend
}

/// A command, told from others that are equal.
package struct IssuedCommand: Hashable, Sendable {
  package var command: Command
  package var generation: Generation
}

/// A slide as a command receives it.
package struct ClickedSlide: Hashable, Sendable {
  package var slide: Slide
  /// Its number, from 1.
  package var number: Int
  package var count: Int
  /// What the description bar says of it.
  package var caption: String
  /// The marked slides, which follow it among the arguments.
  package var marked: [Slide] = []
  /// Whether the command may change the slides' files: they are read again when it has ended.
  package var mayChangeFiles = false

  /// A slide and what is said of it.
  package init(slide: Slide, number: Int, count: Int, caption: String) {
    self.slide = slide
    self.number = number
    self.count = count
    self.caption = caption
  }
}
