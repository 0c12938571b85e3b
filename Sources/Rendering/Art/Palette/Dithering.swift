package import Terminal

/// How tones between those of a terminal are drawn.
package enum Dithering: String, CaseIterable, Hashable, Sendable {
  /// No dithering: each color becomes exactly the nearest one. Without colors, the glyph with the nearest tone is
  /// used.
  case none
  /// Shades, and a fixed pattern of thresholds over the picture's cells.
  case ordered
  /// Shades, and error diffusion from each cell to those after it, so that each region has the right tone.
  case diffusion

  /// The dithering that comes nearest to the picture seen from a distance, as measured in Benchmarks/README.md.
  package static func `default`(at depth: ColorDepth) -> Dithering {
    switch depth {
    case .truecolor: .none
    case .palette256, .palette16, .palette8, .mono: .diffusion
    }
  }

  /// The range over which ordered dithering shifts a cell's lightness (OKLab): about a step between two tones that
  /// cells can have.
  static func range(at depth: ColorDepth) -> Float {
    switch depth {
    case .truecolor: 0
    case .palette256: 0.03
    case .palette16: 0.06
    case .palette8: 0.08
    case .mono: 0.12
    }
  }
}
