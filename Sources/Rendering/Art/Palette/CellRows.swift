import Bitmaps
import Terminal

/// The cells of a canvas in sequence, as 4×8 samples each, whether the canvas has 4 or 8 rows of samples per cell.
@unsafe
struct CellRows: @unchecked Sendable {
  /// How much of a cell is opaque.
  enum Fill { case nothing, partial, full }

  let columns: Int
  let rows: Int
  let view: GlyphBank.View
  private let samples: UnsafePointer<SIMD4<UInt16>>
  /// 65,536 values.
  private let encoded: UnsafePointer<UInt8>
  /// Rows of samples in a cell: 8, or 4, each of which then counts twice.
  private let samplesDown: Int

  /// One cell during a scan: valid only in the closure that receives it, and must not be stored.
  @safe
  struct CellView {
    let column: Int
    let row: Int
    let fill: Fill
    /// The samples, with empty ones replaced by the sample behind them.
    let samples: CellSamples
    /// 8 rows of 4 samples, unchanged.
    let raw: UnsafePointer<SIMD4<UInt16>>
    let bank: GlyphBank.View
  }

  /// Calls `body` for each cell of a row, from right to left if `reversed`.
  ///
  /// - Parameter behind: The sample that replaces empty ones.
  func scan(_ row: Int, reversed: Bool = false, behind: SIMD4<UInt16>, _ body: (CellView) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: CellSamples.capacity) { numbers in
      unsafe withUnsafeTemporaryAllocation(of: SIMD4<UInt16>.self, capacity: 2 * GlyphBank.parts) { memory in
        guard let numbers = numbers.baseAddress, let memory = memory.baseAddress else { return }
        unsafe memory.initialize(repeating: SIMD4(repeating: 0), count: 2 * GlyphBank.parts)
        let filled = unsafe memory + GlyphBank.parts
        var cell = unsafe CellSamples(in: numbers)
        for step in unsafe 0..<columns {
          let column = unsafe reversed ? columns - 1 - step : step
          var (some, all): (UInt16, UInt16) = (0, 65_535)
          for line in 0..<GlyphBank.rows {
            let number = unsafe row &* samplesDown &+ line &* samplesDown / GlyphBank.rows
            let source = unsafe samples + (number &* columns &+ column) &* GlyphBank.columns
            for index in 0..<GlyphBank.columns {
              let sample = unsafe source[index]
              some |= sample.w
              all &= sample.w
              unsafe memory[line &* GlyphBank.columns &+ index] = sample
              unsafe filled[line &* GlyphBank.columns &+ index] = sample.w == 0 ? behind : sample
            }
          }
          _ = unsafe cell.load(filled, width: GlyphBank.columns, encoded: encoded)
          unsafe body(
            CellView(
              column: column, row: row, fill: some == 0 ? .nothing : all == 65_535 ? .full : .partial, samples: cell,
              raw: memory, bank: view))
        }
      }
    }
  }

  fileprivate init(
    _ canvas: Canvas, view: GlyphBank.View, samples: UnsafePointer<SIMD4<UInt16>>, encoded: UnsafePointer<UInt8>
  ) {
    unsafe columns = canvas.cells.columns
    unsafe rows = canvas.cells.rows
    unsafe self.view = unsafe view
    unsafe self.samples = unsafe samples
    unsafe self.encoded = unsafe encoded
    unsafe samplesDown = canvas.samplesPerCell.height
  }
}

extension CellRows.CellView {
  /// The mean light of the opaque samples, and their share of the cell.
  @unsafe
  var lightOfSome: (light: SIMD3<Float>, share: Float) {
    var (sum, count) = (SIMD3<Float>.zero, Float(0))
    for index in 0..<GlyphBank.parts {
      let sample = unsafe raw[index]
      guard sample.w != 0 else { continue }
      sum += SIMD3(Float(sample.x), Float(sample.y), Float(sample.z))
      count += 1
    }
    return (sum / (max(count, 1) * 65_535), count / Float(GlyphBank.parts))
  }
}

extension Canvas {
  /// Calls `body` with the cells, to be drawn with a bank's glyphs; they are valid during the call.
  func withCellRows(_ bank: GlyphBank, _ body: (CellRows) -> Void) {
    precondition(samplesPerCell.width == GlyphBank.columns && [4, 8].contains(samplesPerCell.height))
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe SRGB.encodedOfLinear.withUnsafeBufferPointer { encoded in
        unsafe bank.withView { view in
          guard let samples = samples.baseAddress, let encoded = encoded.baseAddress else { return }
          unsafe body(CellRows(self, view: view, samples: samples, encoded: encoded))
        }
      }
    }
  }

  /// One element for each cell, row-major, computed by rows on all processors.
  func mapCells<Element: Sendable>(
    _ bank: GlyphBank, behind: SIMD4<UInt16>, workers: RowWorkers,
    _ body: @escaping @Sendable (CellRows.CellView) -> Element
  ) -> [Element] {
    unsafe [Element](unsafeUninitializedCapacity: cells.count) { elements, count in
      guard let elements = elements.baseAddress else { return }
      nonisolated(unsafe) let memory = unsafe elements
      unsafe withCellRows(bank) { rows in
        // The pointers are valid only in this closure, and all work on the rows ends within it.
        unsafe workers.run(rows: rows.rows) { row in
          unsafe rows.scan(row, behind: behind) { view in
            unsafe (memory + view.row * rows.columns + view.column).initialize(to: body(view))
          }
        }
      }
      count = cells.count
    }
  }

  /// The column and row of cells where patterns are anchored: the picture's top left corner, even if transparent;
  /// without a picture, the top left corner of the opaque samples' bounding box, or (0, 0) if there are none.
  var anchor: (column: Int, row: Int) {
    if let pictureCorner { return (pictureCorner.x, pictureCorner.y) }
    var (left, top) = (cells.columns, cells.rows)
    for line in 0..<height {
      let start = line * width
      guard let first = samples[start..<start + width].firstIndex(where: { $0.w != 0 }) else { continue }
      top = min(top, line / samplesPerCell.height)
      left = min(left, (first - start) / samplesPerCell.width)
      if left == 0 { break }
    }
    return left < cells.columns ? (left, top) : (0, 0)
  }
}
