package import Carousel
package import CarouselValues
package import Terminal

/// A strip of slide names at the window's top, or at its left if slides move vertically. A mark lies under the current
/// one and moves and resizes with the progress.
///
/// All tabs have the same length, so a tab's position depends only on its slide's index. The mark is therefore right in
/// every frame of a jump, and the strip scrolls with it.
package struct TabStrip: Hashable, Sendable {
  /// The cells of the strip.
  package let area: CellRect
  /// The slides whose tabs are in view, wholly or partly, in order.
  package let slides: Range<Int>
  private let axis: Axis
  private let isMirrored: Bool
  /// The length of a tab along the strip, in cells.
  private let pitch: Int
  /// The number of the strip's cells scrolled out before its area.
  private let offset: Int
  private let progress: CarouselMachine.Progress

  /// The width of a tab at the top, and the maximum width of the strip at the left.
  private static let tabColumns = 12...24
  private static let minimumWindow = CellSize(columns: 24, rows: 6)

  /// The area of slides in a window with a strip: the whole window if it is too small for one.
  package static func slideArea(in window: CellSize, axis: Axis) -> CellRect {
    let strip = area(in: window, axis: axis)
    return switch axis {
    case .horizontal:
      CellRect(
        column: 0, row: strip.size.rows, columns: window.columns, rows: window.rows - strip.size.rows)
    case .vertical:
      CellRect(
        column: strip.size.columns, row: 0, columns: window.columns - strip.size.columns, rows: window.rows)
    }
  }

  private static func area(in window: CellSize, axis: Axis) -> CellRect {
    guard window.columns >= minimumWindow.columns, window.rows >= minimumWindow.rows else {
      return CellRect(column: 0, row: 0, columns: 0, rows: 0)
    }
    return switch axis {
    case .horizontal: CellRect(column: 0, row: 0, columns: window.columns, rows: 1)
    case .vertical:
      CellRect(column: 0, row: 0, columns: min(tabColumns.upperBound, window.columns / 4), rows: window.rows)
    }
  }

  /// Creates the strip of a frame in a window; nil if it does not fit.
  package init?(in window: CellSize, frame: CarouselMachine.Frame) {
    let (axis, isMirrored, progress) = (frame.layout.axis, frame.layout.isMirrored, frame.progress)
    let area = TabStrip.area(in: window, axis: axis)
    guard area.size.count > 0 else { return nil }
    self.area = area
    self.axis = axis
    self.isMirrored = isMirrored
    self.progress = progress
    let length = axis == .horizontal ? area.size.columns : area.size.rows
    let tabs = TabStrip.tabColumns
    pitch = axis == .vertical ? 1 : max(tabs.lowerBound, min(tabs.upperBound, length / max(1, frame.count)))
    // Counts are at most a quarter of `Int.max`, but products can overflow.
    let total = frame.count.multipliedReportingOverflow(by: pitch)
    let end = total.overflow ? Int.max / 2 : total.partialValue
    let middle = TabStrip.middle(of: progress, pitch: pitch)
    let wanted = middle - Double(length) / 2
    offset = max(0, min(wanted >= Double(end) ? end : Int(wanted.rounded()), max(0, end - length)))
    let first = offset / pitch
    slides = min(first, frame.count)..<min(frame.count, (offset + length - 1) / pitch + 1)
  }

  /// The middle of the mark, in the strip's cells: interpolated between the tabs of the two slides.
  private static func middle(of progress: CarouselMachine.Progress, pitch: Int) -> Double {
    func middle(_ slide: Int) -> Double { (Double(slide) + 0.5) * Double(pitch) }
    guard let from = progress.from else { return 0 }
    let start = middle(from)
    return start + (progress.to.map(middle) ?? start).advanced(by: -start) * abs(progress.value)
  }

  /// The slide whose tab is at a cell of the window; nil if there is none.
  package func slide(atColumn column: Int, row: Int) -> Int? {
    guard area.contains(column, row) else { return nil }
    let slide = (offset + position(axis == .horizontal ? column : row)) / pitch
    return slides.contains(slide) ? slide : nil
  }

  /// Converts a position along the area to one from the strip's start, and back: they differ if the strip is mirrored.
  private func position(_ position: Int) -> Int { isMirrored ? length - 1 - position : position }
  private var length: Int { axis == .horizontal ? area.size.columns : area.size.rows }

  /// The cells along the area that the mark covers: interpolated between the marks of the two slides.
  ///
  /// - Parameter marks: The cells of each slide's mark, from the start of its tab.
  private func mark(_ marks: (Int) -> Range<Int>) -> Range<Double> {
    guard let from = progress.from else { return 0..<0 }
    let (own, other) = (marks(from), progress.to.map(marks) ?? marks(from))
    // Products of the largest indices overflow `Int`.
    func start(_ slide: Int) -> Double { Double(slide) * Double(pitch) - Double(offset) }
    let (first, last) = (start(from), start(progress.to ?? from))
    func mix(_ start: Double, _ end: Double) -> Double { start + (end - start) * abs(progress.value) }
    let lower = mix(first + Double(own.lowerBound), last + Double(other.lowerBound))
    return lower..<max(lower, mix(first + Double(own.upperBound), last + Double(other.upperBound)))
  }

  /// Draws the strip.
  ///
  /// - Parameter names: The names of `slides` and of the slides that the mark is between.
  package func draw(_ names: [Int: String], on buffer: inout CellBuffer, style: SceneStyle) {
    let look = TabLook(style)
    for row in area.rowRange { for column in area.columnRange { buffer[column, row] = look.blank } }
    let room = axis == .horizontal ? pitch - 2 : area.size.columns - 2
    var texts: [Int: String] = [:]
    for slide in Set(slides).union([progress.from, progress.to].compactMap { $0 }) {
      texts[slide] = SafeText.line(
        names[slide] ?? "", columns: room, isUnicode: style.terminal.marks.hasEllipsis)
    }
    let mark = mark { slide in
      let width = displayWidth(of: texts[slide] ?? "")
      return axis == .vertical ? 0..<1 : (pitch - width) / 2 - 1..<(pitch - width) / 2 + width + 1
    }
    for slide in slides {
      let text = texts[slide] ?? ""
      let start = slide * pitch - offset
      switch axis {
      case .horizontal:
        let column = start + (pitch - displayWidth(of: text)) / 2
        buffer.write(
          text, column: area.column + (isMirrored ? length - column - displayWidth(of: text) : column), row: area.row)
      case .vertical: buffer.write(text, column: area.column + 1, row: area.row + position(start))
      }
    }
    for row in area.rowRange {
      for column in area.columnRange {
        let position = Double(position(axis == .horizontal ? column - area.column : row - area.row))
        let share = max(0, min(position + 1, mark.upperBound) - max(position, mark.lowerBound))
        buffer[column, row] = look.cell(buffer[column, row].glyph, marked: min(1, share))
      }
    }
    if style.terminal.depth == .mono { bracket(mark, on: &buffer) }
  }

  /// Draws the mark without colors: two brackets, or an arrow at the left.
  private func bracket(_ mark: Range<Double>, on buffer: inout CellBuffer) {
    switch axis {
    case .horizontal:
      let first = position(Int(mark.lowerBound.rounded()))
      let last = position(Int(mark.upperBound.rounded()) - 1)
      buffer[min(first, last), area.row] = Cell("[")
      buffer[max(first, last), area.row] = Cell("]")
    case .vertical: buffer[area.column, area.row + position(Int(mark.lowerBound.rounded()))] = Cell(">")
    }
  }
}

private struct TabLook {
  private let style: SceneStyle
  private let backing: LinearColor
  private let marked: LinearColor

  init(_ style: SceneStyle) {
    self.style = style
    let isOnLight = style.slides.isOnLight
    backing = LinearColor(Color(hex: isOnLight ? 0xE8EAED : 0x202124))
    marked = LinearColor(Color(hex: isOnLight ? 0x1967D2 : 0x8AB4F8))
  }

  var blank: Cell { cell(.blank, marked: 0) }

  func cell(_ glyph: Glyph, marked share: Double) -> Cell {
    switch style.terminal.depth {
    case .mono: return Cell(glyph)
    case .palette16, .palette8:
      let (dark, light) = (Color(index: 0), Color(index: 7))
      return share >= 0.5
        ? Cell(glyph, foreground: dark, background: light) : Cell(glyph, foreground: light, background: dark)
    case .truecolor, .palette256:
      let behind = backing.mixed(with: marked, share)
      let ink = LinearColor(Color(hex: style.slides.isOnLight ? 0x3C4043 : 0xBDC1C6))
      return Cell(
        glyph, foreground: glyph == .blank ? ink.color : style.slides.readable(ink, on: behind).color,
        background: behind.color)
    }
  }
}
