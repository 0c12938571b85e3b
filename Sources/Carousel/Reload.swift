extension CarouselMachine {
  /// A change of the slides: their new number, and the new indices of the slides that the carousel needs to find again.
  ///
  /// A carousel identifies slides only by their index. A reload maps the old indices of the slides in view, and of the
  /// destination of a motion, to the new ones, so that these slides stay where they are on screen. `heldSlides(at:)`
  /// lists them:
  ///
  /// ```swift
  /// let reload = CarouselMachine.Reload(count: new.count, placing: carousel.heldSlides(at: now)) { slide in
  ///   new.firstIndex { $0.id == old[slide].id }
  /// }
  /// carousel.handle(.reload(reload), at: now)
  /// ```
  ///
  /// The effects of a reload:
  /// - A slide in view that has a new index stays in view, at the same distance. A neighbour in view that is no longer
  ///   adjacent to it by index stays until it leaves the view.
  /// - A motion ends on the same slide as before.
  /// - A slide without a new index has been removed, and the next surviving slide replaces it. If that leaves a gap
  ///   where a slide was in view, the carousel comes to rest at once.
  public struct Reload: Hashable, Sendable {
    /// The new number of slides, clamped to 0…`Int.max / 4`.
    public var count: Int
    /// The new indices of surviving slides, by their old ones. Indices out of range are clamped. Entries for slides
    /// other than the held ones are allowed; they help to find the survivor nearest to a removed slide.
    public var places: [Int: Int]

    /// Creates a reload. Without places, all slides in view count as removed.
    public init(count: Int, places: [Int: Int] = [:]) {
      self.count = count
      self.places = places
    }

    /// Creates a reload by looking up the new index of each held slide.
    ///
    /// - Parameters:
    ///   - count: The new number of slides.
    ///   - held: The slides to look up: `heldSlides(at:)`.
    ///   - place: Returns the new index of a slide, given its old one, or nil if it has been removed.
    /// - Throws: Any error that `place` throws.
    public init(count: Int, placing held: [Int], _ place: (Int) throws -> Int?) rethrows {
      var places: [Int: Int] = [:]
      for slide in held { places[slide] = try place(slide) }
      self.init(count: count, places: places)
    }

    /// Creates a reload from the difference between two collections of slides.
    ///
    /// ```swift
    /// let difference = newIDs.difference(from: oldIDs).inferringMoves()
    /// let reload = CarouselMachine.Reload(difference, of: oldIDs.count, placing: carousel.heldSlides(at: now))
    /// ```
    ///
    /// With `inferringMoves()`, a slide that has moved within the collection stays where it is on screen. Without it,
    /// the slide counts as removed.
    ///
    /// - Parameters:
    ///   - difference: The difference between the old and the new collection.
    ///   - oldCount: The old number of slides.
    ///   - held: The slides to look up: `heldSlides(at:)`.
    /// - Complexity: O(d) for each held slide, where d is the number of changes.
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

    /// Returns the new index of a slide, clamped to the valid indices; nil if the slide has been removed.
    func place(of slide: Int, in count: Int) -> Int? {
      count > 0 ? places[slide].map { max(0, min($0, count - 1)) } : nil
    }

    /// Returns the new index of the slide that follows a removed one, counted from the nearest survivor.
    ///
    /// - Complexity: O(n), where n is the number of places.
    func vacancy(of slide: Int, in count: Int) -> Int {
      let survivors = places.keys.filter { (0..<Track.maximumCount).contains($0) }
      // In a tie, choose the later survivor, which takes the place of the removed slide.
      let nearest = survivors.min { (abs($0 - slide), -$0) < (abs($1 - slide), -$1) }
      guard let nearest, let place = place(of: nearest, in: count) else { return max(0, min(slide, count - 1)) }
      let vacancy = nearest > slide ? place - (nearest - slide - 1) : place + (slide - nearest)
      return max(0, min(vacancy, count - 1))
    }
  }
}

extension CollectionDifference {
  /// Returns where a removed element was inserted again; nil if it was not.
  fileprivate func move(of offset: Int) -> Int? {
    for case .remove(offset, _, let insertion) in removals { return insertion }
    return nil
  }
}

extension CollectionDifference.Change {
  /// The index at which the change applies.
  fileprivate var place: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
