import Terminal

/// What is drawn in each cell of a picture in palette colors, while it is being chosen.
///
/// Several threads may choose cells at the same time if none is next to another.
@safe
final class PaletteDrawing: @unchecked Sendable {
  /// The share of the penalty of unfamiliar entries that applies to cells with a distinct edge.
  private static let edgeLoyalty: Float = 0.3
  /// The neighbors of a cell, and the shares of the errors of their colors that it makes up for when it is chosen
  /// again.
  private static let around = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)]
  private static let shares: [Float] = [0.45, 0.45, 0.24, 0.24, 0.15, 0.15, 0.15, 0.15]

  /// The factor of these shares for glyphs without shades, such as characters: few of their tones are between those of two
  /// entries, so they would make up for a lack of color by cells in strange colors.
  private static let sparseShare: Float = 1.0 / 3
  /// The limit of the resulting change of its color, in OKLab. Without one, a dull color would be a mesh of cells in
  /// opposite hues.
  private static let maximumChange: Float = 0.055

  let rows: Int
  private let chosen: UnsafeMutableBufferPointer<PaletteFit.Chosen>
  private let columns: Int
  /// The cells that are chosen; nil for those that are drawn already.
  private let opens: [PaletteFit.Open?]
  private let fit: PaletteFit
  private let near: PaletteTable.Neighborhoods

  init(
    _ prepared: [PaletteFit.Prepared], columns: Int, _ fit: PaletteFit, _ near: PaletteTable.Neighborhoods
  ) {
    (self.columns, self.fit, self.near) = (columns, fit, near)
    rows = prepared.count / max(1, columns)
    opens = prepared.map { $0.open }
    unsafe chosen = .allocate(capacity: prepared.count)
    for (number, cell) in prepared.enumerated() {
      unsafe chosen.initializeElement(
        at: number, to: PaletteFit.Chosen(cell: cell.drawn ?? .blank, shown: .zero, entries: .zero, entry: 0, group: 0))
    }
  }

  deinit { unsafe chosen.deallocate() }

  var cells: [Cell] { unsafe chosen.map { $0.cell } }

  /// The cone responses to the light of a cell.
  func shown(_ column: Int, _ row: Int) -> SIMD3<Float> { unsafe chosen[row * columns + column].shown }

  /// Chooses what is drawn in a cell.
  ///
  /// - Parameters:
  ///   - wanted: The wanted color in OKLab.
  ///   - neighbors: The positions, relative to the cell, of those to whose entries it keeps.
  ///   - blurred: The error of the light around the cell; nil while the cells around are not known.
  ///   - recent: The tones that this thread has computed.
  ///   - other: The column of a cell in the row that is probably like this one.
  func choose(
    _ column: Int, _ row: Int, _ open: PaletteFit.Open, _ wanted: SIMD3<Float>, keepingTo neighbors: [(Int, Int)],
    _ blurred: BlurredError?, _ recent: inout RecentTones, like other: Int
  ) {
    var penalties = EntryPenalties()
    if fit.weights.loyalty > 0 {
      for (across, down) in neighbors {
        guard let other = neighbor(column + across, row + down), let lab = opens[other]?.lab else { continue }
        unsafe penalties.add(chosen[other].entries, difference: lab - open.lab)
      }
      penalties.finish(weight: fit.weights.loyalty * (Self.edgeLoyalty + open.flatness))
    }
    let guess = unsafe chosen[row * columns + min(max(other, 0), columns - 1)].group
    unsafe chosen[row * columns + column] = fit.choose(open, wanted, near, penalties, blurred, &recent, guess: guess)
  }

  /// Chooses all cells again, now that those around each are known, so that the light around each is about the
  /// picture's (direct binary search; M. Analoui and J. P. Allebach, 1992).
  func revise(rounds: Int, workers: RowWorkers) {
    guard rounds > 0 else { return }
    let blurred = BlurredLight(opens.map { $0?.points ?? .zero }, columns: columns, BlurredShapes(fit.bank))
    for row in 0..<rows {
      for column in 0..<columns where opens[row * columns + column] != nil { add(column, row, to: blurred, times: 1) }
    }
    let (rows, columns) = (rows, columns)
    for round in 0..<rounds {
      let isBackward = round.isMultiple(of: 2)
      workers.runInWaves(columns: columns, rows: rows, reach: HalftonePlane.patchColumns) { [self] across, down in
        revise(isBackward ? columns - 1 - across : across, isBackward ? rows - 1 - down : down, blurred)
      }
    }
  }

  /// Chooses a cell again.
  private func revise(_ column: Int, _ row: Int, _ blurred: BlurredLight) {
    guard let open = opens[row * columns + column] else { return }
    add(column, row, to: blurred, times: -1)
    let error = blurred.error(
      around: column, row, open.entries, light: open.points.total / 8,
      weight: fit.hasShades ? fit.weights.light : min(fit.weights.light, 1))
    var recent = RecentTones(keeps: false)
    choose(column, row, open, wantedLab(column, row, open), keepingTo: Self.around, error, &recent, like: column)
    add(column, row, to: blurred, times: 1)
  }

  /// A cell's color, changed by a share of what the colors of the cells around lack, in OKLab. Their light is compared
  /// by `BlurredLight`.
  private func wantedLab(_ column: Int, _ row: Int, _ open: PaletteFit.Open) -> SIMD3<Float> {
    var rest = SIMD3<Float>.zero
    for (index, (across, down)) in Self.around.enumerated() {
      guard let other = neighbor(column + across, row + down), let mean = opens[other]?.mean else { continue }
      unsafe rest += (mean - chosen[other].shown) * Self.shares[index]
    }
    if !fit.hasShades { rest *= Self.sparseShare }
    let sum = open.mean + (rest - LMS.luminance(of: rest)) * open.flatness
    var change = LMS.lab(sum.replacing(with: 0, where: sum .< 0)) - open.lab
    change.x = 0
    let distance = (change * change).sum().squareRoot()
    return open.lab + change * min(Self.maximumChange / max(distance, 1e-6), 1)
  }

  /// The number of the cell in a column and row, if there is one.
  private func neighbor(_ column: Int, _ row: Int) -> Int? {
    column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : nil
  }

  /// Adds the light of a cell.
  private func add(_ column: Int, _ row: Int, to blurred: BlurredLight, times sign: Float) {
    let cell = unsafe chosen[row * columns + column]
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
