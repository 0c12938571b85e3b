import CarouselValues

extension CarouselMachine {
  /// Replaces the slides and their settings. Slides in view that still exist stay where they are, and a motion keeps its
  /// destination.
  mutating func reload(_ reload: Reload, _ slides: [Int: SlideSettings]?, at now: Timestamp, _ log: inout ReportLog) {
    let count = Reload.bounded(count: reload.count)
    let slides = slides ?? keptSettings(reload, in: count)
    let (old, interval) = (track, currentInterval)
    guard count > 0, old.count > 0 else {
      if count == 0 { keysHeldUntil = nil }
      let timing = reload.timing ?? MotionTiming(transition(ofPage: 0).userDuration, .easeInOut)
      depart(advancedFrame(at: now).layers, timing, at: now)
      realignment = nil
      settings.slides = slides
      if let lengths = reload.lengths { settings.layout.lengths = lengths }
      track = Track(count: count, current: 0, wraps: settings.wraps(count), span: settings.layout.span)
      rest(since: now)
      if (count > 0) != (old.count > 0) { log.append(.didShow(current, direction: nil)) }
      return
    }
    realigning(at: now, timing: reload.timing, renumbering: { reload.newIndex(of: $0, in: count) }) { machine in
      let pages = machine.keptPages(at: machine.offset(at: now))
      let offset = machine.offset(at: now)
      machine.holdMode(at: offset)
      machine.settings.slides = slides
      if let lengths = reload.lengths {
        machine.settings.layout.lengths = lengths
        machine.rebaseDrag(showing: offset)
        machine.rebaseScroll(showing: offset, at: now)
      }
      machine.rearrange(count: count, in: pages, keepingGoal: true, at: now) {
        reload.newIndex(of: $0, in: count)
      } replacing: {
        reload.newIndex(ofSuccessorOf: $0, in: count)
      }
    }
    if case .resting = phase { restMode() }
    if currentInterval != interval { restartDwell(at: now) }
    if track.current != old.current { log.append(.didShow(track.current, direction: nil)) }
  }

  private func keptSettings(_ reload: Reload, in count: Int) -> [Int: SlideSettings] {
    var kept: [Int: SlideSettings] = [:]
    // Sorted, so that of two slides that a wrong reload gives one index, always the same has it.
    for (slide, own) in settings.slides.sorted(by: { $0.key < $1.key }) {
      if let index = reload.newIndex(of: slide, in: count) { kept[index] = own }
    }
    return kept
  }

  /// Builds a new row around the slides in view.
  ///
  /// - Parameters:
  ///   - view: The pages whose slides stay while the slides move.
  ///   - keepsGoal: Whether a motion ends on its destination even if an end of the row is now in between.
  ///   - renumber: Returns a slide's new index, or nil if it is removed.
  ///   - replacing: Returns the new index of a slide or, if it is removed, of the one that replaces it.
  mutating func rearrange(
    count: Int, in view: ClosedRange<Int>, keepingGoal keepsGoal: Bool, at now: Timestamp,
    _ renumber: (Int) -> Int?, replacing: (Int) -> Int
  ) {
    let old = track
    var (offset, view) = (offset(at: now), view)
    let span = settings.layout.span
    let plain = Track(count: count, current: replacing(old.current), wraps: settings.wraps(count), span: span)
    if case .resting = phase {
      let isKept = renumber(old.current) != nil
      track = plain
      if !isKept { self.rest(since: now) }
      return
    }
    let goal = old.slide(at: goal)
    let destination = goal.map(replacing)
    /// The page in the old row that is page 0 now.
    var origin = 0
    if let row = ClosedRow(old, view, around: offset, in: plain, renumber) {
      origin = max(row.pages.lowerBound, min(0, row.pages.upperBound))
      if origin != 0 {
        phase = phase.moved(by: origin)
        pagesPassed += origin
        offset -= Double(origin)
        view = view.lowerBound - origin...view.upperBound - origin
        // The change under way is the same, seen from another page.
        modeSide = Direction(of: offset)
      }
      track = Track(
        count: count, wraps: plain.wraps, span: span, slides: row.slides, from: row.pages.lowerBound - origin)
      if abs(offset) >= 1 { offset = pullBack(from: offset, at: now) }
    } else {
      track = plain
    }
    if case .settling(let settling) = phase, let destination {
      let page =
        page(of: destination, instead: settling.remaining, in: view)
        ?? (keepsGoal ? Direction(of: settling.remaining).map { lead(to: destination, $0, at: now) } : nil)
      if let page, page != settling.remaining { redirect(settling, toPage: page, at: now) }
    }
    // At rest between two pages, slides follow their indices, as on a page.
    if case .floating = phase { track.straighten() }
    keepWithinEnds(showing: offset, at: now)
    // A motion that has yet to turn may be heading for a new end: it goes as little beyond it as any other.
    if case .settling(let settling) = phase, let ahead = Direction(of: velocity(at: now)),
      old.slide(at: origin + ahead.page) != nil, track.slide(at: ahead.page) == nil,
      ahead != Direction(of: settling.remaining)
    {
      redirect(settling, toPage: settling.remaining, at: now)
    }
  }

  /// Returns the page on which a motion reaches its destination through the slides in between; nil if there are more
  /// than twice as many as before.
  private func page(of destination: Int, instead goal: Int, in view: ClosedRange<Int>) -> Int? {
    if track.slide(at: goal) == destination, !track.isShuffled { return goal }
    let near = PagesOutward(view, from: Double(goal), preferring: .forward)
    let nearest = near.first { track.slide(at: $0) == destination }
    if view.contains(goal), let nearest { return nearest }
    guard let direction = Direction(of: goal) else { return nil }
    let edge = max(0, direction == .forward ? view.upperBound : -view.lowerBound)
    let limit = edge + 2 * max(1, abs(goal) - edge)
    return track.page(of: destination, direction, from: edge + 1, limit: limit) ?? nearest
  }
}

/// The slides in view after some of them were removed: each gap is filled by the slides that follow by index or, if
/// these are in view already, closed by those beyond it.
struct ClosedRow {
  /// The pages with slides.
  private(set) var pages: ClosedRange<Int>
  private let view: ClosedRange<Int>
  /// The surviving slides by the pages in view that they had, and the slides by their new ones.
  private let survivors: [Int?]
  private var placed: [Int?]
  /// A row of the new slides, which follow their indices.
  private let row: Track

  /// Creates a row around the slide that stays on its page: the current one or, if it is removed, the one in view that
  /// is nearest to the middle. Nil if none of the slides in view is left.
  init?(_ old: Track, _ view: ClosedRange<Int>, around offset: Double, in row: Track, _ renumber: (Int) -> Int?) {
    let survivors = view.map { old.slide(at: $0).flatMap(renumber) }
    func survivor(_ page: Int) -> Int? { survivors[page - view.lowerBound] }
    let nearest = PagesOutward(view, from: offset, preferring: .forward)
    guard let pivot = survivor(0) == nil ? nearest.first(where: { survivor($0) != nil }) : 0 else { return nil }
    (self.view, self.survivors, self.row) = (view, survivors, row)
    pages = pivot...pivot
    placed = Array(repeating: nil, count: view.count)
    placed[pivot - view.lowerBound] = survivor(pivot)
    // The side towards which the slides have moved keeps a slide that the row has on both.
    let inward: Direction = pivot == 0 ? Direction(of: offset) ?? .forward : pivot > 0 ? .backward : .forward
    close(inward, from: pivot)
    close(inward.opposite, from: pivot)
    if pivot != 0 { fill(inward) }
  }

  var slides: ArraySlice<Int?> { placed[pages.lowerBound - view.lowerBound...pages.upperBound - view.lowerBound] }

  /// Places the remaining slides on one side of a page, nearest first.
  private mutating func close(_ direction: Direction, from pivot: Int) {
    let step = direction.page
    var next = pivot + step
    for page in stride(from: next, through: direction == .forward ? view.upperBound : view.lowerBound, by: step) {
      guard let slide = survivors[page - view.lowerBound], isFree(slide, at: next) else { continue }
      while next != page, let filler = filler(at: next, step) {
        place(filler, at: next)
        next += step
      }
      place(slide, at: next)
      next += step
    }
  }

  /// Fills the pages up to page 0, as far as there are slides. Those in view elsewhere are skipped.
  private mutating func fill(_ direction: Direction) {
    let (step, row) = (direction.page, row)
    let first = direction == .forward ? pages.upperBound + 1 : pages.lowerBound - 1
    for page in stride(from: first, through: 0, by: step) {
      guard let last = placed[page - step - view.lowerBound] else { return }
      let fillers = (1...row.span).lazy.compactMap { row.index(last, movedBy: $0 * step) }
      guard let filler = fillers.first(where: { isFree($0, at: page) }) else { return }
      place(filler, at: page)
    }
  }

  /// Returns the slide that follows by index onto a page, unless it is in view already.
  private func filler(at page: Int, _ step: Int) -> Int? {
    guard let last = placed[page - step - view.lowerBound], let filler = row.index(last, movedBy: step),
      !survivors.contains(filler), isFree(filler, at: page)
    else { return nil }
    return filler
  }

  private func isFree(_ slide: Int, at page: Int) -> Bool {
    let room = row.distinctCount - 1
    let (first, last) = (max(pages.lowerBound, page - room), min(pages.upperBound, page + room))
    return !(first...last).contains { placed[$0 - view.lowerBound] == slide }
  }

  private mutating func place(_ slide: Int, at page: Int) {
    placed[page - view.lowerBound] = slide
    pages = min(pages.lowerBound, page)...max(pages.upperBound, page)
  }
}
