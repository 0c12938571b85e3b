import Bitmaps
import Foundation
import Imaging

extension Reference {
  /// Scales by definition: each axis by area average where it shrinks, by clamped Catmull-Rom interpolation where it
  /// grows.
  func scaled(to target: PixelSize) -> Reference {
    var across: [SIMD4<Double>] = []
    for row in 0..<size.height {
      across += Reference.scaled(Array(pixels[row * size.width..<(row + 1) * size.width]), to: target.width)
    }
    var result = Array(repeating: SIMD4<Double>.zero, count: target.width * target.height)
    for column in 0..<target.width {
      let line = (0..<size.height).map { across[$0 * target.width + column] }
      for (row, pixel) in Reference.scaled(line, to: target.height).enumerated() {
        result[row * target.width + column] = pixel
      }
    }
    return Reference(size: target, pixels: result)
  }

  private static func scaled(_ line: [SIMD4<Double>], to count: Int) -> [SIMD4<Double>] {
    (0..<count).map { count <= line.count ? average(line, $0, count) : interpolation(line, $0, count) }
  }

  private static func average(_ line: [SIMD4<Double>], _ target: Int, _ count: Int) -> SIMD4<Double> {
    let width = Double(line.count) / Double(count)
    let (start, end) = (Double(target) * width, Double(target + 1) * width)
    var sum = SIMD4<Double>.zero
    for (index, pixel) in line.enumerated() {
      let overlap = min(end, Double(index + 1)) - max(start, Double(index))
      if overlap > 0 { sum += pixel * overlap }
    }
    return sum / width
  }

  private static func interpolation(_ line: [SIMD4<Double>], _ target: Int, _ count: Int) -> SIMD4<Double> {
    let center = (Double(target) + 0.5) * Double(line.count) / Double(count) - 0.5
    let left = Int(floor(center))
    var sum = SIMD4<Double>.zero
    for tap in left - 1...left + 2 {
      sum += line[min(max(tap, 0), line.count - 1)] * kernel(abs(center - Double(tap)))
    }
    let (second, third) = (line[min(max(left, 0), line.count - 1)], line[min(max(left + 1, 0), line.count - 1)])
    return sum.clamped(lowerBound: pointwiseMin(second, third), upperBound: pointwiseMax(second, third))
  }

  /// The Catmull-Rom kernel: cubic convolution with a = −1/2 (Keys, 1981).
  private static func kernel(_ x: Double) -> Double {
    if x < 1 { return 1.5 * x * x * x - 2.5 * x * x + 1 }
    if x < 2 { return -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 }
    return 0
  }
}
