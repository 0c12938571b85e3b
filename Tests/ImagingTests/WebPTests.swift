import Bitmaps
import Imaging
import TestSupport
import Testing

/// dwebp's output: a PAM with red, green, blue and alpha.
private func dwebp(_ name: String) throws -> Reference {
  let bytes = try #require(Program.dwebp).output(["-quiet", "-pam", Fixtures.path(name), "-o", "-"])
  let mark = Array("ENDHDR\n".utf8)
  let end = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) }) + mark.count
  let fields = String(decoding: bytes[..<end], as: UTF8.self).split { $0 == " " || $0 == "\n" }
  let width = try #require(fields.firstIndex(of: "WIDTH").flatMap { Int(fields[$0 + 1]) })
  let height = try #require(fields.firstIndex(of: "HEIGHT").flatMap { Int(fields[$0 + 1]) })
  try #require(bytes.count - end == width * height * 4)
  return Reference(size: PixelSize(width: width, height: height), straight8: bytes[end...])
}

@Suite("WebP")
struct WebPTests {
  @Test(
    "every kind equals dwebp's output", .enabled(if: Program.dwebp != nil, "dwebp is not installed (webp)"),
    arguments: Fixtures.webps.filter { !Fixtures.movingWebPs.contains($0) })
  func stills(name: String) throws {
    let image = try EncodedImage(Fixtures.bytes(name))
    expect(image.format, equals: .webp)
    expect(image.size, equals: PixelSize(width: 45, height: 31))
    expect(image.animation, equals: nil)
    let bitmap = try image.decode(scaledTo: image.size)
    // Exact: linear light is rounded to 1/65535, colors before and after they are premultiplied.
    #expect(try dwebp(name).difference(from: bitmap) <= 1)
    #expect(bitmap.isOpaque != name.contains("alpha"))
  }

  @Test("a scaled picture is close to scaling the whole one", arguments: Fixtures.webps) func small(
    name: String
  ) throws {
    let image = try EncodedImage(Fixtures.bytes(name))
    let whole = try image.decode(scaledTo: image.size)
    let reference = Reference(size: image.size, pixels: whole.pixels.map { SIMD4<Double>($0) / 65_535 })
    // Above half the size, libwebp does not scale.
    let near = try image.decode(scaledTo: PixelSize(width: 30, height: 20))
    #expect(reference.scaled(to: near.size).difference(from: near) <= 1)
    let small = try image.decode(scaledTo: PixelSize(width: 7, height: 5))
    #expect(reference.scaled(to: small.size).meanDifference(from: small) < 0.03 * 65_535)
    // Below an eighth of the size, a lossy picture's blocks are not smoothed.
    let tiny = try image.decode(scaledTo: PixelSize(width: 4, height: 3))
    #expect(reference.scaled(to: tiny.size).meanDifference(from: tiny) < 0.03 * 65_535)
    let large = try image.decode(scaledTo: PixelSize(width: 70, height: 40))
    #expect(!large.isOpaque || reference.scaled(to: large.size).difference(from: large) <= 1)
  }

  @Test(arguments: [(201, 100), (200, 101)])
  func `in a scaled picture with odd sides, the chroma is where the luma is`(width: Int, height: Int) throws {
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let square = x / 20 + y / 20
        for channel in square..<square + 3 { samples.append(UInt8(20 + 60 * (channel % 3))) }
      }
    }
    let image = try EncodedImage(WideWebPTests.file(of: samples, width: width, height: height, quality: 95))
    let whole = try image.decode(scaledTo: image.size)
    let reference = Reference(size: image.size, pixels: whole.pixels.map { SIMD4<Double>($0) / 65_535 })
    let small = try image.decode(scaledTo: PixelSize(width: 40, height: 20))
    #expect(reference.scaled(to: small.size).difference(from: small) <= 1)
  }

  @Test("every frame matches libwebpdemux's output", arguments: Fixtures.movingWebPs) func frames(
    name: String
  ) throws {
    let bytes = try Fixtures.bytes(name)
    let image = try EncodedImage(bytes)
    let expected = try webPFrames(bytes)
    let frames = try play(image)
    expect(frames.count, equals: expected.frames.count)
    for (index, pair) in zip(expected.frames, frames).enumerated() {
      // libwebpdemux rounds down where it blends, ours rounds to nearest: one 8-bit step at the bright end.
      #expect(pair.0.difference(from: pair.1.bitmap) <= 1200, "frame \(index)")
      #expect(pair.0.meanDifference(from: pair.1.bitmap) < 30, "frame \(index)")
    }
    try expect(image.decode(scaledTo: image.size), equals: frames[0].bitmap)
  }

  @Test("the header gives an animation's loop count") func loops() throws {
    try expect(EncodedImage(Fixtures.bytes("good/webp-animated.webp")).animation, equals: Animation(loopCount: 3))
    try expect(EncodedImage(Fixtures.bytes("good/webp-animated-clear.webp")).animation, equals: Animation(loopCount: 0))
  }

  @Test("delays are the file's, except that 10 ms or less means 100 ms") func delays() throws {
    let frames = try play(EncodedImage(Fixtures.bytes("good/webp-animated.webp")))
    expect(frames.map(\.delay), equals: [70, 100, 11, 200, 40, 40].map { .milliseconds($0) })
  }
}
