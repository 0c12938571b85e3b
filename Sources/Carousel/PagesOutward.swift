import CarouselValues

/// The pages of a range, from the one nearest to a position outward.
struct PagesOutward: Sequence, IteratorProtocol {
  private let range: ClosedRange<Int>
  private let position: Double
  /// The direction of the page that comes first if two are as near.
  private let preferred: Direction
  private var before: Int
  private var after: Int

  init(_ range: ClosedRange<Int>, from position: Double, preferring preferred: Direction = .backward) {
    self.range = range
    self.position = position
    self.preferred = preferred
    before = Swift.max(range.lowerBound - 1, Swift.min(Int(position.roundedDown), range.upperBound))
    after = before + 1
  }

  mutating func next() -> Int? {
    let (isBefore, isAfter) = (before >= range.lowerBound, after <= range.upperBound)
    guard isBefore || isAfter else { return nil }
    let (left, right) = (position - Double(before), Double(after) - position)
    if isBefore, !isAfter || left < right || (left == right && preferred == .backward) {
      before -= 1
      return before + 1
    }
    after += 1
    return after - 1
  }
}
