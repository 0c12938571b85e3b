import System

/// One slide of a deck: where its picture is, and what the deck says of it.
package struct Slide: Hashable, Sendable {
  package var location: Location
  /// The deck's caption.
  package var caption: String?
  /// The deck's link.
  package var link: String?

  /// A slide.
  package init(_ location: Location, caption: String? = nil, link: String? = nil) {
    self.location = location
    self.caption = caption
    self.link = link
  }
}
