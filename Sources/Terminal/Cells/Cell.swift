/// One character cell of a frame: 16 bytes of plain data.
package struct Cell: Hashable, Sendable {
  /// The glyph.
  package var glyph: Glyph
  /// The color it is drawn in.
  package var foreground: Color
  /// The color behind it.
  package var background: Color

  /// A cell with a glyph and two colors, by default the terminal's own.
  package init(_ glyph: Glyph, foreground: Color = .terminalDefault, background: Color = .terminalDefault) {
    self.glyph = glyph
    self.foreground = foreground
    self.background = background
  }

  /// An empty cell in the terminal's own colors.
  package static let blank = Cell(.blank)
  /// A cell of pixels that the terminal already shows.
  package static let picture = Cell(.picture)
}
