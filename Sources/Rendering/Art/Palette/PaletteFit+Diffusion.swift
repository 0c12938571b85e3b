import Terminal

extension PaletteFit {
  /// The limit of the diffused error: the error of colors outside the palette's gamut would accumulate without bound.
  private static let maximumDiffusedError: Float = 0.3

  /// The cells of a canvas with error diffusion, in serpentine order from the picture's first row.
  ///
  /// Rows are prepared while those before them are drawn.
  ///
  /// - Parameters:
  ///   - behind: The sample that replaces empty ones.
  ///   - rounds: How often all cells are chosen again.
  func diffused(
    _ canvas: Canvas, behind: SIMD4<UInt16>, firstRow: Int, _ near: PaletteTable.Neighborhoods, rounds: Int,
    workers: RowWorkers = .alone
  ) -> [Cell] {
    let drawing = PaletteDrawing(canvas.cells, self, near)
    unsafe canvas.withCellRows(bank) { cells in
      // The pointers are valid only in this closure, and all work on the rows ends within it.
      unsafe workers.run(rows: cells.rows) { row in
        unsafe cells.scan(row, behind: behind) { view in
          let prepared = unsafe prepare(view, behind: behind)
          drawing.set(view.column, row, prepared)
          // Tones that this cell is the first to need had better be made here than while others wait for it.
          if !table.isSparse, case .open(let open) = prepared { _ = near.flats(near: open.lab, in: table) }
        }
      } while: { awaitRow in
        diffuse(drawing, columns: canvas.cells.columns, firstRow: firstRow, awaitRow)
      }
    }
    drawing.revise(rounds: rounds, workers: workers)
    return drawing.cells
  }

  /// Chooses all cells in serpentine order.
  private func diffuse(_ drawing: PaletteDrawing, columns: Int, firstRow: Int, _ awaitRow: (Int) -> Void) {
    var field = ErrorField(columns: columns)
    let recent = RecentTones()
    let limit = SIMD3<Float>(repeating: Self.maximumDiffusedError)
    for row in 0..<drawing.rows {
      awaitRow(row)
      let isBackward = !(row - firstRow).isMultiple(of: 2)
      let last = isBackward ? 1 : -1
      let earlier = [(last, 0), (last, -1), (0, -1), (-last, -1)]
      for step in 0..<columns {
        let column = isBackward ? columns - 1 - step : step
        guard let open = drawing.open(column, row) else { continue }
        let sum = open.mean + field.error(at: column)
        let wanted = sum.replacing(with: 0, where: sum .< 0)
        drawing.choose(column, row, open, LMS.lab(wanted), keepingTo: earlier, nil, recent, like: column + last)
        let rest = (wanted - drawing.shown(column, row)).clamped(lowerBound: -limit, upperBound: limit)
        field.add(passed(rest, from: open), from: column, isBackward: isBackward)
      }
      field.endRow()
    }
  }

  /// The error that a cell passes on: all of it would give every region the right tone, but with noise. Errors do not
  /// cross edges, since their colors would show as fringes, and gray cells pass on lightness alone.
  private func passed(_ rest: SIMD3<Float>, from open: Open) -> SIMD3<Float> {
    var strength = weights.diffusion * open.flatness
    if table.depth == .palette8 {
      // The palette has no dark gray: diffusion would speckle areas that are nearly black.
      strength *= min(max((open.lab.x - 0.15) / 0.15, 0), 1)
    }
    let gray = SIMD3(repeating: LMS.luminance(of: rest))
    return (gray + (rest - gray) * (1 - open.grayness)) * strength
  }
}
