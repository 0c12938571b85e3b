package import Terminal

/// How tones between those that a terminal has are drawn.
package enum Dithering: String, CaseIterable, Hashable, Sendable {
  /// Not at all: each colour becomes the nearest one, exactly. Without colours the glyph with the nearest tone is taken.
  case none
  /// By a fixed pattern of thresholds over the picture's cells.
  case ordered
  /// What a cell is off is handed on to those after it, so that each region has its tone.
  case diffusion

  /// What scores highest at a depth, by SSIM and by the OKLab noise; measured, see Benchmarks/README.md.
  package static func usual(at depth: ColorDepth) -> Dithering {
    switch depth {
    case .truecolor, .palette256, .palette16, .palette8, .mono: .none
    }
  }

  /// How far ordered dithering's thresholds move a cell's tone, from least to most, of 255.
  static func range(at depth: ColorDepth) -> Float {
    switch depth {
    case .truecolor: 0
    case .palette256: 24
    case .palette16: 64
    case .palette8: 96
    case .mono: 128
    }
  }
}
