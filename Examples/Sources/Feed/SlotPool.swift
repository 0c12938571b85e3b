import Carousel
import CarouselValues

/// The contents of the slides that a carousel needs at a time, made on demand and reused.
///
/// ```swift
/// var pool = SlotPool(feed)
/// pool.load(carousel.demand)                        // after each `handle`
/// for layer in carousel.frame(at: now).layers { draw(pool[layer.slide], layer.box) }
/// ```
struct SlotPool<Source: SlideSource> {
  /// The source of the slides.
  private(set) var source: Source
  /// The greatest number of unused contents that are kept for reuse.
  let spares: Int
  private var slots: [Source.ID: Source.Content] = [:]
  private var unused: [Source.Content] = []

  /// Creates an empty pool.
  init(_ source: Source, spares: Int = 2) {
    self.source = source
    self.spares = max(0, spares)
  }

  /// The number of contents that exist: those of the slides in demand, and unused ones.
  var contentCount: Int { slots.count + unused.count }

  /// The content of a slide; nil if the last `load` did not include it.
  ///
  /// - Complexity: O(1) on average.
  subscript(slide: Int) -> Source.Content? {
    guard slide >= 0, slide < source.count, let content = slots[source.id(at: slide)] else { return nil }
    return content
  }

  /// Makes the missing contents of the slides in a demand, reusing those of slides that are not in it.
  mutating func load(_ demand: SlideDemand) {
    let slides = (demand.visible + demand.upcoming).filter { $0 >= 0 && $0 < source.count }
    let wanted = slides.map { (index: $0, id: source.id(at: $0)) }
    let names = Set(wanted.map(\.id))
    for (id, content) in slots where !names.contains(id) {
      slots[id] = nil
      unused.append(content)
    }
    for slide in wanted where slots[slide.id] == nil {
      slots[slide.id] = source.content(at: slide.index, reusing: unused.popLast())
    }
    unused.removeLast(max(0, unused.count - spares))
  }

  /// Replaces the slides, keeps the contents of those that still exist, and returns the reload for the carousel.
  ///
  /// ```swift
  /// carousel.handle(.reload(pool.reload(newFeed, anchors: carousel.anchorSlides(at: now))), at: now)
  /// pool.load(carousel.demand)
  /// ```
  ///
  /// - Parameters:
  ///   - new: The new slides.
  ///   - anchors: The slides to look up: `CarouselMachine.anchorSlides(at:)`.
  mutating func reload(_ new: Source, anchors: [Int]) -> Reload {
    let old = source
    source = new
    return Reload(count: new.count, from: old.count, anchors: anchors) { new.index(of: old.id(at: $0), near: $0) }
  }
}
