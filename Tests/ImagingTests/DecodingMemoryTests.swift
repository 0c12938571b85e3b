import Bitmaps
import Imaging
import TestSupport
import Testing

/// The memory cost of a decode, estimated before it begins.
@Suite("The memory of a decode")
struct DecodingMemoryTests {
  /// The fixed cost of every decode, for tables and profiles.
  private let fixed = (4 << 20) + 2 * (4 << 20)

  /// A bitmap and the scaler's rows.
  private func scaling(_ source: PixelSize, _ target: PixelSize) -> Int {
    target.width * target.height * 8 + 16 * (8 * target.width + 4 * source.width + target.height)
  }

  @Test("a progressive JPEG's cost includes every coefficient of its declared size") func progressive() throws {
    // 4:2:0, with only the frame header and a scan header.
    let frame: [UInt8] = [0xFF, 0xC2, 0, 17, 8, 0x27, 0x10, 0x27, 0x10, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
    let bytes = [0xFF, 0xD8] + frame + [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0]
    let image = try EncodedImage(bytes)
    let target = PixelSize(width: 80, height: 80)
    // 625×625 groups of six blocks, each of 64 two-byte coefficients.
    let coefficients = 625 * 625 * 6 * 128
    #expect(image.decodingBytes(scaledTo: target) > coefficients)
    #expect(image.decodingBytes(scaledTo: target) < coefficients + (40 << 20))
    expect(image.heldBytes, equals: bytes.count)
    // A sequential JPEG in one scan needs none of them.
    var sequential = bytes
    sequential[3] = 0xC0
    #expect(try EncodedImage(sequential).decodingBytes(scaledTo: target) < 40 << 20)
  }

  @Test("a JPEG's cost grows with the scale at which it is decoded") func scales() throws {
    let image = try EncodedImage(Fixtures.bytes("good/jpeg-420.jpg"))
    let sizes = [PixelSize(width: 5, height: 4), PixelSize(width: 20, height: 14), PixelSize(width: 45, height: 31)]
    let costs = sizes.map { image.decodingBytes(scaledTo: $0) - fixed - scaling(image.size, $0) }
    #expect(costs[0] < costs[1] && costs[1] < costs[2])
  }

  @Test("a PNG's cost includes all its data, or only a few rows when streamed") func png() throws {
    let bytes = try Fixtures.bytes("good/png-rgb.png")
    let target = PixelSize(width: 5, height: 4)
    let scaling = fixed + scaling(PixelSize(width: 45, height: 31), target)
    let whole = try EncodedImage(bytes).decodingBytes(scaledTo: target) - scaling
    // 31 rows of a filter byte and 45 RGB pixels, and a copy of the file.
    #expect(whole >= 31 * 136 + bytes.count)
    let streamed = try EncodedImage(bytes, limits: DecodingLimits(maxInflatedBytes: 0))
    #expect(streamed.decodingBytes(scaledTo: target) - scaling < 70_000)
  }

  @Test("an interlaced PNG's cost includes all its pixels") func interlaced() throws {
    var writer = PNGWriter()
    writer.add("IHDR", PNGWriter.header(10_000, 10_000, 8, 2, true))
    writer.add("IDAT", PNGWriter.compressed([0]))
    writer.add("IEND", [])
    let image = try EncodedImage(writer.bytes)
    #expect(image.decodingBytes(scaledTo: PixelSize(width: 80, height: 80)) >= 300_000_000)
    #expect(image.decodingBytes(scaledTo: PixelSize(width: 10_000, height: 10_000)) >= 300_000_000 + 800_000_000)
  }

  @Test("a lossless WebP's cost includes all its pixels, which libwebp holds") func losslessWebP() throws {
    let size = PixelSize(width: 10_000, height: 10_000)
    let cost = try EncodedImage(WebPHeads.lossless(size)).decodingBytes(scaledTo: PixelSize(width: 80, height: 80))
    #expect(400_000_000..<540_000_000 ~= cost)
    let bytes = try Fixtures.bytes("good/webp-lossless.webp")
    try #expect(EncodedImage(bytes).decodingBytes(scaledTo: PixelSize(width: 5, height: 4)) < 40 << 20)
  }

  @Test(
    "an animation's cost includes its canvas and cached frames", arguments: ["gif-keep.gif", "webp-animated.webp"])
  func animation(name: String) throws {
    let image = try EncodedImage(Fixtures.bytes("good/\(name)"))
    #expect(image.animation != nil)
    let target = PixelSize(width: 5, height: 4)
    #expect(image.playingBytes(scaledTo: target) >= 16 << 20 + 12 * image.size.width * image.size.height)
  }

  @Test("a rotated picture's cost includes a second copy") func turned() throws {
    let upright = try EncodedImage(Fixtures.bytes("good/jpeg-420.jpg"))
    let exif = Array("Exif".utf8) + [0, 0] + ExifWriter.oriented(6)
    let bytes = try Fixtures.bytes("good/jpeg-420.jpg")
    let turned = try EncodedImage(bytes[..<2] + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + bytes[2...])
    let target = PixelSize(width: 1000, height: 1000)
    #expect(turned.decodingBytes(scaledTo: target) - upright.decodingBytes(scaledTo: target) >= 8_000_000)
  }

  @Test("every valid picture costs more than its result", arguments: Fixtures.good) func all(name: String)
    throws
  {
    let image = try EncodedImage(Fixtures.bytes(name))
    for target in [PixelSize(width: 1, height: 1), image.size, PixelSize(width: 500, height: 400)] {
      let cost = image.decodingBytes(scaledTo: target)
      #expect(cost > target.width * target.height * 8 && cost < 120 << 20)
      #expect(image.playingBytes(scaledTo: target) >= cost)
    }
  }
}
