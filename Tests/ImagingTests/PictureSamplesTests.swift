import Bitmaps
import Imaging
import Synchronization
import TestSupport
import Testing

/// Regions that are scaled from a picture's samples equal those that are decoded from its file.
struct PictureSamplesTests {
  private static let progressive = "good/jpeg-444-progressive.jpg"
  private static let interlaced =
    ["good/png-rgba-interlaced.png"]
    + Fixtures.names(in: "pngsuite").filter { $0.hasPrefix("basi") }.map { "pngsuite/\($0)" }

  /// A part of the picture when it is scaled by `above / below`.
  private func region(_ image: EncodedImage, _ above: Int, _ below: Int) throws -> ScaledRegion {
    let whole = PixelSize(
      width: (image.size.width * above + below - 1) / below, height: (image.size.height * above + below - 1) / below)
    let rect = PixelRect(
      x: whole.width / 3, y: whole.height / 4, width: max(1, whole.width / 2), height: max(1, whole.height / 2))
    return try #require(ScaledRegion(rect, of: whole))
  }

  private func check(_ bytes: [UInt8], defect: PictureDefect? = nil, limits: DecodingLimits = DecodingLimits()) throws {
    let image = try EncodedImage(bytes, limits: limits)
    for (above, below) in [(1, 2), (1, 1), (9, 8), (3, 1)] {
      let region = try region(image, above, below)
      let decode = try #require(SampleDecode(image, for: region))
      #expect(decode.serves(region))
      let samples = try decode.run { true }
      #expect(samples.serves(region))
      #expect(samples.byteCount < decode.decodingBytes)
      expect(samples.size, equals: image.size)
      expect(samples.metadata, equals: image.metadata)
      expect(samples.format, equals: image.format)
      let picture = try samples.picture(of: region)
      expect(picture, equals: (try image.picture(of: region)))
      expect(picture.defect, equals: defect)
    }
  }

  @Test func `regions of a progressive JPEG are the same from its samples`() throws {
    try check(Fixtures.bytes(Self.progressive))
  }

  @Test(arguments: interlaced)
  func `regions of an interlaced PNG are the same from its samples`(_ name: String) throws {
    try check(Fixtures.bytes(name))
  }

  @Test(arguments: interlaced)
  func `rows that are decompressed one by one give the same samples`(_ name: String) throws {
    try check(Fixtures.bytes(name), limits: DecodingLimits(maxInflatedBytes: 0))
  }

  @Test func `a truncated picture's samples are shown with its defect`() throws {
    let progressive = try Fixtures.bytes(Self.progressive)
    try check(Array(progressive.prefix(progressive.count * 3 / 4)), defect: .unfinished)
    let interlaced = try Fixtures.bytes("good/png-rgba-interlaced.png")
    try check(Array(interlaced.prefix(interlaced.count * 3 / 4)), defect: .unfinished)
  }

  @Test(arguments: 1...8)
  func `regions from samples are upright`(_ orientation: Int) throws {
    try check(inserting(exif: ExifWriter.oriented(UInt16(orientation)), into: Fixtures.bytes(Self.progressive)))
  }

  @Test func `samples of a JPEG serve only regions of pictures that are decoded at the same scale`() throws {
    let image = try EncodedImage(Fixtures.bytes(Self.progressive))
    let decode = try #require(SampleDecode(image, for: region(image, 1, 1)))
    let samples = try decode.run { true }
    for (above, below, isServed) in [(3, 4, true), (2, 1, true), (1, 4, false)] {
      try expect(decode.serves(region(image, above, below)), equals: isServed)
      try expect(samples.serves(region(image, above, below)), equals: isServed)
    }
  }

  @Test(arguments: ["jpeg-420.jpg", "png-rgb.png", "webp-lossy.webp", "gif-interlaced.gif", "apng-rgb.png"])
  func `pictures that are decoded in part have no samples`(_ name: String) throws {
    let image = try EncodedImage(Fixtures.bytes("good/\(name)"))
    #expect(try SampleDecode(image, for: region(image, 1, 1)) == nil)
  }

  @Test func `the whole picture has no samples`() throws {
    let image = try EncodedImage(Fixtures.bytes(Self.progressive))
    #expect(SampleDecode(image, for: ScaledRegion(whole: image.size)) == nil)
  }

  @Test(arguments: [progressive, "good/png-rgba-interlaced.png"])
  func `a decode of samples stops when they are no longer needed`(_ name: String) throws {
    let image = try EncodedImage(Fixtures.bytes(name))
    let decode = try #require(SampleDecode(image, for: region(image, 1, 1)))
    #expect(throws: ImageError.cancelled) { try decode.run { false } }
  }
}
