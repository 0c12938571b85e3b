import Terminal

/// What a slide says when it has no picture to show: a few centred lines in a frame.
package struct Card: Hashable, Sendable {
  /// What kind of news it is.
  package enum Kind: Hashable, Sendable { case failure, placeholder }

  package var kind: Kind
  /// The lines, most important first. Made safe and shortened when drawn.
  package var lines: [String]

  /// A card.
  package init(_ kind: Kind, lines: [String]) {
    self.kind = kind
    self.lines = lines
  }

  /// A slide that cannot be shown: "not a picture: notes.txt".
  package static func failure(reason: String, name: String) -> Card { Card(.failure, lines: [reason, name]) }

  /// A slide that is still on its way.
  package static func loading(name: String) -> Card { Card(.placeholder, lines: ["loading…", name]) }

  /// A window with the card in its middle: framed where there is room, else its lines, as many as there is room for.
  func drawn(in window: CellSize, style: SceneStyle) -> CellBuffer {
    var buffer = CellBuffer(size: window, filledWith: Cell(.blank, background: style.backdrop.surround))
    let isFramed = window.columns >= 16 && window.rows >= lines.count + 4
    let room = window.columns - (isFramed ? 6 : 0)
    let texts = lines.map { SafeText.ellipsized(SafeText.visible($0), columns: room) }
    let widest = texts.map { displayWidth(of: $0) }.max() ?? 0
    let shown = texts.prefix(window.rows)
    let top = (window.rows - shown.count) / 2
    for (index, text) in shown.enumerated() {
      let color: Color =
        switch (kind, index) {
        case (.failure, 0): Color(red: 0xF2, green: 0x8B, blue: 0x82)
        case (_, 0): Color(red: 0xBD, green: 0xC1, blue: 0xC6)
        default: Color(red: 0x9A, green: 0xA0, blue: 0xA6)
        }
      buffer.write(
        text, column: (window.columns - displayWidth(of: text)) / 2, row: top + index, foreground: color,
        background: nil, maxColumns: room)
    }
    if isFramed {
      let left = (window.columns - widest) / 2 - 3
      FrameLine(style: style).draw(
        on: &buffer, left: left, top: top - 2, columns: widest + 6, rows: shown.count + 4,
        color: Color(red: 0x5F, green: 0x63, blue: 0x68))
    }
    return buffer
  }
}

/// A rectangle of lines around something.
struct FrameLine {
  private let corners: [Glyph]
  private let across: Glyph
  private let down: Glyph

  init(style: SceneStyle) {
    corners = style.isUnicode ? ["╭", "╮", "╰", "╯"] : ["+", "+", "+", "+"]
    across = style.isUnicode ? "─" : "-"
    down = style.isUnicode ? "│" : "|"
  }

  /// Draws it; backgrounds stay as they are.
  func draw(on buffer: inout CellBuffer, left: Int, top: Int, columns: Int, rows: Int, color: Color) {
    func put(_ glyph: Glyph, _ column: Int, _ row: Int) {
      buffer[column, row] = Cell(glyph, foreground: color, background: buffer[column, row].background)
    }
    let (right, bottom) = (left + columns - 1, top + rows - 1)
    for column in (left + 1)..<max(left + 1, right) {
      put(across, column, top)
      put(across, column, bottom)
    }
    for row in (top + 1)..<max(top + 1, bottom) {
      put(down, left, row)
      put(down, right, row)
    }
    for (corner, place) in zip(corners, [(left, top), (right, top), (left, bottom), (right, bottom)]) {
      put(corner, place.0, place.1)
    }
  }
}
