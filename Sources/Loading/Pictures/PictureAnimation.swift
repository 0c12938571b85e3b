/// What is known beforehand of a picture that moves.
package struct PictureAnimation: Hashable, Sendable {
  /// How often it is played; nil: for ever.
  package var plays: Int?

  /// An animation.
  package init(plays: Int?) { self.plays = plays }
}
