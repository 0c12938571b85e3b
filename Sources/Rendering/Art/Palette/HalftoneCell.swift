import CGlyphs
import Terminal

/// The weights with which glyphs are chosen together.
struct HalftoneStyle: Sendable {
  /// Whether glyphs can fill their cells.
  let isSolid: Bool
  /// The factor by which differences from the local mean are raised in the smallest pictures; see `LocalContrast.smallness`.
  let contrast: Float
  /// The penalty of glyphs that are not calm in a cell without an edge, relative to the weight of a squared difference.
  let calmness: Float
  /// The sharpness (`tui_halftone_wish`) from which a cell counts as having an edge.
  let edgeSharpness: Float
  /// The weight of the strokes relative to the comparison of blurred ink.
  let strokes: Float
  /// The weight of a difference of a cell's own ink: without it, solid cells alternate like a mesh.
  let ink: Float
  /// How often each cell is visited.
  let rounds: Int
  /// The minimum sharpness of a cell in which glyphs that fill little of their cells have strokes.
  private static let minimumSharpness: Float = 0.05
  /// The glyphs that make a calm texture; where the picture has no edge, others are used only if they suit better.
  let calm: Set<Glyph>

  /// A mixture of all characters would look like text, in which faces and outlines are lost. Small penalties decide only
  /// between characters that suit the cell about equally well.
  static let letters = HalftoneStyle(
    isSolid: false, contrast: 0.25, calmness: 0.0005, edgeSharpness: 0.05, strokes: 0.05, ink: 0, rounds: 3,
    calm: [" ", ".", ":", "-", "=", "+", "*", "#", "%", "8", "@"])

  /// Bars where the picture has none would be seen as such.
  static let solid = HalftoneStyle(
    isSolid: true, contrast: 0, calmness: 0.4, edgeSharpness: 0.07, strokes: 0.3, ink: 4, rounds: 3,
    calm: [.blank, "░", "▒", "▓", .fullBlock])

  /// The weights for `CGlyphs`.
  var weights: tui_halftone_style {
    tui_halftone_style(
      is_solid: isSolid, strokes: strokes, calmness: calmness, edge_sharpness: edgeSharpness, ink: ink,
      minimum_sharpness: Self.minimumSharpness)
  }
}
