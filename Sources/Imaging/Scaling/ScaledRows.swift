/// The vertical half of scaling by area: rows are added up until a place is full.
struct AreaRows {
  private let ends: [AreaAxis.End]
  private let skipped: Float
  private var sums: [SIMD4<Float>]
  /// The place being filled.
  private var place = 0
  /// The source row that comes next.
  private var next = 0

  /// Rows of the given width into the axis' places.
  init(axis: AreaAxis, width: Int) {
    ends = axis.ends
    skipped = axis.skipped
    sums = Array(repeating: .zero, count: width)
  }

  private init() {
    ends = []
    skipped = 0
    sums = []
  }

  /// What takes no rows and needs no memory.
  static let empty = AreaRows()

  /// Adds the next row, and hands on the place that it fills, if it does.
  mutating func push(_ row: [SIMD4<Float>], into output: inout BitmapWriter) {
    guard place < ends.count else { return }
    let end = ends[place]
    if next == 0, skipped > 0 {
      for index in sums.indices { sums[index] = row[index] * (1 - skipped) }
    } else if next < end.whole {
      for index in sums.indices { sums[index] += row[index] }
    } else {
      for index in sums.indices { sums[index] += row[index] * end.part }
    }
    next += 1
    if next < end.whole || (next == end.whole && end.part > 0) { return }
    output.append(sums)
    place += 1
    // A row astride the boundary has only part of itself in the place before it.
    let rest = next > end.whole ? 1 - end.part : 0
    for index in sums.indices { sums[index] = row[index] * rest }
  }
}

/// The vertical half of interpolating: the last four rows, and the places that lie between them.
struct CubicRows {
  private let taps: [CubicAxis.Taps]
  /// The last four source rows; row `n` is at `n % 4`.
  private var rows: [[SIMD4<Float>]]
  private var mixed: [SIMD4<Float>]
  /// The place that comes next.
  private var place = 0
  /// The source row that comes next.
  private var next = 0

  /// Rows of the given width into the axis' places.
  init(axis: CubicAxis, width: Int) {
    taps = axis.taps
    mixed = Array(repeating: .zero, count: width)
    rows = Array(repeating: mixed, count: 4)
  }

  /// Takes the next row, and hands on every place for which all rows have come.
  mutating func push(_ row: [SIMD4<Float>], into output: inout BitmapWriter) {
    rows[next % 4] = row
    while place < taps.count, Int(taps[place].indices.w) <= next {
      mix(taps[place])
      output.append(mixed)
      place += 1
    }
    next += 1
  }

  /// Interpolates a place from the rows around it.
  private mutating func mix(_ tap: CubicAxis.Taps) {
    let around = (
      rows[Int(tap.indices.x) % 4], rows[Int(tap.indices.y) % 4], rows[Int(tap.indices.z) % 4],
      rows[Int(tap.indices.w) % 4]
    )
    let (first, second, third, fourth) = (around.0.span, around.1.span, around.2.span, around.3.span)
    var mixed = mixed.mutableSpan
    for column in mixed.indices {
      mixed[column] = CubicAxis.mix(
        first[column], second[column], third[column], fourth[column], weights: tap.weights)
    }
  }
}
