import Glibc

/// One of the components of a scan that is decoded at 1/8 scale: how it is coded, and the samples that it yields.
struct JPEGScanComponent: Sendable {
  /// A Huffman code, and its number in the file.
  typealias Code = (table: JPEGHuffmanTable, number: UInt8)

  /// The blocks' positions in a group, and what their means contribute.
  let blocks: JPEGComponentBlocks
  let dc: Code
  let ac: Code
  /// What each coefficient, in zigzag order, adds to a block's mean and to the differences of its parts from the mean,
  /// in sample levels; see `weights(_:wide:high:)`.
  let weights: [SIMD4<Float>]

  /// Creates a component with `across` by `down` blocks in a group, where the largest sampling factors are `maximum`; nil
  /// if it has neither the full resolution nor half of it.
  init?(across: Int, down: Int, maximum: (Int, Int), dc: Code, ac: Code, quantization: [Int32]) {
    guard maximum.0 == across || maximum.0 == across * 2, maximum.1 == down || maximum.1 == down * 2 else { return nil }
    let (wide, high) = (maximum.0 / across, maximum.1 / down)
    (self.dc, self.ac) = (dc, ac)
    weights = JPEGScanComponent.weights(quantization, wide: wide, high: high)
    blocks = JPEGComponentBlocks(across: across, down: down, wide: wide, high: high, quantum: quantization[0])
  }

  /// Returns what each coefficient adds to the mean of a block, and to the differences between that mean and the means
  /// of its left and right halves, its upper and lower halves, and its diagonal quarters.
  ///
  /// The basis function of frequency u (A.3.3) has the mean ¼·Σcos((2x+1)uπ/16), x from 0 to 3, over half a block: 1
  /// for u = 0 (times C(0) = 1/√2), 0 for other even frequencies. For odd ones, the mean over the other half is the
  /// opposite.
  private static func weights(_ quantization: [Int32], wide: Int, high: Int) -> [SIMD4<Float>] {
    func half(_ frequency: Int) -> Double {
      if frequency == 0 { return 0.5.squareRoot() }
      guard frequency % 2 == 1 else { return 0 }
      return (0..<4).reduce(0) { $0 + cos(Double((2 * $1 + 1) * frequency) * .pi / 16) } / 4
    }
    return zip(quantization, zigzag).map { quantum, index in
      let (u, v) = (index % 8, index / 8)
      var weight = SIMD4<Float>()
      if (u == 0 || wide == 2) && (v == 0 || high == 2) {
        weight[u % 2 + v % 2 * 2] = Float(Double(quantum) * half(u) * half(v) / 4)
      }
      return weight
    }
  }

  /// The row-major positions of the coefficients in their block, in zigzag order (figure A.6).
  private static let zigzag: [Int] = (0..<15).flatMap { diagonal in
    let rows = (max(0, diagonal - 7)...min(7, diagonal)).map { $0 * 8 + diagonal - $0 }
    return diagonal % 2 == 0 ? rows.reversed() : rows
  }
}
