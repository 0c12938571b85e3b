import Bitmaps
import Dispatch
import Terminal

/// Prepares what pictures are drawn with while the first one is decoded: glyphs, and tables of colors.
package enum ArtPreparation {
  /// Begins on a thread of its own. Drawing waits for what is being prepared. In 24-bit colors there are no tables, and this does nothing.
  package static func begin(_ art: ArtMode, _ options: ArtOptions) {
    guard options.depth != .truecolor else { return }
    // A private queue: Dispatch's global queues, once used, wake the process every second.
    DispatchQueue(label: "tui.art").async { prepare(art, options) }
  }

  /// The hues of most areas in photographs: gray, skin, wood, leaves, and the sky.
  private static let tints: [SIMD3<Float>] = [
    SIMD3(1, 1, 1), SIMD3(1, 0.75, 0.55), SIMD3(1, 0.5, 0.25), SIMD3(0.7, 1, 0.45), SIMD3(0.55, 0.75, 1),
    SIMD3(0.2, 0.45, 1),
  ]
  /// Eighths of the lightest tone, from the middle outward: what is prepared last is needed least.
  private static let lights = [4, 5, 3, 6, 2, 7, 1, 8]

  /// Draws cells with edges in common colors, which needs everything, and most of the tables that are made when a color
  /// needs them.
  package static func prepare(_ art: ArtMode, _ options: ArtOptions) {
    let cell = art.samplesPerCell
    for eighths in lights {
      let tone = Float(eighths) / Float(lights.count)
      var canvas = Canvas(cells: CellSize(columns: tints.count, rows: 1), samplesPerCell: cell)
      for index in canvas.samples.indices {
        let x = index % canvas.width
        let light = tints[x / cell.width] * (tone * tone * tone * (x % cell.width < cell.width / 2 ? 0.6 : 1) * 65_535)
        canvas.samples[index] = SIMD4(UInt16(light.x), UInt16(light.y), UInt16(light.z), 65_535)
      }
      _ = art.draw(canvas, options)
    }
  }
}
