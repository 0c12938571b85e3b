package import Decks

/// What the session wants done by those who own the outside world.
package enum Effect: Hashable, Sendable {
  /// Leave: nothing was picked.
  case quit
  /// Leave and name this slide.
  case pick(Slide)
  /// Run a shell command for this slide.
  case run(ClickedSlide, command: String)
  /// Run a shell command for this slide while the carousel goes on.
  case runInBackground(ClickedSlide, command: String)
  /// Read the sources again.
  case reload
  /// Forget the pictures that are kept, in memory and on disk.
  case clearCaches
  /// Draw everything anew: something else has written on the screen.
  case repaint
  /// Stop the process, as Ctrl-Z asks.
  case suspend
}

/// A slide as a command is told of it.
package struct ClickedSlide: Hashable, Sendable {
  package var slide: Slide
  /// Its number, from 1.
  package var number: Int
  package var count: Int
  /// What the description bar says of it.
  package var caption: String

  /// A slide and what is said of it.
  package init(slide: Slide, number: Int, count: Int, caption: String) {
    self.slide = slide
    self.number = number
    self.count = count
    self.caption = caption
  }
}
