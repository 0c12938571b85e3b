/// The errors of cells, diffused to those after them with the weights of R. W. Floyd and L. Steinberg (1976): 7/16 to
/// the next cell, and 3/16, 5/16 and 1/16 to those below it.
struct ErrorField {
  /// The errors of this row and of the next one, with one element of padding at each end.
  private var own: [SIMD3<Float>]
  private var below: [SIMD3<Float>]

  init(columns: Int) {
    own = Array(repeating: .zero, count: columns + 2)
    below = own
  }

  /// The error accumulated at a cell.
  func error(at column: Int) -> SIMD3<Float> { own[column + 1] }

  /// Diffuses a cell's error.
  mutating func add(_ error: SIMD3<Float>, from column: Int, isBackward: Bool) {
    let ahead = isBackward ? -1 : 1
    own[column + 1 + ahead] += error * (7.0 / 16)
    below[column + 1 - ahead] += error * (3.0 / 16)
    below[column + 1] += error * (5.0 / 16)
    below[column + 1 + ahead] += error * (1.0 / 16)
  }

  /// Advances to the next row.
  mutating func endRow() {
    swap(&own, &below)
    for index in below.indices { below[index] = .zero }
  }
}
