import Terminal

/// The content of a slide without a picture: a few centered lines in a frame.
package struct Card: Hashable, Sendable {
  /// The kind of message.
  package enum Kind: Hashable, Sendable { case failure, placeholder }

  package var kind: Kind
  /// The lines, most important first. They are sanitized and shortened when drawn.
  package var lines: [String]

  /// Creates a card.
  package init(_ kind: Kind, lines: [String]) {
    self.kind = kind
    self.lines = lines
  }

  /// Returns a card for a slide that cannot be shown: "not a picture: notes.txt".
  ///
  /// - Parameter name: The slide's name; nil if it is shown beside the card.
  package static func failure(reason: String, name: String?) -> Card {
    Card(.failure, lines: [reason] + [name].compactMap { $0 })
  }

  /// Returns a card for a slide that is still loading.
  ///
  /// - Parameters:
  ///   - name: The slide's name; nil if it is shown beside the card.
  ///   - progress: The download progress; nil if it is unknown because loading will not take long.
  package static func loading(name: String?, progress: LoadingProgress? = nil) -> Card {
    var card = Card(.placeholder, lines: (progress?.lines ?? ["loading…"]) + [name].compactMap { $0 })
    card.progress = progress
    return card
  }

  /// The progress, shown by the first line and by a bar below it.
  private var progress: LoadingProgress?

  /// The minimum width of a card with progress, so that the width does not change with the text.
  private static let progressColumns = 28

  /// The maximum number of rows for the reason of a failure: a program's error output may be long.
  private static let reasonRows = 4

  /// The rows kept free around a framed card, which is centered: two below it for dots and description, and two above,
  /// one of which may be lost to rounding.
  private static let overlayRows = 3

  /// The lines as drawn, each with its index in `lines`: a reason too long for one row is wrapped.
  private func texts(columns: Int, spare: Int = Card.reasonRows, isUnicode: Bool) -> [(text: String, line: Int)] {
    lines.enumerated().flatMap { index, line in
      let rows = kind == .failure && index == 0 ? min(Card.reasonRows, 1 + max(0, spare)) : 1
      return SafeText.lines(line, columns: columns, rows: rows, isUnicode: isUnicode).map { (text: $0, line: index) }
    }
  }

  /// Draws a window with the card in its middle: framed if there is room, else as many lines as fit.
  func drawn(in window: CellSize, style: SlideStyle) -> CellBuffer {
    var buffer = CellBuffer(size: window, filledWith: Cell(.blank, background: style.picture.backdrop.surround))
    let bars = progress?.share == nil ? 0 : 1
    var room = window.columns - 6
    var texts = texts(columns: room, isUnicode: style.terminal.marks.hasEllipsis)
    // The text takes precedence over the frame, and neither may overlap the dots.
    let isFramed = window.columns >= 16 && window.rows >= texts.count + bars + 2 + Card.overlayRows
    if !isFramed {
      room = window.columns
      texts = self.texts(
        columns: room, spare: window.rows - lines.count - bars - 2, isUnicode: style.terminal.marks.hasEllipsis)
    }
    let height = texts.count + bars
    let widest = max(
      texts.map { displayWidth(of: $0.text) }.max() ?? 0, progress == nil ? 0 : min(room, Card.progressColumns))
    let top = max(0, (window.rows - height) / 2)
    var row = top
    for (text, line) in texts where row < window.rows {
      buffer.write(
        text, column: (window.columns - displayWidth(of: text)) / 2, row: row,
        foreground: color(ofLine: line, style: style), maxColumns: room, direction: TextDirection(of: lines[line]))
      row += 1
      // If not all rows fit, the text takes precedence over the bar.
      guard line == 0, let share = progress?.share, window.rows >= height else { continue }
      ProgressBar.draw(
        share, on: &buffer, column: (window.columns - widest) / 2, row: row, columns: widest, style: style)
      row += 1
    }
    if isFramed {
      let left = (window.columns - widest) / 2 - 3
      let padding = window.rows >= height + 4 + Card.overlayRows ? 1 : 0
      buffer.drawFrame(
        CellRect(column: left, row: top - 1 - padding, columns: widest + 6, rows: height + 2 + 2 * padding),
        color: style.isOnLight ? Color(hex: 0x9AA0A6) : Color(hex: 0x5F6368), style: style)
    }
    return buffer
  }

  private func color(ofLine index: Int, style: SlideStyle) -> Color {
    let wanted =
      switch (kind, index) {
      case (.failure, 0): style.isOnLight ? Color(hex: 0xB3261E) : Color(hex: 0xF28B82)
      case (_, 0): style.isOnLight ? Color(hex: 0x3C4043) : Color(hex: 0xBDC1C6)
      default: style.isOnLight ? Color(hex: 0x5F6368) : Color(hex: 0x9AA0A6)
      }
    if style.terminal.depth == .mono { return wanted }
    let backing = LinearColor(style.picture.backdrop.surround, assuming: style.terminal.background)
    let red = Color(index: style.isOnLight ? 1 : 9)
    if style.terminal.depth == .palette16, kind == .failure, index == 0,
      LinearColor(red, palette: style.terminal.palette).contrast(to: backing) >= Scrim.minimumContrast
    {
      return red
    }
    return style.readable(LinearColor(wanted), on: backing).color
  }
}

extension CellBuffer {
  /// Draws a rectangular frame of lines, keeping the cells' backgrounds.
  mutating func drawFrame(_ area: CellRect, color: Color, style: SlideStyle) {
    let marks = style.terminal.marks
    func put(_ glyph: Glyph, _ column: Int, _ row: Int) {
      self[column, row] = Cell(glyph, foreground: color, background: self[column, row].background)
    }
    let (left, top) = (area.column, area.row)
    let (right, bottom) = (area.columnRange.upperBound - 1, area.rowRange.upperBound - 1)
    for column in (left + 1)..<max(left + 1, right) {
      put(marks.across, column, top)
      put(marks.across, column, bottom)
    }
    for row in (top + 1)..<max(top + 1, bottom) {
      put(marks.down, left, row)
      put(marks.down, right, row)
    }
    for (corner, cell) in zip(marks.corners, [(left, top), (right, top), (left, bottom), (right, bottom)]) {
      put(corner, cell.0, cell.1)
    }
  }
}
