import Bitmaps
import Rendering

/// How bright the pixels of a picture are, from black to white.
struct Histogram: Equatable, Sendable {
  /// The share of the pixels at each level of luma, of those at the most frequent one, 0…1.
  let heights: [Double]
  /// The shares of the pixels that are black and white, 0…1: detail there may be lost.
  let black: Double
  let white: Double

  /// The number of levels, and the rows of the graph.
  static let levels = 32
  private static let rows = 6

  /// The histogram of a bitmap; its transparent pixels do not count.
  ///
  /// The luma is that of Rec. 709, of sRGB-encoded values.
  init(of bitmap: Bitmap) {
    var counts = [Int](repeating: 0, count: 256)
    for pixel in bitmap.pixels where pixel.w == .max {
      let encoded = SIMD4<UInt32>(truncatingIfNeeded: SRGB.encoded(pixel))
      // Rounded to nearest; the weights' sum is 2¹⁶.
      let luma: UInt32 = (encoded.x &* 13_933 &+ encoded.y &* 46_871 &+ encoded.z &* 4732 &+ 32_768) >> 16
      counts[Int(luma)] += 1
    }
    let total = Double(max(1, counts.reduce(0, +)))
    (black, white) = (Double(counts[0]) / total, Double(counts[255]) / total)
    let width = 256 / Histogram.levels
    let levels = (0..<Histogram.levels).map { counts[$0 * width..<($0 + 1) * width].reduce(0, +) }
    let highest = Double(max(1, levels.max() ?? 1))
    heights = levels.map { Double($0) / highest }
  }

  /// The panel: a column for each level, then the shares of black and white pixels.
  ///
  /// - Parameter isUnicode: whether there are blocks of an eighth of a cell's height.
  func panel(isUnicode: Bool) -> HelpPanel {
    let steps: [Character] = isUnicode ? Array(" ▁▂▃▄▅▆▇█") : [" ", "#"]
    let graph = (1...Histogram.rows).reversed().map { row in
      HelpPanel.Row(String(heights.map { steps[Histogram.step($0, in: row, of: steps.count - 1)] }), "")
    }
    let shares = "black \(Histogram.percent(black))  white \(Histogram.percent(white))"
    var panel = HelpPanel(rows: graph + [HelpPanel.Row(shares, "")])
    panel.isInCorner = true
    return panel
  }

  /// How much of a row, from 1 at the bottom, a height fills, in steps. Whatever there is can be seen.
  private static func step(_ height: Double, in row: Int, of steps: Int) -> Int {
    let filled = height == 0 ? 0 : max(1, Int((height * Double(rows * steps)).rounded()))
    return max(0, min(filled - (row - 1) * steps, steps))
  }

  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
