import Bitmaps
import Decoding
import Imaging
import Synchronization
import System
import TestSupport
import Testing

/// Workers decode as this process does.
struct WorkerPictureTests {
  private static let size = PixelSize(width: 23, height: 17)
  private static let regions = [
    ScaledRegion(whole: size),
    ScaledRegion(PixelRect(x: 3, y: 5, width: 11, height: 7), of: size) ?? ScaledRegion(whole: size),
  ]

  /// Regions of animations, some of which are enlarged.
  private static let playedRegions = [
    regions[1], ScaledRegion(whole: PixelSize(width: 120, height: 90)),
    ScaledRegion(PixelRect(x: 7, y: 3, width: 95, height: 80), of: PixelSize(width: 130, height: 97)) ?? regions[1],
  ]

  /// What a decoder makes of a file, as one value to compare.
  private struct Outcome: Equatable {
    var error: OpenError?
    var size: PixelSize?
    var metadata: ImageMetadata?
    var animation: Animation?
    var pictures: [DecodedPicture] = []
    var failures: [ImageError] = []
    var frames: [AnimationFrame] = []

    init(_ file: RegularFile, _ decoder: any PictureDecoding, limits: DecodingLimits) {
      do throws(OpenError) {
        let picture = try Outcome.open(file, decoder, limits)
        (size, metadata, animation) = (picture.size, picture.metadata, picture.animation)
        for region in WorkerPictureTests.regions {
          do throws(ImageError) { pictures.append(try picture.picture(of: region)) } catch { failures.append(error) }
        }
        guard picture.animation != nil else { return }
        for region in WorkerPictureTests.playedRegions {
          let picture = try Outcome.open(file, decoder, limits)
          do throws(ImageError) {
            let source = try picture.frames(of: region)
            for _ in 0..<2 {
              while let frame = try source.next() { frames.append(frame) }
              try source.rewind()
            }
          } catch {
            failures.append(error)
          }
        }
      } catch {
        self.error = error
      }
    }

    private static func open(
      _ file: RegularFile, _ decoder: any PictureDecoding, _ limits: DecodingLimits
    ) throws(OpenError) -> any OpenedPicture {
      do throws(ImageError) {
        if let picture = try decoder.open(streaming: file, limits: limits) { return picture }
      } catch {
        throw .image(error)
      }
      return try decoder.open(whole: file, limits: limits, isUpright: false)
    }
  }

  @Test(arguments: ["good", "bad", "thumbnails", "pngsuite"])
  func `a worker yields the same pictures, frames, metadata and errors as this process`(folder: String) throws {
    let workers = try TestWorkers()
    let names = Fixtures.names(in: folder)
    #expect(names.count > 3)
    for limits in [DecodingLimits(), DecodingLimits(maxHeldBytes: 0, maxInflatedBytes: 0)] {
      for name in names {
        let file = try Fixtures.file(name)
        let expected = Outcome(file, InProcessDecoder(), limits: limits)
        let actual = Outcome(file, workers.decoder, limits: limits)
        expect(actual, equals: expected, "\(name)")
      }
    }
  }

  @Test func `a worker yields the same thumbnails as this process`() throws {
    let workers = try TestWorkers()
    var count = 0
    for name in Fixtures.names(in: "thumbnails") + Fixtures.names(in: "good") {
      let file = try Fixtures.file(name)
      let expected = InProcessDecoder().thumbnail(in: file, limits: DecodingLimits())
      let actual = workers.decoder.thumbnail(in: file, limits: DecodingLimits())
      expect(actual?.size, equals: expected?.size, "\(name)")
      expect(actual?.metadata, equals: expected?.metadata, "\(name)")
      let region = ScaledRegion(whole: Self.size)
      expect(try? actual?.picture(of: region).bitmap, equals: try? expected?.picture(of: region).bitmap, "\(name)")
      if expected != nil { count += 1 }
    }
    #expect(count > 0)
  }

  @Test(arguments: ["good/jpeg-444-progressive.jpg", "good/png-rgba-interlaced.png"])
  func `samples in a worker give the same regions as samples in this process`(name: String) throws {
    let workers = try TestWorkers()
    let file = try Fixtures.file(name)
    func samples(_ decoder: any PictureDecoding) throws -> any DecodedSamples {
      let picture = try decoder.open(whole: file, limits: DecodingLimits(), isUpright: false)
      let decode = try #require(try picture.sampleDecode(for: Self.regions[1]))
      #expect(decode.serves(Self.regions[1]))
      #expect(!decode.serves(Self.regions[0]))
      return try decode.run { true }
    }
    let (actual, expected) = (try samples(workers.decoder), try samples(InProcessDecoder()))
    expect(actual.byteCount, equals: expected.byteCount)
    var served = 0
    for side in [4, 8, 16, 23, 50, 100] {
      let part = PixelRect(x: 1, y: 1, width: side - 2, height: side - 3)
      let region = try #require(ScaledRegion(part, of: PixelSize(width: side, height: side)))
      expect(actual.serves(region), equals: expected.serves(region), "\(side)")
      guard expected.serves(region) else { continue }
      try expect(actual.picture(of: region), equals: expected.picture(of: region))
      served += 1
    }
    #expect(served > 0)
  }

  @Test func `a worker reads the same metadata as this process, also in files that it does not decode`() throws {
    let workers = try TestWorkers()
    var count = 0
    for name in Fixtures.names(in: "good") + Fixtures.names(in: "bad") + Fixtures.names(in: "thumbnails") {
      let file = try Fixtures.file(name)
      let expected = InProcessDecoder().metadata(of: file)
      expect(workers.decoder.metadata(of: file), equals: expected, "\(name)")
      if expected != ImageMetadata() { count += 1 }
    }
    #expect(count > 0)
  }

  @Test func `bytes are decoded like a file, upright if they are so already`() throws {
    let workers = try TestWorkers()
    let bytes = try FileBytes.read(Fixtures.file("good/webp-lossless.webp"), limit: .max)
    let picture = try workers.decoder.open(bytes, limits: DecodingLimits(), isUpright: true)
    let expected = try EncodedImage(bytes, isUpright: true)
    try expect(picture.picture(of: Self.regions[0]), equals: expected.picture(of: Self.regions[0]))
  }
}

extension RegularFile {
  fileprivate func rewound() -> RegularFile {
    rewind()
    return self
  }
}
