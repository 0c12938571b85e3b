import Bitmaps
import Decks

/// The exposures of slides in the viewer that were changed, as long as they are in view.
struct SlideExposures: Equatable, Sendable {
  private var changed: [Location: Exposure] = [:]

  /// The exposure of a slide's picture.
  subscript(location: Location) -> Exposure {
    get { changed[location] ?? .none }
    set { changed[location] = newValue == .none ? nil : newValue }
  }

  /// Forgets the slides that are not in view.
  mutating func keep(only slides: Set<Location>) {
    if !changed.isEmpty { changed = changed.filter { slides.contains($0.key) } }
  }

  /// Follows slides to their new locations.
  mutating func rename(_ renamed: [Location: Location]) {
    changed = Dictionary(changed.map { (renamed[$0] ?? $0, $1) }) { $1 }
  }
}
