import Bitmaps
import TestSupport
import Testing

@testable import Imaging

/// The scaler's loops against the same written plainly.
@Suite("Scaling by vectors")
struct ScalingVectorTests {
  private typealias Pixel = SIMD4<Float>

  private static func number(_ random: inout SplitMix64) -> Float {
    Float(UInt16(truncatingIfNeeded: random.next()))
  }

  /// A row of premultiplied pixels: any, dark, uniform, and slightly out of range.
  private static func row(_ count: Int, _ random: inout SplitMix64) -> [Pixel] {
    let kind = random.next() % 4
    return (0..<count).map { _ in
      let alpha: Float = kind == 1 ? 65_535 : number(&random)
      let share = Pixel(number(&random), number(&random), number(&random), 65_535) / 65_535
      return kind == 2 ? Pixel(repeating: 65_535.004) : share * alpha + (kind == 3 ? 0.01 : 0)
    }
  }

  private static func mixed(_ four: [Pixel], _ weights: SIMD4<Float>) -> Pixel {
    var result = Pixel.zero
    for channel in 0..<4 {
      let outer = four[0][channel] * weights[0] + four[3][channel] * weights[3]
      let inner = four[1][channel] * weights[1] + four[2][channel] * weights[2]
      let (second, third) = (four[1][channel], four[2][channel])
      result[channel] = min(max(outer + inner, min(second, third)), max(second, third))
    }
    return result
  }

  @Test func `a row is interpolated as if number by number`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<Rounds.count(400) {
      let width = 1 + Int(random.next() % 40)
      let target = width + 1 + Int(random.next() % 40)
      let axis = CubicAxis(AxisWindow(0..<target, of: target, from: width))
      let row = Self.row(width, &random)
      var output = [Pixel](repeating: .zero, count: axis.taps.count)
      CubicColumns(axis: axis, width: width).interpolate(row, into: &output)
      let expected = axis.taps.map { tap in
        Self.mixed((0..<4).map { row[Int(tap.indices[$0])] }, tap.weights)
      }
      expect(output, equals: expected)
    }
  }

  @Test func `rows are interpolated as if number by number`() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<Rounds.count(200) {
      let (width, height) = (1 + Int(random.next() % 9), 1 + Int(random.next() % 9))
      let target = height + 1 + Int(random.next() % 20)
      let axis = CubicAxis(AxisWindow(0..<target, of: target, from: height))
      let rows = (0..<height).map { _ in Self.row(width, &random) }
      let size = PixelSize(width: width, height: axis.taps.count)
      var scaler = CubicRows(axis: axis, width: width)
      var output = BitmapWriter(size: size, scale: 1, isOpaque: false)
      for row in rows {
        var row = row
        scaler.push(&row, into: &output)
      }
      let expected = axis.taps.flatMap { tap in
        (0..<width).map { column in
          Self.finished(Self.mixed((0..<4).map { rows[Int(tap.indices[$0])][column] }, tap.weights))
        }
      }
      expect(output.finish().pixels, equals: expected)
    }
  }

  /// A rounded pixel, of which no channel exceeds alpha.
  private static func finished(_ pixel: Pixel) -> SIMD4<UInt16> {
    let maximum = min(pixel.w, 65_535)
    var result = SIMD4<UInt16>.zero
    for channel in 0..<4 { result[channel] = UInt16(min(pixel[channel], maximum).rounded(.toNearestOrEven)) }
    return result
  }

  @Test func `pixels are finished as if number by number`() {
    var random = SplitMix64(seed: 5)
    let matrix = ColorMatrix(
      SIMD3(1.3, -0.1, -0.02), SIMD3(-0.25, 1.15, -0.08), SIMD3(-0.05, -0.05, 1.1))
    for round in 0..<Rounds.count(400) {
      let (isOpaque, usesMatrix) = (round % 2 == 0, round % 3 == 0)
      let size = PixelSize(width: 1 + Int(random.next() % 20), height: 2)
      let (rows, scale) = ([Self.row(size.width, &random), Self.row(size.width, &random)], Float(0.37))
      var writer = BitmapWriter(
        size: size, scale: scale, isOpaque: isOpaque, matrix: usesMatrix ? matrix : nil)
      for row in rows { writer.append(row) }
      let expected = rows.joined().map { sum in
        var pixel = sum * scale
        if usesMatrix {
          let (red, green, blue) = (pixel.x, pixel.y, pixel.z)
          for channel in 0..<3 {
            let light =
              Float(matrix.first[channel]) * red + Float(matrix.second[channel]) * green + Float(matrix.third[channel])
              * blue
            pixel[channel] = max(light, 0)
          }
        }
        if isOpaque { pixel.w = 65_535 }
        return Self.finished(pixel)
      }
      expect(writer.finish().pixels, equals: expected)
    }
  }

  @Test func `a bitmap is opaque if every pixel is`() {
    for width in 1...5 {
      for clear in -1..<width {
        let row = (0..<width).map { Pixel(0, 0, 0, $0 == clear ? 65_534 : 65_535) }
        var writer = BitmapWriter(
          size: PixelSize(width: width, height: 1), scale: 1, isOpaque: false)
        writer.append(row)
        expect(writer.finish().isOpaque, equals: clear == -1)
      }
    }
  }
}
