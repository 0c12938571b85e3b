import Carousel
import Decks
import Pictures
package import Rendering

extension Session {
  /// The window of a slide that may be next, to be drawn while there is time: the first frame of its motion then finds
  /// it drawn.
  package struct Errand: Sendable {
    let errand: ContentCache.Errand

    /// Draws it; takes milliseconds, on any thread.
    package func run() -> SlideContent { errand.make() }
  }

  /// How many neighbours are drawn ahead.
  private static let slidesAhead = 3

  /// The next window to draw ahead; nil: all that are expected are drawn.
  package mutating func errand() -> Errand? {
    let pictures = machine.demand.soon.prefix(Session.slidesAhead).compactMap { index -> LoadedPicture? in
      guard index < deck.count, case .loaded(let picture) = shelf.state(of: key(for: deck[index].location)) else {
        return nil
      }
      return picture
    }
    return contents.expect(pictures.map { ($0.serial, $0.bitmap, $0.grid, firstFrame(of: $0)) }).map {
      Errand(errand: $0)
    }
  }

  /// A window was drawn ahead.
  package mutating func ran(_ errand: Errand, _ content: SlideContent) { contents.take(content, for: errand.errand) }
}
