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
    /// The slide in pixels; nil if it is not available.
    package var picture: PixelPicture?
    /// The slide's own background; nil: that of the style.
    package var backdrop: Backdrop?

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

    fileprivate var place: CellRect? {
      (content?.cells.size).map { size in
        CellRect(
          column: area.column + (area.size.columns - size.columns) / 2, row: area.row, columns: size.columns,
          rows: size.rows)
      }
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
  ///
  /// - Parameter pixels: The terminal's pixels; nil if slides are in cells only.
  package func frame(in pixels: PixelStage? = nil) -> Frame {
    var buffer = CellBuffer(
      size: window, filledWith: Cell(.blank, background: style.picture.backdrop.surround))
    if items.isEmpty, let vacancy {
      buffer.copy(vacancy.cells, to: CellRect(vacancy.cells.size), clippedTo: CellRect(window))
    }
    // The outline of the selected slide may share the last column with the scroll bar.
    drawScrollBar(on: &buffer)
    for item in items {
      guard let cells = item.content?.cells, let place = item.place else { continue }
      buffer.copy(cells, to: place, clippedTo: CellRect(window))
    }
    let slides = buffer
    for item in items { drawDetails(of: item, on: &buffer) }
    guard OverlayLayout.hasRoom(in: window) else { return Frame(buffer) }
    let panel = help.map { PlacedHelp($0, in: window) }
    let backing = panel?.backing(over: buffer, style: style.slides)
    let pill = StatusPill(
      status, in: window, besides: nil, avoiding: items.first(where: \.isSelected)?.outline, style: style)
    pill?.draw(on: &buffer, style: style)
    if let backing { panel?.draw(on: &buffer, on: backing, style: style.slides) }
    let overlays = [pill?.area, panel?.area].compactMap(\.self)
    return Frame(buffer, pixels: pixels.flatMap { pixelFrame(of: buffer, over: slides, overlays, on: $0) })
  }

  /// The frame with the slides in pixels where nothing covers them; nil if there are none.
  private func pixelFrame(
    of drawn: CellBuffer, over slides: CellBuffer, _ overlays: [CellRect], on pixels: PixelStage
  ) -> PixelFrame? {
    let cell = pixels.cell
    var frame = PixelFrame(cells: drawn, placements: [], uncovered: pixels.isInline ? [] : nil)
    for item in items {
      guard let picture = item.picture, let place = item.place else { continue }
      let (left, top) = (place.column * cell.width + picture.left, place.row * cell.height + picture.top)
      func placement(in area: CellRect) -> Placement? {
        Placement(picture.image, atX: left, y: top, in: PixelArea(area, on: cell), on: cell)
      }
      guard var whole = placement(in: place.clipped(to: window)) else { continue }
      let area = whole.area(on: cell).clipped(to: window)
      whole.standIn = area
      let open = area.parts { column, row in
        drawn[column, row] == slides[column, row] && !overlays.contains { $0.contains(column, row) }
      }
      if pixels.isInline {
        frame.placements.append(whole)
        frame.uncovered?.append(contentsOf: open)
        continue
      }
      for part in open {
        guard var placement = placement(in: part) else { continue }
        placement.standIn = part
        frame.placements.append(placement)
        frame.cells.fill(part, with: Cell(.blank, background: (item.backdrop ?? style.picture.backdrop).surround))
      }
    }
    // Terminals would move images with the cells.
    frame.cells.motion = CellMotion(.horizontal, areas: [])
    return frame.placements.isEmpty ? nil : frame
  }

  /// Draws a slide's frame, mark and name.
  private func drawDetails(of item: Item, on buffer: inout CellBuffer) {
    let area = item.area
    let (strong, soft) = inks
    if item.isSelected { buffer.drawFrame(item.outline, color: strong, style: style.slides) }
    let mark = style.terminal.marks.currentMarkedDot
    guard let name = item.name else {
      if item.isMarked {
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
