/// What cells are off, handed on to those after them: R. W. Floyd and L. Steinberg's shares (1976), 7 16ths to the cell beside,
/// 3, 5 and 1 to those below it.
struct ErrorField {
  /// Of this row and of the next one, with a place more at each end.
  private var own: [SIMD3<Float>]
  private var below: [SIMD3<Float>]

  init(columns: Int) {
    own = Array(repeating: .zero, count: columns + 2)
    below = own
  }

  /// What has come to a cell.
  func error(at column: Int) -> SIMD3<Float> { own[column + 1] }

  /// Hands on what a cell is off.
  mutating func add(_ error: SIMD3<Float>, from column: Int, isBackward: Bool) {
    let ahead = isBackward ? -1 : 1
    own[column + 1 + ahead] += error * (7.0 / 16)
    below[column + 1 - ahead] += error * (3.0 / 16)
    below[column + 1] += error * (5.0 / 16)
    below[column + 1 + ahead] += error * (1.0 / 16)
  }

  /// The next row begins.
  mutating func endRow() {
    swap(&own, &below)
    for place in below.indices { below[place] = .zero }
  }
}
