package import CarouselValues
package import Terminal

/// A picture that grows out of its place or shrinks back into it, over everything else, which is darkened meanwhile.
package struct TransitionPicture: Sendable {
  /// The picture at its current position.
  package var picture: ZoomedPicture
  /// The part of the window to which the picture is clipped, in cells.
  package var clip: SlideBox
  /// How dark everything else is, 0…1.
  package var darkness: Double
  /// The opacity of the picture, 0…1.
  package var opacity: Double

  /// Creates a growing picture.
  package init(picture: ZoomedPicture, clip: SlideBox, darkness: Double, opacity: Double) {
    self.picture = picture
    self.clip = clip
    self.darkness = darkness
    self.opacity = opacity
  }

  /// Draws the picture over a window.
  ///
  /// - Parameter style: that of the picture's slide. Everything else fades into its background.
  package func draw(on buffer: inout CellBuffer, style: SlideStyle) {
    let window = buffer.size
    buffer.motion = nil
    darken(&buffer, style: style)
    guard let area = area(in: window) else { return }
    let cells = SlideContent(zoomed: picture, in: window, style: style).cells
    let blend = CellBlend(shade: 0, opacity: opacity, style: style)
    for row in area.rowRange {
      for column in area.columnRange {
        buffer[column, row] = blend.blended(cells[column, row], over: buffer[column, row])
      }
    }
  }

  /// Darkens everything else. With few colors, the nearest one to a darker color may be unrelated, so the rest is
  /// either shown or hidden.
  private func darken(_ buffer: inout CellBuffer, style: SlideStyle) {
    guard darkness > 0 else { return }
    let surround = style.picture.backdrop.surround
    let empty = Cell(.blank, background: surround)
    guard style.terminal.hasBlends, darkness < 1 else {
      if darkness >= 0.5 { buffer.cells = Array(repeating: empty, count: buffer.cells.count) }
      return
    }
    let blend = CellBlend(shade: 0, opacity: 1 - darkness, style: style)
    let dark = style.picture.backdrop.assumedLight.color
    for index in buffer.cells.indices where buffer.cells[index] != empty {
      var cell = buffer.cells[index]
      // Half of a wide glyph cannot be drawn.
      if cell.glyph == .continuation || cell.glyph.width > 1 { cell.glyph = .blank }
      // The terminal's own background stays as it is, or becomes the color that it is known to have.
      let isBare = cell.background == .terminalDefault
      if isBare, surround != .terminalDefault { cell.background = style.terminal.background.color }
      buffer.cells[index] = blend.blended(cell, over: Cell(cell.glyph, foreground: dark, background: dark))
      if isBare, surround == .terminalDefault { buffer.cells[index].background = .terminalDefault }
    }
  }

  /// The cells in which the picture shows; a cell counts if at least half of it is covered.
  private func area(in window: CellSize) -> CellRect? {
    let box = picture.box
    let (left, top) = (max(box.x, clip.x, 0), max(box.y, clip.y, 0))
    let right = min(box.x + box.width, clip.x + clip.width, Double(window.columns))
    let bottom = min(box.y + box.height, clip.y + clip.height, Double(window.rows))
    guard left < right, top < bottom else { return nil }
    let (column, row) = (Int(left.rounded()), Int(top.rounded()))
    let (columns, rows) = (Int(right.rounded()) - column, Int(bottom.rounded()) - row)
    return columns > 0 && rows > 0 ? CellRect(column: column, row: row, columns: columns, rows: rows) : nil
  }
}
