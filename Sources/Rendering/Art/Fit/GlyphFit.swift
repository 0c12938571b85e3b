import Bitmaps
import Synchronization
import Terminal

/// Draws canvases with the glyphs of some sets: for every cell, the nearest glyph and pair of colors.
final class GlyphFit: Sendable {
  /// The samples to which a cell is fitted.
  static let samplesPerHalfCell = PixelSize(width: 4, height: 4)

  private let workers: RowWorkers
  /// Whether ░ ▒ ▓ are used when there are few colors.
  private let hasShades: Bool
  /// The prepared glyphs, by whether a shape's contrast matters: it does where colors cannot be chosen freely.
  private let prepared: Prepared<Bool, FewColors>

  convenience init(sets: GlyphSet, workers: RowWorkers = .shared) {
    self.init(hasShades: sets.hasShades, drawsDots: sets == .braille, workers: workers) {
      GlyphBank(sets: sets, keepsContrasts: $0)
    }
  }

  /// Creates a fit whose glyphs are prepared when first needed.
  ///
  /// - Parameter drawsDots: Whether the glyphs are exactly those of braille.
  init(
    hasShades: Bool, drawsDots: Bool = false, workers: RowWorkers = .shared,
    _ bank: @escaping @Sendable (_ keepsContrasts: Bool) -> GlyphBank
  ) {
    self.workers = workers
    self.hasShades = hasShades
    prepared = Prepared { keepsContrasts in
      FewColors(bank(keepsContrasts), isASCII: false, hasShades: hasShades, drawsDots: drawsDots, workers: workers)
    }
  }

  /// The glyphs, prepared for free choice of two colors.
  var bank: GlyphBank { prepared[false].bank }

  func draw(_ canvas: consuming Canvas, _ options: ArtOptions) -> [Cell] {
    // An empty canvas must not cause glyphs to be prepared.
    guard canvas.cells.count > 0 else { return [] }
    let isPlain = options.depth == .mono || !options.usesBackgrounds
    let fewColors = prepared[isPlain]
    if FewColors.areNeeded(for: options) { return fewColors.draw(canvas, options) }
    return unsafe options.reduced(
      cells(of: canvas, fewColors.bank, over: options.assumedBackground) { cell, bank, _ in
        unsafe GlyphSearch.best(cell, in: bank)
      })
  }

  /// Draws a mixture of two canvases, choosing for each cell the nearer of the two shapes that the canvases have there.
  /// Nearly everywhere this is as accurate as a full search and many times as fast, and it ends in exactly the shapes
  /// of the final canvas.
  ///
  /// Error diffusion would flicker while the mixture changes, so ordered dithering with fixed thresholds replaces it.
  func draw(mix canvas: Canvas, of first: [Cell], and second: [Cell], _ options: ArtOptions) -> [Cell] {
    let bank = bank
    guard first.count == canvas.cells.count, second.count == canvas.cells.count, options.usesBackgrounds,
      options.depth != .mono
    else { return draw(canvas, options.steady) }
    let columns = canvas.cells.columns
    if options.dithering != .none, let table = options.table {
      var contrasted = canvas
      prepared[false].raiseContrast(of: &contrasted, options)
      return PaletteFit(
        bank: bank, table: table,
        candidates: { view in
          let position = view.row * columns + view.column
          let indices = (bank.index(of: first[position].glyph), bank.index(of: second[position].glyph))
          return SIMD8(Int32(indices.0), indices.0 == indices.1 ? 0 : Int32(indices.1), 0, 0, 0, 0, 0, 0)
        }, hasShades: hasShades, fillsParts: false
      ).draw(contrasted, options, .ordered, workers: workers)
    }
    return unsafe options.reduced(
      cells(of: canvas, bank, over: options.assumedBackground) { cell, view, position in
        let candidates = (bank.index(of: first[position].glyph), bank.index(of: second[position].glyph))
        return unsafe GlyphSearch.better(cell, candidates, in: view)
      })
  }

  private func cells(
    of canvas: Canvas, _ bank: GlyphBank, over behind: LinearColor,
    choice: @escaping @Sendable (CellSamples, GlyphBank.View, Int) -> Int
  ) -> [Cell] {
    unsafe [Cell](unsafeUninitializedCapacity: canvas.cells.count) { cells, count in
      unsafe canvas.samples.withUnsafeBufferPointer { samples in
        unsafe SRGB.encodedOfLinear.withUnsafeBufferPointer { encoded in
          unsafe bank.withView { view in
            guard let cells = cells.baseAddress, let samples = samples.baseAddress, let encoded = encoded.baseAddress
            else { return }
            let rows = unsafe FitRows(
              columns: canvas.cells.columns, samples: samples, encoded: encoded, cells: cells, view: view,
              behind: behind)
            // The pointers are valid only in this closure, and all work on the rows ends within it.
            workers.run(rows: canvas.cells.rows) { row in
              unsafe rows.draw(row, bank: bank, choice: choice)
            }
          }
        }
      }
      count = canvas.cells.count
    }
  }
}

/// The memory that a fit reads and writes; each row is written by only one thread.
@unsafe
private struct FitRows: @unchecked Sendable {
  let columns: Int
  /// 8 rows of 4 samples for each cell of a row of cells.
  let samples: UnsafePointer<SIMD4<UInt16>>
  /// 65,536 values.
  let encoded: UnsafePointer<UInt8>
  let cells: UnsafeMutablePointer<Cell>
  let view: GlyphBank.View
  let behind: LinearColor

  private var width: Int { unsafe columns * GlyphBank.columns }

  private func corner(_ column: Int, _ row: Int) -> UnsafePointer<SIMD4<UInt16>> {
    unsafe samples + row * GlyphBank.rows * width + column * GlyphBank.columns
  }

  func draw(_ row: Int, bank: GlyphBank, choice: (CellSamples, GlyphBank.View, Int) -> Int) {
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: CellSamples.capacity) { memory in
      guard let memory = memory.baseAddress else { return }
      var cell = unsafe CellSamples(in: memory)
      var chosen = ChosenCells()
      for start in unsafe stride(from: 0, to: columns, by: 8) {
        let count = unsafe min(8, columns - start)
        let first = unsafe row * columns + start
        for lane in 0..<count {
          let corner = unsafe corner(start + lane, row)
          if unsafe cell.load(corner, width: width, encoded: encoded) {
            unsafe chosen.choose(choice(cell, view, first + lane), for: cell, at: lane, in: view)
          } else {
            unsafe (cells + first + lane).initialize(
              to: PartialCell(corner, width: width, bank: bank).drawn(over: behind))
          }
        }
        unsafe chosen.draw(to: cells + first, count: count, in: view)
      }
    }
  }
}

/// Values that are expensive to create: each is created on first use of its key and then kept.
///
/// Few of the possible modes, inks and color counts are ever used.
///
/// There are never more than a few. In a dictionary, and even with keys that must be comparable, the first use would have to find out how the
/// type of the keys is compared, which takes longer than many a value.
final class Prepared<Key: Sendable, Value: Sendable>: Sendable {
  private let areEqual: @Sendable (Key, Key) -> Bool
  private let make: @Sendable (Key) -> Value
  private let known = Mutex<[(key: Key, value: Value)]>([])

  /// - Parameter make: Creates the value for a key; must not access this object's values itself.
  init(_ make: @escaping @Sendable (Key) -> Value) where Key: Equatable {
    areEqual = { $0 == $1 }
    self.make = make
  }

  /// The value for a key. Other threads that access any value wait while one is being created.
  subscript(key: Key) -> Value {
    known.withLock { known in
      if let index = known.firstIndex(where: { areEqual($0.key, key) }) { return known[index].value }
      let value = make(key)
      known.append((key, value))
      return value
    }
  }
}
