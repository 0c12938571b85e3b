import Carousel
package import Terminal

/// Where the page dots are: the same for drawing them and for clicks on them.
package struct PageDots: Hashable, Sendable {
  /// The row they are in.
  package let row: Int
  /// The column of the first dot, or of the numbers.
  package let column: Int
  /// Columns they take.
  package let columns: Int
  /// Whether they have become numbers, as in `7/42`, for want of room.
  package let areNumbers: Bool
  let count: Int

  /// The layout; nil where there are none: hidden, fewer than two slides, or a window below 8×4.
  package init?(count: Int, current: Int, window: CellSize, position: PagePosition, barRows: Int) {
    guard position != .hidden, count > 1, OverlayLayout.hasRoom(in: window) else { return nil }
    self.count = count
    let dots = count.multipliedReportingOverflow(by: 2).partialValue - 1
    areNumbers = dots > window.columns - 2 || count > window.columns
    let wanted = areNumbers ? "\(current + 1)/\(count)".utf8.count : dots
    guard wanted <= window.columns else { return nil }
    columns = wanted
    switch position {
    case .topLeft, .bottomLeft: column = min(1, window.columns - wanted)
    case .topRight, .bottomRight: column = max(0, window.columns - wanted - 1)
    case .topCenter, .bottomCenter, .hidden: column = (window.columns - wanted) / 2
    }
    row = position.isTop ? 0 : window.rows - 1 - barRows
  }

  /// The page whose dot is at a cell, one cell's grace to the right included.
  package func page(atColumn column: Int, row: Int) -> Int? {
    guard !areNumbers, row == self.row, column >= self.column, column < self.column + columns else { return nil }
    return min(count - 1, (column - self.column) / 2)
  }

  /// The cells of the dots and of their backing, which reaches a cell beyond them on either side.
  package var backing: CellRect { CellRect(column: column - 1, row: row, columns: columns + 2, rows: 1) }

  /// Draws the dots over what is there; the two pages between which the carousel moves share the current one's colour.
  func draw(on buffer: inout CellBuffer, frame: Frame, style: SceneStyle) {
    guard let page = frame.currentPage, let current = frame.current else { return }
    if areNumbers {
      put("\(page + 1)/\(count)", on: &buffer, style: style)
      return
    }
    let other = frame.neighborInView
    let share = min(1, abs(frame.offset))
    for index in 0..<count {
      let nearness = index == current ? 1 - share : index == other ? share : 0
      let color = Light(style.dotColor, assuming: .text).mixed(
        with: Light(style.currentDotColor, assuming: .text), nearness)
      shade(&buffer, column + index * 2, glyph: index == page ? style.currentDot : style.dot, color, style)
      if index < count - 1 { shade(&buffer, column + index * 2 + 1, glyph: .blank, color, style) }
    }
    shadeEnds(of: columns, on: &buffer, style)
  }

  /// A cell's shade before and after so many columns: the first and the last dot do not stand on its edge.
  private func shadeEnds(of columns: Int, on buffer: inout CellBuffer, _ style: SceneStyle) {
    let light = Light(style.currentDotColor, assuming: .text)
    for end in [column - 1, column + columns] { shade(&buffer, end, glyph: .blank, light, style) }
  }

  private func put(_ text: String, on buffer: inout CellBuffer, style: SceneStyle) {
    // The numbers' width may differ from the layout's when the page flips from 9 to 10: they stay where they began.
    for (index, scalar) in text.unicodeScalars.enumerated() {
      shade(&buffer, column + index, glyph: Glyph(scalar), Light(style.currentDotColor, assuming: .text), style)
    }
    shadeEnds(of: text.unicodeScalars.count, on: &buffer, style)
  }

  /// One cell, with a ground on which the dot is seen, also on snow. On the terminal's own background there is none where the
  /// dot is seen without.
  private func shade(_ buffer: inout CellBuffer, _ column: Int, glyph: Glyph, _ light: Light, _ style: SceneStyle) {
    let under = buffer[column, row]
    if style.depth == .mono {
      buffer[column, row] = Cell(glyph)
      return
    }
    let isBare =
      under.glyph == .blank && under.background == .terminalDefault
      && light.contrast(to: Underlay.light(of: under, style: style)) >= Underlay.leastContrast
    buffer[column, row] = Cell(
      glyph, foreground: light.color,
      background: isBare ? .terminalDefault : Underlay.ground(for: light, over: under, style: style))
  }
}
