import CarouselValues
import TestSupport
import Testing

/// How contents are placed in their boxes.
struct ContentTests {
  private func box(_ fit: SlideContentMode.Fit, _ alignment: SlideContentMode.Alignment = .center) -> [Double] {
    let box = SlideContentMode(fit, alignment).box(
      for: SlideSize(width: 200, height: 100), in: SlideSize(width: 100, height: 100))
    return [box.x, box.y, box.width, box.height]
  }

  @Test func `each fit yields the expected box`() {
    expect(box(.contain), equals: [0, 25, 100, 50])
    expect(box(.cover), equals: [-50, 0, 200, 100])
    expect(box(.stretch), equals: [0, 0, 100, 100])
    expect(box(.width), equals: [0, 25, 100, 50])
    expect(box(.height), equals: [-50, 0, 200, 100])
    expect(box(.shrink), equals: [0, 25, 100, 50])
    expect(box(.actualSize), equals: [-50, 0, 200, 100])
    let small = SlideContentMode(.shrink).box(
      for: SlideSize(width: 10, height: 20), in: SlideSize(width: 100, height: 100))
    expect(small, equals: SlideBox(x: 45, y: 40, width: 10, height: 20))
  }

  @Test func `each alignment yields the expected position`() {
    expect(SlideContentMode.Alignment.allCases.map { box(.contain, $0)[1] }, equals: [0, 0, 0, 25, 25, 25, 50, 50, 50])
    expect(
      SlideContentMode.Alignment.allCases.map { box(.cover, $0)[0] },
      equals: [0, -50, -100, 0, -50, -100, 0, -50, -100])
  }

  @Test func `invalid extents yield an empty box`() {
    for extent in [0, -1, Double.nan, .infinity] {
      let box = SlideContentMode.cover.box(
        for: SlideSize(width: 10, height: extent), in: SlideSize(width: 10, height: 10))
      expect(box, equals: SlideBox(width: 0, height: 0))
    }
  }
}
