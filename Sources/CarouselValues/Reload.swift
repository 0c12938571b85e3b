/// A change of the slides: their new number, and the new indices of the slides that the carousel needs to find again.
///
/// A carousel identifies slides only by their index. A reload maps the old indices of the slides in view, and of the
/// destination of a motion, to the new ones, so that these slides stay where they are on screen. `anchorSlides(at:)`
/// lists them:
///
/// ```swift
/// let reload = Reload(count: new.count, placing: carousel.anchorSlides(at: now)) { slide in
///   new.firstIndex { $0.id == old[slide].id }
/// }
/// carousel.handle(.reload(reload), at: now)
/// ```
///
/// The effects of a reload:
/// - A slide in view that has a new index stays where it is on screen and, while the slides move or are dragged, keeps
///   its page. At rest, and when a motion has ended, slides that do not follow the current one by index move to their
///   pages, and new ones fade in. At rest, `isAnimated` turns that off.
/// - A slide without a new index has been removed. The slide that followed it takes its place, or the last slide if
///   none followed. In view, the slides beyond the gap move up.
/// - If the current slide is removed during a motion or a drag, the one in view that is nearest to the middle keeps its
///   page instead.
/// - A motion ends on the same slide as before or, if that has been removed, on the one that takes its place. It stays
///   the same motion: its `MotionID` lands later.
/// - If removals leave the slides half a page or more beyond an end, a drag or motion goes on from where a pull of that
///   distance shows them, or from the end if settings forbid to pull slides beyond it. The progress jumps there, since
///   half a page would mean that the next slide is nearer, and there is none. The slides on screen move there.
/// - No slide is in view twice, unless an endless carousel has fewer slides than pages in view.
public struct Reload: Hashable, Sendable {
  /// The new number of slides, clamped to 0…`Int.max / 4`.
  public var count: Int
  /// The new indices of surviving slides, by their old ones. Indices out of range are clamped. Entries for slides
  /// other than the held ones are allowed; they help to find the survivor nearest to a removed slide.
  public var newIndices: [Int: Int]
  /// Whether slides in view move to their new pages, and new ones fade in, in the duration of a change by the user.
  /// Otherwise they are there at once.
  public var isAnimated = true

  /// Creates a reload. Without new indices, all slides in view count as removed.
  public init(count: Int, newIndices: [Int: Int] = [:]) {
    self.count = count
    self.newIndices = newIndices
  }

  /// Creates a reload by looking up the new index of each held slide.
  ///
  /// - Parameters:
  ///   - count: The new number of slides.
  ///   - anchors: The slides to look up: `anchorSlides(at:)`.
  ///   - newIndex: Returns the new index of a slide, given its old one, or nil if it has been removed.
  /// - Throws: Any error that `newIndex` throws.
  public init(count: Int, placing anchors: [Int], _ newIndex: (Int) throws -> Int?) rethrows {
    var newIndices: [Int: Int] = [:]
    for slide in anchors { newIndices[slide] = try newIndex(slide) }
    self.init(count: count, newIndices: newIndices)
  }

  /// Creates a reload from the difference between two collections of slides.
  ///
  /// ```swift
  /// let difference = newIDs.difference(from: oldIDs).inferringMoves()
  /// let reload = Reload(difference, of: oldIDs.count, placing: carousel.anchorSlides(at: now))
  /// ```
  ///
  /// With `inferringMoves()`, a slide that has moved within the collection stays where it is on screen. Without it,
  /// the slide counts as removed.
  ///
  /// - Parameters:
  ///   - difference: The difference between the old and the new collection.
  ///   - oldCount: The old number of slides.
  ///   - anchors: The slides to look up: `anchorSlides(at:)`.
  /// - Complexity: O(d) for each held slide, where d is the number of changes.
  public init<Element>(_ difference: CollectionDifference<Element>, of oldCount: Int, placing anchors: [Int]) {
    let oldCount = Self.bounded(count: oldCount)
    self.init(count: oldCount - difference.removals.count + difference.insertions.count)
    let removed = Set(difference.removals.map(\.offset))
    let inserted = difference.insertions.map(\.offset)
    func newIndex(_ slide: Int) -> Int? {
      guard !removed.contains(slide) else { return difference.move(of: slide) }
      return inserted.reduce(slide - removed.count { $0 < slide }) { $1 <= $0 ? $0 + 1 : $0 }
    }
    for slide in anchors where slide >= 0 && slide < oldCount {
      newIndices[slide] = newIndex(slide)
      guard newIndices[slide] == nil, let survivor = (slide..<oldCount).first(where: { !removed.contains($0) })
      else { continue }
      newIndices[survivor] = newIndex(survivor)
    }
  }

  /// The greatest count with which sums and differences of two or three indices fit in `Int`.
  package static let maximumCount = Int.max / 4

  /// Returns a count, clamped to 0…`maximumCount`.
  package static func bounded(count: Int) -> Int { max(0, min(count, maximumCount)) }

  /// Returns the new index of a slide, clamped to the valid indices; nil if the slide has been removed.
  package func newIndex(of slide: Int, in count: Int) -> Int? {
    count > 0 ? newIndices[slide].map { max(0, min($0, count - 1)) } : nil
  }

  /// Returns the new index of the slide that follows a removed one, counted from the nearest survivor; the last slide
  /// if none follows.
  ///
  /// - Parameter anchors: The slides that were looked up. One of them without a new index has been removed; other slides
  ///   count as survivors.
  /// - Complexity: O(n), where n is the number of new indices and of held slides.
  package func vacancy(of slide: Int, in count: Int, anchors: Set<Int>) -> Int {
    let survivors = newIndices.keys.filter { (0..<Self.maximumCount).contains($0) }
    // In a tie, choose the later survivor, which takes the place of the removed slide.
    let nearest = survivors.min { (abs($0 - slide), -$0) < (abs($1 - slide), -$1) }
    guard let nearest, let index = newIndex(of: nearest, in: count) else { return max(0, min(slide, count - 1)) }
    let removed = anchors.count { newIndices[$0] == nil && ($0 > min(nearest, slide)) && ($0 < max(nearest, slide)) }
    let between = abs(nearest - slide) - 1 - removed
    let vacancy = nearest > slide ? index - between : index + between + 1
    return max(0, min(vacancy, count - 1))
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
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
