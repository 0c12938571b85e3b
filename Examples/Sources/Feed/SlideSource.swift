/// A collection of slides that are identified by an ID and whose contents are made on demand.
///
/// ```swift
/// struct Feed: SlideSource {
///   var count: Int { 1_000_000 }
///   func id(at index: Int) -> Int { index * 7 }
///   func index(of id: Int, near index: Int) -> Int? { id % 7 == 0 ? id / 7 : nil }
///   func content(at index: Int, reusing old: String?) -> String { "slide \(index)" }
/// }
/// ```
///
/// A `SlotPool` holds the contents of the few slides that a carousel needs at a time.
protocol SlideSource<ID, Content> {
  /// The identity of a slide, which a reload does not change.
  associatedtype ID: Hashable
  /// The representation of a slide in the host: a view, a texture, lines of text.
  associatedtype Content

  /// The number of slides.
  var count: Int { get }

  /// Returns the identity of a slide. Identities should be unique; of several slides with the same one, the one near
  /// the old index is used.
  func id(at index: Int) -> ID

  /// Returns the current index of a slide, or nil if it has been removed.
  ///
  /// - Parameters:
  ///   - id: The slide's identity.
  ///   - index: The slide's old index, near which to begin the search.
  func index(of id: ID, near index: Int) -> Int?

  /// Returns the content of a slide.
  ///
  /// - Parameters:
  ///   - index: The index of the slide.
  ///   - old: The content of a slide that is no longer needed, or nil. It may be changed and returned.
  mutating func content(at index: Int, reusing old: Content?) -> Content
}
