import CarouselValues

extension GridMachine {
  /// A set of slides as ranges: a million that follow each other take no more memory than one.
  public struct SlideSet: Hashable, Sendable {
    /// The ranges of slides, ascending, without overlaps; a gap is between any two.
    public private(set) var ranges: [Range<Int>]

    /// Creates a set of the slides in a range.
    public init(_ slides: Range<Int> = 0..<0) { ranges = slides.isEmpty ? [] : [slides] }

    /// Whether there are no slides.
    public var isEmpty: Bool { ranges.isEmpty }

    /// The number of slides.
    public var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// Returns whether a slide is in the set.
    ///
    /// - Complexity: O(log n) for n ranges.
    public func contains(_ slide: Int) -> Bool {
      let index = firstIndex(of: ranges.count) { ranges[$0].upperBound > slide }
      return index < ranges.count && ranges[index].contains(slide)
    }

    /// Adds the slides in a range.
    ///
    /// - Complexity: O(n) for n ranges.
    public mutating func insert(_ slides: Range<Int>) {
      guard !slides.isEmpty else { return }
      let before = ranges.filter { $0.upperBound < slides.lowerBound }
      let after = ranges.filter { $0.lowerBound > slides.upperBound }
      let touched = ranges[before.count..<ranges.count - after.count]
      let start = min(slides.lowerBound, touched.first?.lowerBound ?? slides.lowerBound)
      let end = max(slides.upperBound, touched.last?.upperBound ?? slides.upperBound)
      ranges = before + [start..<end] + after
    }

    /// Removes a slide.
    ///
    /// - Complexity: O(n) for n ranges.
    public mutating func remove(_ slide: Int) {
      ranges = ranges.flatMap { range in
        range.contains(slide)
          ? [range.lowerBound..<slide, slide + 1..<range.upperBound].filter { !$0.isEmpty } : [range]
      }
    }
  }
}
