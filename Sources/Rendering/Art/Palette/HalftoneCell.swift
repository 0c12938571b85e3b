import CGlyphs
import Terminal

/// The weights with which glyphs that can fill their cells are chosen together.
enum HalftoneStyle {
  /// The penalty of glyphs that are not calm in a cell without an edge, relative to the weight of a squared difference.
  private static let calmness: Float = 0.4
  /// The sharpness (`tui_halftone_target`) from which a cell counts as having an edge.
  private static let edgeSharpness: Float = 0.07
  /// The weight of the strokes relative to the comparison of blurred ink.
  private static let strokes: Float = 0.3
  /// The weight of a difference of a cell's own ink: without it, cells alternate like a mesh.
  private static let ink: Float = 4
  /// How often each cell is visited.
  static let rounds = 2
  /// The glyphs that make a calm texture: bars where the picture has none would be seen as such.
  static let calm: [Glyph] = [.blank, "░", "▒", "▓", .fullBlock]

  /// The weights for `CGlyphs`.
  static let weights = tui_halftone_style(
    strokes: strokes, calmness: calmness, edge_sharpness: edgeSharpness, ink: ink)
}
