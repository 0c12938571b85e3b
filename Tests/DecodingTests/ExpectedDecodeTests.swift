import Bitmaps
@testable import Decoding
import Imaging
import System
import TestSupport
import Testing

/// Decodes that begin before they are requested.
struct ExpectedDecodeTests {
  private static let fits = [Fit.Scaling.contain, .cover, .stretch, .width, .height, .actualSize].map {
    SampledFit(
      fit: Fit(
        box: PixelSize(width: 31, height: 9), sampleAspect: 0.5, upscales: false, scaling: $0,
        anchor: Fit.Anchor(x: 0.25, y: 1)), samples: PixelSize(width: 4, height: 2))
  }

  @Test func `an expected decode is read as it was written`() throws {
    for fit in Self.fits {
      let expected = ExpectedDecode(fit, reservedBytes: 7)
      let request = WorkerRequest.open(.whole, count: 5, limits: DecodingLimits(), isUpright: true, expected)
      guard case .open(.whole, count: 5, _, isUpright: true, let read) = try WorkerRequest(request.message) else {
        Issue.record("another request")
        continue
      }
      expect(read, equals: expected)
    }
  }

  @Test(arguments: [0, 1 << 24])
  func `a picture is the same, however early its decode begins, and whatever is requested instead`(bytes: Int) throws {
    let workers = try TestWorkers()
    var count = 0
    for fit in Self.fits {
      let expected = ExpectedDecode(fit, reservedBytes: bytes)
      for name in Fixtures.names(in: "good") {
        let file = try Fixtures.file(name)
        guard
          let actual = try? workers.decoder.open(
            whole: file, limits: DecodingLimits(), isUpright: false, expecting: expected),
          let reference = try? InProcessDecoder().open(whole: file, limits: DecodingLimits(), isUpright: false)
        else { continue }
        let region = try #require(expected.region(of: reference.size))
        let other = ScaledRegion(whole: PixelSize(width: region.size.width + 1, height: 3))
        try expect(actual.decodingBytes(of: region), equals: Self.bytes(of: reference, region))
        // The second one is not decoded ahead any more, and the last one replaces what is.
        for requested in count % 2 == 0 ? [region, region, other] : [other, region] {
          try expect(actual.picture(of: requested), equals: reference.picture(of: requested), "\(name)")
        }
        count += 1
      }
    }
    #expect(count > 20)
  }

  private static func bytes(of picture: any OpenedPicture, _ region: ScaledRegion) throws -> Int {
    try picture.decodingBytes(of: region) + 2 * region.size.width * region.size.height * 8
  }

  @Test func `a picture that is dropped while its decode has begun does not delay others`() throws {
    let workers = try TestWorkers()
    let expected = ExpectedDecode(Self.fits[0], reservedBytes: 1 << 24)
    for _ in 0..<20 {
      let file = try Fixtures.file("good/jpeg-420.jpg")
      _ = try workers.decoder.open(whole: file, limits: DecodingLimits(), isUpright: false, expecting: expected)
      let picture = try workers.decoder.open(whole: file, limits: DecodingLimits(), isUpright: false)
      let region = ScaledRegion(whole: PixelSize(width: 5, height: 4))
      try expect(picture.picture(of: region).bitmap.size, equals: region.size)
    }
  }
}
