import CGlyphs
import Parallelism
import Terminal

/// Cells with two palette colors each that match the picture's tone when seen from a distance.
///
/// A cell's error is measured in OKLab. With f and b its colors, g the coverage minus its mean ḡ, and t the samples
/// minus their mean, it is |lab(m + o) − lab(b + (f − b)ḡ)|² + w·(Σ(t − (f−b)g)² − Σt²)/32: the error of the tone,
/// which is mixed in linear light, and of the shape. m is the mean light of the cell, o the error diffused from earlier
/// cells, w `shapeWeight`. The candidates are single colors, mixtures of two colors by a shade, and some glyphs that
/// are good in any two colors, each with the entries near its best colors. The weights are those that come nearest to
/// the picture seen from a distance; see Benchmarks/README.md.
struct PaletteFit: Sendable {
  let bank: GlyphBank
  let table: PaletteTable
  /// Eight entries of the bank that may be drawn in a cell; 0 is the blank, which is always allowed.
  let candidates: @Sendable (CellRows.CellView) -> SIMD8<Int32>
  /// Whether ░ ▒ ▓ may be drawn.
  let hasShades: Bool
  /// Whether a partly empty cell is drawn as if the terminal's background filled the rest.
  let fillsParts: Bool
  /// The shapes of the glyphs as blurred light; nil if they are computed when needed.
  var shapes: BlurredShapes?
  /// Whether vectors of eight numbers are used; without, all results are the same.
  var isWide = Vectors.areWide

  /// The weights of the terms of the error, which depend on the palette.
  var weights: PaletteWeights { table.weights }

  /// The maximum distance of an entry from the color of a partly empty cell, in OKLab.
  private static let nearEnough: Float = 0.08

  /// The greatest share of a cell that counts as a fine line rather than as a picture's edge.
  private static let fineShare: Float = 0.25

  /// The part of a cell's result that does not depend on earlier cells.
  enum Prepared: Sendable {
    case drawn(Cell)
    case open(Open)
  }

  /// A cell's mean cone responses, and its glyphs with the dot products of coverage and samples in OKLab.
  struct Open: Sendable {
    var mean: SIMD3<Float>
    /// The mean in OKLab.
    var lab: SIMD3<Float>
    /// 1 for a gray cell, in which there are only grays; 0 for one with a distinct hue.
    var grayness: Float
    /// The luminance at the cell's 2×4 points, row by row.
    var points: SIMD8<Float> = .zero
    /// 1 for an even cell, 0 for one with a distinct edge.
    var flatness: Float = 1
    var entries: SIMD4<Int32> = .zero
    var x: SIMD4<Float> = .zero
    var y: SIMD4<Float> = .zero
    var z: SIMD4<Float> = .zero

    init(mean: SIMD3<Float>) {
      self.mean = mean
      lab = LMS.lab(mean)
      // In the dark, noise has chroma that is not seen.
      let chroma = (lab.y * lab.y + lab.z * lab.z).squareRoot() * min(lab.x / PaletteFit.darkLightness, 1)
      grayness = 1 - min(max((chroma - PaletteFit.grayChroma) / (PaletteFit.hueChroma - PaletteFit.grayChroma), 0), 1)
    }

    /// Puts the glyphs with the greatest gains first: a good one rules out most colors of those after it.
    fileprivate mutating func sort(by gains: SIMD4<Float>) {
      var order = SIMD4<Int>(0, 1, 2, 3)
      for end in 1..<4 {
        var place = end
        while place > 0, gains[order[place - 1]] < gains[order[place]] {
          (order[place - 1], order[place]) = (order[place], order[place - 1])
          place -= 1
        }
      }
      func sorted<Scalar>(_ values: SIMD4<Scalar>) -> SIMD4<Scalar> {
        SIMD4(values[order.x], values[order.y], values[order.z], values[order.w])
      }
      (entries, x, y, z) = (sorted(entries), sorted(x), sorted(y), sorted(z))
    }
  }

  /// The standard deviations of a cell's lightness between which it counts less and less as even.
  private static let flatDeviation: Float = 0.05
  private static let edgeDeviation: Float = 0.2
  /// The chroma (OKLab) between which a cell's color counts less and less as gray: that of a noisy gray JPEG is up to
  /// 0.01, that of a pale sky from 0.02. Below `darkLightness` it counts in proportion to the lightness.
  private static let grayChroma: Float = 0.015
  private static let hueChroma: Float = 0.035
  private static let darkLightness: Float = 0.2

  func draw(_ canvas: Canvas, _ options: ArtOptions, _ dithering: Dithering, workers: RowWorkers) -> [Cell] {
    let behind = LinearColor.pixel(options.assumedBackground)
    let anchor = canvas.anchor
    let near = table.neighborhoods
    switch dithering {
    case .none, .ordered:
      let range = dithering == .none ? 0 : Dithering.range(at: table.depth)
      return canvas.mapCells(bank, behind: behind, workers: workers) { view in
        switch unsafe prepare(view, behind: behind) {
        case .drawn(let cell): return cell
        case .open(let open):
          let threshold = BayerMatrix.threshold(column: view.column - anchor.column, row: view.row - anchor.row)
          var target = open.lab
          target.x += (threshold - 0.5) * range
          var penalties = EntryPenalties()
          penalties.finish(weight: 0, grayness: open.grayness, hues: table.hues)
          return choose(Wanted(open: open, tone: target, penalties: penalties), near).cell
        }
      }
    case .diffusion:
      return diffused(
        canvas, behind: behind, firstRow: anchor.row, near,
        rounds: hasShades || table.depth == .palette16 ? weights.rounds : 0, workers: workers)
    }
  }

  /// The part of a cell's result that does not depend on other cells.
  @unsafe
  func prepare(_ view: CellRows.CellView, behind: SIMD4<UInt16>) -> Prepared {
    switch view.fill {
    case .nothing: return .drawn(.blank)
    case .partial where !fillsParts: return unsafe edge(view, behind: LinearColor(behind))
    case .partial, .full: break
    }
    var total = SIMD3<Float>.zero
    var planes = (EightColors.zero, EightColors.zero, EightColors.zero, EightColors.zero)
    var points = SIMD8<Float>.zero
    var behind = behind
    unsafe tui_cell_lab(isWide, view.raw, &behind, &planes, &total, &points)
    let whole = Open(mean: total / Float(GlyphBank.parts))
    let tone = view.fill == .full ? unsafe table.whiteLimit?.tone(of: view.raw) : nil
    var open = tone.map { Open(mean: LMS.responses(to: $0.mean)) } ?? whole
    open.points = tone?.points ?? points
    let variance = Self.variance((planes.0.x, planes.1.x, planes.2.x, planes.3.x), mean: whole.lab.x)
    let range = Self.edgeDeviation - Self.flatDeviation
    open.flatness = 1 - min(max((variance.squareRoot() - Self.flatDeviation) / range, 0), 1)
    let colorVariance =
      Self.variance((planes.0.y, planes.1.y, planes.2.y, planes.3.y), mean: whole.lab.y)
      + Self.variance((planes.0.z, planes.1.z, planes.2.z, planes.3.z), mean: whole.lab.z)
    // No shape would be worth its edges.
    if variance + colorVariance < weights.evenDeviation * weights.evenDeviation { return .open(open) }
    let entries = candidates(view)
    // The best four of eight.
    var gains = SIMD4<Float>.zero
    for lane in 0..<8 where entries[lane] > 0 {
      let entry = Int(entries[lane])
      let (mean, norm) = unsafe (view.bank.entries[entry].mean, view.bank.entries[entry].norm)
      let start = unsafe view.bank.coverages + entry * 4
      let coverage = unsafe (start[0] - mean, start[1] - mean, start[2] - mean, start[3] - mean)
      let sums = SIMD3<Float>(
        Self.product(coverage, (planes.0.x, planes.1.x, planes.2.x, planes.3.x)),
        Self.product(coverage, (planes.0.y, planes.1.y, planes.2.y, planes.3.y)),
        Self.product(coverage, (planes.0.z, planes.1.z, planes.2.z, planes.3.z)))
      let gain = (weights.shape * sums * sums).sum() / max(norm * norm, 1e-6)
      var worst = 0
      for index in 1..<4 where gains[index] < gains[worst] { worst = index }
      guard gain > gains[worst] else { continue }
      gains[worst] = gain
      open.entries[worst] = entries[lane]
      (open.x[worst], open.y[worst], open.z[worst]) = (sums.x, sums.y, sums.z)
    }
    open.sort(by: gains)
    return .open(open)
  }

  /// A partly empty cell: its opaque part in its shape if an entry is near its color, or if it is a fine line. Otherwise
  /// all of the cell is drawn or none of it, since only whole cells can show colors between the entries.
  @unsafe
  private func edge(_ view: CellRows.CellView, behind: LinearColor) -> Prepared {
    let partial = unsafe PartialCell(view.raw, width: GlyphBank.columns, bank: bank)
    guard table.isSparse else { return .drawn(reduced(partial.drawn(over: behind))) }
    let (light, share) = unsafe view.lightOfSome
    let open = Open(mean: LMS.responses(to: light))
    if partial.isFine || share <= Self.fineShare {
      // No mixture with the background: it would be far from all entries.
      let index = table.index(near: open.lab, isGray: open.grayness > 0.5)
      return .drawn(partial.drawn(in: table.color(at: Int32(index))))
    }
    let difference = table.lab(at: table.index(near: open.lab)) - open.lab
    if (difference * difference).sum() < Self.nearEnough * Self.nearEnough {
      return .drawn(reduced(partial.drawn(over: behind)))
    }
    return share < 0.5 ? .drawn(.blank) : .open(open)
  }

  private typealias FourEights = (SIMD8<Float>, SIMD8<Float>, SIMD8<Float>, SIMD8<Float>)

  /// The dot product of two vectors of 32 numbers.
  @inline(__always)
  private static func product(_ one: FourEights, _ other: FourEights) -> Float {
    let first: SIMD8<Float> = one.0 * other.0 + one.1 * other.1
    let second: SIMD8<Float> = one.2 * other.2 + one.3 * other.3
    return (first + second).total
  }

  @inline(__always)
  private static func variance(_ values: FourEights, mean: Float) -> Float {
    let rest = (values.0 - mean, values.1 - mean, values.2 - mean, values.3 - mean)
    return product(rest, rest) / Float(GlyphBank.parts)
  }

  private func reduced(_ cell: Cell) -> Cell {
    Cell(cell.glyph, foreground: table.reduced(cell.foreground), background: table.reduced(cell.background))
  }
}

extension EightColors {
  /// Not stored: whether a stored property has been initialized would be checked at each use.
  @inline(__always)
  static var zero: EightColors { EightColors(x: .zero, y: .zero, z: .zero) }
}
