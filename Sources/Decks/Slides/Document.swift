package import System

/// A document each of whose pages is a slide, and what a deck says of it, and so of all of them.
package struct Document: Hashable, Sendable {
  /// The document's file.
  package var path: Path
  /// How many pages it has, as far as they have been counted; at least 1, whatever the file is.
  package var pageCount: Int
  package var caption: String?
  package var link: String?

  /// A document; one page until more have been counted.
  package init(_ path: Path, pageCount: Int = 1, caption: String? = nil, link: String? = nil) {
    self.path = path
    self.pageCount = pageCount
    self.caption = caption
    self.link = link
  }

  /// The slide of a page, 1…pageCount.
  func slide(ofPage number: Int) -> Slide { Slide(.page(of: path, number: number), caption: caption, link: link) }
}
