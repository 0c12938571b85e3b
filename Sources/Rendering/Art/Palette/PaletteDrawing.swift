import Terminal

/// What is drawn in each cell of a picture in palette colors, while it is being chosen.
///
/// Several threads may choose cells at the same time if none is next to another.
@safe
final class PaletteDrawing: @unchecked Sendable {
  /// The share of the penalty of new entries that applies to cells with a distinct edge.
  private static let edgeShare: Float = 0.3
  /// The neighbors of a cell, and the shares of the errors of their colors that it makes up for when it is chosen
  /// again.
  private static let around = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)]
  private static let shares: [Float] = [0.45, 0.45, 0.24, 0.24, 0.15, 0.15, 0.15, 0.15]

  /// The factor of these shares for glyphs without shades, such as characters: few of their tones are between those of two
  /// entries, so they would make up for a lack of color by cells in other hues.
  private static let sparseShare: Float = 1.0 / 3
  /// The limit of the resulting change of its color, in OKLab. Without one, a dull color would be a mesh of cells in
  /// opposite hues.
  private static let maximumChange: Float = 0.055

  let rows: Int
  private let columns: Int
  private let fit: PaletteFit
  private let near: PaletteTable.Neighborhoods
  /// What is known of each cell, if it is chosen rather than drawn already, and whether it is.
  private let opens: UnsafeMutableBufferPointer<PaletteFit.Open>
  private let isOpen: UnsafeMutableBufferPointer<Bool>
  private let chosen: UnsafeMutableBufferPointer<PaletteFit.Chosen>

  init(_ size: CellSize, _ fit: PaletteFit, _ near: PaletteTable.Neighborhoods) {
    (columns, rows, self.fit, self.near) = (size.columns, size.rows, fit, near)
    unsafe opens = .allocate(capacity: size.count)
    unsafe isOpen = .allocate(capacity: size.count)
    unsafe chosen = .allocate(capacity: size.count)
    unsafe isOpen.initialize(repeating: false)
    unsafe chosen.initialize(
      repeating: PaletteFit.Chosen(cell: .blank, shown: .zero, entries: .zero, entry: 0, group: 0))
  }

  deinit {
    unsafe opens.deallocate()
    unsafe isOpen.deallocate()
    unsafe chosen.deallocate()
  }

  var cells: [Cell] { unsafe chosen.map { $0.cell } }

  /// Sets what is known of a cell, or the cell itself.
  func set(_ column: Int, _ row: Int, _ prepared: PaletteFit.Prepared) {
    let number = row * columns + column
    switch prepared {
    case .drawn(let cell): unsafe chosen[number].cell = cell
    case .open(let open): unsafe (opens[number], isOpen[number]) = (open, true)
    }
  }

  /// What is known of a cell; nil if it is drawn already.
  func open(_ column: Int, _ row: Int) -> PaletteFit.Open? {
    let number = row * columns + column
    return unsafe isOpen[number] ? opens[number] : nil
  }

  /// The cone responses to the light of a cell.
  func shown(_ column: Int, _ row: Int) -> SIMD3<Float> { unsafe chosen[row * columns + column].shown }

  /// Chooses what is drawn in a cell.
  ///
  /// - Parameters:
  ///   - wanted: The wanted color in OKLab.
  ///   - neighbors: The positions, relative to the cell, of those to whose entries it keeps.
  ///   - blurred: The error of the light around the cell; nil while the cells around are not known.
  ///   - recent: The tones that this thread has computed; nil if they are not kept.
  ///   - other: The column of a cell in the row that is probably like this one.
  func choose(
    _ column: Int, _ row: Int, _ open: PaletteFit.Open, _ wanted: SIMD3<Float>, keepingTo neighbors: [(Int, Int)],
    _ blurred: BlurredError?, _ recent: RecentTones?, like other: Int
  ) {
    var penalties = EntryPenalties()
    if fit.table.isSparse {
      for (across, down) in neighbors {
        guard let other = neighbor(column + across, row + down) else { continue }
        unsafe penalties.add(chosen[other].entries, difference: opens[other].lab - open.lab)
      }
      penalties.finish(
        weight: fit.weights.newEntry * (Self.edgeShare + open.flatness), grayness: open.grayness, hues: fit.table.hues)
    }
    let guess = unsafe chosen[row * columns + min(max(other, 0), columns - 1)].group
    unsafe chosen[row * columns + column] = fit.choose(
      PaletteFit.Wanted(open: open, tone: wanted, penalties: penalties, blurred: blurred), near, recent, guess: guess)
  }

  /// Chooses all cells again, now that those around each are known, so that the light around each is about the
  /// picture's (direct binary search; M. Analoui and J. P. Allebach, 1992).
  func revise(rounds: Int, workers: RowWorkers) {
    guard rounds > 0 else { return }
    let points = unsafe (0..<opens.count).map { unsafe isOpen[$0] ? opens[$0].points : .zero }
    let blurred = BlurredLight(points, columns: columns, fit.shapes ?? BlurredShapes(fit.bank), isWide: fit.isWide)
    for row in 0..<rows {
      for column in 0..<columns {
        guard unsafe isOpen[row * columns + column] else { continue }
        add(column, row, to: blurred, times: 1)
      }
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
    guard let open = open(column, row) else { return }
    add(column, row, to: blurred, times: -1)
    let error = blurred.error(
      around: column, row, open.entries, light: open.points.total / 8,
      weight: fit.hasShades ? fit.weights.light : min(fit.weights.light, 1))
    choose(column, row, open, wantedLab(column, row, open), keepingTo: Self.around, error, nil, like: column)
    add(column, row, to: blurred, times: 1)
  }

  /// A cell's color, changed by a share of what the colors of the cells around lack, in OKLab. Their light is compared
  /// by `BlurredLight`.
  private func wantedLab(_ column: Int, _ row: Int, _ open: PaletteFit.Open) -> SIMD3<Float> {
    var rest = SIMD3<Float>.zero
    for (index, (across, down)) in Self.around.enumerated() {
      guard let other = neighbor(column + across, row + down) else { continue }
      unsafe rest += (opens[other].mean - chosen[other].shown) * Self.shares[index]
    }
    if !fit.hasShades { rest *= Self.sparseShare }
    let sum = open.mean + (rest - LMS.luminance(of: rest)) * open.flatness
    var change = LMS.lab(sum.replacing(with: 0, where: sum .< 0)) - open.lab
    change.x = 0
    let distance = (change * change).sum().squareRoot()
    return open.lab + change * min(Self.maximumChange / max(distance, 1e-6), 1)
  }

  /// The number of the cell in a column and row, if there is one that is not drawn already.
  private func neighbor(_ column: Int, _ row: Int) -> Int? {
    guard column >= 0, column < columns, row >= 0, row < rows else { return nil }
    let number = row * columns + column
    return unsafe isOpen[number] ? number : nil
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
