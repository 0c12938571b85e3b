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
  /// Whether they have become numbers, as in `7/42`, for want of room, or because numbers were asked for alone.
  package let areNumbers: Bool
  /// Where `7/42` stands beside the dots; nil: it doesn't.
  private let index: Int?
  /// Whether the first page's dot is the last from the left.
  private let isMirrored: Bool
  let count: Int

  /// The layout; nil where there are none: hidden, fewer than two slides, or a window below 8×4.
  ///
  /// - Parameters:
  ///   - content: dots, dots and numbers, or numbers alone.
  ///   - isMirrored: whether the next slide stands on the left.
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
    // As wide for every page, so that nothing moves when one has more digits.
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

  /// The page whose dot is at a cell, one cell's grace to the right included.
  package func page(atColumn column: Int, row: Int) -> Int? {
    let columns = index.map { $0 - 2 } ?? columns
    guard !areNumbers, row == self.row, column >= self.column, column < self.column + columns else { return nil }
    let page = min(count - 1, (column - self.column) / 2)
    return isMirrored ? count - 1 - page : page
  }

  /// The cells of the dots and of their backing, which reaches a cell beyond them on either side.
  package var backing: CellRect { CellRect(column: column - 1, row: row, columns: columns + 2, rows: 1) }

  /// Draws the dots over what is there; the two pages between which the carousel moves share the current one's colour.
  ///
  /// - Parameters:
  ///   - bar: the description bar, which is their backing where they stand on it.
  ///   - marked: the pages that are marked.
  func draw(
    on buffer: inout CellBuffer, frame: CarouselMachine.Frame, marked: Set<Int> = [], bar: DescriptionBar?,
    style: SceneStyle
  ) {
    guard let page = frame.currentPage, let current = frame.current else { return }
    back(on: &buffer, bar: bar, style: style)
    let marks = style.terminal.marks
    if areNumbers {
      if marked.contains(page), column > 0 {
        put(marks.currentMarkedDot, column - 1, style.currentDotInk, on: &buffer, style: style)
      }
      // The numbers' width may differ from the layout's when the page flips from 9 to 10: they stay where they began.
      for (index, scalar) in "\(page + 1)/\(count)".unicodeScalars.enumerated() {
        put(Glyph(scalar), column + index, style.currentDotInk, on: &buffer, style: style)
      }
      return
    }
    let (dot, currentDot) = (
      style.overlays.dot ?? style.terminal.marks.dot, style.overlays.currentDot ?? style.terminal.marks.currentDot
    )
    let other = frame.neighborInView
    let share = min(1, abs(frame.progress.value))
    for index in 0..<count {
      let nearness = index == current ? 1 - share : index == other ? share : 0
      let ink = style.dotInk.mixed(with: style.currentDotInk, nearness)
      let place = isMirrored ? count - 1 - index : index
      let glyph =
        marked.contains(index)
        ? index == page ? marks.currentMarkedDot : marks.markedDot : index == page ? currentDot : dot
      put(glyph, column + place * 2, ink, on: &buffer, style: style)
    }
    guard let start = self.index else { return }
    for (place, scalar) in "\(page + 1)/\(count)".unicodeScalars.enumerated() {
      put(Glyph(scalar), column + start + place, style.currentDotInk, on: &buffer, style: style)
    }
  }

  /// The backing on which the dots are seen, also on snow. On the terminal's own background there is none where they are
  /// seen without.
  private func back(on buffer: inout CellBuffer, bar: DescriptionBar?, style: SceneStyle) {
    let scrim = Scrim.dots(style: style)
    // What the bar covers is not covered twice, but as it comes and goes.
    let onBar = bar.flatMap { $0.area.rowRange.contains(row) ? $0.presence : nil }
    let least = scrim.alpha * (1 - (onBar ?? 0))
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
      let cover = scrim.cover(of: under, atLeast: least, style: style.slides)
      buffer[column, row] = Underlay.covered(cell, by: scrim.color, cover: cover, style: style.slides)
    }
  }

  /// Puts one dot on its backing.
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
