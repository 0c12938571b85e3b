import Bitmaps
import TestSupport
import Testing

@testable import Imaging

@Suite struct PlaneAveragesTests {
  /// The averages by definition.
  private static func averages(_ plane: [UInt8], _ size: PixelSize, _ target: PixelSize) -> [Double] {
    func shares(_ index: Int, source: Int, target: Int) -> [(Int, Double)] {
      let (start, end) = (Double(index * source) / Double(target), Double((index + 1) * source) / Double(target))
      return (Int(start)..<min(source, Int(end) + 1)).map { position in
        (position, min(end, Double(position + 1)) - max(start, Double(position)))
      }
    }
    var averages: [Double] = []
    for row in 0..<target.height {
      for column in 0..<target.width {
        var (sum, area) = (0.0, 0.0)
        for (y, down) in shares(row, source: size.height, target: target.height) {
          for (x, across) in shares(column, source: size.width, target: target.width) {
            sum += Double(plane[y * size.width + x]) * down * across
            area += down * across
          }
        }
        averages.append(sum / area)
      }
    }
    return averages
  }

  @Test(
    "the areas of samples are averaged, in proportion",
    arguments: [
      (8, 8, 2, 2), (9, 7, 4, 3), (31, 40, 7, 9), (2, 2, 1, 1), (100, 3, 33, 1), (5, 900, 1, 2), (64, 64, 32, 32),
    ])
  func averages(width: Int, height: Int, across: Int, down: Int) {
    var dice = SplitMix64(seed: UInt64(width))
    let (size, target) = (PixelSize(width: width, height: height), PixelSize(width: across, height: down))
    let plane = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &dice) }
    var averages = PlaneAverages(of: size, in: target)
    unsafe plane.withUnsafeBufferPointer { plane in
      guard let start = plane.baseAddress else { return }
      for row in 0..<height { unsafe averages.push(start + row * width) }
      // Rows beyond the plane are left out.
      unsafe averages.push(start)
    }
    for (average, expected) in zip(averages.samples, Self.averages(plane, size, target)) {
      // Boundaries are rounded to 256ths of a sample.
      #expect(abs(Double(average) - expected) <= 0.5 + 2 * 255.0 / 256, "\(average) \(expected)")
    }
  }

  @Test func `an even plane stays even`() {
    for level in [0, 1, 128, 255] as [UInt8] {
      let row = [UInt8](repeating: level, count: 1001)
      var averages = PlaneAverages(of: PixelSize(width: 1001, height: 700), in: PixelSize(width: 37, height: 1))
      unsafe row.withUnsafeBufferPointer { row in
        guard let start = row.baseAddress else { return }
        for _ in 0..<700 { unsafe averages.push(start) }
      }
      expect(averages.samples, equals: Array(repeating: level, count: 37))
    }
  }
}
