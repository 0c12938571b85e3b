import ColorSearch

/// Finds the nearest of at most 256 colors to another, by weighted encoded values.
struct NearestOfPalette {
  /// The factors of the channels.
  private static let scale = ColorHistogram.weights.squareRoot()

  private let blocks: ColorBlocks

  init(_ palette: [SIMD3<Float>]) {
    blocks = ColorBlocks(palette.enumerated().map { ($0.offset, $0.element * Self.scale) })
  }

  /// The index of the color nearest to one with channels 0…255.
  func index(of color: SIMD3<Float>) -> Int { blocks.nearest(to: color * Self.scale) }
}
