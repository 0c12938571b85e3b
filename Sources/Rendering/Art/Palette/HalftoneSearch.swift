import CGlyphs
import Parallelism
import Terminal

/// Chooses glyphs that can fill their cells for the picture that they form together, by direct binary search (M. Analoui
/// and J. P. Allebach, 1992).
///
/// The drawn and the wanted ink are compared after blurring by `HalftoneBlur`. Cell by cell, the glyph is chosen that
/// leaves the least squared difference around it; cells not yet visited count as uniformly gray. Differences are
/// weighted by how much lightness changes with ink. Differences of each cell's own ink count as well (`HalftoneStyle`).
struct HalftoneSearch: Sendable {
  /// The blank first; more blanks pad the last group of eight.
  private let glyphs: [Glyph]
  let inks: InkScale
  /// Whether vectors of eight numbers are used; without, all results are the same.
  var isWide = Vectors.areWide
  private let blur = HalftoneBlur()
  private let workers: RowWorkers
  /// The rows of each glyph's patch.
  private let patches: [SIMD8<Float>]
  /// For each group of eight glyphs, the factors of the 44 terms of a cell's error: their coverages, column by column; for each
  /// of a cell's points, the sums of squares of their patches, with points outside the cell added to the nearest one;
  /// the squares of their shapes; 1 for those that are not calm; the squares of their ink; and 0.
  private let factors: [SIMD8<Float>]
  /// The distribution of patches' squares over a patch: for each point of the cell, it sums to 1.
  private let spread: [SIMD8<Float>]

  /// Creates a search for glyphs that can fill their cells, and their complements.
  ///
  /// - Parameter shades: The shades with the ink that they have on the terminal.
  init(solid bank: GlyphBank, shades: [(glyph: Glyph, ink: Float)], inksDark: Bool, workers: RowWorkers) {
    let shapes = bank.entries.filter { $0.norm > 0 }
    let others = shapes.compactMap { entry in
      entry.complement.map { GlyphBank.Entry(glyph: $0, coverage: 1 - entry.coverage) }
    }
    let even = shades.map { GlyphBank.Entry(glyph: $0.glyph, coverage: SIMD32(repeating: $0.ink)) }
    let full = GlyphBank.Entry(glyph: .fullBlock, coverage: SIMD32(repeating: 1))
    let entries = [bank.entries[0], full] + even + shapes + others
    self.workers = workers
    inks = InkScale(fullest: 1, inksDark: inksDark)
    let filled = entries + Array(repeating: entries[0], count: (8 - entries.count % 8) % 8)
    glyphs = filled.map(\.glyph)
    let blur = blur
    let patches = filled.map { blur.patch(of: $0.coverage) }
    self.patches = patches.flatMap(\.self)
    let squares = patches.map { patch in Self.regions(patch.map { $0 * $0 }) }
    factors = stride(from: 0, to: filled.count, by: 8).flatMap { first in
      func eight(_ value: (Int) -> Float) -> SIMD8<Float> { SIMD8((first..<first + 8).map(value)) }
      var factors: [SIMD8<Float>] = []
      for part in 0..<GlyphBank.parts {
        let place = part % GlyphBank.rows * GlyphBank.columns + part / GlyphBank.rows
        factors.append(eight { filled[$0].coverage[place] })
      }
      for point in 0..<8 { factors.append(eight { squares[$0][point] }) }
      factors.append(eight { filled[$0].norm * filled[$0].norm })
      factors.append(eight { HalftoneStyle.calm.contains(filled[$0].glyph) ? 0 : 1 })
      factors.append(eight { filled[$0].mean * filled[$0].mean })
      factors.append(.zero)
      return factors
    }
    let energies = (0..<HalftonePlane.patchRows).map { row in
      patches.reduce(SIMD8<Float>.zero) { $0 + $1[row] * $1[row] }
    }
    let sums = Self.regions(energies)
    spread = energies.enumerated().map { row, squares in
      let point = 2 * min(max(row - HalftonePlane.reach, 0), HalftonePlane.down - 1)
      let (left, right) = (max(sums[point], 1e-9), max(sums[point + 1], 1e-9))
      return SIMD8(lowHalf: squares.lowHalf / left, highHalf: squares.highHalf / right)
    }
  }

  /// The sums of a patch's values, each added to the nearest point of the cell.
  private static func regions(_ patch: [SIMD8<Float>]) -> SIMD8<Float> {
    var sums = SIMD8<Float>.zero
    for (row, numbers) in patch.enumerated() {
      let point = 2 * min(max(row - HalftonePlane.reach, 0), HalftonePlane.down - 1)
      sums[point] += numbers.lowHalf.sum()
      sums[point + 1] += numbers.highHalf.sum()
    }
    return sums
  }

  /// The cells of a canvas in stretched grays.
  ///
  /// - Parameter grays: The grays that it may have.
  func draw(_ canvas: Canvas, grays: [UInt16] = []) -> [Cell] {
    var cells = [Cell](repeating: .blank, count: canvas.cells.count)
    guard let drawn = DrawnCells(canvas) else { return cells }
    let (wanted, around) = ink(canvas, drawn)
    let table = InkTable(grays, inks)
    var weights = HalftonePlane(cells: (drawn.columns, drawn.rows))
    let width = weights.width
    let targets = unsafe weights.values.withUnsafeMutableBufferPointer { values in
      nonisolated(unsafe) let values = unsafe values
      // The pointer is valid only in this closure, and all work on the rows ends within it. No two cells share a point.
      return workers.map(columns: drawn.columns, rows: drawn.rows) { column, row in
        guard drawn.contains(column, row) else { return tui_halftone_cell() }
        var place = around.firstPoint(column, row)
        let (cell, own) = target(canvas, drawn, column, row, around, table)
        for (left, right) in [(own[0], own[1]), (own[2], own[3]), (own[4], own[5]), (own[6], own[7])] {
          unsafe (values[place], values[place + 1]) = (left, right)
          place += width
        }
        return cell
      }
    }
    for (number, choice) in choose(wanted, weights, drawn, targets).enumerated() where choice > 0 {
      cells[drawn.index(number % drawn.columns, number / drawn.columns)] = Cell(glyphs[choice])
    }
    return cells
  }

  /// The wanted ink, as blurred as the drawn ink will be, and the same without the loss at the picture's edges.
  private func ink(_ canvas: Canvas, _ drawn: DrawnCells) -> (wanted: HalftonePlane, around: HalftonePlane) {
    let lights = workers.map(columns: drawn.columns, rows: drawn.rows) { column, row in
      guard drawn.contains(column, row) else { return SIMD8<Float>.zero }
      let lights = drawn.lights(canvas, column, row, nothing: inks.inksDark)
      var wanted = SIMD8<Float>.zero
      for point in 0..<8 { wanted[point] = inks.ink(for: lights[point]) }
      return wanted
    }
    var tones = HalftonePlane(cells: (drawn.columns, drawn.rows))
    var there = tones
    tones.fill(lights, columns: drawn.columns)
    there.fill(
      lights.indices.map { drawn.contains($0 % drawn.columns, $0 / drawn.columns) ? .one : .zero },
      columns: drawn.columns)
    // The picture is blurred like the drawn ink; dividing by the blurred mask extends it beyond its edges.
    let planes = [tones, there]
    let blurred = workers.map(columns: 1, rows: 2) { _, number in
      var plane = planes[number]
      plane.blur()
      return plane
    }
    tones = blurred[0]
    let shares = blurred[1]
    // At an edge, a glyph loses as much of its ink as the picture.
    var around = tones
    for index in around.values.indices where there.values[index] > 0 { around.values[index] /= shares.values[index] }
    return (tones, around)
  }

  /// The index of the glyph for each cell.
  private func choose(
    _ wanted: HalftonePlane, _ weights: HalftonePlane, _ drawn: DrawnCells,
    _ targets: [tui_halftone_cell]
  ) -> [Int] {
    var chosen = [Int](repeating: 0, count: drawn.columns * drawn.rows)
    // The drawn ink minus the wanted ink.
    var rest = wanted
    rest.values = wanted.values.map { -$0 }
    let full = blur.patch(of: SIMD32(repeating: 1))
    unsafe chosen.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      nonisolated(unsafe) let chosen = unsafe base
      unsafe withTurn(&rest, weights, targets) { turn in
        let first = workers.map(columns: drawn.columns, rows: drawn.rows) { column, row in
          drawn.contains(column, row) ? wanted.mean(column, row) : 0
        }
        for row in 0..<drawn.rows {
          for column in drawn.columns(inRow: row) {
            let (gray, corner) = (first[row * drawn.columns + column], wanted.corner(column, row))
            for line in full.indices { unsafe turn.add(full[line] * gray, at: corner, line) }
          }
        }
        for pass in 0..<HalftoneStyle.rounds * 3 {
          let (round, phase) = (pass / 3, pass % 3)
          @Sendable func remove(_ cell: DBSCellSearch.Place) {
            guard round == 0 else { return unsafe turn.addPatch(chosen[cell.number], times: -1, at: cell.corner) }
            for line in full.indices { unsafe turn.add(full[line] * -first[cell.number], at: cell.corner, line) }
          }
          @Sendable func set(_ cell: DBSCellSearch.Place, _ glyph: Int32) {
            unsafe turn.addPatch(Int(glyph), times: 1, at: cell.corner)
            unsafe chosen[cell.number] = Int(glyph)
          }
          @Sendable func cells(inRow row: Int) -> [DBSCellSearch.Place] {
            guard row < drawn.rows else { return [] }
            return drawn.columns(inRow: row, backwards: !round.isMultiple(of: 2)).map { column in
              .init(number: row * drawn.columns + column, corner: wanted.corner(column, row))
            }
          }
          // The patches of rows that are three apart share no points, so such rows can be processed in parallel: two on each thread, of
          // which `pair` has the one with more cells first.
          // The pointers are valid only in this closure, and all work on the rows ends within it.
          workers.run(rows: max(0, drawn.rows - phase + 5) / 6) { number in
            let row = number * 6 + phase
            let pair = [cells(inRow: row), cells(inRow: row + 3)].sorted { $0.count > $1.count }
            for (step, cell) in pair[0].enumerated() {
              let other = step < pair[1].count ? pair[1][step] : nil
              remove(cell)
              if let other { remove(other) }
              let best = unsafe turn.best(at: cell, other ?? cell)
              set(cell, best.first)
              if let other { set(other, best.second) }
            }
          }
        }
      }
    }
    return chosen
  }

  /// Calls `body` with the memory that visiting cells requires.
  private func withTurn(
    _ rest: inout HalftonePlane, _ weights: HalftonePlane, _ targets: [tui_halftone_cell],
    _ body: (DBSCellSearch) -> Void
  ) {
    let width = rest.width
    // The weights for both lines of two, which are blurred at a time.
    let across = blur.across.map { SIMD8(lowHalf: $0, highHalf: $0) }
    unsafe rest.values.withUnsafeMutableBufferPointer { rest in
      unsafe weights.values.withUnsafeBufferPointer { weights in
        unsafe patches.withUnsafeBufferPointer { patches in
          unsafe factors.withUnsafeBufferPointer { factors in
            unsafe (blur.down + spread + across).withUnsafeBufferPointer { lines in
              unsafe targets.withUnsafeBufferPointer { targets in
                guard let rest = rest.baseAddress, let weights = weights.baseAddress,
                  let patches = patches.baseAddress, let factors = factors.baseAddress,
                  let down = lines.baseAddress, let targets = targets.baseAddress
                else { return }
                let spread = unsafe down + HalftonePlane.patchRows
                let planes = unsafe tui_halftone(
                  rest: rest, weights: weights, width: width, factors: factors, eights: glyphs.count / 8,
                  down: down, spread: spread, across: spread + HalftonePlane.patchRows)
                unsafe body(
                  DBSCellSearch(rest: rest, planes: planes, patches: patches, targets: targets, isWide: isWide))
              }
            }
          }
        }
      }
    }
  }
}
