import CGlyphs
import Synchronization
import Terminal

/// The glyphs of some sets, prepared for the search: their shapes as weights over a cell's 4×8 samples.
///
/// Shapes that a fit over those samples cannot distinguish are stored once: swapping the two colors draws a shape's
/// complement, and mixing them makes a wide shape look like a narrow one. Of such shapes, the one with the most
/// contrast is kept, because it needs the least extreme colors.
struct GlyphBank: Sendable {
  /// The samples of a cell.
  static let columns = 4
  static let rows = 8
  static let parts = 32

  /// A glyph that can be chosen.
  struct Entry: Sendable {
    var glyph: Glyph
    /// The glyph that fills exactly the rest of the cell, if there is one.
    var complement: Glyph?
    /// The filled share of each sample's area, 0…1.
    var coverage: SIMD32<Float>
    var mean: Float
    /// The square root of the sum of squares of the coverage minus its mean; 0 for the blank.
    var norm: Float
  }

  /// Shapes that are uniform over blocks of samples, so that a cell's block sums suffice to compare them.
  struct Level: Sendable {
    /// The number of sums that represent a cell.
    var sums: Int
    /// The index of this level's first entry; entries come in groups of eight.
    var first: Int
    var eights: Int
    /// The index of its first weight.
    var start: Int
  }

  /// The blank, then level by level; blanks pad a level's last group of eight.
  private(set) var entries: [Entry] = []
  /// Shapes uniform over 2×2 samples (octants and coarser), over 2×1 (sextants, rows), and all others.
  private(set) var levels: [Level] = []
  /// Eight weights for each sum of each group of eight of each level: coverage minus its mean, with length 1 over the
  /// samples. The first element belongs to the blank, which is in no level.
  private(set) var weights: [SIMD8<Float>] = [.zero]
  /// The weights times 16384, rounded: for each two sums of a group, eight pairs. The first element is the blank's.
  private var rounded: [SIMD16<Int16>] = [.zero]
  /// The coverage of each entry, in four groups of eight samples.
  private(set) var coverages: [SIMD8<Float>] = []
  /// The glyphs with the index of each one's shape in `entries`, including complements.
  private var indices = GlyphIndices([])
  /// The glyphs of partly empty cells.
  let nearest = NearestGlyphs()

  /// Creates a bank of the glyphs of some sets and of other shapes.
  ///
  /// - Parameters:
  ///   - others: Additional shapes, which replace shapes of the sets with the same characters.
  ///   - only: The glyphs of the sets that may be used, or nil for all.
  ///   - keepsContrasts: Whether shapes that differ only in contrast are kept, for drawing in given colors.
  init(sets: GlyphSet, others: [GlyphShape] = [], only: Set<Glyph>? = nil, keepsContrasts: Bool = false) {
    let ofSets = GlyphTable.shapes(in: sets).filter { shape in
      !others.contains { $0.glyph == shape.glyph } && only?.contains(shape.glyph) ?? true
    }
    let candidates = (ofSets + others).map { shape in
      (glyph: shape.glyph, coverage: SIMD32<Float>(shape.outline.coverage(columns: Self.columns, rows: Self.rows)))
    }
    var distinct: [Entry] = []
    // A stable order: of equal shapes, the first in the table is kept.
    let ordered = candidates.map { Entry(glyph: $0.glyph, coverage: $0.coverage) }.enumerated()
      .sorted { ($0.element.norm, $1.offset) > ($1.element.norm, $0.offset) }.map(\.element)
    var doubles: [(Glyph, Int)] = []
    var projections: [Float] = []
    for entry in ordered where entry.norm > 1e-3 {
      let projection = entry.projection(inContrast: keepsContrasts)
      let like = distinct.indices.first {
        abs(projections[$0] - projection) < Entry.projectionTolerance
          && distinct[$0].isLike(entry, inContrast: keepsContrasts)
      }
      guard let index = like else {
        distinct.append(entry)
        projections.append(projection)
        continue
      }
      doubles.append((entry.glyph, index))
      let sum = distinct[index].coverage + entry.coverage
      if distinct[index].complement == nil, (sum - 1).replacing(with: 1 - sum, where: sum .< 1).max() < 1e-3 {
        distinct[index].complement = entry.glyph
      }
    }
    entries = [.blank]
    var newIndices = [Int](repeating: 0, count: distinct.count)
    for sums in [8, 16, 32] {
      let members = distinct.indices.filter { distinct[$0].minimumSums == sums }
      guard !members.isEmpty else { continue }
      for (offset, member) in members.enumerated() { newIndices[member] = entries.count + offset }
      addLevel(of: members.map { distinct[$0] }, sums: sums)
    }
    var all = distinct.enumerated().map { (glyph: $1.glyph, index: newIndices[$0]) }
    for (glyph, index) in doubles { all.append((glyph, newIndices[index])) }
    indices = GlyphIndices(all)
    coverages = entries.flatMap { entry in
      (0..<4).map { eight in SIMD8((0..<8).map { entry.coverage[eight * 8 + $0] }) }
    }
  }

  private mutating func addLevel(of members: [Entry], sums: Int) {
    let eights = (members.count + 7) / 8
    var weights = [SIMD8<Float>](repeating: .zero, count: eights * sums)
    for (position, entry) in members.enumerated() {
      let reduced = entry.weights(sums: sums)
      for sum in 0..<sums { weights[position / 8 * sums + sum][position % 8] = reduced[sum] }
    }
    levels.append(Level(sums: sums, first: entries.count, eights: eights, start: self.weights.count))
    self.weights += weights
    rounded += stride(from: 0, to: weights.count, by: 2).map { first in
      var pairs = SIMD16<Int16>()
      for lane in 0..<8 {
        // A shape has length 1, so no weight is above 1.
        pairs[2 * lane] = Int16((weights[first][lane] * 16_384).rounded())
        pairs[2 * lane + 1] = Int16((weights[first + 1][lane] * 16_384).rounded())
      }
      return pairs
    }
    entries += members + Array(repeating: .blank, count: eights * 8 - members.count)
  }

  /// A bank's memory for searching many cells without reference counting for each.
  @unsafe
  struct View {
    let entries: UnsafePointer<Entry>
    let levels: UnsafeBufferPointer<Level>
    let weights: UnsafePointer<SIMD8<Float>>
    let coverages: UnsafePointer<SIMD8<Float>>
    /// The shapes of each level, for `CGlyphs`.
    let glyphs: UnsafePointer<tui_glyphs>
  }

  /// The index of a glyph's shape, or the blank's index if the glyph is not in the bank.
  func index(of glyph: Glyph) -> Int {
    glyph == .blank || glyph == .fullBlock ? 0 : indices.index(of: glyph) ?? 0
  }

  /// Calls `body` with a view of the memory, valid during the call.
  func withView<Result>(_ body: (View) -> Result) -> Result {
    unsafe entries.withUnsafeBufferPointer { entries in
      unsafe levels.withUnsafeBufferPointer { levels in
        unsafe weights.withUnsafeBufferPointer { weights in
          unsafe coverages.withUnsafeBufferPointer { coverages in
            unsafe rounded.withUnsafeBufferPointer { rounded in
              guard let entries = entries.baseAddress, let weights = weights.baseAddress,
                let coverages = coverages.baseAddress, let rounded = rounded.baseAddress
              else { preconditionFailure("a bank has its blank and that one's weights") }
              let ofLevels = unsafe self.levels.map { level in
                unsafe tui_glyphs(
                  weights: weights + level.start, rounded: rounded + (level.start + 1) / 2, sums: level.sums,
                  eights: level.eights, first: Int32(truncatingIfNeeded: level.first))
              }
              return unsafe ofLevels.withUnsafeBufferPointer { ofLevels in
                guard let glyphs = ofLevels.baseAddress else { preconditionFailure("even no elements have an address") }
                return unsafe body(
                  View(entries: entries, levels: levels, weights: weights, coverages: coverages, glyphs: glyphs))
              }
            }
          }
        }
      }
    }
  }
}

extension GlyphBank.Entry {
  /// The empty shape.
  static let blank = Self(glyph: .blank, coverage: .zero)

  init(glyph: Glyph, coverage: SIMD32<Float>) {
    self.glyph = glyph
    self.coverage = coverage
    complement = glyph == .blank ? .fullBlock : nil
    mean = coverage.sum() / Float(GlyphBank.parts)
    let centered = coverage - mean
    norm = (centered * centered).sum().squareRoot()
  }

  /// Whether the shapes are the same up to swapping the filled side and, unless `inContrast`, up to contrast.
  fileprivate func isLike(_ other: Self, inContrast: Bool) -> Bool {
    if inContrast {
      let (same, opposite) = (other.coverage - coverage, other.coverage - 1 + coverage)
      return min((same * same).sum(), (opposite * opposite).sum()) < 1e-4
    }
    return abs(((coverage - mean) * (other.coverage - other.mean)).sum()) > 0.9999 * norm * other.norm
  }

  /// A scalar projection of a shape, at least 0. Like shapes' projections differ by less than `projectionTolerance`, so
  /// most unlike shapes are ruled out at once.
  fileprivate func projection(inContrast: Bool) -> Float {
    let share = abs(((coverage - mean) * Self.direction).sum())
    return inContrast ? share : share / norm
  }

  /// Greater than the distance of like shapes: 0.01, and √0.0002 for shapes of length 1.
  fileprivate static let projectionTolerance: Float = 0.015
  /// A direction of length 1 along which hardly any two shapes agree.
  private static let direction: SIMD32<Float> = {
    let values = SIMD32<Float>((0..<32).map { (Float($0) * 1.618034).remainder(dividingBy: 2) })
    return values / (values * values).sum().squareRoot()
  }()

  /// The fewest sums over blocks of samples that represent the shape exactly.
  fileprivate var minimumSums: Int {
    func isEqual(_ first: Int, _ second: Int) -> Bool { abs(coverage[first] - coverage[second]) < 1e-4 }
    let isEvenAcross = (0..<16).allSatisfy { isEqual($0 * 2, $0 * 2 + 1) }
    guard isEvenAcross else { return 32 }
    let isEvenDown = (0..<16).allSatisfy { index in
      let first = index / 4 * 8 + index % 4
      return isEqual(first, first + 4)
    }
    return isEvenDown ? 8 : 16
  }

  /// The weights for a cell's block sums.
  fileprivate func weights(sums: Int) -> [Float] {
    let unit = (coverage - mean) / norm
    return switch sums {
    case 8: (0..<8).map { unit[$0 / 2 * 8 + $0 % 2 * 2] }
    case 16: (0..<16).map { unit[$0 * 2] }
    default: (0..<32).map { unit[$0] }
    }
  }
}

/// The indices of glyphs. They are hashed when the first one is asked for: only mixtures of pictures need them.
private final class GlyphIndices: Sendable {
  private final class Table: Sendable {
    let indices: [Glyph: Int]
    init(_ indices: [Glyph: Int]) { self.indices = indices }
  }

  private let glyphs: [(glyph: Glyph, index: Int)]
  private let table = AtomicLazyReference<Table>()

  init(_ glyphs: [(glyph: Glyph, index: Int)]) { self.glyphs = glyphs }

  /// The index of a glyph; of equal ones, that of the last.
  func index(of glyph: Glyph) -> Int? {
    let table =
      table.load() ?? self.table.storeIfNil(Table(Dictionary(glyphs.map { ($0.glyph, $0.index) }) { $1 }))
    return table.indices[glyph]
  }
}
