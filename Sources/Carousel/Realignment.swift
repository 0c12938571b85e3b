import CarouselValues

/// The motion of single slides to their pages after the row has changed around them.
///
/// A change of the row replaces slides on their pages at once. Each slide in view then moves from where it was to its
/// page, so that nothing jumps: slides close a gap, make room for an inserted slide, or leave the view. Slides that
/// were not there before grow and fade in.
///
/// A slide with a move is drawn where its move has it and nowhere else while it is in view there, even if the row, which
/// may move at the same time, carries another page with that slide into view. That page fades in as the slide on its way
/// leaves the view. If the moves end before, the slide begins to move to that page. So a slide's place is continuous as
/// long as each move begins where the slide is.
struct Realignment: Equatable, Sendable {
  /// The motion of one slide.
  struct Move: Equatable, Sendable {
    var slide: Int
    /// The page to which it moves, counted from the current slide.
    var page: Int
    /// The initial distance from that page, in pages.
    var shift: Double
    /// The initial distance from that page as a share of the view, if places depend on the slides.
    var slip: Double
    /// The initial presence: see `Layer.showing(_:)`.
    var presence: Double
    /// The side on which the slide leaves the view; nil if it is in view at the end.
    var leaving: Direction?
  }

  /// The motions of the slides that are not yet on their pages.
  var moves: [Move]
  let start: Timestamp
  /// How it goes on; its duration is > 0.
  let timing: MotionTiming

  /// The share of the way that is left, from 1 to 0.
  private var left: Motion { timing.motion(from: 1, to: 0, at: start) }

  /// When the last slide is on its page.
  var end: Timestamp { left.end }

  /// Returns the distances from the pages, and the presence, at `now`.
  func moves(at now: Timestamp) -> [Move] {
    let left = left.position(at: now)
    return moves.map { move in
      var now = move
      now.shift = move.shift * left
      now.slip = move.slip * left
      if move.leaving == nil { now.presence = 1 - (1 - move.presence) * left }
      return now
    }
  }

  mutating func renumber(_ renumber: (Int) -> Int?) {
    moves = moves.compactMap { move in
      var move = move
      guard let slide = renumber(move.slide) else { return nil }
      move.slide = slide
      return move
    }
  }

  /// Returns whether this realignment at `now` has come as far as another one that begins then.
  func continues(as other: Realignment, at now: Timestamp) -> Bool {
    let left = moves(at: now)
    return left.count == other.moves.count
      && left.allSatisfy { move in
        other.moves.contains {
          ($0.slide, $0.page) == (move.slide, move.page) && abs($0.shift - move.shift) < 1e-9
            && abs($0.slip - move.slip) < 1e-9 && abs($0.presence - move.presence) < 1e-9
        }
      }
  }
}

extension CarouselMachine {
  /// Changes the row so that the slides in view move from where they are to their new pages, by default in the time of
  /// a change by the user. If none of them is left, the new ones are there at once.
  ///
  /// - Parameter renumber: Returns a slide's index after the change, or nil if it is removed.
  mutating func realigning(
    at now: Timestamp, timing: MotionTiming? = nil, renumbering renumber: (Int) -> Int? = { $0 },
    _ change: (inout CarouselMachine) -> Void
  ) {
    let before = self
    var (seen, removed) = ([DrawnSlide](), [Layer]())
    seen.reserveCapacity(settings.layout.span)
    let frame = advancedFrame(at: now)
    frame.forEachSlide { drawn in
      var drawn = drawn
      guard let slide = renumber(drawn.slide) else { return removed.append(frame.layer(of: drawn)) }
      // Page 0 is drawn even if it is out of view.
      guard drawn.page != 0 || frame.layout.shows(drawn.place, in: frame.transition.style) else { return }
      drawn.slide = slide
      seen.append(drawn)
    }
    var old = realignment
    old?.renumber(renumber)
    change(&self)
    // A mode without durations that was set meanwhile does not cut a motion short.
    let underWay = old.flatMap { now < $0.end ? $0.timing.duration : nil } ?? .zero
    let timing = timing ?? MotionTiming(max(underWay, transition(ofPage: 0).userDuration), .easeInOut)
    let moves = timing.duration > .zero ? moves(from: seen, before, at: now, renumber) : []
    // If nothing is left of what was seen, and nothing comes in, the new slides are there at once.
    guard !seen.isEmpty || moves.contains(where: { $0.presence > 0 }) else {
      realignment = nil
      return
    }
    depart(removed, timing, at: now)
    let new = moves.isEmpty ? nil : Realignment(moves: moves, start: now, timing: timing)
    if let new, let old, now < old.end, old.continues(as: new, at: now) { realignment = old } else { realignment = new }
  }

  /// Changes the row out of view or, if `isVisible`, also in view. Places that depend on the slides may depend on it.
  mutating func changingRow(at now: Timestamp, isVisible: Bool = false, _ change: (inout CarouselMachine) -> Void) {
    guard isVisible || settings.layout.dependsOnSlides else { return change(&self) }
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
    let isLost = moves.contains { move in
      track.slide(at: move.page) != move.slide && track.contains(move.slide, within: 3 * track.span)
    }
    if isLost { realigning(at: now) { _ in /* The row has changed already, out of view. */ } }
  }

  /// Keeps the realignment where it is on screen when the next slide in a direction becomes current.
  mutating func shiftRealignment(_ direction: Direction) {
    guard var moved = realignment else { return }
    for index in moved.moves.indices { moved.moves[index].page -= direction.page }
    realignment = moved
  }

  private func place(of slide: Int, onPage page: Int, leaving: Direction? = nil, at offset: Double) -> Place {
    settings.layout.place(
      of: slide, page: page, leaving: leaving, offset: offset, scroll: scroll(at: offset), track.slide)
  }

  /// Returns whether a page counts as in view only because it is the current one. While slides float between two pages,
  /// it stays hidden.
  private func isHidden(_ slide: Int, onPage page: Int, at offset: Double) -> Bool {
    page == 0 && !settings.layout.shows(place(of: slide, onPage: page, at: offset), in: mode(at: offset).style)
  }

  /// Returns how far from a page a slide is drawn, as a share of the view, if places depend on the slides.
  private func slip(of drawn: DrawnSlide, from page: Int, leaving: Direction? = nil, at offset: Double) -> Double {
    let end = place(of: drawn.slide, onPage: page, leaving: leaving, at: offset).center
    guard let start = drawn.place.center, let end else { return 0 }
    return start - end
  }

  /// Returns the moves to the pages of the row, from where slides that still exist were seen before a change.
  private func moves(
    from seen: [DrawnSlide], _ old: CarouselMachine, at now: Timestamp, _ renumber: (Int) -> Int?
  ) -> [Realignment.Move] {
    let (offset, oldOffset) = (offset(at: now), old.offset(at: now))
    let (view, oldView) = (view(at: offset), old.view(at: oldOffset))
    let mayRepeat = track.isEndless && track.count < view.count
    let covered = (Double(oldView.lowerBound) - oldOffset - 0.5)...(Double(oldView.upperBound) - oldOffset + 0.5)
    var (left, moves) = (seen, [Realignment.Move]())
    /// The slides in view that stay in view.
    var shown: [Int] = []
    for page in PagesOutward(view, from: offset) {
      guard let slide = track.slide(at: page) else { continue }
      // Another page shows it in view.
      if mayRepeat, isHidden(slide, onPage: page, at: offset) { continue }
      let distance = Double(page) - offset
      func way(_ drawn: DrawnSlide) -> Double { abs(drawn.place.distance - distance) }
      var nearest: Int?
      for index in left.indices where left[index].slide == slide {
        if nearest.map({ way(left[index]) < way(left[$0]) }) ?? true { nearest = index }
      }
      var start = nearest.map { left[$0] }
      // A slide in view comes from there, although the row may have it once more beside the view.
      if mayRepeat || !seen.contains(where: { $0.slide == slide }),
        let other = old.slideBeside(oldView, at: distance, offset: oldOffset, slide, renumber),
        start.map({ way(other) < way($0) }) ?? true
      {
        (start, nearest) = (other, nil)
      }
      if let nearest {
        left.remove(at: nearest)
        shown.append(slide)
      }
      if let start {
        let (shift, slip) = (start.place.distance - distance, slip(of: start, from: page, at: offset))
        if abs(shift) < 1e-9, abs(slip) < 1e-9, start.presence == 1 { continue }
        moves.append(.init(slide: slide, page: page, shift: shift, slip: slip, presence: start.presence))
      } else if covered.contains(distance), !isHidden(slide, onPage: page, at: offset) {
        moves.append(.init(slide: slide, page: page, shift: 0, slip: 0, presence: 0))
      }
    }
    for drawn in left where mayRepeat || !shown.contains(drawn.slide) {
      // A row that no longer repeats keeps a slide in one place.
      shown.append(drawn.slide)
      moves.append(moveOut(of: view, drawn, at: offset))
    }
    return moves
  }

  private func moveOut(of view: ClosedRange<Int>, _ drawn: DrawnSlide, at offset: Double) -> Realignment.Move {
    let position = drawn.place.distance + offset
    let side: Direction = position < 0 ? .backward : .forward
    var page = side == .backward ? view.lowerBound - 1 : view.upperBound + 1
    // Where places depend on the slides, those of pages further away are not known to a frame.
    if drawn.place.center == nil,
      let own = track.page(of: drawn.slide, beyond: view, near: position, limit: 2 * track.span)
    {
      page = own
    }
    return .init(
      slide: drawn.slide, page: page, shift: position - Double(page),
      slip: slip(of: drawn, from: page, leaving: side, at: offset), presence: drawn.presence, leaving: side)
  }

  /// Returns a slide, given its index after a change, that comes in over an edge of the view to a distance, or takes
  /// the place of the only one in view; nil if it is further away.
  private func slideBeside(
    _ view: ClosedRange<Int>, at distance: Double, offset: Double, _ slide: Int, _ renumber: (Int) -> Int?
  ) -> DrawnSlide? {
    let middle = distance + offset
    let nearest = Int(middle.roundedToNearest)
    for page in PagesOutward(nearest - 1...nearest + 1, from: middle) where !view.contains(page) {
      let start = Double(page) - offset
      guard start * distance >= 0, abs(start - distance) < 1.5, let other = track.slide(at: page),
        renumber(other) == slide
      else { continue }
      return DrawnSlide(slide: slide, page: page, place: place(of: other, onPage: page, at: offset))
    }
    return nil
  }
}
