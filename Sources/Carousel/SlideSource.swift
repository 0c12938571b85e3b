/// Where a host's slides come from: known by identity, made when they are needed.
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
public protocol SlideSource<ID, Content> {
  /// What tells one slide from another, before and after a reload.
  associatedtype ID: Hashable
  /// What the host shows of a slide: a view, a texture, lines of text.
  associatedtype Content

  /// How many slides there are.
  var count: Int { get }

  /// The identity of a slide. Two slides should not have the same; if they do, the one near the old place is taken.
  func id(at index: Int) -> ID

  /// Where a slide is found now; nil: it is gone.
  ///
  /// - Parameters:
  ///   - id: The slide's identity.
  ///   - index: Where it was: a good place to begin looking.
  func index(of id: ID, near index: Int) -> Int?

  /// A slide's content.
  ///
  /// - Parameters:
  ///   - index: The slide.
  ///   - old: The content of a slide that is no longer needed, to be reused: it may be changed and returned.
  mutating func content(at index: Int, reusing old: Content?) -> Content
}

extension SlideSource {
  /// Looks through all slides, from the place where it was outward.
  ///
  /// - Complexity: O(n) for n slides; sources of many should know better.
  public func index(of id: ID, near index: Int) -> Int? {
    let start = max(0, min(index, count - 1))
    for distance in 0..<max(0, count) {
      if start - distance >= 0, self.id(at: start - distance) == id { return start - distance }
      if start + distance < count, self.id(at: start + distance) == id { return start + distance }
    }
    return nil
  }
}
