import Decks
import Downloads
import ExternalDecoders
import System

/// What is known beforehand of a picture that moves.
package struct PictureAnimation: Hashable, Sendable {
  /// How often it is played; nil: for ever.
  package var plays: Int?
  /// Whether it is a film, which a program decodes.
  package var isVideo: Bool

  /// An animation.
  package init(plays: Int?, isVideo: Bool = false) {
    self.plays = plays
    self.isVideo = isVideo
  }
}
