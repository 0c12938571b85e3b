import Glibc

/// Reads the blocks of one of a JPEG's components.
struct JPEGComponentReader: Sendable {
  /// The blocks' positions in a group, and what their means contribute.
  let blocks: JPEGComponentBlocks
  /// The DC predictor (ITU-T T.81, F.2.2.1). 16 bits hold every value of a valid file.
  var mean: Int16 = 0
  private let dc: JPEGHuffmanTable, ac: JPEGHuffmanTable
  /// What each coefficient, in zigzag order, adds to a block's mean and to the differences of its parts from the mean,
  /// in sample levels; see `weights(_:wide:high:)`.
  private let weights: [SIMD4<Float>]

  /// Creates a reader of a component with `across` by `down` blocks in a group, where the largest sampling factors are
  /// `maximum`; nil if it has neither the full resolution nor half of it.
  init?(
    across: Int, down: Int, maximum: (Int, Int), dc: JPEGHuffmanTable, ac: JPEGHuffmanTable, quantization: [Int32]
  ) {
    guard maximum.0 == across || maximum.0 == across * 2, maximum.1 == down || maximum.1 == down * 2 else { return nil }
    let (wide, high) = (maximum.0 / across, maximum.1 / down)
    (self.dc, self.ac) = (dc, ac)
    weights = JPEGComponentReader.weights(quantization, wide: wide, high: high)
    blocks = JPEGComponentBlocks(
      across: across, down: down, wide: wide, high: high, quantum: quantization[0], weight: weights[0])
  }

  /// Reads this component's blocks of a group; returns false if a code is invalid.
  @inline(__always)
  mutating func readGroup(from reader: inout JPEGBitReader, into group: inout JPEGBlocks) -> Bool {
    for _ in 0..<blocks.count {
      reader.fill()
      guard let difference = JPEGComponentReader.difference(by: dc, from: &reader) else { return false }
      mean &+= Int16(truncatingIfNeeded: difference)
      group.append(mean: mean)
      if blocks.hasParts {
        guard let parts = readParts(from: &reader) else { return false }
        group.append(parts: parts)
      } else {
        guard skipDetail(of: &reader) else { return false }
      }
    }
    return true
  }

  /// Reads a DC difference, for which the reader must have been filled; nil if the code is invalid.
  @inline(__always)
  static func difference(by table: JPEGHuffmanTable, from reader: inout JPEGBitReader) -> Int32? {
    let code = table.code(of: reader.bits)
    let size = code & 15
    guard code > 0, code & 0xFF == size else { return nil }
    reader.skip(code >> 8)
    let difference = JPEGComponentReader.value(reader.bits, size: size)
    reader.skip(size)
    return difference
  }

  /// Skips a block's AC coefficients (F.2.2.2); returns false if a code is invalid.
  @inline(__always)
  private func skipDetail(of reader: inout JPEGBitReader) -> Bool {
    // Each sequence of `runBits` bits has an entry.
    unsafe ac.runs.withUnsafeBufferPointer { runs in
      var coefficient = 1
      repeat {
        // Enough for two lookups of at most 23 bits, or for one and a code with a value of at most 27.
        reader.fill()
        var run = unsafe Int(runs[Int(truncatingIfNeeded: reader.bits >> UInt64(64 - JPEGHuffmanTable.runBits))])
        if JPEGComponentReader.skip(run, of: &reader, &coefficient) {
          // At the end of a block, the next lookup would be in the next block.
          if coefficient > 63 { return true }
          run = unsafe Int(runs[Int(truncatingIfNeeded: reader.bits >> UInt64(64 - JPEGHuffmanTable.runBits))])
          if JPEGComponentReader.skip(run, of: &reader, &coefficient) {
            if coefficient > 63 { return true }
            continue
          }
        }
        let code = ac.code(of: reader.bits)
        let (length, zeros, size) = (code >> 8, code >> 4 & 15, code & 15)
        if code == 0 { return false }
        reader.skip(length &+ size)
        if size == 0, zeros != 15 { return true }
        coefficient &+= zeros &+ 1
      } while coefficient < 64
      return coefficient == 64
    }
  }

  /// Skips the coefficients of an entry of `runs` if all of them certainly belong to this block, whose next one is `coefficient`, and
  /// returns whether it did. If they end the block, `coefficient` exceeds 63.
  @inline(__always)
  private static func skip(_ run: Int, of reader: inout JPEGBitReader, _ coefficient: inout Int) -> Bool {
    let following = coefficient &+ run >> 5
    // More coefficients than a block has, whether or not they end it.
    if following & (JPEGHuffmanTable.endOfBlock - 64) != 0 { return false }
    reader.skip(run & 31)
    coefficient = following
    return true
  }

  /// Reads a block's AC coefficients, as far as the means of its halves or quarters depend on them. Returns the
  /// differences of these from the block's mean: left and right, upper and lower, and diagonal, after a zero; nil if a
  /// code is invalid.
  @inline(__always)
  private func readParts(from reader: inout JPEGBitReader) -> SIMD4<Float>? {
    var parts = SIMD4<Float>()
    var coefficient = 1
    repeat {
      reader.fill()
      let code = ac.code(of: reader.bits)
      let (length, zeros, size) = (code >> 8, code >> 4 & 15, code & 15)
      if code == 0 { return nil }
      reader.skip(length)
      if size == 0 {
        if zeros != 15 { return parts }
        coefficient &+= 16
        continue
      }
      coefficient &+= zeros
      if coefficient > 63 { return nil }
      parts += weights[coefficient] * Float(JPEGComponentReader.value(reader.bits, size: size))
      reader.skip(size)
      coefficient &+= 1
    } while coefficient < 64
    return coefficient == 64 ? parts : nil
  }

  /// Returns the highest `size` bits as a signed value; those that begin with 0 are negative (F.2.2.1, EXTEND).
  @inline(__always)
  private static func value(_ bits: UInt64, size: Int) -> Int32 {
    guard size > 0 else { return 0 }
    let value = Int32(truncatingIfNeeded: bits >> UInt64(truncatingIfNeeded: 64 &- size))
    return value < 1 << Int32(size - 1) ? value - (1 << Int32(size)) + 1 : value
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
