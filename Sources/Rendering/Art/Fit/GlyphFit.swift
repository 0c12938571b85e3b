import Imaging
import Synchronization
import Terminal

/// Draws canvases with the glyphs of some sets: for every cell the glyph and two colours that are nearest to it.
final class GlyphFit: Sendable {
  /// The samples that a cell is fitted to.
  static let samplesPerHalfCell = PixelSize(width: 4, height: 4)

  private let workers: RowWorkers
  private let make: @Sendable () -> GlyphBank
  /// Made when it is first needed: of all the modes that could be chosen, few are.
  private let known = Mutex<GlyphBank?>(nil)

  /// A fit with the glyphs of some sets.
  convenience init(sets: GlyphSet, workers: RowWorkers = .shared) {
    self.init(GlyphBank(sets: sets), workers: workers)
  }

  /// A fit with a bank's glyphs; the bank is made when it is first needed.
  init(_ bank: @escaping @Sendable @autoclosure () -> GlyphBank, workers: RowWorkers = .shared) {
    make = bank
    self.workers = workers
  }

  /// The glyphs, prepared.
  var bank: GlyphBank {
    known.withLock { known in
      if let known { return known }
      let bank = make()
      known = bank
      return bank
    }
  }

  /// The cells of a canvas.
  func draw(_ canvas: Canvas, _ options: ArtOptions) -> [Cell] {
    let bank = bank
    return unsafe cells(of: canvas, bank, options) { cell, bank, _ in unsafe GlyphSearch.best(cell, in: bank) }
  }

  /// The cells of a mixture of two canvases, each with the nearer of the shapes that those have there: as true as a fit of
  /// its own nearly everywhere, and many times as quick; and it ends in the very shapes of the canvas it ends in.
  func draw(mix canvas: Canvas, of first: [Cell], and second: [Cell], _ options: ArtOptions) -> [Cell] {
    let bank = bank
    guard first.count == canvas.cells.count, second.count == canvas.cells.count else { return draw(canvas, options) }
    return unsafe cells(of: canvas, bank, options) { cell, view, position in
      let candidates = (bank.place(of: first[position].glyph), bank.place(of: second[position].glyph))
      return unsafe GlyphSearch.better(cell, candidates, in: view)
    }
  }

  private func cells(
    of canvas: Canvas, _ bank: GlyphBank, _ options: ArtOptions,
    choice: @escaping @Sendable (CellSamples, GlyphBank.View, Int) -> Int
  ) -> [Cell] {
    let isMono = options.depth == .mono
    return unsafe [Cell](unsafeUninitializedCapacity: canvas.cells.count) { cells, count in
      unsafe canvas.samples.withUnsafeBufferPointer { samples in
        unsafe SRGB.encodedOfLinear.withUnsafeBufferPointer { encoded in
          unsafe bank.withView { view in
            guard let cells = cells.baseAddress, let samples = samples.baseAddress, let encoded = encoded.baseAddress
            else { return }
            let rows = unsafe FitRows(
              columns: canvas.cells.columns, samples: samples, encoded: encoded, cells: cells, view: view)
            // The rows' pointers end with this closure, and so does the work on them.
            workers.run(rows: canvas.cells.rows) { row in
              if isMono {
                unsafe rows.drawMono(row, bank: bank)
              } else {
                unsafe rows.draw(row, bank: bank, choice: choice)
              }
            }
          }
        }
      }
      count = canvas.cells.count
    }
  }
}

/// The memory that a fit reads and writes; each row is written by one thread.
@unsafe
private struct FitRows: @unchecked Sendable {
  let columns: Int
  /// 8 rows of 4 samples for each cell of a row of cells.
  let samples: UnsafePointer<SIMD4<UInt16>>
  /// 65,536 values.
  let encoded: UnsafePointer<UInt8>
  let cells: UnsafeMutablePointer<Cell>
  let view: GlyphBank.View

  private var width: Int { unsafe columns * GlyphBank.columns }

  private func corner(_ column: Int, _ row: Int) -> UnsafePointer<SIMD4<UInt16>> {
    unsafe samples + row * GlyphBank.rows * width + column * GlyphBank.columns
  }

  func draw(_ row: Int, bank: GlyphBank, choice: (CellSamples, GlyphBank.View, Int) -> Int) {
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: CellSamples.capacity) { memory in
      guard let memory = memory.baseAddress else { return }
      var cell = unsafe CellSamples(in: memory)
      for column in unsafe 0..<columns {
        let corner = unsafe corner(column, row)
        let position = unsafe row * columns + column
        let drawn =
          if unsafe cell.take(corner, width: width, encoded: encoded) {
            unsafe CellColors.cell(cell, choice(cell, view, position), in: view)
          } else {
            unsafe PartialCell.edge(corner, width: width, bank: bank)
          }
        unsafe (cells + position).initialize(to: drawn)
      }
    }
  }

  func drawMono(_ row: Int, bank: GlyphBank) {
    for column in unsafe 0..<columns {
      let cell = unsafe PartialCell.mono(corner(column, row), width: width, column: column, row: row, bank: bank)
      unsafe (cells + (row * columns + column)).initialize(to: cell)
    }
  }
}
