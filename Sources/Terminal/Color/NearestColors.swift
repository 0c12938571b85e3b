import ColorSearch

/// Finds the nearest of a set of colors in OKLab.
package struct NearestColors: Sendable {
  /// The palette indices of the colors, in order.
  package let entries: [UInt8]
  private let labs: [SIMD3<Float>]
  private let blocks: ColorBlocks

  /// A table for entries of a palette, at least one.
  package init(_ entries: [UInt8], of palette: TerminalPalette) {
    precondition(!entries.isEmpty)
    self.entries = entries
    labs = entries.map { index in
      let color = palette.rgb(of: index).channels ?? (red: 0, green: 0, blue: 0)
      return Oklab(red: color.red, green: color.green, blue: color.blue).vector
    }
    blocks = ColorBlocks(labs.enumerated().map { ($0.offset, $0.element) })
  }

  /// Returns the table for a color depth that has a palette. The table for 256 colors is shared: users do not change
  /// its entries.
  package static func shared(_ palette: TerminalPalette, at depth: ColorDepth) -> NearestColors {
    depth == .palette256 ? of256 : NearestColors(palette.entries(at: depth), of: palette)
  }

  private static let of256 = NearestColors(TerminalPalette.xterm.entries(at: .palette256), of: .xterm)

  /// Returns the palette index of the nearest color; of equally near ones, the first.
  package func nearest(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    entries[blocks.nearest(to: Oklab(red: red, green: green, blue: blue).vector)]
  }

  /// Returns the indices in `entries` of the `count` colors nearest to one of them, starting with that one.
  package func neighbors(of index: Int, count: Int) -> [Int] {
    [index] + blocks.nearest(count - 1, to: labs[index], except: index)
  }
}
