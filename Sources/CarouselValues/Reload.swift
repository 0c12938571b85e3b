/// A change of the slides: their new number, and the new indices of the slides that the carousel needs to find again.
///
/// A carousel identifies slides only by their index. A reload maps the old indices of the slides in view, and of the
/// destination of a motion, to the new ones, so that these slides stay where they are on screen. `anchorSlides(at:)`
/// lists them:
///
/// ```swift
/// let reload = Reload(count: new.count, from: old.count, anchors: carousel.anchorSlides(at: now)) { slide in
///   new.firstIndex { $0.id == old[slide].id }
/// }
/// carousel.handle(.reload(reload), at: now)
/// ```
///
/// The effects of a reload:
/// - A slide in view that has a new index stays where it is on screen and, while the slides move or are dragged, keeps
///   its page. At rest, and when a motion has ended, slides that do not follow the current one by index move to their
///   pages, and new ones grow and fade in, as `timing` says.
/// - A slide without a new index has been removed. The one that followed it, or else the last, takes its place. In
///   view, the slides beyond the gap move up, also those that come into view, and the removed one shrinks and fades out
///   behind them: it is one of the frame's `departingLayers`.
/// - If the current slide is removed during a motion or a drag, the one in view nearest to the middle keeps its page.
/// - A motion ends on the same slide or, if that has been removed, on the one in its place, with the same `MotionID`.
/// - If removals leave the slides half a page or more beyond an end, where a next slide would be nearer, a drag or
///   motion goes on from where a pull of that distance shows them. The progress jumps there; the slides on screen move.
/// - No slide is in view twice, unless an endless carousel has fewer slides than pages in view.
public struct Reload: Hashable, Sendable {
  /// The new number of slides, clamped to 0…`Int.max / 4`.
  public var count: Int
  /// The new indices of surviving slides, by their old ones. Indices out of range are clamped. Entries for slides
  /// other than the anchors are allowed.
  public var newIndices: [Int: Int]
  /// The new indices of the slides that take the places of removed ones, by the old indices of the removed slides.
  ///
  /// For a removed slide that is not listed, it is the next survivor in `newIndices`; without one, the slide after the
  /// previous survivor there.
  public var successors: [Int: Int]
  /// How slides in view move to their new pages, while new ones come in and removed ones leave; nil for the duration of a
  /// change by the user, from rest to rest. A duration of zero or less: at once. A grid ignores it.
  public var timing: MotionTiming?
  /// The lengths of the new slides, in place of `Layout.lengths`; nil to keep those by index.
  public var lengths: SlideLengths?

  /// Creates a reload. Without new indices, all slides in view count as removed.
  public init(count: Int, newIndices: [Int: Int] = [:], successors: [Int: Int] = [:]) {
    self.count = count
    self.newIndices = newIndices
    self.successors = successors
  }

  /// Creates a reload by looking up the new index of each anchor (see `anchorSlides(at:)`) and, for a removed one,
  /// those of the slides that followed it, up to the first survivor. `newIndex` returns the new index of a slide, given
  /// its old one, or nil if it has been removed.
  ///
  /// - Throws: The error that `newIndex` throws.
  /// - Complexity: One call of `newIndex` for each anchor, and one for each slide removed beside one of them: at most
  ///   1,000 on each side.
  public init<Failure: Error>(
    count: Int, from oldCount: Int, anchors: [Int], _ newIndex: (Int) throws(Failure) -> Int?
  ) throws(Failure) {
    self.init(count: count)
    var removed: [Int] = []
    for slide in anchors where slide >= 0 && slide < oldCount {
      newIndices[slide] = try newIndex(slide)
      if newIndices[slide] == nil { removed.append(slide) }
    }
    func firstNewIndex(of slides: StrideThrough<Int>) throws(Failure) -> Int? {
      for slide in slides {
        if let index = newIndices[slide] { return index }
        if let index = try newIndex(slide) { return index }
      }
      return nil
    }
    // From the last to the first, so that no slide is looked up twice. `next` is the first survivor from `end` on.
    var (next, end) = (Int?.none, oldCount)
    for slide in removed.sorted(by: >) {
      let last = min(end, slide + Self.maximumSearch) - 1
      if let index = try firstNewIndex(of: stride(from: slide + 1, through: last, by: 1)) { next = index }
      end = slide + 1
      successors[slide] = next
      guard next == nil else { continue }
      let first = max(0, slide - Self.maximumSearch)
      successors[slide] = try firstNewIndex(of: stride(from: slide - 1, through: first, by: -1)).map { $0 + 1 }
    }
  }

  /// Creates a reload from the difference between the old and the new collection of slides.
  ///
  /// ```swift
  /// let difference = newIDs.difference(from: oldIDs).inferringMoves()
  /// let reload = Reload(difference, from: oldIDs.count, anchors: carousel.anchorSlides(at: now))
  /// ```
  ///
  /// With `inferringMoves()`, a slide that has moved within the collection stays where it is on screen. Without it,
  /// the slide counts as removed.
  ///
  /// - Complexity: O(d) for each anchor, where d is the number of changes.
  public init<Element>(_ difference: CollectionDifference<Element>, from oldCount: Int, anchors: [Int]) {
    let oldCount = Self.bounded(count: oldCount)
    var removed: [Int: Int?] = [:]
    for case .remove(let offset, _, let insertion) in difference.removals { removed[offset] = .some(insertion) }
    var insertions: [Int] = []
    for case .insert(let offset, _, _) in difference.insertions { insertions.append(offset) }
    self.init(count: oldCount - removed.count + insertions.count, from: oldCount, anchors: anchors) { slide in
      if let move = removed[slide] { return move }
      return insertions.reduce(slide - removed.keys.count { $0 < slide }) { $1 <= $0 ? $0 + 1 : $0 }
    }
  }

  /// The greatest number of slides that are looked up on one side of a removed one.
  private static let maximumSearch = 1000

  /// The greatest count with which sums and differences of two or three indices fit in `Int`.
  package static let maximumCount = Int.max / 4

  /// Returns a count, clamped to 0…`maximumCount`.
  package static func bounded(count: Int) -> Int { max(0, min(count, maximumCount)) }

  /// Returns the new index of a slide, clamped to the valid indices; nil if the slide has been removed.
  package func newIndex(of slide: Int, in count: Int) -> Int? {
    count > 0 ? newIndices[slide].map { max(0, min($0, count - 1)) } : nil
  }

  /// Returns the new index of a slide or, if it has been removed, of its successor.
  ///
  /// - Complexity: O(1) with successors, otherwise O(n) in the number of new indices.
  package func newIndex(ofSuccessorOf slide: Int, in count: Int) -> Int {
    func clamped(_ index: Int) -> Int { max(0, min(index, count - 1)) }
    if let index = newIndices[slide] ?? successors[slide] { return clamped(index) }
    if let next = newIndices.lazy.filter({ $0.key > slide }).min(by: { $0.key < $1.key }) { return clamped(next.value) }
    let previous = newIndices.lazy.filter { $0.key < slide }.max { $0.key < $1.key }
    return clamped(previous.map { clamped($0.value) + 1 } ?? slide)
  }
}
