/// Thresholds for ordered dithering, from B. E. Bayer's recursive matrix (1973), 8×8.
enum BayerMatrix {
  /// The luminance, 0…1, above which the position at a column and row is lit.
  static func threshold(column: Int, row: Int) -> Float { thresholds[(row & 7) * 8 + (column & 7)] }

  private static let thresholds: [Float] = (0..<64).map { index in
    let (row, column) = (index / 8, index % 8)
    // The matrix entry interleaves the bits of column XOR row and of row, in reverse order.
    var value = 0
    for bit in 0..<3 {
      value = value << 1 | ((column ^ row) >> bit & 1)
      value = value << 1 | (row >> bit & 1)
    }
    return (Float(value) + 0.5) / 64
  }
}
