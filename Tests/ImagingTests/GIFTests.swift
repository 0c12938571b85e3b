import Imaging
import Testing

@Suite("GIF")
struct GIFTests {
  @Test(
    "every frame has ImageMagick's pixels", .enabled(if: Program.magick != nil, "ImageMagick is not installed"),
    // ImageMagick leaves a first frame that is to be taken back.
    arguments: Fixtures.gifs.filter { $0 != "good/gif-restore-first.gif" })
  func magick(name: String) throws {
    let image = try EncodedImage(Fixtures.bytes(name))
    #expect(image.format == .gif)
    let samples = try #require(Program.magick).output(
      [Fixtures.path(name), "-coalesce", "-set", "colorspace", "sRGB", "-depth", "16", "-endian", "MSB", "RGBA:-"])
    let expected = Reference.all(size: image.size, straight16: samples)
    let frames = try play(image)
    #expect(frames.count == expected.count)
    for (index, pair) in zip(expected, frames).enumerated() {
      #expect(pair.0.difference(from: pair.1.bitmap) <= 1, "frame \(index)")
    }
    #expect(try image.decode(scaledTo: image.size) == frames[0].bitmap)
  }

  @Test(
    "every frame has the pixels that gif2webp composes",
    .enabled(if: Program.gif2webp != nil, "gif2webp is not installed (webp)"), arguments: Fixtures.gifs)
  func gif2webp(name: String) throws {
    let image = try EncodedImage(Fixtures.bytes(name))
    let folder = try ScratchFolder()
    _ = try #require(Program.gif2webp).output(["-quiet", Fixtures.path(name), "-o", "\(folder.path)/out.webp"])
    let expected = try webPFrames(try folder.read("out.webp")).frames
    let frames = try play(image)
    #expect(frames.count == expected.count)
    for (index, pair) in zip(expected, frames).enumerated() {
      #expect(pair.0.difference(from: pair.1.bitmap) <= 1, "frame \(index)")
    }
  }
}
