/// The vertical half of scaling by area, for rows in any order: every place of the target is held, as a sum.
struct ScatteredRows {
  private let ends: [AreaAxis.End]
  private let width: Int
  /// Row-major, four numbers of four bytes for each pixel of the target.
  private var sums: [SIMD4<Float>]
  /// The source row that comes next, and the rows from one to the next.
  private var next = 0
  private var step = 1

  /// Rows of the given width into the axis' places.
  init(axis: AreaAxis, width: Int) {
    ends = axis.ends
    self.width = width
    sums = Array(repeating: .zero, count: width * axis.ends.count)
  }

  /// What its sums take for a target, in bytes.
  static func bytes(for target: PixelSize) -> Int { target.width * target.height * 16 }

  /// Tells where the next row lies, and the rows after it: every `step`th (1…) from `first` (0…) on.
  mutating func begin(at first: Int, step: Int) {
    next = first
    self.step = step
  }

  /// Adds the next row to the places that it covers; rows beyond the source's height are ignored.
  mutating func push(_ row: [SIMD4<Float>]) {
    defer { next += step }
    // The first place that ends behind the row's beginning.
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      let end = ends[middle]
      if end.whole < next || (end.whole == next && end.part == 0) { low = middle + 1 } else { high = middle }
    }
    guard low < ends.count else { return }
    let isAstride = ends[low].whole == next
    add(row, at: low, part: isAstride ? ends[low].part : 1)
    if isAstride, low + 1 < ends.count { add(row, at: low + 1, part: 1 - ends[low].part) }
  }

  private mutating func add(_ row: [SIMD4<Float>], at place: Int, part: Float) {
    let start = place * width
    var sums = sums.mutableSpan
    for index in row.indices { sums[start + index] += row[index] * part }
  }

  /// Hands on every place.
  func finish(into output: inout BitmapWriter) {
    for place in ends.indices { output.append(Array(sums[place * width..<(place + 1) * width])) }
  }
}
