import Carousel
package import Terminal

/// The position of the page dots, for drawing and for hit testing.
package struct PageDots: Hashable, Sendable {
  /// The row of the dots.
  package let row: Int
  /// The column of the first dot, or of the numbers.
  package let column: Int
  /// The width in columns.
  package let columns: Int
  /// Whether numbers such as `7/42` replace the dots, because space is short or only numbers were requested.
  package let areNumbers: Bool
  /// The offset of `7/42` beside the dots; nil if it is not shown there.
  private let index: Int?
  /// Whether the first page's dot is the rightmost.
  private let isMirrored: Bool
  let count: Int

  /// Creates the layout; nil if there are no dots: hidden, fewer than two slides, or a window that is smaller than 8×4
  /// or too narrow for the numbers.
  ///
  /// - Parameters:
  ///   - content: Whether to show dots, numbers, or both.
  ///   - isMirrored: Whether the next slide is on the left.
  package init?(
    count: Int, current: Int, window: CellSize, position: PagePosition, barRows: Int,
    showing content: (dots: Bool, index: Bool) = (true, false), isMirrored: Bool = false
  ) {
    guard position != .hidden, count > 1, OverlayLayout.hasRoom(in: window), content.dots || content.index else {
      return nil
    }
    self.count = count
    self.isMirrored = isMirrored
    let dots = count.multipliedReportingOverflow(by: 2).partialValue - 1
    // Beside dots the maximum width is reserved, so that they do not move when the number of digits changes.
    let numbers = "\(count)/\(count)".utf8.count
    let hasRoom = count <= window.columns && dots <= window.columns - 2
    let hasBoth = content.dots && content.index && hasRoom && dots + numbers + 4 <= window.columns
    areNumbers = !content.dots || !hasRoom
    index = hasBoth ? dots + 2 : nil
    let wanted = areNumbers ? "\(current + 1)/\(count)".utf8.count : hasBoth ? dots + 2 + numbers : dots
    guard wanted <= window.columns else { return nil }
    columns = wanted
    switch position {
    case .topLeft, .bottomLeft: column = min(1, window.columns - wanted)
    case .topRight, .bottomRight: column = max(0, window.columns - wanted - 1)
    case .topCenter, .bottomCenter, .hidden: column = (window.columns - wanted) / 2
    }
    row = position.isTop ? 0 : window.rows - 1 - barRows
  }

  /// The page whose dot is at a cell or one cell to its left.
  package func page(atColumn column: Int, row: Int) -> Int? {
    let columns = index.map { $0 - 2 } ?? columns
    guard !areNumbers, row == self.row, column >= self.column, column < self.column + columns else { return nil }
    let page = min(count - 1, (column - self.column) / 2)
    return isMirrored ? count - 1 - page : page
  }

  /// The cells of the dots and of their backing, which extends one cell beyond them on either side.
  package var backing: CellRect { CellRect(column: column - 1, row: row, columns: columns + 2, rows: 1) }

  /// Draws the dots. During a transition, the two pages share the current dot's color in proportion to the progress.
  ///
  /// - Parameters:
  ///   - bar: The description bar, which is the dots' backing if they are on it.
  ///   - marked: The marked pages.
  func draw(
    on buffer: inout CellBuffer, frame: CarouselMachine.Frame, marked: Set<Int> = [], bar: DescriptionBar?,
    style: SceneStyle
  ) {
    guard let page = frame.nearestSlide, let current = frame.current else { return }
    back(on: &buffer, bar: bar, style: style)
    let marks = style.terminal.marks
    if areNumbers {
      if marked.contains(page), column > 0 {
        put(marks.currentMarkedDot, column - 1, style.currentDotInk, on: &buffer, style: style)
      }
      // The numbers keep their start column, although their width may differ from the layout's when the page changes
      // from 9 to 10.
      for (index, scalar) in "\(page + 1)/\(count)".unicodeScalars.enumerated() {
        put(Glyph(scalar), column + index, style.currentDotInk, on: &buffer, style: style)
      }
      return
    }
    let (dot, currentDot) = (
      style.overlays.dot ?? style.terminal.marks.dot, style.overlays.currentDot ?? style.terminal.marks.currentDot
    )
    let other = frame.progress.to
    let share = min(1, abs(frame.progress.value))
    for index in 0..<count {
      let nearness = index == current ? 1 - share : index == other ? share : 0
      let ink = style.dotInk.mixed(with: style.currentDotInk, nearness)
      let position = isMirrored ? count - 1 - index : index
      let glyph =
        marked.contains(index)
        ? index == page ? marks.currentMarkedDot : marks.markedDot : index == page ? currentDot : dot
      put(glyph, column + position * 2, ink, on: &buffer, style: style)
    }
    guard let start = self.index else { return }
    for (offset, scalar) in "\(page + 1)/\(count)".unicodeScalars.enumerated() {
      put(Glyph(scalar), column + start + offset, style.currentDotInk, on: &buffer, style: style)
    }
  }

  /// Draws the backing that keeps the dots legible even on white. On the terminal's own background it is omitted where
  /// the dots are legible without it.
  private func back(on buffer: inout CellBuffer, bar: DescriptionBar?, style: SceneStyle) {
    let scrim = Scrim.dots(style: style)
    // Where the bar covers the picture, the backing adds only the part that the fading bar lacks.
    let onBar = bar.flatMap { $0.area.rowRange.contains(row) ? $0.presence : nil }
    let minimum = scrim.alpha * (1 - (onBar ?? 0))
    for column in backing.columnRange {
      let cell = buffer[column, row]
      guard style.terminal.depth != .mono else {
        buffer[column, row] = .blank
        continue
      }
      let under = Underlay.light(of: cell, style: style.slides)
      if cell.glyph == .blank, cell.background == .terminalDefault, scrim.isReadable(on: under, style: style.slides) {
        continue
      }
      let cover = scrim.cover(of: under, atLeast: minimum, style: style.slides)
      buffer[column, row] = Underlay.covered(cell, by: scrim.color, cover: cover, style: style.slides)
    }
  }

  /// Draws one dot on its backing.
  private func put(_ glyph: Glyph, _ column: Int, _ ink: LinearColor, on buffer: inout CellBuffer, style: SceneStyle) {
    guard style.terminal.depth != .mono else {
      buffer[column, row] = Cell(glyph)
      return
    }
    let cell = buffer[column, row]
    var background = cell.background
    if cell.glyph != .blank {
      let under = Underlay.light(of: cell, style: style.slides)
      background = Scrim.dots(style: style).backing(over: under, atLeast: 0, style: style.slides).color
    }
    buffer[column, row] = Cell(glyph, foreground: ink.color, background: background)
  }
}
