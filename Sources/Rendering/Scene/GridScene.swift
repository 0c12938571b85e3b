import Bitmaps
import Carousel
package import Terminal

/// A grid of slides at one moment, as a value; each frame is composed from scratch.
package struct GridScene {
  /// A slide in its grid cell.
  package struct Item {
    /// The grid cell: the slide, and a row for its name if there is one.
    package var area: CellRect
    /// The slide, drawn in the upper part of the grid cell; nil if nothing is known of it yet.
    package var content: SlideContent?
    /// The text below the slide; nil if there is no room for it.
    package var name: String?
    package var isSelected: Bool
    /// Whether the user has marked it.
    package var isMarked: Bool

    /// Creates a slide in a grid cell.
    package init(
      area: CellRect, content: SlideContent?, name: String?, isSelected: Bool, isMarked: Bool = false
    ) {
      self.area = area
      self.content = content
      self.name = name
      self.isSelected = isSelected
      self.isMarked = isMarked
    }

    /// The cells within the outline of the selected slide, and the outline.
    fileprivate var outline: CellRect {
      CellRect(
        column: area.column - 1, row: area.row - 1, columns: area.size.columns + 2, rows: area.size.rows + 2)
    }
  }

  package var window: CellSize
  package var style: SceneStyle
  package var items: [Item]
  /// The content shown if there are no slides.
  package var vacancy: SlideContent?
  /// The scroll position and the visible share of the grid, both 0…1.
  package var scroll: (position: Double, share: Double) = (0, 1)
  /// The status in the corner.
  package var status = StatusText()
  /// A panel over the grid.
  package var help: HelpPanel?

  /// Creates a grid without status or help.
  package init(window: CellSize, style: SceneStyle, items: [Item]) {
    self.window = window
    self.style = style
    self.items = items
  }

  /// Composes the whole frame.
  package func composed() -> CellBuffer {
    var buffer = CellBuffer(
      size: window, filledWith: Cell(.blank, background: style.picture.backdrop.surround))
    if items.isEmpty, let vacancy {
      buffer.copy(vacancy.cells, to: CellRect(vacancy.cells.size), clippedTo: CellRect(window))
    }
    // The outline of the selected slide may share the last column with the scroll bar.
    drawScrollBar(on: &buffer)
    for item in items { draw(item, on: &buffer) }
    guard OverlayLayout.hasRoom(in: window) else { return buffer }
    let panel = help.map { PlacedHelp($0, in: window) }
    let backing = panel?.backing(over: buffer, style: style.slides)
    let pill = StatusPill(
      status, in: window, besides: nil, avoiding: items.first(where: \.isSelected)?.outline, style: style)
    pill?.draw(on: &buffer, style: style)
    if let backing { panel?.draw(on: &buffer, on: backing, style: style.slides) }
    return buffer
  }

  private func draw(_ item: Item, on buffer: inout CellBuffer) {
    let area = item.area
    if let cells = item.content?.cells {
      let left = area.column + (area.size.columns - cells.size.columns) / 2
      buffer.copy(
        cells, to: CellRect(column: left, row: area.row, columns: cells.size.columns, rows: cells.size.rows),
        clippedTo: CellRect(window))
    }
    let (strong, soft) = inks
    if item.isSelected { frame(area, color: strong, on: &buffer) }
    let mark = style.terminal.marks.currentMarkedDot
    guard let name = item.name else {
      if item.isMarked, CellRect(window).contains(area.column, area.row) {
        buffer[area.column, area.row] = Cell(
          mark, foreground: strong, background: style.picture.backdrop.surround)
      }
      return
    }
    let text = SafeText.name(
      item.isMarked ? mark.scalars.map(String.init).joined() + " " + name : name, columns: area.size.columns,
      isUnicode: style.terminal.marks.hasEllipsis)
    buffer.write(
      text, column: area.column + (area.size.columns - displayWidth(of: text)) / 2, row: area.row + area.size.rows - 1,
      foreground: item.isSelected ? strong : soft, maxColumns: area.size.columns)
  }

  /// Draws a line around the selected slide, clipped to the window.
  private func frame(_ area: CellRect, color: Color, on buffer: inout CellBuffer) {
    let marks = style.terminal.marks
    let (left, right) = (area.column - 1, area.column + area.size.columns)
    let (top, bottom) = (area.row - 1, area.row + area.size.rows)
    func put(_ glyph: Glyph, _ column: Int, _ row: Int) {
      guard CellRect(window).contains(column, row) else { return }
      buffer[column, row] = Cell(glyph, foreground: color, background: style.picture.backdrop.surround)
    }
    for column in left + 1..<right {
      put(marks.across, column, top)
      put(marks.across, column, bottom)
    }
    for row in top + 1..<bottom {
      put(marks.down, left, row)
      put(marks.down, right, row)
    }
    for (corner, cell) in zip(marks.corners, [(left, top), (right, top), (left, bottom), (right, bottom)]) {
      put(corner, cell.0, cell.1)
    }
  }

  /// Draws a scroll bar at the right edge if there are more slides above or below.
  private func drawScrollBar(on buffer: inout CellBuffer) {
    guard scroll.share < 1, window.rows >= 4, window.columns >= 8 else { return }
    let length = max(1, Int((scroll.share * Double(window.rows)).rounded()))
    let start = Int((scroll.position * Double(window.rows - length)).rounded())
    for row in start..<min(window.rows, start + length) {
      buffer[window.columns - 1, row] = Cell(
        style.terminal.marks.down, foreground: inks.soft, background: style.picture.backdrop.surround)
    }
  }

  private var inks: (strong: Color, soft: Color) {
    if style.terminal.depth == .mono { return (.terminalDefault, .terminalDefault) }
    let backing = LinearColor(style.picture.backdrop.surround, assuming: style.terminal.background)
    let soft = LinearColor(style.slides.isOnLight ? Color(hex: 0x5F6368) : Color(hex: 0x9AA0A6))
    let strong = LinearColor(style.slides.isOnLight ? Color(hex: 0x174EA6) : Color(hex: 0x8AB4F8))
    return (
      style.slides.readable(strong, on: backing).color, style.slides.readable(soft, on: backing).color
    )
  }
}
