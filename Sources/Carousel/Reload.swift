extension CarouselMachine {
  /// The slides have changed: how many there are now, and where the slides that matter are found.
  ///
  /// A carousel knows slides by their index only. A reload says which index the slides in view, and the destination of a motion,
  /// have from now on, so that they stay where they are on screen. `heldSlides(at:)` names them:
  ///
  /// ```swift
  /// let reload = CarouselMachine.Reload(count: new.count, placing: carousel.heldSlides(at: now)) { slide in
  ///   new.firstIndex { $0.id == old[slide].id }
  /// }
  /// carousel.handle(.reload(reload), at: now)
  /// ```
  ///
  /// What happens:
  /// - A slide in view that has a place stays in view, at the same distance. Where it would have another neighbour by its new
  ///   index, the neighbour in view stays until it leaves the view.
  /// - A motion ends on the same slide as before.
  /// - A slide without a place is gone: the next survivor takes its place. If that leaves nothing where a slide is in view, the
  ///   carousel comes to rest at once.
  public struct Reload: Hashable, Sendable {
    /// How many slides there are now. Negative counts are 0; counts beyond `Int.max / 4` are that number.
    public var count: Int
    /// The new index of each slide that still exists, by its old index. Indices out of range are clamped. Places beyond those of the
    /// held slides do no harm; they help to find the nearest survivor of a slide that is gone.
    public var places: [Int: Int]

    /// A reload; without places, none of the slides in view exists any more.
    public init(count: Int, places: [Int: Int] = [:]) {
      self.count = count
      self.places = places
    }

    /// A reload that finds the new place of each held slide.
    ///
    /// - Parameters:
    ///   - count: How many slides there are now.
    ///   - held: The slides to find: `heldSlides(at:)`.
    ///   - place: The new index of a slide, given its old one; nil: it is gone.
    public init(count: Int, placing held: [Int], _ place: (Int) throws -> Int?) rethrows {
      var places: [Int: Int] = [:]
      for slide in held { places[slide] = try place(slide) }
      self.init(count: count, places: places)
    }

    /// A reload by the difference between two collections of slides.
    ///
    /// ```swift
    /// let difference = newIDs.difference(from: oldIDs).inferringMoves()
    /// let reload = CarouselMachine.Reload(difference, of: oldIDs.count, placing: carousel.heldSlides(at: now))
    /// ```
    ///
    /// With `inferringMoves()` a slide that moved keeps its place on screen; without, it counts as gone.
    ///
    /// - Parameters:
    ///   - difference: The changes.
    ///   - oldCount: How many slides there were.
    ///   - held: The slides to find: `heldSlides(at:)`.
    /// - Complexity: O(d) for each held slide, for a difference of d changes.
    public init<Element>(_ difference: CollectionDifference<Element>, of oldCount: Int, placing held: [Int]) {
      let oldCount = Track.bounded(count: oldCount)
      self.init(count: oldCount - difference.removals.count + difference.insertions.count)
      let removed = Set(difference.removals.map(\.place))
      let inserted = difference.insertions.map(\.place)
      func place(_ slide: Int) -> Int? {
        guard !removed.contains(slide) else { return difference.move(of: slide) }
        return inserted.reduce(slide - removed.count { $0 < slide }) { $1 <= $0 ? $0 + 1 : $0 }
      }
      for slide in held where slide >= 0 && slide < oldCount {
        places[slide] = place(slide)
        guard places[slide] == nil, let survivor = (slide..<oldCount).first(where: { !removed.contains($0) })
        else { continue }
        places[survivor] = place(survivor)
      }
    }

    /// The new index of a slide, within the slides there are; nil: it is gone.
    func place(of slide: Int, in count: Int) -> Int? {
      count > 0 ? places[slide].map { max(0, min($0, count - 1)) } : nil
    }

    /// Where a slide that is gone would be: the place of what followed it, reckoned from the nearest survivor.
    ///
    /// - Complexity: O(n) for n places.
    func vacancy(of slide: Int, in count: Int) -> Int {
      let survivors = places.keys.filter { (0..<Track.maximumCount).contains($0) }
      // In a tie the later one: it takes the place of what is gone.
      let nearest = survivors.min { (abs($0 - slide), -$0) < (abs($1 - slide), -$1) }
      guard let nearest, let place = place(of: nearest, in: count) else { return max(0, min(slide, count - 1)) }
      let vacancy = nearest > slide ? place - (nearest - slide - 1) : place + (slide - nearest)
      return max(0, min(vacancy, count - 1))
    }
  }
}

extension CollectionDifference {
  /// Where an element that was removed was inserted again; nil if it was not.
  fileprivate func move(of offset: Int) -> Int? {
    for case .remove(offset, _, let insertion) in removals { return insertion }
    return nil
  }
}

extension CollectionDifference.Change {
  /// The index that the change is about.
  fileprivate var place: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
