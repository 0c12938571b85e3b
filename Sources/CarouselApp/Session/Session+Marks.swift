import Carousel
import CarouselValues
package import Decks

extension Session {
  /// The marked slides in the deck, in order.
  package var markedSlides: [Slide] { slides.present(slides.slides(marks.indices(in: deck))) }

  /// Marks or unmarks the slide on which the carousel comes to rest, or the grid's selection.
  mutating func mark(at now: Snapshot) {
    guard let placed = actedOn(at: now) else { return }
    let isMarked = marks.toggle(placed.slide.location)
    showMessage("\(isMarked ? "marked" : "mark removed"): \(countOfMarks)", at: now.time)
  }

  /// Marks all slides, or unmarks them if all are marked; in a filtered grid, the slides that it shows.
  mutating func markAll(at now: Timestamp) {
    if let filter = grid?.filter {
      marks.toggle(filter.slides, of: deck)
    } else {
      marks.toggle(0..<deck.count, of: deck)
    }
    showMessage("marked: \(countOfMarks)", at: now)
  }

  /// Goes to the next marked slide, wrapping after the last one.
  mutating func goToNextMark(at now: Snapshot) {
    let marked = marks.indices(in: deck).filter { grid?.index(of: $0) != nil || !isGrid }
    guard let here = actedOn(at: now)?.index, let first = marked.first else {
      return showMessage(grid?.filter == nil ? "no slide is marked" : "no match is marked", at: now.time)
    }
    let next = marked.first { $0 > here } ?? first
    if isGrid { grid?.select(next, at: now.time) } else { machine.handle(.jump(to: next), at: now.time) }
  }

  /// Goes back to the slide that the last jump left; again: to where that jump led.
  mutating func jumpBack(at now: Snapshot) {
    guard let origin = marks.jumpOrigin, let here = now.destination,
      let index = deck.position(of: origin, near: here.index)
    else { return showMessage("there was no jump to go back from", at: now.time) }
    machine.handle(.jump(to: index), at: now.time)
  }

  /// Has Escape, where it quits, close the message first. If marks or changes that can be undone are lost, it quits when
  /// it is pressed again; returns whether the program goes on.
  mutating func holdsEscape(at now: Timestamp) -> Bool {
    let shown = overlays.message(at: now)
    let warning =
      !markedSlides.isEmpty
      ? "Esc again quits and forgets the marks"
      : slides.files.canUndo ? "Esc again quits; what was done to files stays" : nil
    guard shown != warning else { return false }
    showMessage(warning ?? "", for: warning == nil ? .zero : OverlayState.failureDuration, at: now)
    return true
  }

  private var countOfMarks: String { "\(marks.indices(in: deck).count) of \(deck.count)" }

  /// The marked slides that have dots.
  var markedPages: Set<Int> { deck.count > Session.maximumDots ? [] : Set(marks.indices(in: deck)) }

  /// The maximum number of dots: more than any window has room for.
  private static let maximumDots = 1000
}
