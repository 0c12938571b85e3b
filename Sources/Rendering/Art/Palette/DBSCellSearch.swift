import Terminal

/// The choice of one cell's glyph.
///
/// Every cell's patch of ten rows of eight lies within the planes, whose margins are as wide as the reach of ink.
@unsafe
struct DBSCellSearch: @unchecked Sendable {
  /// The drawn ink minus the wanted ink.
  let rest: UnsafeMutablePointer<Float>
  let weights: UnsafePointer<Float>
  /// The width of the two planes.
  let width: Int
  let patches: UnsafePointer<SIMD8<Float>>
  let factors: UnsafePointer<SIMD8<Float>>
  let eights: Int
  let down: UnsafePointer<SIMD8<Float>>
  let spread: UnsafePointer<SIMD8<Float>>
  let across: UnsafePointer<SIMD4<Float>>
  /// 32 samples, 8 points, the weight of strokes, the penalty of glyphs that are not calm, the weight of the cell's own
  /// ink, and one for padding.
  static let terms = 44
  /// The terms, and memory for what they are computed from.
  static let capacity = terms + 4 * HalftonePlane.patchRows

  @inline(__always)
  private func row(_ plane: UnsafePointer<Float>, at corner: Int, _ line: Int) -> SIMD8<Float> {
    unsafe UnsafeRawPointer(plane + (corner &+ line &* width)).loadUnaligned(as: SIMD8<Float>.self)
  }

  @inline(__always)
  func add(_ values: SIMD8<Float>, at corner: Int, _ line: Int) {
    let sum = unsafe row(rest, at: corner, line) + values
    unsafe UnsafeMutableRawPointer(rest + (corner &+ line &* width)).storeBytes(
      of: sum, as: SIMD8<Float>.self)
  }

  @inline(__always)
  func addPatch(_ number: Int, times sign: Float, at corner: Int) {
    let patch = unsafe patches + number &* HalftonePlane.patchRows
    for line in 0..<HalftonePlane.patchRows { unsafe add(patch[line] * sign, at: corner, line) }
  }

  /// The glyph that leaves the least squared difference in a patch.
  ///
  /// - Parameters:
  ///   - cell: What else is wanted of the cell.
  ///   - terms: Memory for `DBSCellSearch.capacity` numbers.
  func best(at corner: Int, _ cell: UnsafePointer<HalftoneCell>, _ terms: UnsafeMutablePointer<Float>) -> Int {
    unsafe prepare(terms, at: corner, cell)
    unsafe terms[40] = cell.pointee.strokeWeight
    unsafe terms[41] = cell.pointee.calmness
    unsafe terms[42] = cell.pointee.inkWeight
    unsafe terms[43] = 0
    var minimum = SIMD8<Float>(repeating: .infinity)
    var found = SIMD8<Int32>.zero
    // Two groups at a time, for which each term is read once.
    for eight in unsafe stride(from: 0, to: eights, by: 2) {
      let start = unsafe factors + eight &* Self.terms
      // The last one is compared twice if their number is odd.
      let distance = unsafe eight &+ 1 < eights ? Self.terms : 0
      // Two accumulators each, so that an addition need not wait for the previous one.
      var (first, second) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      var (third, fourth) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      var term = 0
      while unsafe term < Self.terms {
        let (one, other) = unsafe (SIMD8(repeating: terms[term]), SIMD8(repeating: terms[term &+ 1]))
        unsafe first += start[term] * one
        unsafe second += start[term &+ 1] * other
        unsafe third += start[term &+ distance] * one
        unsafe fourth += start[term &+ 1 &+ distance] * other
        term &+= 2
      }
      first += second
      third += fourth
      let isLess = first .< minimum
      minimum.replace(with: first, where: isLess)
      found.replace(with: Int32(truncatingIfNeeded: eight &* 8), where: isLess)
      let isNextLess = third .< minimum
      minimum.replace(with: third, where: isNextLess)
      found.replace(with: Int32(truncatingIfNeeded: eight &* 8 &+ 8), where: isNextLess)
    }
    // Of equally good glyphs, the first wins.
    let numbers = found &+ SIMD8(0, 1, 2, 3, 4, 5, 6, 7)
    return Int(numbers.replacing(with: .max, where: minimum .!= minimum.least).least)
  }

  /// Computes what ink in each sample adds to the squared error, twice the blurred rest, and the weights of the
  /// patches' squares.
  @inline(__always)
  private func prepare(
    _ terms: UnsafeMutablePointer<Float>, at corner: Int, _ cell: UnsafePointer<HalftoneCell>
  ) {
    let samples = unsafe terms + Self.terms
    unsafe sumAcross(at: corner, into: samples)
    var columns = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    var points = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    for line in 0..<HalftonePlane.patchRows {
      let line4 = unsafe samples + line &* 4
      let shares = unsafe down[line]
      unsafe columns.0 += shares * line4[0]
      unsafe columns.1 += shares * line4[1]
      unsafe columns.2 += shares * line4[2]
      unsafe columns.3 += shares * line4[3]
      let spreadWeight = unsafe spread[line] * row(weights, at: corner, line)
      switch line {
      case ...HalftonePlane.reach: points.0 += spreadWeight
      case HalftonePlane.reach + 1: points.1 += spreadWeight
      case HalftonePlane.reach + 2: points.2 += spreadWeight
      default: points.3 += spreadWeight
      }
    }
    let memory = UnsafeMutableRawPointer(terms)
    let slope = unsafe 2 * cell.pointee.inkWeight * cell.pointee.ink / Float(GlyphBank.parts)
    let strokes = unsafe (cell.pointee.strokes.lowHalf, cell.pointee.strokes.highHalf)
    unsafe memory.storeBytes(of: columns.0 - strokes.0.lowHalf - slope, as: SIMD8<Float>.self)
    unsafe memory.storeBytes(of: columns.1 - strokes.0.highHalf - slope, toByteOffset: 32, as: SIMD8<Float>.self)
    unsafe memory.storeBytes(of: columns.2 - strokes.1.lowHalf - slope, toByteOffset: 64, as: SIMD8<Float>.self)
    unsafe memory.storeBytes(of: columns.3 - strokes.1.highHalf - slope, toByteOffset: 96, as: SIMD8<Float>.self)
    let sums = SIMD8(
      points.0.lowHalf.sum(), points.0.highHalf.sum(), points.1.lowHalf.sum(),
      points.1.highHalf.sum(),
      points.2.lowHalf.sum(), points.2.highHalf.sum(), points.3.lowHalf.sum(),
      points.3.highHalf.sum())
    unsafe memory.storeBytes(of: sums, toByteOffset: 128, as: SIMD8<Float>.self)
  }

  /// Twice the weighted rest in each line of a patch, spread over the four samples of a row. Not inlined: it would be compiled lane by lane
  /// where single lanes are read; see `LaneSet`.
  @inline(never)
  private func sumAcross(at corner: Int, into samples: UnsafeMutablePointer<Float>) {
    for line in 0..<HalftonePlane.patchRows {
      let numbers = unsafe row(weights, at: corner, line) * row(UnsafePointer(rest), at: corner, line)
      var sum = unsafe across[0] * numbers[0]
      for point in 1..<8 { unsafe sum += across[point] * numbers[point] }
      unsafe UnsafeMutableRawPointer(samples + line &* 4).storeBytes(of: sum * 2, as: SIMD4<Float>.self)
    }
  }
}
