import Bitmaps
import TestSupport
import Testing

@testable import Imaging

private typealias Pixel = SIMD4<Float>

private func scaled(_ rows: [[SIMD4<Float>]], to width: Int, _ height: Int, isOpaque: Bool = false) -> Bitmap {
  let source = PixelSize(width: rows[0].count, height: rows.count)
  var scaler = RowScaler(
    source: source, region: ScaledRegion(whole: PixelSize(width: width, height: height)), isOpaque: isOpaque)
  for row in rows { scaler.push(row) }
  return scaler.finish()
}

private func gray(_ value: Float, _ alpha: Float = 65_535) -> Pixel { Pixel(value, value, value, alpha) }

@Suite("Scaling")
struct RowScalerTests {
  @Test("every value is unchanged at a scale of one to one") func identity() {
    let rows = (0..<16).map { row in (0..<16).map { gray(Float(SRGB.linear16(UInt8(row * 16 + $0)))) } }
    let bitmap = scaled(rows, to: 16, 16)
    let encoded: [UInt8] = bitmap.pixels.map { SRGB.encoded($0.x) }
    expect(encoded, equals: Array(UInt8.min...UInt8.max))
    #expect(bitmap.isOpaque)
  }

  @Test("two pixels become the mean of their linear light") func mean() {
    let bitmap = scaled([[gray(0), gray(65_535)]], to: 1, 1)
    expect(bitmap.pixels, equals: [SIMD4(32_768, 32_768, 32_768, 65_535)])
    expect(SRGB.encoded(bitmap.pixels[0].x), equals: 188)
  }

  @Test("a pixel across a boundary is split between both sides") func parts() {
    let bitmap = scaled([[gray(3000), gray(6000), gray(0)]], to: 2, 1)
    expect(bitmap.pixels.map(\.x), equals: [4000, 2000])
  }

  @Test("a row across a boundary is split between both sides") func partsOfRows() {
    let bitmap = scaled([[gray(3000)], [gray(6000)], [gray(0)]], to: 1, 2)
    expect(bitmap.pixels.map(\.x), equals: [4000, 2000])
  }

  @Test("the mean of a gradient is its middle") func gradient() {
    let row = (0..<1000).map { gray(Float($0) * 60) }
    let bitmap = scaled(Array(repeating: row, count: 10), to: 10, 3)
    let middles: [UInt16] = [2970, 8970, 14_970, 20_970, 26_970, 32_970, 38_970, 44_970, 50_970, 56_970]
    expect(bitmap.pixels.map(\.x), equals: middles + middles + middles)
  }

  @Test("the color of transparent pixels does not bleed") func alphaEdge() {
    // Premultiplied, the transparent half contributes no color.
    let bitmap = scaled([[Pixel(65_535, 0, 0, 65_535), .zero]], to: 1, 1)
    expect(bitmap.pixels, equals: [SIMD4(32_768, 0, 0, 32_768)])
    #expect(!bitmap.isOpaque)
  }

  @Test("a uniform area stays uniform at any scale", arguments: [(1, 1), (2, 9), (9, 2), (7, 7), (31, 17), (40, 3)])
  func even(width: Int, height: Int) {
    let rows = Array(repeating: Array(repeating: Pixel(51_111, 301, 7, 65_535), count: 7), count: 9)
    let bitmap = scaled(rows, to: width, height)
    expect(bitmap, equals: .solid(SIMD4(51_111, 301, 7, 65_535), size: PixelSize(width: width, height: height)))
  }

  @Test("enlarging leaves no halo beside an edge") func noHalo() {
    let bitmap = scaled([[gray(5000), gray(5000), gray(60_000), gray(60_000)]], to: 64, 1)
    let values = bitmap.pixels.map(\.x)
    expect(values, equals: values.sorted())
    expect(values.first, equals: 5000)
    expect(values.last, equals: 60_000)
  }

  @Test("color never exceeds alpha") func premultiplied() {
    var random = SplitMix64(seed: 3)
    let rows = (0..<9).map { _ in
      (0..<9).map { _ in
        let alpha = Float(Int.random(in: 0...65_535, using: &random))
        return Pixel(alpha, alpha / 3, 0, alpha)
      }
    }
    for (width, height) in [(4, 4), (9, 9), (20, 5), (5, 20), (33, 33)] {
      #expect(scaled(rows, to: width, height).pixels.allSatisfy { $0.x <= $0.w && $0.y <= $0.w })
    }
  }

  @Test(
    "scaling between any sizes matches the reference",
    arguments: [
      (1, 1, 5, 4), (2, 1, 1, 3), (7, 5, 3, 2), (16, 16, 5, 7), (5, 3, 4, 2), (13, 2, 12, 2), (9, 9, 10, 10),
      (3, 8, 8, 3),
      (8, 3, 3, 8), (64, 1, 7, 1), (1, 64, 1, 7), (31, 17, 1, 1), (4, 4, 4, 9),
    ])
  func definitions(width: Int, height: Int, newWidth: Int, newHeight: Int) {
    var random = SplitMix64(seed: UInt64(width * 1000 + newHeight))
    let rows = (0..<height).map { _ in
      (0..<width).map { _ in
        let alpha = Float(Int.random(in: 0...65_535, using: &random))
        return Pixel(alpha, (alpha / 2).rounded(), (alpha / 7).rounded(), alpha)
      }
    }
    let reference = Reference(
      size: PixelSize(width: width, height: height), pixels: rows.joined().map { SIMD4<Double>($0) / 65_535 })
    let bitmap = scaled(rows, to: newWidth, newHeight)
    #expect(reference.scaled(to: bitmap.size).difference(from: bitmap) < 1)
  }

  @Test("sides of 65,535 pixels are scaled correctly") func longest() {
    let long = Array(repeating: gray(1234), count: 65_535)
    let one = scaled([long], to: 1, 1)
    #expect(abs(Int(one.pixels[0].x) - 1234) <= 1)
    #expect(scaled([long], to: 65_535, 1).pixels.allSatisfy { $0.x == 1234 })
    #expect(scaled([[gray(1234)]], to: 65_535, 1).pixels.allSatisfy { $0.x == 1234 })
    #expect(scaled(long.map { [$0] }, to: 1, 3).pixels.allSatisfy { abs(Int($0.x) - 1234) <= 1 })
  }

  @Test("missing rows are transparent, and excess rows are ignored") func unevenRows() {
    let size = PixelSize(width: 1, height: 4)
    var scaler = RowScaler(source: size, region: ScaledRegion(whole: size), isOpaque: false)
    scaler.push([gray(9)])
    expect(scaler.finish().pixels, equals: [SIMD4(9, 9, 9, 65_535), .zero, .zero, .zero])
    scaler = RowScaler(source: size, region: ScaledRegion(whole: size), isOpaque: true)
    for _ in 0..<6 { scaler.push([gray(9)]) }
    expect(scaler.finish(), equals: .solid(SIMD4(9, 9, 9, 65_535), size: size))
  }

  @Test("nothing of a bitmap whose memory is used again remains") func reusedMemory() {
    let size = PixelSize(width: 1, height: 3)
    for count in [2, 3] {
      var scaler = RowScaler(source: size, region: ScaledRegion(whole: size), isOpaque: false)
      scaler.reuse(Array(repeating: SIMD4(repeating: .max), count: count))
      scaler.push([gray(9)])
      expect(
        scaler.finish(),
        equals: Bitmap(size: size, pixels: [SIMD4(9, 9, 9, 65_535), .zero, .zero], isOpaque: false))
    }
  }
}
