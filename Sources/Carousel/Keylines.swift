import CarouselValues

extension CarouselMachine.Layout {
  /// Lengths that follow the place in the view: a slide grows and shrinks as it moves from one place to the next.
  ///
  /// ```swift
  /// layout.keylines = .init([0.7, 0.2, 0.1])                  // Material's multi-browse
  /// layout.keylines = .init([0.85, 0.15])                     // Material's hero
  /// layout.keylines = .init([0.15, 0.7, 0.15], focus: 1)      // Material's center-aligned hero
  /// ```
  public struct Keylines: Hashable, Sendable {
    private struct Table: Hashable, Sendable {
      let lengths: [Double]
      let focus: Int
    }

    /// One: a layout is copied often, and has a single pointer for its keylines.
    private let table: [Table]

    /// The lengths of the slides in view at rest, as shares of the view, in the order of the slides. Slides out of view
    /// have the length of the first or the last.
    public var lengths: [Double] { table[0].lengths }
    /// The place of the current slide.
    public var focus: Int { table[0].focus }

    /// Creates keylines. Lengths are clamped to 0.01…1; there must be 1 to 17, of which others are dropped, and `focus`
    /// is clamped to them.
    public init(_ lengths: [Double], focus: Int = 0) {
      let range = SlideLengths.range
      let known = (lengths.isEmpty ? [1] : lengths).prefix(2 * CarouselMachine.Layout.maximumNeighbors + 1)
      table = [
        Table(
          lengths: known.map { $0.isNaN ? 1 : max(range.lowerBound, min($0, range.upperBound)) },
          focus: max(0, min(focus, known.count - 1)))
      ]
    }

    var focalLength: Double { lengths[focus] }

    /// The greatest number of slides on one side of the current one at rest.
    var neighbors: Int { max(focus, lengths.count - 1 - focus) }

    /// Returns the center and the length of a slide at a distance in pages. The places are packed as the slides of a
    /// row are, with a gap between two.
    ///
    /// Both are linear between two places, so that slides stay side by side at every offset. Places that are longer than
    /// the view are scaled with their gaps.
    func place(at distance: Double, gap: Double) -> (center: Double, length: Double) {
      let place = max(-1e9, min(distance.isNaN ? 0 : distance, 1e9)) + Double(focus)
      let (first, rest) = (place.roundedDown, place - place.roundedDown)
      let (start, end) = (self.place(Int(first), gap), self.place(Int(first) + 1, gap))
      let scale = 1 / max(1, total(gap))
      return (
        (start.center + (end.center - start.center) * rest) * scale,
        (start.length + (end.length - start.length) * rest) * scale
      )
    }

    /// Returns the length of the view without places.
    func free(gap: Double) -> Double { max(0, 1 - total(gap)) }

    private func total(_ gap: Double) -> Double { lengths.reduce(0, +) + Double(lengths.count - 1) * gap }

    private func place(_ index: Int, _ gap: Double) -> (center: Double, length: Double) {
      let last = lengths.count - 1
      if index < 0 { return (lengths[0] / 2 + Double(index) * (lengths[0] + gap), lengths[0]) }
      if index > last {
        let (length, total) = (lengths[last], total(gap))
        return (total - length / 2 + Double(index - last) * (length + gap), length)
      }
      return (lengths[..<index].reduce(0, +) + Double(index) * gap + lengths[index] / 2, lengths[index])
    }
  }
}
