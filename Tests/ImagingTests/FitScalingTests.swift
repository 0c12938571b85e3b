import Bitmaps
import Imaging
import TestSupport
import Testing

/// How each scaling mode fits pictures into a box.
struct FitScalingTests {
  private func fit(_ scaling: Fit.Scaling, upscales: Bool = true, anchor: Fit.Anchor = .center) -> Fit {
    Fit(box: PixelSize(width: 40, height: 20), upscales: upscales, scaling: scaling, anchor: anchor)
  }

  @Test(
    arguments: [
      (.contain, 10, 20), (.cover, 40, 80), (.stretch, 40, 20), (.width, 40, 80), (.height, 10, 20),
      (.actualSize, 100, 200),
    ] as [(Fit.Scaling, Int, Int)])
  func `each scaling mode gives a portrait the expected size`(scaling: Fit.Scaling, width: Int, height: Int) {
    expect(
      fit(scaling).target(for: PixelSize(width: 100, height: 200)), equals: PixelSize(width: width, height: height))
  }

  @Test func `a small picture is not enlarged if upscaling is off`() {
    let small = PixelSize(width: 4, height: 5)
    for scaling in [Fit.Scaling.contain, .cover, .stretch, .width, .height, .actualSize] {
      expect(fit(scaling, upscales: false).target(for: small), equals: small)
    }
  }

  @Test func `the anchor selects the part of the picture that stays in the box`() {
    let target = PixelSize(width: 40, height: 80)
    #expect(fit(.cover).part(of: target) == (0, 30, PixelSize(width: 40, height: 20)))
    #expect(fit(.cover, anchor: .init(x: 0, y: 0)).part(of: target) == (0, 0, PixelSize(width: 40, height: 20)))
    #expect(fit(.cover, anchor: .init(x: 1, y: 1)).part(of: target) == (0, 60, PixelSize(width: 40, height: 20)))
    #expect(fit(.cover, anchor: .init(x: .nan, y: 9)).part(of: target) == (0, 60, PixelSize(width: 40, height: 20)))
  }

  @Test func `a thin picture's sides are bounded`() {
    let target = fit(.cover).target(for: PixelSize(width: 1, height: 65_535))
    expect(target, equals: PixelSize(width: 40, height: 65_535))
  }
}
