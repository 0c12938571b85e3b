import CGlyphs
import Parallelism
import Terminal

/// Raises local contrast where few tones are left, so that faces and lines survive the loss of tones.
///
/// Detail, the difference of the lightness from its mean around a point, is multiplied (unsharp masking): with so few
/// tones, the halos along edges draw contours. Raised detail alone makes dark parts darker and light ones lighter, and
/// the picture would look wrong from a distance. Where it helps, the change of the light around each point is therefore
/// undone in part.
/// Of drawings on white paper, the ink is raised rather than the lightness (`raisesInk`).
/// Glyphs that fill little of their cells have so little contrast that what is in the middle, as the subject most often
/// is, gets more of it.
/// The filter works on 2×4 points a cell, which are nearly square.
struct LocalContrast: Sendable {
  /// The factor of detail, at least 1.
  let gain: Float
  /// The limit of a change in lightness (OKLab): stronger detail is visible without more contrast, and raising it in
  /// proportion would change how the picture looks from a distance.
  let limit: Float
  /// The radius of the filter, in points: half cells across, quarters of a cell down.
  let radius: Int
  /// How far from the middle detail is raised, as a standard deviation in widths and heights of the picture; nil for
  /// everywhere.
  let spread: Float?
  /// The radius of the areas whose light is kept, in points, and the share of its change that is undone; nil for none.
  /// With 8 colors, lines and faces would lose too much of their contrast again if all of it were undone.
  let light: (radius: Int, share: Float)?
  /// Whether the detail is that of ink on white paper, which is what the picture lacks of white. Paper shines through fine lines; more ink gives
  /// them their color again, and the light around them is not kept. Without colors, `ToneStretch` makes them dark.
  let raisesInk: Bool

  /// The contrast for colors of a depth; nil if it stays as it is.
  ///
  /// - Parameters:
  ///   - isSparse: Whether the glyphs fill little of their cells.
  ///   - cells: The number of cells. With more of them, details are larger, and need less contrast.
  ///   - isOnPaper: Whether the picture is a drawing on white paper.
  init?(_ depth: ColorDepth, isSparse: Bool, cells: Int, isOnPaper: Bool = false) {
    limit = depth == .mono && isSparse ? 0.08 : .infinity
    spread = depth == .mono && isSparse ? 0.2 : nil
    raisesInk = isOnPaper && depth != .mono
    light =
      switch depth {
      case .palette16 where !isSparse && !isOnPaper: (radius: 3, share: 1)
      case .palette8 where !isSparse && !isOnPaper: (radius: 3, share: 0.8)
      case .truecolor, .palette256, .palette16, .palette8, .mono: nil
      }
    switch depth {
    case .truecolor: return nil
    case .palette256 where !isOnPaper: return nil
    case .palette16 where !isOnPaper, .palette256: (gain, radius) = (Self.gain(isSparse ? 2.2 : 1.5, cells), 4)
    case .palette16, .palette8: (gain, radius) = (Self.gain(isSparse ? 2.2 : 2, cells), 6)
    case .mono: (gain, radius) = (Self.gain(isSparse ? 2 : 2.2, cells), 8)
    }
  }

  /// A gain for a window of 80×24 cells, lowered for a larger one.
  private static func gain(_ gain: Float, _ cells: Int) -> Float {
    1 + (gain - 1) * min((Float(80 * 24) / Float(max(cells, 1))).squareRoot(), 1)
  }

  /// Raises a canvas's detail.
  ///
  /// - Parameter isWide: Whether vectors of eight numbers are used; without, all results are the same.
  func apply(to canvas: inout Canvas, workers: RowWorkers = .alone, isWide: Bool = Vectors.areWide) {
    guard canvas.cells.count > 0 else { return }
    let points = ContrastPoints(canvas, workers, isWide: isWide, areInk: raisesInk)
    let closeness = points.closeness(spread: spread)
    unsafe closeness.across.withUnsafeBufferPointer { across in
      unsafe closeness.down.withUnsafeBufferPointer { down in
        guard let across = across.baseAddress, let down = down.baseAddress else { return }
        let filter = unsafe tui_contrast_filter(
          gain: gain, limit: limit, radius: radius, light_radius: light?.radius ?? 0,
          light_share: light?.share ?? 0, across: across, down: down)
        unsafe points.run(tui_contrast_raise, filter)
        guard light != nil else { return }
        unsafe points.run(tui_contrast_add_light, filter)
        unsafe points.run(tui_contrast_keep_light, filter)
      }
    }
    points.scale(&canvas)
  }
}

extension Canvas {
  /// The luminance above which a sample counts as paper.
  private static let paperLuminance: Float = 0.86
  /// One of so many samples is looked at. Canvases are a multiple of 4 samples wide, so all columns take part.
  private static let paperStride = 13

  /// Whether at least half of the picture is white, as drawings on paper are, and photographs are not.
  var isOnPaper: Bool {
    var (paper, all) = (0, 0)
    for index in stride(from: 0, to: samples.count, by: Self.paperStride) where samples[index].w != 0 {
      all += 1
      if LinearColor(samples[index]).luminance > Self.paperLuminance { paper += 1 }
    }
    return paper * 2 > all
  }
}
