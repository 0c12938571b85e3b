import Imaging
import Terminal

/// Cells in a palette's colours, two a cell, which with the glyph come to the right tone; what is left is dithered.
///
/// A cell's error in each plane, with f and b its colours, g the coverage less its mean ḡ, m and t the samples' mean and the
/// samples less it, o what dithering adds and w `shapeWeight`, is 32(m + o − b − (f−b)ḡ)² + w·Σ(t − (f−b)g)². Tried are some glyphs
/// that are good with any two colours, each with the entries near the best colours for it.
struct DitheredFit: Sendable {
  let bank: GlyphBank
  let table: PaletteTable
  /// Eight entries of the bank that may be drawn in a cell; 0 is the blank, which always may.
  let candidates: @Sendable (CellRows.Sight) -> SIMD8<Int32>
  /// Whether a cell of which a part is nothing is drawn as if that were the terminal's background.
  let fillsParts: Bool

  /// What the shape counts beside the tone.
  private static let shapeWeight: Float = 0.3
  /// How much of what a cell is off is handed on.
  private static let strength: Float = 0.8
  /// What no palette can show would add up for ever.
  private static let mostHandedOn: Float = 64

  /// What of a cell does not depend on dithering.
  private enum Prepared: Sendable {
    case drawn(Cell)
    case open(Open)
  }

  /// A cell's mean in `DitherPlanes`, and its glyphs with the sums of the products of coverage and samples.
  private struct Open: Sendable {
    var mean: SIMD3<Float>
    var entries: SIMD4<Int32>
    var luma: SIMD4<Float>
    var red: SIMD4<Float>
    var blue: SIMD4<Float>
  }

  /// The cells of a canvas.
  ///
  /// - Parameter dithering: ordered or by diffusion.
  func draw(_ canvas: Canvas, _ options: ArtOptions, _ dithering: Dithering, workers: RowWorkers) -> [Cell] {
    let behind = Light.pixel(options.assumedBackground)
    let anchor = canvas.anchor
    let groups = table.groups
    switch dithering {
    case .none, .ordered:
      let range = dithering == .none ? 0 : Dithering.range(at: table.depth)
      return canvas.mapCells(bank, behind: behind, workers: workers) { sight in
        switch unsafe prepare(sight) {
        case .drawn(let cell): return cell
        case .open(let open):
          let threshold = BayerMatrix.threshold(column: sight.column - anchor.column, row: sight.row - anchor.row)
          return choose(open, offset: SIMD3((threshold - 0.5) * range, 0, 0), groups).cell
        }
      }
    case .diffusion:
      let prepared = canvas.mapCells(bank, behind: behind, workers: workers) { sight in unsafe prepare(sight) }
      return diffused(prepared, columns: canvas.cells.columns, firstRow: anchor.row)
    }
  }

  /// The cells of a canvas, one after the other, to and fro from the picture's first row on.
  private func diffused(_ prepared: [Prepared], columns: Int, firstRow: Int) -> [Cell] {
    var cells = [Cell](repeating: .blank, count: prepared.count)
    var field = ErrorField(columns: columns)
    let groups = table.groups
    let limit = SIMD3<Float>(repeating: Self.mostHandedOn)
    for row in 0..<(prepared.count / max(1, columns)) {
      let isBackward = !(row - firstRow).isMultiple(of: 2)
      for step in 0..<columns {
        let column = isBackward ? columns - 1 - step : step
        switch prepared[row * columns + column] {
        case .drawn(let cell): cells[row * columns + column] = cell
        case .open(let open):
          let offset = field.take(column).clamped(lowerBound: -limit, upperBound: limit)
          let chosen = choose(open, offset: offset, groups)
          cells[row * columns + column] = chosen.cell
          field.add(chosen.rest * Self.strength, from: column, isBackward: isBackward)
        }
      }
      field.endRow()
    }
    return cells
  }

  @unsafe
  private func prepare(_ sight: CellRows.Sight) -> Prepared {
    switch sight.fill {
    case .nothing: return .drawn(.blank)
    case .partial where !fillsParts:
      return unsafe .drawn(reduced(PartialCell.edge(sight.raw, width: GlyphBank.columns, bank: bank)))
    case .partial, .full: break
    }
    var open = unsafe Open(
      mean: sight.samples.mean * DitherPlanes.ofSamples, entries: .zero, luma: .zero, red: .zero, blue: .zero)
    let entries = candidates(sight)
    // The best four of eight.
    var found: [(gain: Float, entry: Int32, sums: SIMD3<Float>)] = []
    for lane in 0..<8 where entries[lane] > 0 {
      let sums = unsafe GlyphSearch.correlations(sight.samples, Int(entries[lane]), in: sight.view)
      let norm = unsafe sight.view.entries[Int(entries[lane])].norm
      let gain = (sums.0 * sums.0 + sums.1 * sums.1 + sums.2 * sums.2) / max(norm * norm, 1e-6)
      found.append((gain, entries[lane], SIMD3(sums.0, sums.1, sums.2) * DitherPlanes.ofSamples))
    }
    found.sort { ($0.gain, $1.entry) > ($1.gain, $0.entry) }
    for (place, one) in found.prefix(4).enumerated() {
      open.entries[place] = one.entry
      (open.luma[place], open.red[place], open.blue[place]) = (one.sums.x, one.sums.y, one.sums.z)
    }
    return .open(open)
  }

  private func reduced(_ cell: Cell) -> Cell {
    Cell(cell.glyph, foreground: table.reduced(cell.foreground), background: table.reduced(cell.background))
  }

  /// The best glyph and colours, and what they are off.
  private func choose(_ open: Open, offset: SIMD3<Float>, _ groups: [PaletteTable.Group]) -> (
    cell: Cell, rest: SIMD3<Float>
  ) {
    let target = open.mean + offset
    // One colour alone.
    let flat = groups[table.place(near: DitherPlanes.channels(of: target))]
    var off = SIMD3(target.x - flat.luma[0], target.y - flat.red[0], target.z - flat.blue[0])
    var least = Float(GlyphBank.parts) * (off * off).sum()
    var best = Cell(.blank, background: table.color(at: flat.places[0]))
    for lane in 0..<4 where open.entries[lane] > 0 {
      let entry = bank.entries[Int(open.entries[lane])]
      let sums = SIMD3(open.luma[lane], open.red[lane], open.blue[lane])
      let (mean, energy) = (entry.mean, entry.norm * entry.norm)
      let slope = sums / energy
      let back = target - slope * mean
      let fronts = groups[table.place(near: DitherPlanes.channels(of: back + slope))]
      let backs = groups[table.place(near: DitherPlanes.channels(of: back))]
      for front in 0..<8 {
        let luma = errors(fronts.luma[front], backs.luma, target.x, sums.x, mean: mean, energy: energy)
        let red = errors(fronts.red[front], backs.red, target.y, sums.y, mean: mean, energy: energy)
        let blue = errors(fronts.blue[front], backs.blue, target.z, sums.z, mean: mean, energy: energy)
        let error = luma + red + blue
        guard error.min() < least else { continue }
        least = error.min()
        for place in 0..<8 where error[place] == least {
          let behind = SIMD3(backs.luma[place], backs.red[place], backs.blue[place])
          let ink = SIMD3(fronts.luma[front], fronts.red[front], fronts.blue[front])
          off = target - behind - (ink - behind) * mean
          best = Cell(
            entry.glyph, foreground: table.color(at: fronts.places[front]),
            background: table.color(at: backs.places[place]))
          break
        }
      }
    }
    if best.foreground == best.background { best = Cell(.blank, background: best.background) }
    return (best, off)
  }

  /// What one colour in front of eight others leaves, less what it leaves in any case.
  @inline(__always)
  private func errors(
    _ front: Float, _ backs: SIMD8<Float>, _ target: Float, _ sum: Float, mean: Float, energy: Float
  ) -> SIMD8<Float> {
    let slope = front - backs
    let off = target - backs - slope * mean
    return Float(GlyphBank.parts) * off * off + Self.shapeWeight * slope * (slope * energy - 2 * sum)
  }
}
