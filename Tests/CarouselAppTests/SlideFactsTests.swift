import CarouselApp
import Decks
import Imaging
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// What `--json` prints about a slide.
struct SlideFactsTests {
  @Test func `a gain map is a fact`() {
    func json(_ hasGainMap: Bool) -> String {
      var metadata = ImageMetadata()
      metadata.hasGainMap = hasGainMap
      let plain = picture()
      let loaded = LoadedPicture(
        bitmap: plain.bitmap, grid: plain.grid, naturalSize: plain.naturalSize, format: "JPEG", metadata: metadata)
      return SlideFacts(of: Slide(.file(Path("/a.jpg"))), number: 1, count: 1, picture: .success(loaded)).json
    }
    expect(json(true), equals: json(false).dropLast() + #", "gainMap": true}"#)
  }
}
