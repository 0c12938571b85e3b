/// The lengths of slides that differ, as shares of the view along the axis of motion.
///
/// ```swift
/// // A book: the cover alone, then two pages side by side.
/// let lengths = SlideLengths(count: 101) { $0 == 0 ? 1 : 0.5 }
/// // Posters, as wide as their pictures in a view of 4 × 3 units.
/// let posters = SlideLengths(sizes.map { $0.width / $0.height * 3 / 4 })
/// ```
///
/// Copies share their memory.
public struct SlideLengths: Hashable, Sendable {
  /// The range of a length. Others are clamped to it.
  public static let range = 0.01...1.0

  private struct Table: Hashable, Sendable {
    /// The end of each slide in a row without gaps.
    let ends: [Double]
    /// The first slides of the groups that fit into the view, without gaps.
    let firstSlides: [Int]
    /// The length of the shortest slide; 1 without slides.
    let shortest: Double
  }

  /// One: a layout is copied often, and has a single pointer for its lengths.
  private let table: [Table]

  /// Creates a table from a function of the slide's index, which is called once for each slide.
  ///
  /// - Complexity: O(n) for n slides. A million slides take 8 to 16 MB.
  public init(count: Int, _ length: (Int) -> Double) { self.init((0..<max(0, count)).lazy.map(length)) }

  /// Creates a table from lengths by index.
  public init(_ lengths: some Sequence<Double>) {
    var (ends, firstSlides, sum, start, shortest) = ([Double](), [Int](), 0.0, -2.0, 1.0)
    for number in lengths {
      let length = Self.clamped(number)
      if sum + length > start + 1 + 1e-9 {
        firstSlides.append(ends.count)
        start = sum
      }
      sum += length
      ends.append(sum)
      shortest = min(shortest, length)
    }
    table = [Table(ends: ends, firstSlides: firstSlides, shortest: shortest)]
  }

  private var ends: [Double] { table[0].ends }
  private var firstSlides: [Int] { table[0].firstSlides }
  /// The length of the shortest slide; 1 without slides.
  package var shortest: Double { table[0].shortest }

  /// The number of slides in the table. Slides beyond it have `Layout.pageLength`.
  public var count: Int { ends.count }

  /// The length of a slide; nil beyond the table.
  public subscript(slide: Int) -> Double? { ends.indices.contains(slide) ? ends[slide] - start(of: slide) : nil }

  /// Returns the distance from the start of the first slide to that of another, without gaps; at the end of the table,
  /// the sum of all lengths.
  public func start(of slide: Int) -> Double { slide > 0 && !ends.isEmpty ? ends[min(slide, count) - 1] : 0 }

  /// Returns the slide at a distance from the start of the first one, with a gap after each slide, clamped to the table.
  ///
  /// - Complexity: O(log n) for n slides.
  public func slide(at distance: Double, gap: Double = 0) -> Int {
    max(0, min(firstIndex(of: count) { ends[$0] + Double($0 + 1) * gap > distance }, count - 1))
  }

  /// The number of groups of successive slides, as many as fit into the view.
  package var groupCount: Int { firstSlides.count }

  /// Returns the first slide of a group.
  package func firstSlide(ofGroup group: Int) -> Int { firstSlides[group] }

  /// Returns the group of a slide in the table.
  package func group(of slide: Int) -> Int { firstIndex(of: groupCount) { firstSlides[$0] > slide } - 1 }

  private static func clamped(_ length: Double) -> Double {
    length.isNaN ? range.upperBound : max(range.lowerBound, min(length, range.upperBound))
  }
}
