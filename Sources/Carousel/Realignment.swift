import CarouselValues

/// The motion of single slides to their pages after the row has changed around them.
///
/// A change of the row replaces slides on their pages at once. Each slide in view then moves from where it was to its
/// page, so that nothing jumps: slides close a gap, make room for an inserted slide, or leave the view. Slides that
/// were not there before fade in.
///
/// A slide with a move is drawn where its move has it and nowhere else while it is in view there, even if the row, which
/// may move at the same time, carries another page with that slide into view. That page fades in as the slide on its way
/// leaves the view. If the moves end before, the slide begins to move to that page. So a slide's place is continuous as
/// long as each move begins where the slide is.
struct Realignment: Equatable, Sendable {
  /// The motion of one slide.
  struct Move: Equatable, Sendable, Renumberable {
    /// The slide.
    var slide: Int
    /// The page to which it moves, counted from the current slide.
    var page: Int
    /// The initial distance from that page, in pages.
    var shift: Double
    /// The initial distance from that page as a share of the view, if places depend on the slides.
    var slip: Double
    /// The initial opacity.
    var opacity: Double
    /// Whether the slide is in view at the end.
    var stays: Bool
  }

  /// The motions of the slides that are not yet on their pages.
  var moves: [Move]
  /// The share of the way that is left, from 1 to 0.
  private let way: Motion

  /// Creates a realignment that begins at `now`.
  init(_ moves: [Move], at now: Timestamp, duration: Duration) {
    self.moves = moves
    way = Motion(from: 1, to: 0, velocity: 0, room: 0, start: now, duration: duration)
  }

  /// How long the motion takes.
  var duration: Duration { way.duration }

  /// When the last slide is on its page.
  var end: Timestamp { way.end }

  /// Returns the distances from the pages, and the opacities, at `now`.
  func moves(at now: Timestamp) -> [Move] {
    let left = way.position(at: now)
    return moves.map { move in
      var now = move
      now.shift = move.shift * left
      now.slip = move.slip * left
      if move.stays { now.opacity = 1 - (1 - move.opacity) * left }
      return now
    }
  }

  /// Returns whether this realignment at `now` has come as far as another one that begins then.
  func continues(as other: Realignment, at now: Timestamp) -> Bool {
    let left = moves(at: now)
    return left.count == other.moves.count
      && left.allSatisfy { move in
        other.moves.contains {
          ($0.slide, $0.page) == (move.slide, move.page) && abs($0.shift - move.shift) < 1e-9
            && abs($0.slip - move.slip) < 1e-9
            && abs($0.opacity - move.opacity) < 1e-9
        }
      }
  }
}

/// A value that belongs to a slide.
protocol Renumberable {
  /// The slide.
  var slide: Int { get set }
}

extension Renumberable {
  /// Returns the value with its slide's new index; nil if the slide is removed.
  fileprivate func renumbered(_ renumber: (Int) -> Int?) -> Self? {
    guard let slide = renumber(slide) else { return nil }
    var copy = self
    copy.slide = slide
    return copy
  }
}

/// A slide where it is drawn, or where it would be if the view were larger.
private struct DrawnSlide: Renumberable {
  var slide: Int
  /// The distance from the middle of the view, in pages.
  var distance: Double
  /// The distance of its center from the middle, if places depend on the slides.
  var center: Double?
  var opacity = 1.0
  var isInView: Bool
}

extension CarouselMachine {
  /// Changes the row so that the slides in view move from where they are to their new pages.
  ///
  /// If none of the slides in view is left, the new ones are there at once.
  ///
  /// - Parameters:
  ///   - animated: False to show the slides on their new pages at once.
  ///   - renumber: Returns a slide's index after the change, or nil if it is removed.
  mutating func realigning(
    at now: Timestamp, animated: Bool = true, renumbering renumber: (Int) -> Int? = { $0 },
    _ change: (inout CarouselMachine) -> Void
  ) {
    let offset = offset(at: now)
    let view = view(at: offset)
    let seen = drawnSlides(at: now).compactMap { $0.renumbered(renumber) }
    var old = realignment
    old?.moves = realignment?.moves.compactMap { $0.renumbered(renumber) } ?? []
    change(&self)
    // A mode without durations that was set meanwhile does not cut a motion short.
    let underWay = old.flatMap { now < $0.end ? $0.duration : nil } ?? .zero
    let duration = max(underWay, transition(ofPage: 0).userDuration).bounded
    guard animated, duration > .zero, seen.contains(where: { $0.isInView }) else {
      realignment = nil
      return
    }
    let covered = (Double(view.lowerBound) - offset - 0.5)...(Double(view.upperBound) - offset + 0.5)
    let moves = moves(from: seen, covered, at: now)
    let new = moves.isEmpty ? nil : Realignment(moves, at: now, duration: duration)
    if let new, let old, now < old.end, old.continues(as: new, at: now) { realignment = old } else { realignment = new }
  }

  /// Changes the row, mostly out of view. If places depend on the slides, those in view may depend on it.
  ///
  /// - Parameter isVisible: Whether it changes in view, too.
  mutating func changingRow(at now: Timestamp, isVisible: Bool = false, _ change: (inout CarouselMachine) -> Void) {
    guard settings.layout.dependsOnSlides else {
      return isVisible ? realigning(at: now, change) : change(&self)
    }
    let offset = offset(at: now)
    realigning(at: now) { machine in
      change(&machine)
      machine.rebaseDrag(showing: offset)
      machine.rebaseScroll(showing: offset, at: now)
    }
  }

  /// Ends the realignment when all slides are on their pages. Slides that the row has meanwhile carried to other pages
  /// in view begin to move there.
  mutating func finishRealignment(at now: Timestamp) {
    guard let end = realignment?.end, end <= now else { return }
    realigning(at: now) { $0.realignment = nil }
  }

  /// Sends slides on their way to other pages if an event has moved them there in the row.
  mutating func updateRealignment(at now: Timestamp) {
    guard let moves = realignment?.moves else { return }
    // The pages do not depend on the offset: otherwise the slides would begin to move at a tick.
    let around = -3 * track.span...3 * track.span
    let isLost = moves.contains { move in
      track.slide(at: move.page) != move.slide && around.contains { track.slide(at: $0) == move.slide }
    }
    if isLost { realigning(at: now) { _ in /* The row has changed already, out of view. */ } }
  }

  /// Keeps the realignment where it is on screen when the next slide in a direction becomes current.
  mutating func shiftRealignment(_ direction: Direction) {
    guard var moved = realignment else { return }
    for index in moved.moves.indices { moved.moves[index].page -= direction.page }
    realignment = moved
  }

  /// Returns the slides in view and, at rest in the row, those on the pages beside the view.
  private func drawnSlides(at now: Timestamp) -> [DrawnSlide] {
    let offset = offset(at: now)
    var seen = advancedFrame(at: now).unsortedLayers.map {
      DrawnSlide(
        slide: $0.slide, distance: $0.distance, center: $0.center.value, opacity: $0.realignedOpacity.value,
        isInView: true)
    }
    let view = view(at: offset)
    for page in view.lowerBound - track.span...view.upperBound + track.span where !view.contains(page) {
      guard let slide = track.slide(at: page) else { continue }
      let distance = Double(page) - offset
      if !seen.contains(where: { $0.slide == slide && abs($0.distance - distance) < 1 }) {
        seen.append(
          DrawnSlide(
            slide: slide, distance: distance, center: center(of: slide, onPage: page, at: offset), isInView: false))
      }
    }
    return seen
  }

  /// Returns the distance of a slide's center from the middle of the view on a page, if places depend on the slides.
  private func center(of slide: Int, onPage page: Int, at offset: Double) -> Double? {
    settings.layout.place(of: slide, page: page, offset: offset, scroll: scroll(at: offset), track.slide).center
  }

  /// Returns whether a page counts as in view only because it is the current one, if places depend on the slides. While
  /// slides float between two pages, it stays hidden.
  private func isHidden(_ slide: Int, onPage page: Int, at offset: Double) -> Bool {
    guard let scroll = scroll(at: offset) else { return false }
    let place = settings.layout.place(of: slide, page: page, offset: offset, scroll: scroll, track.slide)
    return !settings.layout.shows(place, in: mode(at: offset).style)
  }

  /// Returns how far from a page a slide is drawn, as a share of the view, if places depend on the slides.
  private func slip(of drawn: DrawnSlide, from page: Int, at offset: Double) -> Double {
    guard let start = drawn.center, let end = center(of: drawn.slide, onPage: page, at: offset) else { return 0 }
    return start - end
  }

  /// Returns the moves from where slides are drawn to the pages of the row.
  private func moves(from seen: [DrawnSlide], _ covered: ClosedRange<Double>, at now: Timestamp) -> [Realignment.Move] {
    let offset = offset(at: now)
    let view = view(at: offset)
    let mayRepeat = track.isEndless && track.count < view.count
    // A slide in view comes from there, although the row may have it once more beside the view.
    let visible = Set(seen.lazy.filter { $0.isInView }.map { $0.slide })
    var left = mayRepeat ? seen : seen.filter { $0.isInView || !visible.contains($0.slide) }
    var moves: [Realignment.Move] = []
    /// The slides in view that stay in view.
    var shown: Set<Int> = []
    for page in view.sorted(by: { (abs(Double($0) - offset), $0) < (abs(Double($1) - offset), $1) }) {
      guard let slide = track.slide(at: page) else { continue }
      let distance = Double(page) - offset
      // A slide from outside the view comes in over the nearest edge; from further away it fades in.
      let same = left.indices.filter {
        left[$0].slide == slide
          && (left[$0].isInView || (left[$0].distance * distance > 0 && abs(left[$0].distance - distance) < 1.5))
      }
      if let nearest = same.min(by: { abs(left[$0].distance - distance) < abs(left[$1].distance - distance) }) {
        let drawn = left.remove(at: nearest)
        if drawn.isInView { shown.insert(slide) }
        let shift = drawn.distance - distance
        let slip = slip(of: drawn, from: page, at: offset)
        if abs(shift) < 1e-9, abs(slip) < 1e-9, drawn.opacity == 1 { continue }
        moves.append(.init(slide: slide, page: page, shift: shift, slip: slip, opacity: drawn.opacity, stays: true))
      } else if covered.contains(distance), !isHidden(slide, onPage: page, at: offset) {
        moves.append(.init(slide: slide, page: page, shift: 0, slip: 0, opacity: 0, stays: true))
      }
    }
    let around = (1...2 * track.span).flatMap { [view.upperBound + $0, view.lowerBound - $0] }
    for drawn in left where drawn.isInView {
      // A row that no longer repeats keeps a slide in one place.
      guard mayRepeat || shown.insert(drawn.slide).inserted else { continue }
      let position = drawn.distance + offset
      let pages = around.filter { track.slide(at: $0) == drawn.slide }
      let edge = position < 0 ? view.lowerBound - 1 : view.upperBound + 1
      let nearest = pages.min { abs(Double($0) - position) < abs(Double($1) - position) }
      // Where places depend on the slides, those of pages further away are not known to a frame.
      let page = drawn.center == nil ? nearest ?? edge : edge
      moves.append(
        .init(
          slide: drawn.slide, page: page, shift: position - Double(page), slip: slip(of: drawn, from: page, at: offset),
          opacity: drawn.opacity, stays: false))
    }
    return moves
  }
}
