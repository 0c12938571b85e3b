import Bitmaps
import TestSupport
import Testing

@testable import Imaging

/// The canvas of an animation, which is scaled elsewhere.
@Suite struct ComposedCanvasTests {
  private static let large = ScaledRegion(whole: PixelSize(width: 150, height: 100))

  @Test func `a canvas that is scaled elsewhere gives the same frames`() throws {
    for bytes in try MovingPictures().all(profile: nil) {
      let image = try EncodedImage(bytes)
      let canvas = try #require(try image.makeCanvas(for: Self.large))
      let source = try image.makeFrameSource(of: Self.large)
      var scaler = CanvasScaler(to: Self.large, of: image.size)
      for _ in 0..<2 {
        var count = 0
        while let change = try canvas.next() {
          let bitmap = try scaler.scaled(canvas.pixels, changedIn: change.area, limits: DecodingLimits())
          try expect(AnimationFrame(bitmap: bitmap, delay: change.delay), equals: #require(try source.next()))
          count += 1
        }
        #expect(count > 1)
        try expect(source.next(), equals: nil)
        try canvas.rewind()
        try source.rewind()
      }
    }
  }

  @Test func `only a canvas in sRGB that takes fewer bytes than its samples is scaled elsewhere`() throws {
    let profile = try Profiles.displayP3Profile()
    for (plain, profiled) in zip(try MovingPictures().all(profile: nil), try MovingPictures().all(profile: profile)) {
      let image = try EncodedImage(plain)
      // A pixel of the canvas takes four bytes, a sample eight.
      let enough = ScaledRegion(whole: PixelSize(width: image.size.width, height: (image.size.height + 1) / 2))
      let tooFew = ScaledRegion(whole: PixelSize(width: image.size.width - 1, height: image.size.height / 2))
      #expect(try image.makeCanvas(for: enough) != nil)
      #expect(try image.makeCanvas(for: tooFew) == nil)
      #expect(try EncodedImage(profiled).makeCanvas(for: Self.large) == nil)
    }
    #expect(try EncodedImage(Fixtures.bytes("good/jpeg-420.jpg")).makeCanvas(for: Self.large) == nil)
  }

  @Test func `the first frame changes the whole canvas, and later ones only what they draw or dispose of`() throws {
    let bytes = GIFWriter.file(4, 2, GIFWriter.image(4, 2, Array(0..<8)), GIFWriter.image(2, 1, at: (1, 1), [9, 14]))
    let canvas = try #require(try EncodedImage(bytes).makeCanvas(for: Self.large))
    for _ in 0..<2 {
      try expect(canvas.next()?.area, equals: PixelRect(x: 0, y: 0, width: 4, height: 2))
      try expect(canvas.next()?.area, equals: PixelRect(x: 1, y: 1, width: 2, height: 1))
      try #expect(canvas.next() == nil)
      try canvas.rewind()
    }
  }
}
