package import Terminal

/// The background of transparent parts of a picture and of the area around it.
package enum Backdrop: Hashable, Sendable {
  /// The terminal's own background, left unpainted; behind half-transparent pixels, `assumed` stands for it.
  case terminal(assumed: LinearColor)
  /// One color everywhere.
  case color(LinearColor)
  /// Gray squares behind transparent parts; the terminal's own background around the picture.
  case checkerboard

  /// The linear color assumed behind text and blends where the terminal's own background shows.
  package var assumedLight: LinearColor {
    switch self {
    case .terminal(let assumed): assumed
    case .color(let light): light
    case .checkerboard: .black
    }
  }

  /// The color of cells around the picture.
  package var surround: Color {
    switch self {
    case .terminal, .checkerboard: .terminalDefault
    case .color(let light): light.color
    }
  }

  /// A pixel composed over the backdrop; alpha 0 stays where the terminal's own background is to show.
  func composed(_ pixel: SIMD4<UInt16>, column: Int, row: Int) -> SIMD4<UInt16> {
    if pixel.w == 65_535 { return pixel }
    let behind: LinearColor
    switch self {
    case .terminal(let assumed):
      if pixel.w == 0 { return SIMD4(repeating: 0) }
      behind = assumed
    case .color(let light): behind = light
    case .checkerboard:
      // Squares as high as a cell, in light and mid gray, as is conventional in image editors.
      let isLight = (column / 8 + row / 8).isMultiple(of: 2)
      behind = LinearColor(SIMD3(repeating: isLight ? 0.6 : 0.25))
    }
    let share = 1 - Float(pixel.w) / 65_535
    let light = LinearColor(pixel).channels + behind.channels * share
    let scaled = (light * 65_535).rounded(.toNearestOrAwayFromZero)
    return SIMD4(UInt16(min(65_535, scaled.x)), UInt16(min(65_535, scaled.y)), UInt16(min(65_535, scaled.z)), 65_535)
  }
}
