import Bitmaps

/// The vertical half of area averaging for rows in any order: holds the sums of all target pixels.
struct ScatteredRows {
  private let ends: [AreaAxis.End]
  private let width: Int
  /// Row-major, 16 bytes for each target pixel.
  private var sums: [SIMD4<Float>]
  /// The next source row, and the distance to the one after it.
  private var next = 0
  private var step = 1

  /// Creates a scaler of rows of the given width along an axis.
  init(axis: AreaAxis, width: Int) {
    ends = axis.ends
    self.width = width
    sums = Array(repeating: .zero, count: width * axis.ends.count)
  }

  /// The memory for the sums of a target, in bytes.
  static func bytes(for target: PixelSize) -> Int { target.width * target.height * 16 }

  /// Sets the positions of the rows that follow: every `step`th (1…) from `first` (0…) on.
  mutating func begin(at first: Int, step: Int) {
    next = first
    self.step = step
  }

  /// Adds the next row to the target rows that it covers. Rows beyond the source's height are ignored.
  mutating func push(_ row: [SIMD4<Float>]) {
    defer { next += step }
    // The first target row that ends after the start of this row.
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

  private mutating func add(_ row: [SIMD4<Float>], at target: Int, part: Float) {
    let start = target * width
    var sums = sums.mutableSpan
    for index in row.indices { sums[start + index] += row[index] * part }
  }

  /// Outputs all target rows.
  func finish(into output: inout BitmapWriter) {
    for target in ends.indices { output.append(Array(sums[target * width..<(target + 1) * width])) }
  }
}
