import Terminal

/// What is drawn in each cell of a picture in palette colors, while it is being chosen.
struct PaletteDrawing {
  /// The share of the penalty of unfamiliar entries that applies to cells with a distinct edge.
  private static let edgeLoyalty: Float = 0.3
  /// The neighbors of a cell, and the shares of the errors of their colors that it makes up for when it is chosen
  /// again.
  private static let around = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)]
  private static let shares: [Float] = [0.45, 0.45, 0.24, 0.24, 0.15, 0.15, 0.15, 0.15]

  /// The limit of the resulting change of its color, in OKLab. Without one, a dull color would be a mesh of cells in
  /// opposite hues.
  private static let maximumChange: Float = 0.055

  let rows: Int
  private(set) var chosen: [PaletteFit.Chosen]
  private let columns: Int
  private let prepared: [PaletteFit.Prepared]
  private let fit: PaletteFit
  private let near: PaletteTable.Neighborhoods

  init(
    _ prepared: [PaletteFit.Prepared], columns: Int, _ fit: PaletteFit, _ near: PaletteTable.Neighborhoods
  ) {
    (self.prepared, self.columns, self.fit, self.near) = (prepared, columns, fit, near)
    rows = prepared.count / max(1, columns)
    chosen = prepared.map { cell in
      PaletteFit.Chosen(cell: cell.drawn ?? .blank, shown: .zero, entries: .zero, entry: 0)
    }
  }

  var cells: [Cell] { chosen.map(\.cell) }

  /// Chooses what is drawn in a cell.
  ///
  /// - Parameters:
  ///   - wanted: The wanted color in OKLab.
  ///   - neighbors: The positions, relative to the cell, of those to whose entries it keeps.
  ///   - blurred: The error of the light around the cell; nil while the cells around are not known.
  mutating func choose(
    _ number: Int, _ open: PaletteFit.Open, _ wanted: SIMD3<Float>, keepingTo neighbors: [(Int, Int)],
    _ blurred: BlurredError? = nil
  ) {
    var penalties: EntryPenalties?
    if fit.weights.loyalty > 0 {
      var found = EntryPenalties()
      for (across, down) in neighbors {
        guard let (other, neighbor) = neighbor(of: number, across, down) else { continue }
        found.add(chosen[other].entries, difference: neighbor.lab - open.lab)
      }
      found.finish(weight: fit.weights.loyalty * (Self.edgeLoyalty + open.flatness))
      penalties = found
    }
    chosen[number] = fit.choose(open, wanted, near, penalties, blurred)
  }

  /// Chooses all cells again, now that those around each are known, so that the light around each is about the
  /// picture's (direct binary search; M. Analoui and J. P. Allebach, 1992).
  mutating func revise(rounds: Int) {
    guard rounds > 0 else { return }
    var blurred = BlurredLight(
      prepared.map { $0.open?.points ?? .zero }, columns: columns, BlurredShapes(fit.bank))
    for (number, cell) in prepared.enumerated() where cell.open != nil { add(number, to: &blurred, times: 1) }
    for round in 0..<rounds {
      for step in prepared.indices {
        let number = round.isMultiple(of: 2) ? prepared.count - 1 - step : step
        guard let open = prepared[number].open else { continue }
        add(number, to: &blurred, times: -1)
        let error = blurred.error(
          around: number % columns, number / columns, open.entries, light: open.points.total / 8,
          weight: fit.weights.light)
        choose(number, open, wantedLab(number, open), keepingTo: Self.around, error)
        add(number, to: &blurred, times: 1)
      }
    }
  }

  /// A cell's color, changed by a share of what the colors of the cells around lack, in OKLab. Their light is compared
  /// by `BlurredLight`.
  private func wantedLab(_ number: Int, _ open: PaletteFit.Open) -> SIMD3<Float> {
    var rest = SIMD3<Float>.zero
    for (index, (across, down)) in Self.around.enumerated() {
      guard let (other, neighbor) = neighbor(of: number, across, down) else { continue }
      rest += (neighbor.mean - chosen[other].shown) * Self.shares[index]
    }
    let sum = open.mean + (rest - LMS.luminance(of: rest)) * open.flatness
    var change = LMS.lab(sum.replacing(with: 0, where: sum .< 0)) - open.lab
    change.x = 0
    let distance = (change * change).sum().squareRoot()
    return open.lab + change * min(Self.maximumChange / max(distance, 1e-6), 1)
  }

  private func neighbor(of number: Int, _ across: Int, _ down: Int) -> (Int, PaletteFit.Open)? {
    let (x, y) = (number % columns + across, number / columns + down)
    guard x >= 0, x < columns, y >= 0, y < rows else { return nil }
    return prepared[y * columns + x].open.map { (y * columns + x, $0) }
  }

  /// Adds the light of a cell.
  private func add(_ number: Int, to blurred: inout BlurredLight, times sign: Float) {
    let (cell, column, row) = (chosen[number], number % columns, number / columns)
    guard cell.entry > 0 else {
      return blurred.add(sign * LMS.luminance(of: cell.shown), in: 0, column: column, row: row)
    }
    let (front, back) = (fit.table.light(at: cell.entries.x), fit.table.light(at: cell.entries.y))
    blurred.add(sign * back, in: 0, column: column, row: row)
    blurred.add(sign * (front - back), in: cell.entry, column: column, row: row)
  }
}

extension PaletteFit.Prepared {
  /// The cell, if it is drawn already.
  fileprivate var drawn: Cell? { if case .drawn(let cell) = self { cell } else { nil } }

  /// What is known of the cell, if it is not drawn yet.
  fileprivate var open: PaletteFit.Open? { if case .open(let open) = self { open } else { nil } }
}
