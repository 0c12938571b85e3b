import Bitmaps
import Imaging
import TestSupport
import Testing

@testable import CarouselApp

/// Samples for cells, averaged from frames that were decoded for pixels.
@Suite struct PlaybackPixelsTests {
  /// Sample grids for a bitmap of 8×6 pixels: one pixel per sample, one or two, and three or more.
  @Test(arguments: [(8, 6), (5, 4), (4, 3), (7, 6), (3, 2), (8, 1), (1, 1)])
  func `each sample is the mean of the whole pixels that it covers`(columns: Int, rows: Int) {
    let (width, height) = (8, 6)
    let pixels = (0..<width * height).map { index -> SIMD4<UInt16> in
      let (red, green) = (UInt16(index * 1301), UInt16(index * index * 27))
      return SIMD4(red, green, 65_535 - UInt16(index * 7), 65_535)
    }
    let bitmap = Bitmap(size: PixelSize(width: width, height: height), pixels: pixels, isOpaque: true)
    let averaged = bitmap.averaged(to: PixelSize(width: columns, height: rows))
    expect(averaged.size, equals: PixelSize(width: columns, height: rows))
    for row in 0..<rows {
      for column in 0..<columns {
        let across = column * width / columns..<(column + 1) * width / columns
        let down = row * height / rows..<(row + 1) * height / rows
        let covered = down.flatMap { y in across.map { x in pixels[y * width + x] } }
        let sample = averaged.pixels[row * columns + column]
        for channel in 0..<4 {
          let sum = covered.reduce(0) { $0 + Int($1[channel]) }
          expect(Int(sample[channel]), equals: sum / covered.count)
        }
      }
    }
  }
}
