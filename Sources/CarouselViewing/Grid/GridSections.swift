import CarouselValues

/// The rows that a grid's sections take. Each section begins a new row, beneath its heading. Binary searches take the same
/// time for any number of slides.
struct GridSections: Equatable, Sendable {
  /// The first slide of each section, ascending from 0; never empty.
  let starts: [Int]
  /// The first row of each section and, at the end, the number of rows.
  private let firstRows: [Int]
  /// Whether the first section has a heading. All others have one.
  private let titlesFirst: Bool
  private let columns: Int
  private let count: Int

  /// Creates sections with headings that begin with given slides, in any order; those that do not exist are ignored.
  init(_ starts: [Int], count: Int, columns: Int) {
    var sorted: [Int] = []
    for start in starts.sorted() where start >= 0 && start < count && start != sorted.last { sorted.append(start) }
    titlesFirst = sorted.first == 0
    if !titlesFirst { sorted.insert(0, at: 0) }
    self.starts = sorted
    self.columns = columns
    self.count = count
    var rows = [0]
    for (index, start) in sorted.enumerated() {
      let length = (index + 1 < sorted.count ? sorted[index + 1] : count) - start
      rows.append(rows[index] + length / columns + (length % columns > 0 ? 1 : 0))
    }
    firstRows = rows
  }

  var rows: Int { firstRows[starts.count] }

  var headings: Int { headings(through: starts.count - 1) }

  func headings(through section: Int) -> Int { section + (titlesFirst ? 1 : 0) }

  func hasHeading(_ section: Int) -> Bool { section > 0 || titlesFirst }

  func section(ofSlide slide: Int) -> Int { Self.last(in: starts.count) { starts[$0] <= slide } }

  func section(ofRow row: Int) -> Int { Self.last(in: starts.count) { firstRows[$0] <= row } }

  func firstRow(of section: Int) -> Int { firstRows[section] }

  func place(of slide: Int) -> (row: Int, column: Int) {
    let section = section(ofSlide: slide)
    let index = slide - starts[section]
    return (firstRows[section] + index / columns, index % columns)
  }

  func slides(ofRow row: Int) -> Range<Int> {
    let section = section(ofRow: row)
    let first = starts[section] + (row - firstRows[section]) * columns
    let end = section + 1 < starts.count ? starts[section + 1] : count
    return min(first, end)..<min(first + columns, end)
  }

  /// Returns the position of a row's top, in rows, if each heading is as high as `heading` rows.
  func position(ofRow row: Int, heading: Double) -> Double {
    Double(row) + Double(headings(through: section(ofRow: row))) * heading
  }

  /// Returns the row at a position, or the next one if there is a heading.
  func row(at position: Double, heading: Double) -> Int {
    let section = Self.last(in: starts.count) {
      self.position(ofRow: firstRows[$0], heading: heading) - (hasHeading($0) ? heading : 0) <= position
    }
    let way = position - Double(headings(through: section)) * heading
    let row = max(Double(firstRows[section]), min(way.roundedDown, Double(firstRows[section + 1] - 1)))
    return max(0, Int(row))
  }

  /// Returns the last index for which a condition holds that holds for all before it; 0 if there is none.
  private static func last(in count: Int, where holds: (Int) -> Bool) -> Int {
    max(0, firstIndex(of: count) { !holds($0) } - 1)
  }
}
