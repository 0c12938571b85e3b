/// Maps frames composed in 24-bit colors to a terminal's smaller set of colors; caches results between frames.
package struct ColorReducer: Sendable {
  /// The color depth that frames are mapped to.
  package let depth: ColorDepth
  private let palette: TerminalPalette
  /// Only pictures of other depths and text need it.
  private lazy var matcher = PaletteMatcher(.shared(palette, at: depth))

  /// A reducer to a color depth. With 256 colors, only entries 16…255 are used: users change the first sixteen.
  package init(depth: ColorDepth, palette: TerminalPalette = .xterm) {
    self.depth = depth
    self.palette = palette
  }

  /// Maps each cell's colors. Text that would take its background's color becomes black or white, so that it stays
  /// legible.
  package mutating func reduce(_ frame: CellBuffer) -> CellBuffer {
    if depth == .truecolor { return frame }
    var reduced = frame
    for index in reduced.cells.indices {
      let cell = reduced.cells[index]
      var foreground = reduce(cell.foreground)
      let background = reduce(cell.background)
      if foreground == background && foreground != .terminalDefault && cell.foreground != cell.background
        && cell.glyph.isText
      {
        foreground = contrast(to: background)
      }
      reduced.cells[index].foreground = foreground
      reduced.cells[index].background = background
    }
    return reduced
  }

  /// Maps one color; palette entries that the terminal has stay unchanged.
  package mutating func reduce(_ color: Color) -> Color {
    switch depth {
    case .truecolor: return color
    case .mono: return .terminalDefault
    case .palette256, .palette16, .palette8: break
    }
    switch color.kind {
    case .terminalDefault: return color
    case .rgb(let red, let green, let blue):
      return Color(index: matcher.nearest(red: red, green: green, blue: blue))
    case .indexed(let index):
      if depth == .palette256 || index < 8 || depth == .palette16 && index < 16 { return color }
      // Bright colors become their plain versions.
      if index < 16 { return Color(index: index - 8) }
      return reduce(palette.rgb(of: index))
    }
  }

  /// Returns black or white at this depth, whichever contrasts more with a color.
  private mutating func contrast(to color: Color) -> Color {
    let channels = rgb(of: color).channels ?? (red: 0, green: 0, blue: 0)
    let isLight = Oklab(red: channels.red, green: channels.green, blue: channels.blue).lightness > 0.6
    return reduce(isLight ? .black : .white)
  }

  /// Returns the sRGB color of a palette entry; other colors stay unchanged.
  private func rgb(of color: Color) -> Color {
    switch color.kind {
    case .terminalDefault, .rgb: color
    case .indexed(let index): palette.rgb(of: index)
    }
  }
}

extension Glyph {
  /// The Unicode blocks of picture elements: box drawing and block elements, braille, and the symbols for legacy
  /// computing with their supplement.
  private static let pictureBlocks: [Range<UInt32>] = [
    0x2500..<0x25A0, 0x2800..<0x2900, 0x1CC00..<0x1CEC0, 0x1FB00..<0x1FC00,
  ]

  /// Whether this is text rather than a part of a picture.
  fileprivate var isText: Bool {
    guard let base else { return false }
    return base != " " && !Self.pictureBlocks.contains { $0.contains(base.value) }
  }
}
