import Bitmaps
import Terminal

extension ArtMode {
  /// Top and bottom halves only, from half as many samples as `half`: for moving pictures, where speed matters more
  /// than detail. Users cannot select this mode.
  static let movingHalf = ArtMode(
    name: "moving half", samplesPerHalfCell: PixelSize(width: 2, height: 2), needsUnicode: true,
    drawing: { canvas, options in options.reduced(MovingHalfBlocks.draw(canvas)) })
}

/// Half blocks from 2×4 samples per cell: each half is the mean in linear light.
private enum MovingHalfBlocks {
  static func draw(_ canvas: Canvas) -> [Cell] {
    let (columns, width) = (canvas.cells.columns, canvas.width)
    var cells: [Cell] = []
    cells.reserveCapacity(canvas.cells.count)
    let samples = canvas.samples.span
    for row in 0..<canvas.cells.rows {
      for column in 0..<columns {
        let corner = 4 * row * width + 2 * column
        cells.append(
          Cell(upper: half(samples, corner, width), lower: half(samples, corner + 2 * width, width)))
      }
    }
    return cells
  }

  /// The mean of the opaque ones of 2×2 samples; nil if none is opaque.
  @inline(__always)
  private static func half(_ samples: Span<SIMD4<UInt16>>, _ corner: Int, _ width: Int) -> Color? {
    let four = (samples[corner], samples[corner + 1], samples[corner + width], samples[corner + width + 1])
    // An empty sample is zero in every channel.
    let sum =
      SIMD4<UInt32>(truncatingIfNeeded: four.0) &+ SIMD4<UInt32>(truncatingIfNeeded: four.1)
      &+ SIMD4<UInt32>(truncatingIfNeeded: four.2) &+ SIMD4<UInt32>(truncatingIfNeeded: four.3)
    if sum.w == 4 * 65_535 { return Color(light: SIMD4(truncatingIfNeeded: (sum &+ SIMD4(repeating: 2)) &>> 2)) }
    let count = sum.w / 65_535
    guard count > 0 else { return nil }
    return Color(light: SIMD4(truncatingIfNeeded: (sum &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count)))
  }
}
