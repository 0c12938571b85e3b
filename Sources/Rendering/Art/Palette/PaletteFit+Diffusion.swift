import Terminal

extension PaletteFit {
  /// The limit of the diffused error: the error of colors outside the palette's gamut would accumulate without bound.
  private static let maximumDiffusedError: Float = 0.3

  /// The cells of a canvas with error diffusion, in serpentine order from the picture's first row.
  ///
  /// - Parameter rounds: How often all cells are chosen again.
  func diffused(
    _ prepared: [Prepared], columns: Int, firstRow: Int, _ near: PaletteTable.Neighborhoods, rounds: Int,
    workers: RowWorkers = .alone
  ) -> [Cell] {
    let drawing = PaletteDrawing(prepared, columns: columns, self, near)
    var field = ErrorField(columns: columns)
    var recent = RecentTones(keeps: mixed == nil)
    let limit = SIMD3<Float>(repeating: Self.maximumDiffusedError)
    for row in 0..<drawing.rows {
      let isBackward = !(row - firstRow).isMultiple(of: 2)
      let last = isBackward ? 1 : -1
      let earlier = [(last, 0), (last, -1), (0, -1), (-last, -1)]
      for step in 0..<columns {
        let column = isBackward ? columns - 1 - step : step
        let number = row * columns + column
        guard case .open(let open) = prepared[number] else { continue }
        let sum = open.mean + field.error(at: column)
        let wanted = sum.replacing(with: 0, where: sum .< 0)
        drawing.choose(column, row, open, LMS.lab(wanted), keepingTo: earlier, nil, &recent, like: column + last)
        let rest = (wanted - drawing.shown(column, row)).clamped(lowerBound: -limit, upperBound: limit)
        field.add(passed(rest, from: open), from: column, isBackward: isBackward)
      }
      field.endRow()
    }
    drawing.revise(rounds: rounds, workers: workers)
    return drawing.cells
  }

  /// The error that a cell passes on: all of it would give every region the right tone, but with noise. Errors do not
  /// cross edges, since their colors would show as fringes, and in 8 colors less of a color's error is diffused than of
  /// its lightness: a few cells in another hue are more conspicuous than a slightly different hue everywhere.
  private func passed(_ rest: SIMD3<Float>, from open: Open) -> SIMD3<Float> {
    var strength = weights.diffusion * open.flatness
    if table.depth == .palette8 {
      // The palette has no dark gray: diffusion would speckle areas that are nearly black.
      strength *= min(max((open.lab.x - 0.15) / 0.15, 0), 1)
    }
    let gray = SIMD3(repeating: LMS.luminance(of: rest))
    return (gray + (rest - gray) * weights.colorDiffusion) * strength
  }
}
