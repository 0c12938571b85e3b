/// The pixels on a terminal that keeps no images: which cells show them, and which parts must still be written.
///
/// A value without a clock. A frame at rest is drawn in cells; then its pictures are written over them, part by part,
/// while there is nothing else to do. A terminal discards the pixels of a cell that is written. Moving content, and
/// anything that covers a picture, is therefore drawn in cells, and the pixels are written again when it goes away. Only
/// a better picture of the same slide is written over the earlier one's pixels. The last row, where many terminals would
/// scroll, has parts of its own if the terminal can show them without that.
package struct InlineImages: Sendable {
  /// The maximum number of pixels in one part, or an eighth of the window if that is more, so that keys are handled in
  /// between.
  private static let partPixels = 1 << 18

  /// Ends sixel display mode (DECSDM).
  static let displayModeReset = Array("\u{1B}[?80l".utf8)

  /// Sixels, or OSC 1337.
  package let pixelProtocol: PixelProtocol?
  /// The terminal's limits for one part.
  private let limits: InlineLimits
  private let partLimit: Int
  private var window = CellSize(columns: 0, rows: 0)
  private var cell = CellPixels(width: 1, height: 1)
  /// The placements of the last frame at rest.
  private var placements: [Placement] = []
  /// What each cell shows, row by row.
  private var coverage: [Coverage] = []
  /// The parts still to be written, each within one picture.
  private var parts: [Part] = []
  /// The number of parts written since the pictures changed or were written whole.
  private var written = 0

  private enum Coverage {
    case text
    /// Pixels of a picture that another one replaces.
    case earlier
    case pixels
  }

  /// A part of a picture, in cells.
  private struct Part: Sendable {
    var placement: Placement
    var area: CellRect
  }

  /// No pixels yet.
  ///
  /// - Parameters:
  ///   - pixelProtocol: Sixels, or OSC 1337.
  ///   - partLimit: The maximum number of parts per window: xterm keeps 16 pictures, and drops the oldest. A window of
  ///     thumbnails that need more is in cells.
  package init(_ pixelProtocol: PixelProtocol, partLimit: Int) {
    self.pixelProtocol = pixelProtocol
    limits = if case .sixel(_, let limits) = pixelProtocol { limits } else { InlineLimits(unit: 1) }
    self.partLimit = partLimit
  }

  /// Restores the terminal after a part that was cut short.
  package var removal: [UInt8] { limits.hasDisplayMode ? Self.displayModeReset : [] }

  /// Assumes that the terminal shows something else, so that all pixels are written again.
  package mutating func invalidate() {
    (placements, parts, written) = ([], [], 0)
    coverage = []
  }

  /// Whether parts are waiting to be written.
  package var hasParts: Bool { !parts.isEmpty }

  /// Plans the next frame; returns its cells, with `Glyph.picture` where pixels stay.
  ///
  /// - Parameters:
  ///   - isAtRest: Whether nothing moves; pixels are shown only then.
  ///   - cell: The size of a cell; nil if it is unknown, in which case no pixels are shown.
  package mutating func update(for frame: Frame, isAtRest: Bool, cell: CellPixels?) -> CellBuffer {
    let size = frame.cells.size
    guard isAtRest, let cell, let pixels = frame.pixels, let open = pixels.uncovered else {
      invalidate()
      return frame.cells
    }
    if cell != self.cell || size != window { invalidate() }
    (self.cell, window) = (cell, size)
    if coverage.count != size.count { coverage = Array(repeating: .text, count: size.count) }
    replace(by: pixels.placements, earlier: frame.interim?.placements ?? [])
    var isWanted = [Bool](repeating: false, count: size.count)
    let rows = limits.hasDisplayMode ? size.rows : size.rows - 1
    for area in open {
      let area = area.clipped(to: CellSize(columns: size.columns, rows: rows))
      for row in area.rowRange {
        for column in area.columnRange { isWanted[row * size.columns + column] = true }
      }
    }
    plan(isWanted)
    var cells = frame.cells
    for index in coverage.indices where coverage[index] != .text {
      if isWanted[index] { cells.cells[index] = .picture } else { coverage[index] = .text }
    }
    return cells
  }

  /// Replaces the placements. Pixels stay where they are the same, or where `earlier` has them in the same place.
  private mutating func replace(by new: [Placement], earlier: [Placement]) {
    guard new != placements else { return }
    for old in placements where !new.contains(old) {
      let isReplaced = earlier.contains(old) && new.contains { old.isReplaced(by: $0) }
      let area = old.area(on: cell).clipped(to: window)
      for row in area.rowRange {
        for index in area.columnRange.map({ row * window.columns + $0 }) where coverage[index] != .text {
          coverage[index] = isReplaced ? .earlier : .text
        }
      }
    }
    placements = new
    if !coverage.contains(.pixels) { written = 0 }
  }

  /// Plans the parts that must be written so that all wanted cells are covered.
  private mutating func plan(_ isWanted: [Bool]) {
    func parts(where isMissing: (Int) -> Bool) -> [Part] {
      placements.flatMap { placement in
        let area = placement.area(on: cell)
        let above = area.clipped(to: CellSize(columns: window.columns, rows: window.rows - 1))
        var last = area.clipped(to: window)
        (last.row, last.size.rows) = (window.rows - 1, area.rowRange.contains(window.rows - 1) ? 1 : 0)
        return [above, last].flatMap { $0.parts { column, row in isMissing(row * window.columns + column) } }
          .flatMap { isDivided($0, of: placement) ? cut($0) : [$0] }.map { Part(placement: placement, area: $0) }
      }
    }
    self.parts = parts { isWanted[$0] && coverage[$0] != .pixels }
    if written + self.parts.count > partLimit {
      // The terminal might drop the oldest part, so all parts are written again.
      self.parts = parts { isWanted[$0] }
      written = 0
    }
    guard self.parts.count > partLimit else { return }
    if placements.contains(where: { $0.standIn != nil }) {
      self.parts = []
      coverage = Array(repeating: .text, count: coverage.count)
    } else {
      // Some earlier pixels might stay.
      coverage = coverage.map { $0 == .earlier ? .text : $0 }
      // The smallest parts, such as gaps between words, are not worth it.
      self.parts.sort { $0.area.size.count > $1.area.size.count }
      self.parts.removeLast(self.parts.count - partLimit)
    }
  }

  /// Whether an area needs several parts: not that of a thumbnail, if the terminal shows one of any height.
  private func isDivided(_ area: CellRect, of placement: Placement) -> Bool {
    placement.standIn == nil || !limits.hasDisplayMode || area.size.columns * cell.width > limits.width
      || area.size.rows * cell.height > limits.height
  }

  /// Splits an area into parts that the terminal accepts and that leave time for keys.
  private func cut(_ area: CellRect) -> [CellRect] {
    let columns = max(1, min(area.size.columns, limits.width / cell.width))
    let pixels = max(Self.partPixels, window.count * cell.width * cell.height / 8)
    let rows = max(1, min(area.size.rows, limits.height / cell.height, pixels / (columns * cell.width * cell.height)))
    return rowRanges(of: area, maximum: rows).flatMap { rows in
      stride(from: area.column, to: area.columnRange.upperBound, by: columns).map { column in
        CellRect(
          column: column, row: rows.lowerBound, columns: min(columns, area.columnRange.upperBound - column),
          rows: rows.count)
      }
    }
  }

  /// Splits an area's rows into parts whose height in pixels is a multiple of the unit; the last may overlap the one
  /// before.
  private func rowRanges(of area: CellRect, maximum: Int) -> [Range<Int>] {
    // The fewest rows whose height is a multiple of the unit.
    let step = (1...limits.unit).first { $0 * cell.height % limits.unit == 0 } ?? 1
    let maximum = area.size.rows < step || maximum < step ? maximum : maximum / step * step
    var (ranges, row): ([Range<Int>], Int) = ([], area.row)
    let end = area.rowRange.upperBound
    while row < end {
      var count = min(maximum, end - row)
      if count >= step { count = count / step * step }
      let start = count < step ? max(area.row, min(row, end - min(step, maximum))) : row
      ranges.append(start..<max(row + count, min(start + min(step, maximum), end)))
      row += count
    }
    return ranges
  }

  /// Removes the next part and returns its bytes, and the cells that show pixels once those are written; nil if there
  /// is none.
  package mutating func popPart() -> (bytes: [UInt8], area: CellRect)? {
    guard !parts.isEmpty else { return nil }
    let part = parts.removeFirst()
    guard let picture = part.placement.image.inline else {
      return ([], CellRect(column: 0, row: 0, columns: 0, rows: 0))
    }
    written += 1
    for row in part.area.rowRange {
      for column in part.area.columnRange { coverage[row * window.columns + column] = .pixels }
    }
    let (area, offset, source) = part.placement.part(part.area, on: cell)
    // Text would show through transparent pixels, and beside the picture.
    var bytes = InlineImages.blanks(in: part.area) { column, row in
      let one = CellRect(column: column, row: row, columns: 1, rows: 1)
      let (_, _, source) = part.placement.part(one, on: cell)
      return source.width < cell.width || source.height < cell.height || !picture.isOpaque(in: source)
    }
    if limits.hasDisplayMode,
      part.area.rowRange.upperBound == window.rows || part.area.size.rows * cell.height % limits.unit != 0,
      let shown = picture.bytes(of: source, at: PixelOffset(x: area.x, y: area.y))
    {
      return (bytes + shown, part.area)
    }
    bytes += InlineImages.cursor(column: part.area.column, row: part.area.row)
    bytes += picture.bytes(of: source, offset: offset, over: part.area.size, of: cell, unit: limits.unit)
    return (bytes, part.area)
  }

  private static func cursor(column: Int, row: Int) -> [UInt8] { Array("\u{1B}[\(row + 1);\(column + 1)H".utf8) }

  /// Returns blanks in the terminal's own colors for some cells of an area.
  private static func blanks(in area: CellRect, where isBlank: (Int, Int) -> Bool) -> [UInt8] {
    var bytes = Array("\u{1B}[m".utf8)
    for row in area.rowRange {
      var last = -1
      for column in area.columnRange where isBlank(column, row) {
        if last != column - 1 || last < 0 { bytes += cursor(column: column, row: row) }
        bytes.append(0x20)
        last = column
      }
    }
    return bytes.count > 3 ? bytes : []
  }
}

extension Placement {
  /// Whether another placement shows another image in the same place.
  fileprivate func isReplaced(by other: Placement) -> Bool {
    guard image.size == other.image.size else { return false }
    var other = other
    other.image = image
    return self == other
  }

  /// Returns the cells that the placement touches.
  package func area(on cell: CellPixels) -> CellRect {
    if let cells { return CellRect(column: column, row: row, columns: cells.columns, rows: cells.rows) }
    return CellRect(
      column: column, row: row, columns: (offset.x + source.width + cell.width - 1) / cell.width,
      rows: (offset.y + source.height + cell.height - 1) / cell.height)
  }

  /// Returns the part of the placement inside some of its cells: its area in pixels of the window, its offset from the
  /// first cell's corner, and its area in pixels of the image.
  fileprivate func part(
    _ area: CellRect, on cell: CellPixels
  ) -> (window: PixelArea, offset: PixelOffset, source: PixelArea) {
    let (left, top) = (column * cell.width + offset.x, row * cell.height + offset.y)
    let cells = PixelArea(area, on: cell)
    let part = cells.clipped(to: PixelArea(x: left, y: top, width: source.width, height: source.height))
    return (
      part, PixelOffset(x: part.x - cells.x, y: part.y - cells.y),
      PixelArea(x: source.x + part.x - left, y: source.y + part.y - top, width: part.width, height: part.height)
    )
  }
}

extension CellRect {
  /// Splits the cells that satisfy a predicate into disjoint rectangles; equal runs in consecutive rows are merged.
  package func parts(where isIncluded: (_ column: Int, _ row: Int) -> Bool) -> [CellRect] {
    var (finished, growing): ([CellRect], [CellRect]) = ([], [])
    for row in rowRange {
      var runs: [CellRect] = []
      var start: Int?
      for column in column...columnRange.upperBound {
        let isIn = column < columnRange.upperBound && isIncluded(column, row)
        if isIn, start == nil { start = column }
        if !isIn, let begin = start {
          runs.append(CellRect(column: begin, row: row, columns: column - begin, rows: 1))
          start = nil
        }
      }
      for index in runs.indices {
        guard
          let above = growing.firstIndex(where: {
            $0.column == runs[index].column && $0.size.columns == runs[index].size.columns
          })
        else { continue }
        let old = growing.remove(at: above)
        runs[index] = CellRect(column: old.column, row: old.row, columns: old.size.columns, rows: old.size.rows + 1)
      }
      finished += growing
      growing = runs
    }
    return finished + growing
  }
}
