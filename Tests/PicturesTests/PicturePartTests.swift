import Bitmaps
import Imaging
import PictureTestSupport
import Pictures
import TestSupport
import Testing

struct PicturePartTests {
  private func part(_ scaling: Fit.Scaling, _ natural: PixelSize) -> [Double] {
    let part = PicturePart(Fit(box: PixelSize(width: 40, height: 20), scaling: scaling), of: natural)
    return [part.x, part.y, part.width, part.height]
  }

  @Test func `a covering picture shows its middle part; other scalings show all of it`() {
    expect(part(.cover, PixelSize(width: 100, height: 100)), equals: [0, 0.25, 1, 0.5])
    expect(part(.cover, PixelSize(width: 400, height: 100)), equals: [0.25, 0, 0.5, 1])
    expect(part(.contain, PixelSize(width: 400, height: 100)), equals: [0, 0, 1, 1])
    expect(part(.stretch, PixelSize(width: 400, height: 100)), equals: [0, 0, 1, 1])
  }

  @Test func `a loaded picture records which part of it its bitmap shows`() throws {
    var covering = shape(4, 1)
    covering.fit.scaling = .cover
    try expect(PictureLoader().load(Samples.png, shape: covering).part.height, equals: 0.25)
    try expect(PictureLoader().load(Samples.png, shape: shape(4, 1)).part, equals: .whole)
  }
}
