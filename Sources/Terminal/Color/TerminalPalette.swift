/// The sixteen colours of a terminal that have names, which people change; those above them they seldom do.
package struct TerminalPalette: Hashable, Sendable {
  /// 24-bit sRGB, entries 0…15.
  private let named: [Color]

  /// xterm's.
  package static let xterm = TerminalPalette(told: [])

  /// A palette as reported by the terminal, from entry 0; missing entries are xterm's.
  package init(told: [Color?]) {
    named = (0..<16).map { index in
      (index < told.count ? told[index] : nil) ?? Palette.rgb(of: UInt8(index))
    }
  }

  /// An entry as 24-bit sRGB.
  package func rgb(of index: UInt8) -> Color { index < 16 ? named[Int(index)] : Palette.rgb(of: index) }

  /// The entries that pictures are drawn with at a depth, in order. Of 256 not the first sixteen: people change those.
  package func entries(at depth: ColorDepth) -> [UInt8] {
    switch depth {
    case .truecolor, .mono: []
    case .palette256: Array(16...255)
    case .palette16: Array(0...15)
    case .palette8: Array(0...7)
    }
  }
}

extension TerminalFacts {
  /// The palette, once it is complete or no more replies are expected; nil before.
  package var knownPalette: TerminalPalette? {
    if palette.allSatisfy({ $0 != nil }) { return TerminalPalette(told: palette) }
    guard attributes != nil, palette.contains(where: { $0 != nil }) else { return nil }
    return TerminalPalette(told: palette)
  }
}
