import System

/// One slide of a deck: the location of its picture, and the deck's caption and link for it.
package struct Slide: Hashable, Sendable {
  package var location: Location
  /// The deck's caption; nil if it has none.
  package var caption: String?
  /// The deck's link; nil if it has none.
  package var link: String?

  /// A slide.
  package init(_ location: Location, caption: String? = nil, link: String? = nil) {
    self.location = location
    self.caption = caption
    self.link = link
  }
}
