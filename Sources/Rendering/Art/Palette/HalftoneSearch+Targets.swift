import CGlyphs
import Glibc

extension HalftoneSearch {
  /// The minimum ink used to weight differences.
  private static let minimumInk: Float = 0.02

  /// What is wanted of a cell, and the weights of its points.
  func target(
    _ canvas: Canvas, _ drawn: DrawnCells, _ column: Int, _ row: Int, _ around: HalftonePlane, _ table: InkTable
  ) -> (cell: tui_halftone_cell, weights: SIMD8<Float>) {
    let values = around.values.span
    let (first, width) = (around.firstPoint(column, row), around.width)
    func own(_ line: Int, _ across: Int) -> Float { self.weight(ofInk: values[first &+ line &* width &+ across]) }
    // Written out: vectors are slow to fill in a loop.
    let (a, b, c, d) = (own(0, 0), own(0, 1), own(1, 0), own(1, 1))
    let (e, f, g, h) = (own(2, 0), own(2, 1), own(3, 0), own(3, 1))
    let weight = a / 8 + b / 8 + c / 8 + d / 8 + e / 8 + f / 8 + g / 8 + h / 8
    let weights = SIMD8(a, b, c, d, e, f, g, h)
    let cell = drawn.target(of: canvas, column, row, table, weight: weight, HalftoneStyle.weights, isWide: isWide)
    return (cell, weights)
  }

  /// The weight of a squared difference of ink: lightness is the cube root of light.
  private func weight(ofInk ink: Float) -> Float {
    powf(max(inks.inksDark ? 1 - ink : ink, Self.minimumInk), -4.0 / 3)
  }
}
