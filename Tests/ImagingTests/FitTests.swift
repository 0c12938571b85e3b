import Bitmaps
import Imaging
import TestSupport
import Testing

private func target(
  _ width: Int, _ height: Int, in boxWidth: Int, _ boxHeight: Int, aspect: Double = 1, upscales: Bool = true
) -> PixelSize {
  Fit(box: PixelSize(width: boxWidth, height: boxHeight), sampleAspect: aspect, upscales: upscales)
    .target(for: PixelSize(width: width, height: height))
}

private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

@Suite("Fitting")
struct FitTests {
  @Test("a picture that fills the box exactly keeps its size") func exact() {
    for side in [(1, 1), (80, 48), (97, 61), (3, 65_535)] {
      expect(target(side.0, side.1, in: side.0, side.1), equals: size(side.0, side.1))
      expect(target(side.0, side.1, in: side.0, side.1, upscales: false), equals: size(side.0, side.1))
      expect(target(side.0, side.1, in: side.0 + 9, side.1), equals: size(side.0, side.1))
      expect(target(side.0, side.1, in: side.0, side.1 + 9), equals: size(side.0, side.1))
    }
  }

  @Test("the tighter side of the box limits the size") func tighter() {
    expect(target(640, 427, in: 80, 48), equals: size(72, 48))
    expect(target(427, 640, in: 80, 48), equals: size(32, 48))
    expect(target(6000, 4000, in: 160, 96), equals: size(144, 96))
    expect(target(1000, 100, in: 80, 48), equals: size(80, 8))
  }

  @Test("the size accounts for samples that are not square") func aspect() {
    // A cell of 8×16 pixels, one sample each: a square picture covers twice as many columns as rows.
    expect(target(100, 100, in: 80, 24, aspect: 0.5), equals: size(48, 24))
    expect(target(400, 100, in: 80, 24, aspect: 0.5), equals: size(80, 10))
    expect(target(100, 100, in: 80, 48, aspect: 2), equals: size(24, 48))
  }

  @Test("smaller pictures are enlarged only if upscaling is on") func upscaling() {
    expect(target(16, 16, in: 80, 48), equals: size(48, 48))
    expect(target(16, 16, in: 80, 48, upscales: false), equals: size(16, 16))
    expect(target(16, 400, in: 80, 48, upscales: false), equals: size(2, 48))
    // Never more samples than pixels on either side.
    expect(target(16, 16, in: 80, 48, aspect: 0.5, upscales: false), equals: size(16, 8))
    expect(target(16, 16, in: 80, 48, aspect: 2, upscales: false), equals: size(8, 16))
  }

  @Test("each side of a thin picture is at least one sample") func thin() {
    expect(target(1, 10_000, in: 80, 48), equals: size(1, 48))
    expect(target(10_000, 1, in: 80, 48), equals: size(80, 1))
    expect(target(1, 65_535, in: 1, 1), equals: size(1, 1))
    expect(target(65_535, 1, in: 80, 48, aspect: 0.5, upscales: false), equals: size(80, 1))
  }

  @Test("invalid sizes and aspect ratios are replaced by valid ones") func nonsense() {
    expect(target(0, 0, in: 0, 0), equals: size(1, 1))
    expect(target(-5, 7, in: -1, 9), equals: size(1, 7))
    for aspect in [0, -1, .nan, .infinity] { expect(target(4, 2, in: 8, 8, aspect: aspect), equals: size(8, 4)) }
    expect(target(5, 5, in: 8, 8, aspect: 1e-300), equals: size(8, 1))
    expect(target(5, 5, in: .max, .max), equals: size(65_535, 65_535))
  }

  @Test(
    "any picture fits in its box, fills one side and keeps its shape within half a sample")
  func anySizes() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<2000 {
      let (width, height) = (Int.random(in: 1...9000, using: &random), Int.random(in: 1...9000, using: &random))
      let (boxWidth, boxHeight) = (Int.random(in: 1...500, using: &random), Int.random(in: 1...500, using: &random))
      let aspect = Double.random(in: 0.3...3, using: &random)
      let fitted = target(width, height, in: boxWidth, boxHeight, aspect: aspect)
      #expect(1...boxWidth ~= fitted.width && 1...boxHeight ~= fitted.height)
      #expect(fitted.width == boxWidth || fitted.height == boxHeight)
      let ideal = Double(width) / Double(height) / aspect
      if fitted.height == boxHeight, fitted.width > 1, fitted.width < boxWidth {
        #expect(abs(Double(fitted.width) - ideal * Double(boxHeight)) <= 0.501)
      }
    }
  }
}
