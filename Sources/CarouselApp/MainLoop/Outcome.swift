package import Decks

/// Why the program ends.
package enum Outcome: Hashable, Sendable {
  /// The user left.
  case quit
  /// The user picked this slide.
  case picked(Slide)
  /// There was nothing to show.
  case noSlides
  /// The terminal is gone.
  case hangup
  /// A signal asked for it.
  case signal(Int32)
}
