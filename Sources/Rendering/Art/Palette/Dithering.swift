package import Terminal

/// How tones between those that a terminal has are drawn.
package enum Dithering: String, CaseIterable, Hashable, Sendable {
  /// Not at all: each colour becomes the nearest one, exactly. Without colours the glyph with the nearest tone is taken.
  case none
  /// By shades, and a fixed pattern of thresholds over the picture's cells.
  case ordered
  /// By shades, and what a cell is off is handed on to those after it, so that each region has its tone.
  case diffusion

  /// What comes nearest to the picture as it is seen from a little way off; measured, see Benchmarks/README.md.
  package static func usual(at depth: ColorDepth) -> Dithering {
    switch depth {
    case .truecolor: .none
    case .palette256, .palette16, .palette8, .mono: .diffusion
    }
  }

  /// How far ordered dithering's thresholds move a cell's lightness (OKLab), from least to most: about a step between two
  /// tones that cells can have.
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
