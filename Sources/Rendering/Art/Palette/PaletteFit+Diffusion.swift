import Terminal

extension PaletteFit {
  /// The limit of the diffused error: the error of colors outside the palette's gamut would accumulate without bound.
  private static let maximumDiffusedError: Float = 0.3
  /// The share of the penalty of unfamiliar entries that applies to cells with a distinct edge.
  private static let edgeLoyalty: Float = 0.3

  /// The cells of a canvas with error diffusion, in serpentine order from the picture's first row.
  func diffused(
    _ prepared: [Prepared], columns: Int, firstRow: Int, _ near: PaletteTable.Neighborhoods
  ) -> [Cell] {
    var cells = [Cell](repeating: .blank, count: prepared.count)
    // The entries of this row's cells and of the previous one's.
    var entries = [SIMD2<Int32>](repeating: .zero, count: weights.loyalty > 0 ? prepared.count : 0)
    var field = ErrorField(columns: columns)
    let limit = SIMD3<Float>(repeating: Self.maximumDiffusedError)
    for row in 0..<(prepared.count / max(1, columns)) {
      let isBackward = !(row - firstRow).isMultiple(of: 2)
      for step in 0..<columns {
        let column = isBackward ? columns - 1 - step : step
        let number = row * columns + column
        switch prepared[number] {
        case .drawn(let cell): cells[number] = cell
        case .open(let open):
          let sum = open.mean + field.error(at: column)
          let wanted = sum.replacing(with: 0, where: sum .< 0)
          var penalties: EntryPenalties?
          if weights.loyalty > 0 {
            var found = EntryPenalties()
            let last = isBackward ? 1 : -1
            for (across, down) in [(last, 0), (last, -1), (0, -1), (-last, -1)] {
              let (x, y) = (column + across, row + down)
              guard x >= 0, x < columns, y >= 0, case .open(let other) = prepared[y * columns + x] else { continue }
              found.add(entries[y * columns + x], difference: other.lab - open.lab)
            }
            found.finish(weight: weights.loyalty * (Self.edgeLoyalty + open.flatness))
            penalties = found
          }
          let chosen = choose(open, LMS.lab(wanted), near, penalties)
          cells[number] = chosen.cell
          if weights.loyalty > 0 { entries[number] = chosen.entries }
          let rest = (wanted - chosen.shown).clamped(lowerBound: -limit, upperBound: limit)
          field.add(passed(rest, from: open), from: column, isBackward: isBackward)
        }
      }
      field.endRow()
    }
    return cells
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
