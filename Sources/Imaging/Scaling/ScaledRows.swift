/// The vertical half of area averaging: adds rows until a target row is complete.
struct AreaRows {
  private var ends: [AreaAxis.End] = []
  private var skipped: Float = 0
  private var sums: [SIMD4<Float>] = []
  private var target = 0
  /// The next source row.
  private var next = 0

  init(axis: AreaAxis, width: Int) {
    ends = axis.ends
    skipped = axis.skipped
    sums = Array(repeating: .zero, count: width)
  }

  private init() {}

  /// A value that takes no rows and needs no memory.
  static let empty = AreaRows()

  /// Adds the next row, and outputs the target row that it completes, if any.
  mutating func push(_ row: [SIMD4<Float>], into output: inout BitmapWriter) {
    guard target < ends.count else { return }
    let end = ends[target]
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
    target += 1
    // The rest of a row astride the boundary belongs to the next target row.
    let rest = next > end.whole ? 1 - end.part : 0
    for index in sums.indices { sums[index] = row[index] * rest }
  }
}

/// The vertical half of interpolation: holds the last four source rows, and outputs the target rows between them.
struct CubicRows {
  private let taps: [CubicAxis.Taps]
  /// The last four source rows; row `n` is at `n % 4`.
  private var rows: [[SIMD4<Float>]]
  private var mixed: [SIMD4<Float>]
  private var target = 0
  /// The next source row.
  private var next = 0

  init(axis: CubicAxis, width: Int) {
    taps = axis.taps
    mixed = Array(repeating: .zero, count: width)
    // Each with memory of its own: they change hands.
    rows = (0..<4).map { _ in Array(repeating: .zero, count: width) }
  }

  /// Adds the next row, and outputs every target row whose source rows are complete.
  ///
  /// - Parameter row: Becomes one of the earlier rows, so that the next one needs no memory of its own.
  mutating func push(_ row: inout [SIMD4<Float>], into output: inout BitmapWriter) {
    swap(&rows[next % 4], &row)
    while target < taps.count, Int(taps[target].indices.w) <= next {
      mix(taps[target])
      output.append(mixed)
      target += 1
    }
    next += 1
  }

  /// Interpolates a target row from the source rows around it.
  private mutating func mix(_ tap: CubicAxis.Taps) {
    let count = mixed.count
    precondition(rows.allSatisfy { $0.count == count }, "all rows have one width")
    func row(_ index: Int32) -> [SIMD4<Float>] { rows[Int(index) % 4] }
    let (first, second, third, fourth) = (
      row(tap.indices.x), row(tap.indices.y), row(tap.indices.z), row(tap.indices.w)
    )
    var mixed = mixed.mutableSpan
    for index in 0..<count {
      mixed[index] = Interpolation.mixed(first[index], second[index], third[index], fourth[index], by: tap.weights)
    }
  }
}
