import Imaging
import Testing

/// Lossless pictures of more than a megapixel, of which libwebp is shown the beginning first.
@Suite("Large lossless WebP", .enabled(if: Program.magick != nil, "ImageMagick is not installed"))
struct LargeWebPTests {
  private static let size = PixelSize(width: 1100, height: 960)
  private let target = PixelSize(width: 550, height: 480)

  /// The same picture as a PNG and as a WebP.
  private func pictures() throws -> (png: [UInt8], webP: [UInt8]) {
    var random = SeededGenerator(seed: 9)
    let (width, height) = (Self.size.width, Self.size.height)
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width {
        let noise = UInt8.random(in: 0...31, using: &random)
        rows += [UInt8(x / 5) &+ noise, UInt8(y / 5), noise]
      }
    }
    let png = PNGWriter(width: width, height: height, depth: 8, colorType: 2, filtered: rows).bytes
    let folder = try ScratchFolder()
    let file = try folder.write(png, as: "in.png")
    _ = try #require(Program.magick).output([file, "-define", "webp:lossless=true", "\(folder.path)/out.webp"])
    return (png, try folder.read("out.webp"))
  }

  @Test("it has the pixels of a PNG, whatever stands before it, and is truncated wherever it was cut off") func large()
    throws
  {
    let (png, webP) = try pictures()
    #expect(webP.count > 500_000)
    let expected = try EncodedImage(png).decode(scaledTo: target)
    #expect(try EncodedImage(webP).size == Self.size)
    #expect(try EncodedImage(webP).decode(scaledTo: target) == expected)
    let picture = RIFFWriter.picture(of: webP)
    // VP8X that tells of a profile, and something that is none.
    let extended = RIFFWriter.chunk("VP8X", [0x20, 0, 0, 0, 0x4B, 0x04, 0, 0xBF, 0x03, 0])
    for count in [3000, 900_000] {
      let profile = RIFFWriter.chunk("ICCP", Array(repeating: 7, count: count))
      let bytes = RIFFWriter.file(extended, profile, picture)
      #expect(try EncodedImage(bytes).decode(scaledTo: target) == expected, "\(count) bytes")
    }
    for count in [100, 2000, webP.count / 9, webP.count / 4, webP.count / 2, webP.count - 5000] {
      #expect(throws: ImageError.truncated(format: "WebP"), "\(count) bytes") {
        try EncodedImage(Array(webP[..<count])).decode(scaledTo: target)
      }
    }
    // A frame of an animation is decoded in the same way.
    let moving = RIFFWriter.file(
      RIFFWriter.animated(1100, 960), RIFFWriter.loops(0), RIFFWriter.frame(0, 0, 1100, 960, picture))
    let frame = try #require(try EncodedImage(moving).makeFrameSource(scaledTo: target).next()).bitmap
    #expect(frame.pixels == expected.pixels)
  }

  @Test("any bytes changed: a picture or a reason") func mutated() throws {
    let (_, webP) = try pictures()
    var random = SeededGenerator(seed: 10)
    for round in 0..<12 {
      var bytes = webP
      for _ in 0..<3 {
        bytes[Int.random(in: 30..<(round % 2 == 0 ? 400 : bytes.count), using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      guard let image = try? EncodedImage(bytes) else { continue }
      do throws(ImageError) {
        #expect(try image.decode(scaledTo: PixelSize(width: 5, height: 4)).size.width == 5)
      } catch {
        #expect(
          error == .truncated(format: "WebP") || error == .corrupt(format: "WebP", reason: "it cannot be decoded"))
      }
    }
  }
}
