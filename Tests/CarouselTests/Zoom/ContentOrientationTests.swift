import CarouselValues
import CarouselViewing
import TestSupport
import Testing

/// The eight orientations of content.
struct ContentOrientationTests {
  private let corner = SlidePoint(x: 0.25, y: 0)

  @Test func `a quarter turn brings the top edge to the right`() {
    let turned = ContentOrientation.upright.rotated(by: 1)
    expect(turned.shown(corner), equals: SlidePoint(x: 1, y: 0.25))
    expect(turned.size(of: SlideSize(width: 3, height: 2)), equals: SlideSize(width: 2, height: 3))
    expect(turned.content(in: SlideBox(x: 0.5, y: 0, width: 0.5, height: 0.25)).y, equals: 0)
  }

  @Test func `flips mirror the content as it is shown, also when it is rotated`() {
    expect(ContentOrientation.upright.flipped(.horizontal).shown(corner), equals: SlidePoint(x: 0.75, y: 0))
    expect(ContentOrientation.upright.flipped(.vertical).shown(corner), equals: SlidePoint(x: 0.25, y: 1))
    let turned = ContentOrientation.upright.rotated(by: 1)
    expect(turned.flipped(.horizontal).shown(corner), equals: SlidePoint(x: 0, y: 0.25))
    expect(turned.flipped(.vertical).shown(corner), equals: SlidePoint(x: 1, y: 0.75))
  }

  @Test func `four quarter turns or two equal flips change nothing`() {
    for turns in 0...3 {
      for isMirrored in [false, true] {
        let way = ContentOrientation(isMirrored: isMirrored, quarterTurns: turns)
        expect(way.rotated(by: 4), equals: way)
        expect(way.rotated(by: -1).rotated(by: 1), equals: way)
        expect(way.flipped(.horizontal).flipped(.horizontal), equals: way)
        expect(way.flipped(.vertical).flipped(.vertical), equals: way)
        expect(way.content(at: way.shown(corner)), equals: corner)
        expect(way.rotated(by: Int.min), equals: way)
      }
    }
  }
}
