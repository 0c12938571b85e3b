import Glibc

/// One component of a JPEG at an eighth of the picture's size, as its blocks' means come in.
struct JPEGPlane {
  /// Groups of blocks across and down.
  let groups: PixelSize
  /// Samples a row: those of whole groups.
  let width: Int
  /// Row-major.
  private(set) var samples: [UInt8]

  /// Blocks of a group.
  private let across: Int, down: Int
  /// Samples that each block gives: two a side where the component has half of the others' resolution.
  private let wide: Int, high: Int
  private let dc: JPEGHuffmanTable, ac: JPEGHuffmanTable
  private let firstQuantum: Int32
  /// What each coefficient, in zigzag order, adds to the sum of a block's samples and to their differences, in eighths of a
  /// level; see `weights`.
  private let weights: [SIMD4<Float>]
  private var lastMean: Int32 = 0

  /// A plane of blocks grouped `across` by `down`, where the finest component has `most`; nil where its resolution is
  /// neither that one's nor half of it.
  init?(
    across: Int, down: Int, most: (Int, Int), groups: PixelSize, dc: JPEGHuffmanTable, ac: JPEGHuffmanTable,
    quantization: [Int32]
  ) {
    guard most.0 == across || most.0 == across * 2, most.1 == down || most.1 == down * 2 else { return nil }
    self.groups = groups
    self.across = across
    self.down = down
    self.dc = dc
    self.ac = ac
    (wide, high) = (most.0 / across, most.1 / down)
    width = groups.width * most.0
    samples = Array(repeating: 0, count: width * groups.height * most.1)
    firstQuantum = quantization[0]
    weights = JPEGPlane.weights(quantization, wide: wide, high: high)
  }

  /// A restart marker has come.
  mutating func restart() { lastMean = 0 }

  /// Reads this component's blocks of a group; false where a code is none.
  @inline(__always)
  mutating func readGroup(column: Int, row: Int, from reader: inout JPEGBitReader) -> Bool {
    for y in 0..<down {
      for x in 0..<across {
        guard readMean(from: &reader) else { return false }
        let place = (row * down + y) * high * width + (column * across + x) * wide
        if wide == 1, high == 1 {
          guard skipDetail(of: &reader) else { return false }
          // As libjpeg rounds.
          let mean = (lastMean &* firstQuantum &+ 4) >> 3 &+ 128
          samples[place] = UInt8(truncatingIfNeeded: max(0, min(255, mean)))
        } else {
          guard let parts = readParts(from: &reader) else { return false }
          put(parts, at: place)
        }
      }
    }
    return true
  }

  /// Reads a block's mean, which is coded as the difference to the last (F.2.2.1).
  @inline(__always)
  private mutating func readMean(from reader: inout JPEGBitReader) -> Bool {
    reader.fill()
    guard let difference = JPEGPlane.difference(by: dc, from: &reader) else { return false }
    // 16 bits hold every value of a valid file.
    lastMean = Int32(Int16(truncatingIfNeeded: lastMean &+ difference))
    return true
  }

  /// Reads such a difference from a reader that was filled; nil where the code is none.
  @inline(__always)
  static func difference(by table: JPEGHuffmanTable, from reader: inout JPEGBitReader) -> Int32? {
    let code = table.code(of: reader.bits)
    let size = code & 15
    guard code > 0, code & 0xFF == size else { return nil }
    reader.skip(code >> 8)
    let difference = JPEGPlane.value(reader.bits, size: size)
    reader.skip(size)
    return difference
  }

  /// Passes over a block's detail (F.2.2.2).
  @inline(__always)
  private func skipDetail(of reader: inout JPEGBitReader) -> Bool {
    var coefficient = 1
    repeat {
      // Enough for two looks of at most 22 bits, or one and a code of at most 27.
      reader.fill()
      var isTaken = skipRun(of: &reader, &coefficient)
      if isTaken, coefficient < 64 { isTaken = skipRun(of: &reader, &coefficient) }
      if isTaken { continue }
      let code = ac.code(of: reader.bits)
      let (length, zeros, size) = (code >> 8, code >> 4 & 15, code & 15)
      if code == 0 { return false }
      reader.skip(length &+ size)
      if size == 0, zeros != 15 { return true }
      coefficient &+= zeros &+ 1
    } while coefficient < 64
    return coefficient == 64 || coefficient == JPEGPlane.ended
  }

  /// The state after the last coefficient of a block.
  private static let ended = 128

  /// Passes over the codes that the next few bits tell, if they surely belong to this block.
  @inline(__always)
  private func skipRun(of reader: inout JPEGBitReader, _ coefficient: inout Int) -> Bool {
    let run = Int(ac.runs[Int(truncatingIfNeeded: reader.bits >> UInt64(64 - JPEGHuffmanTable.runBits))])
    let following = coefficient &+ (run >> 5 & 0x3FF)
    if run == 0 || following >= 64 { return false }
    reader.skip(run & 31)
    coefficient = run >> 15 != 0 ? JPEGPlane.ended : following
    return true
  }

  /// Reads a block's detail, as far as the means of its halves or quarters depend on it: the sum, and the differences
  /// between left and right, upper and lower, and across.
  @inline(__always)
  private func readParts(from reader: inout JPEGBitReader) -> SIMD4<Float>? {
    var parts = weights[0] * Float(lastMean)
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
      parts += weights[coefficient] * Float(JPEGPlane.value(reader.bits, size: size))
      reader.skip(size)
      coefficient &+= 1
    } while coefficient < 64
    return coefficient == 64 ? parts : nil
  }

  /// The highest `size` bits as a signed value: those that begin with 0 are negative (F.2.2.1, EXTEND).
  @inline(__always)
  private static func value(_ bits: UInt64, size: Int) -> Int32 {
    guard size > 0 else { return 0 }
    let value = Int32(truncatingIfNeeded: bits >> UInt64(truncatingIfNeeded: 64 &- size))
    return value < 1 << Int32(size - 1) ? value - (1 << Int32(size)) + 1 : value
  }

  /// Puts down a block's two or four samples.
  @inline(__always)
  private mutating func put(_ parts: SIMD4<Float>, at place: Int) {
    for y in 0..<high {
      for x in 0..<wide {
        let signs = SIMD4<Float>(1, x == 0 ? 1 : -1, y == 0 ? 1 : -1, x == y ? 1 : -1)
        let level = ((parts * signs).sum() + 128).rounded(.toNearestOrAwayFromZero)
        samples[place + y * width + x] = UInt8(max(0, min(255, level)))
      }
    }
  }

  /// What each coefficient adds to the mean of a block, and to how far the means of its left and right, its upper and
  /// lower halves, and its quarters crosswise are from it.
  ///
  /// The basis function of frequency u (A.3.3) has over half a block the mean ¼·Σcos((2x+1)uπ/16), x from 0 to 3: 1 for
  /// u = 0, nothing for the other even ones, and the opposite over the other half for the odd ones.
  private static func weights(_ quantization: [Int32], wide: Int, high: Int) -> [SIMD4<Float>] {
    func half(_ frequency: Int) -> Double {
      if frequency == 0 { return 0.5.squareRoot() }
      guard frequency % 2 == 1 else { return 0 }
      return (0..<4).reduce(0) { $0 + cos(Double((2 * $1 + 1) * frequency) * .pi / 16) } / 4
    }
    return zip(quantization, zigzag).map { quantum, place in
      let (u, v) = (place % 8, place / 8)
      var weight = SIMD4<Float>()
      if (u == 0 || wide == 2) && (v == 0 || high == 2) {
        weight[u % 2 + v % 2 * 2] = Float(Double(quantum) * half(u) * half(v) / 4)
      }
      return weight
    }
  }

  /// The places of the coefficients in their block, row-major, in the order in which they come (figure A.6): along the
  /// diagonals, to and fro.
  private static let zigzag: [Int] = (0..<15).flatMap { diagonal in
    let rows = (max(0, diagonal - 7)...min(7, diagonal)).map { $0 * 8 + diagonal - $0 }
    return diagonal % 2 == 0 ? rows.reversed() : rows
  }
}
